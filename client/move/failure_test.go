package move

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// failing is the module 0x1::failing with a function for each list of instructions, named f0, f1 ... They can call
// invalid_argument and canonical of 0x1::error, which have the numbers 0 and 1.
func failing(t *testing.T, functions ...[]string) *Bytecode {
	t.Helper()
	names := []string{"failing", "error", "invalid_argument", "canonical"}
	handles, definitions := `01 02 00 01 00   01 03 02 01 00`, ""
	for i, instructions := range functions {
		names = append(names, fmt.Sprintf("f%d", i))
		handles += fmt.Sprintf(" 00 %02x 03 03 00", i+4)
		definitions += fmt.Sprintf("%02x 01 00 00 03 %02x %s", i+2, len(instructions), strings.Join(instructions, ""))
	}
	b, err := ParseBytecode(bytecodeFile{version: 6, behind: "00", tables: []fileTable{
		{0x1, `00 00   00 01`}, {0x3, handles}, {0x5, `01 03   01 03   02 03 03   00`}, {0x6, `03 08 0600010000000000`},
		{0x7, namesTable(names...)}, {0x8, strings.Repeat("00", 31) + `01`}, {0xc, definitions},
	}}.bytes())
	require.NoError(t, err)
	return b
}

// place is a candidate of 0x1::failing. The code of the Abort of f5 is not known.
func place(function string, offset int) Candidate {
	return Candidate{Function: MustParseModuleID("0x1::failing").function(function), Offset: offset, IsCodeUnknown: function == "f5" && offset == 1}
}

func TestCandidatesOfAborts(t *testing.T) {
	t.Parallel()
	reason := `06 0600000000000000`
	b := failing(t,
		[]string{`06 0600010000000000`, `27`},                  // f0: the code itself
		[]string{`28`, reason, `11 00`, `27`},                  // f1: error::invalid_argument(6)
		[]string{`07 00`, `27`},                                // f2: a constant
		[]string{`06 0100000000000000`, reason, `11 01`, `27`}, // f3: error::canonical(1, 6)
		[]string{reason, `27`},                                 // f4: another code
		[]string{`28`, `27`},                                   // f5: not known
	)
	explained := ParseVMStatus("Move abort in 0x1::failing: EREASON(0x10006): text").Explain(b, nil)
	require.Equal(t, &Candidates{
		List:       []Candidate{place("f0", 1), place("f1", 3), place("f2", 1), place("f3", 3), place("f5", 1)},
		IsComplete: true,
	}, explained.Candidates)
	require.Negative(t, explained.Offset)

	for text, expected := range map[string][]Candidate{
		"Move abort in 0x1::failing: 0x6":     {place("f4", 1), place("f5", 1)},
		"Move abort in 0x1::failing: 0x7":     {place("f5", 1)},
		"Move abort in 0x1::failing::f1: 0x7": {},
		"Move abort in 0x1::failing::f5: 0x7": {place("f5", 1)},
		// f1 is the definition 1, and has the handle 3: that of the definition f3, which some nodes mean.
		"Execution failed in 0x1::failing::f1 at code offset 2":                                                   {place("f1", 2), place("f3", 2)},
		"Execution failed in 0x1::failing::f1 at code offset 0":                                                   {place("f1", 0), place("f3", 0)},
		"Execution failed in 0x1::failing::f2 at code offset 0":                                                   {place("f2", 0)},
		"ARITHMETIC_ERROR at location Module 0x1::failing and message 0x1::failing::f1 at offset 2":               {place("f1", 2)},
		"Execution failed in 0x1::failing::<#3 function> at code offset 2":                                        {place("f3", 2)},
		"ABORTED with sub status 65542 at location Module 0x1::failing at code offset 0 in function definition 5": {place("f5", 0)},
		"Execution failed in 0x1::failing::f1 at code offset 4":                                                   nil,
		"Execution failed in 0x1::other::f1 at code offset 2":                                                     nil,
		"Move abort: 0x6": nil,
		"Out of gas":      nil,
	} {
		explained := ParseVMStatus(text).Explain(b, nil)
		if expected == nil {
			require.Nil(t, explained.Candidates, text)
			continue
		}
		require.Equal(t, &Candidates{List: expected, IsComplete: true}, explained.Candidates, text)
		if len(expected) == 1 {
			require.Equal(t, expected[0].Function.Name, explained.Function, text)
			require.Equal(t, expected[0].Offset, explained.Offset, text)
		}
	}
}
