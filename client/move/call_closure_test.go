package move

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// candidatesIn returns the functions of 0x1::m at which a call of one of them can have aborted with 7, and whether they are all.
func candidatesIn(t *testing.T, file bytecodeFile, entry string) (names []string, c *Candidates) {
	t.Helper()
	m, err := ParseBytecode(file.bytes())
	require.NoError(t, err)
	calls := NewCallGraph(m.ID.function(entry))
	calls.Add(m.ID, m)
	require.Empty(t, calls.Wanted())
	c = ParseVMStatus("Move abort in 0x1::m: 0x7").Explain(m, calls).Candidates
	for _, candidate := range c.List {
		require.False(t, candidate.IsCodeUnknown)
		names = append(names, candidate.Function.Name)
	}
	return names, c
}

// A closure may be called wherever it is packed. Which one an instruction calls is not known.
func TestClosuresInCallGraph(t *testing.T) {
	t.Parallel()
	const abort = "02: 06 0700000000000000 27"
	file := bodies(
		"03: 58 02 00 01 02", // f0 packs f2
		"02: 5a 00 02",       // f1 calls a closure
		abort,                // f2
		abort,                // f3
		"03: 59 00 00 01 02", // f4 packs an instance of f3
		"03: 06 0700000000000000 07 00 68",
	).with(0x6, "0a 02 02 01 61").with(0x4, "03 00")

	names, c := candidatesIn(t, file, "f0")
	require.Equal(t, []string{"f2"}, names)
	require.True(t, c.IsComplete)

	names, c = candidatesIn(t, file, "f1")
	require.Empty(t, names)
	require.False(t, c.IsComplete)
	require.Equal(t, []FunctionID{MustParseFunctionID("0x1::m::f1")}, c.Dynamic)

	names, c = candidatesIn(t, file, "f4")
	require.Equal(t, []string{"f3"}, names)
	require.True(t, c.IsComplete)

	names, c = candidatesIn(t, file, "f5")
	require.Equal(t, []string{"f5"}, names, "an abort with a message")
	require.True(t, c.IsComplete)
}

// What follows an unknown instruction may call and abort.
func TestUnknownInstructionsInCallGraph(t *testing.T) {
	t.Parallel()
	const abort = "02: 06 0700000000000000 27"
	file := bodies("03: 11 01 f0 02", abort, abort)
	names, c := candidatesIn(t, file, "f0")
	require.Equal(t, []string{"f1"}, names)
	require.False(t, c.IsComplete)
	require.Equal(t, []ModuleID{MustParseModuleID("0x1::m")}, c.Unread)

	names, c = candidatesIn(t, bodies("03: 11 01 f0 02", abort), "f0")
	require.Equal(t, []string{"f1"}, names)
	require.False(t, c.IsComplete, "the only one that is known is not claimed")
}

// Signed integers fail in more ways than unsigned ones.
func TestCausesWithSignedIntegers(t *testing.T) {
	t.Parallel()
	for name, expected := range map[string][2]string{
		"Sub": {"underflow", "overflow or underflow"}, "Div": {"division by zero", "division by zero or overflow"}, "CastI8": {"value does not fit i8", "value does not fit i8"},
		"Negate": {"overflow", "overflow"},
	} {
		for i, version := range []int{signedIntegerVersion - 1, signedIntegerVersion} {
			failure, ok := Instruction{Name: name}.failure(version)
			require.True(t, ok)
			require.Equal(t, expected[i], failure.cause, "%s in version %d", name, version)
		}
	}
}

// A module of a later version may call in ways that are not known.
func TestLaterVersionsInCallGraph(t *testing.T) {
	t.Parallel()
	for version, unread := range map[uint32][]ModuleID{0x0a00000a: nil, 0x0a00000b: {MustParseModuleID("0x1::m")}} {
		m, err := ParseBytecode(bodies("02: 11 01 02", "01: 02").as(version).bytes())
		require.NoError(t, err)
		calls := NewCallGraph(MustParseFunctionID("0x1::m::f0"))
		calls.Add(m.ID, m)
		require.True(t, calls.Reaches(MustParseFunctionID("0x1::m::f1")))
		require.Equal(t, unread, calls.Unread())
	}
}
