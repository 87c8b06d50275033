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

func TestLocate(t *testing.T) {
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
	abort := func(code string) VMStatus { return ParseVMStatus("Move abort in 0x1::failing: " + code) }
	positions, exact, err := b.Locate(abort("EREASON(0x10006): text"))
	require.NoError(t, err)
	require.False(t, exact)
	require.Equal(t, []CodePosition{{"f0", 1}, {"f1", 3}, {"f2", 1}, {"f3", 3}}, positions)

	for text, expected := range map[string][]CodePosition{
		"Move abort in 0x1::failing: 0x6":                                                                         {{"f4", 1}},
		"Execution failed in 0x1::failing::f1 at code offset 2":                                                   {{"f1", 2}},
		"Execution failed in 0x1::failing::<#3 function> at code offset 2":                                        {{"f3", 2}},
		"ABORTED with sub status 65542 at location Module 0x1::failing at code offset 0 in function definition 5": {{"f5", 0}},
		"Execution failed in 0x1::failing::f1 at code offset 4":                                                   nil,
		"Execution failed in 0x1::other::f1 at code offset 2":                                                     nil,
		"Move abort in 0x1::failing: 0x7":                                                                         nil,
		"Move abort: 0x6":                                                                                         nil,
		"Out of gas":                                                                                              nil,
	} {
		positions, exact, err := b.Locate(ParseVMStatus(text))
		require.NoError(t, err, text)
		require.Equal(t, expected, positions, text)
		require.Equal(t, expected != nil, exact, text)
	}
}
