package move

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mapWriter writes a source map in BCS.
type mapWriter struct{ b []byte }

func (w *mapWriter) length(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

func (w *mapWriter) text(s string) {
	w.length(len(s))
	w.b = append(w.b, s...)
}

func (w *mapWriter) u16(n int) { w.b = binary.LittleEndian.AppendUint16(w.b, uint16(n)) }

func (w *mapWriter) location(start, end int) {
	w.b = append(w.b, bytes.Repeat([]byte{0xee}, 32)...)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(start))
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(end))
}

func (w *mapWriter) name(s string) {
	w.text(s)
	w.location(0, 1)
}

const vaultSource = `module 0xa::vault {
    const EEMPTY: u64 = 3;

    /// Takes coins. See fun other.
    public entry fun withdraw(amount: u64) {
        // EEMPTY if there are none
        assert!(amount > 0, EEMPTY);
        other();
    }
    #[view]
    public(friend) fun other(): u64 { 1 }
}
`

// vaultMap returns a source map of vaultSource, with fields listed by variant or not.
func vaultMap(byVariant bool) []byte {
	var w mapWriter
	at := func(part string) int { return strings.Index(vaultSource, part) }
	w.location(0, len(vaultSource))
	w.b = append(w.b, 1)
	w.b = append(w.b, make([]byte, 32)...)
	w.text("vault")
	w.length(1) // struct
	w.u16(0)
	w.location(0, 1)
	w.length(1)
	w.name("T")
	if byVariant {
		w.length(1)
	}
	w.length(2)
	w.location(0, 1)
	w.location(1, 2)
	w.length(2) // functions
	w.u16(0)
	w.location(at("public entry"), at("#[view]"))
	w.length(0)
	w.length(1)
	w.name("amount")
	w.length(1)
	w.name("$t1")
	w.length(1)
	w.text("nop")
	w.u16(4)
	w.length(3) // code: BCS sorts 0x0100 before 0x0001 and 0x0004
	for _, segment := range []struct {
		offset int
		part   string
	}{{256, "other();"}, {1, "amount > 0"}, {4, "assert!"}} {
		w.u16(segment.offset)
		w.location(at(segment.part), at(segment.part)+2)
	}
	w.b = append(w.b, 0)
	w.u16(1)
	w.location(at("public(friend)"), len(vaultSource)-3)
	for range 4 {
		w.length(0)
	}
	w.length(0)
	w.b = append(w.b, 1)
	w.length(1) // constants
	w.text("EEMPTY")
	w.u16(0)
	return w.b
}

func TestParseSourceMap(t *testing.T) {
	t.Parallel()
	for _, byVariant := range []bool{true, false} {
		m, err := ParseSourceMap(vaultMap(byVariant))
		require.NoError(t, err)
		source := NewModuleSource(vaultSource, m)
		line := func(function, offset int) string {
			line, ok := source.LineOf(function, offset)
			require.True(t, ok)
			return strings.TrimSpace(source.Line(line))
		}
		require.Equal(t, "assert!(amount > 0, EEMPTY);", line(0, 1))
		require.Equal(t, "assert!(amount > 0, EEMPTY);", line(0, 255), "a segment ends where the next one starts")
		require.Equal(t, "other();", line(0, 256))
		require.Equal(t, "other();", line(0, 9999))
		_, ok := source.LineOf(0, 0)
		require.False(t, ok, "before the first segment")
		_, ok = source.LineOf(7, 0)
		require.False(t, ok)
		for line, want := range map[int]CodePosition{4: {"0", 1}, 5: {"0", 1}, 6: {"0", 1}, 7: {"0", 256}} {
			function, offset, ok := source.InstructionAt(line)
			require.True(t, ok, line)
			require.Equal(t, want, CodePosition{string(rune('0' + function)), offset}, line)
		}
		for _, line := range []int{0, 1, 8, 10, 11} {
			_, _, ok := source.InstructionAt(line)
			require.False(t, ok, line)
		}
	}
	whole := vaultMap(true)
	for length := range whole {
		_, err := ParseSourceMap(whole[:length])
		requireParseError(t, "source map", "", err)
	}
}

func TestGuessLine(t *testing.T) {
	t.Parallel()
	source := NewModuleSource(vaultSource, nil)
	require.False(t, source.HasMap())
	_, ok := source.LineOf(0, 1)
	require.False(t, ok)
	for _, test := range []struct {
		function, name string
		line           int
	}{{"withdraw", "EEMPTY", 6}, {"withdraw", "", 4}, {"withdraw", "ENOTHING", 4}, {"other", "EEMPTY", 10}} {
		line, ok := source.GuessLine(test.function, test.name)
		require.True(t, ok)
		require.Equal(t, test.line, line, "%s %s", test.function, test.name)
	}
	_, ok = source.GuessLine("with", "")
	require.False(t, ok)
	require.Equal(t, "withdraw", source.FunctionAt(7))
	require.Equal(t, "other", source.FunctionAt(10))
	require.Empty(t, source.FunctionAt(3), "a comment declares nothing")

	empty := NewModuleSource("", nil)
	require.Equal(t, 1, empty.Len())
	require.Empty(t, empty.Line(0))
	crlf := NewModuleSource("a\r\nb\r\n", nil)
	require.Equal(t, 2, crlf.Len())
	require.Equal(t, []string{"a", "b"}, []string{crlf.Line(0), crlf.Line(1)})
}

func FuzzSourceMap(f *testing.F) {
	f.Add(vaultMap(true))
	f.Add(vaultMap(false))
	f.Fuzz(func(t *testing.T, encoded []byte) {
		m, err := ParseSourceMap(encoded)
		if err != nil {
			requireParseError(t, "source map", "", err)
			return
		}
		source := NewModuleSource(vaultSource, m)
		for function := range m.functions {
			if line, ok := source.LineOf(function, 3); ok {
				require.Less(t, line, source.Len())
			}
		}
		for line := range source.Len() {
			if function, offset, ok := source.InstructionAt(line); ok {
				found, ok := source.LineOf(function, offset)
				require.True(t, ok)
				require.GreaterOrEqual(t, found, line)
			}
		}
	})
}
