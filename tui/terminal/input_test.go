package terminal

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// read sends each part as one read of the terminal and returns the keys and the reported backgrounds.
func read(t require.TestingT, parts ...string) (keys string, light []bool) {
	out, in, err := os.Pipe()
	require.NoError(t, err)
	defer out.Close()
	reader := newInput(out, func(isLight bool) { light = append(light, isLight) }, func() {}, func() {})
	var all strings.Builder
	buffer := make([]byte, 256)
	for _, part := range parts {
		_, err := io.WriteString(in, part)
		require.NoError(t, err)
		n, err := reader.Read(buffer)
		require.NoError(t, err)
		all.Write(buffer[:n])
	}
	require.NoError(t, in.Close())
	for err == nil {
		var n int
		n, err = reader.Read(buffer)
		all.Write(buffer[:n])
	}
	require.ErrorIs(t, err, io.EOF)
	return all.String(), light
}

func TestInput_RemovesReplies(t *testing.T) {
	for name, c := range map[string]struct {
		parts []string
		keys  string
		light []bool
	}{
		"no reply":             {parts: []string{"abc", "\x1b[A"}, keys: "abc\x1b[A"},
		"light":                {parts: []string{"\x1b]11;rgb:ffff/ffff/ffff\a"}, light: []bool{true}},
		"dark, ended by ST":    {parts: []string{"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"}, light: []bool{false}},
		"two digits":           {parts: []string{"\x1b]11;rgb:fd/f6/e3\x1b\\"}, light: []bool{true}},
		"with opacity":         {parts: []string{"\x1b]11;rgba:0000/2b2b/3636/ffff\a"}, light: []bool{false}},
		"bright green":         {parts: []string{"\x1b]11;rgb:0000/ffff/0000\a"}, light: []bool{true}},
		"blue":                 {parts: []string{"\x1b]11;rgb:0000/0000/ffff\a"}, light: []bool{false}},
		"among keys":           {parts: []string{"tre\x1b]11;rgb:0/0/0\aasury"}, keys: "treasury", light: []bool{false}},
		"split":                {parts: []string{"a\x1b]1", "1;rgb:ffff/ff", "ff/ffff\x1b", "\\b"}, keys: "ab", light: []bool{true}},
		"two replies":          {parts: []string{"\x1b]11;rgb:f/f/f\a\x1b]11;rgb:0/0/0\a"}, light: []bool{true, false}},
		"invalid":              {parts: []string{"\x1b]11;none\a", "x"}, keys: "x"},
		"invalid digits":       {parts: []string{"\x1b]11;rgb:xx/yy/zz\a", "x"}, keys: "x"},
		"esc does not wait":    {parts: []string{"\x1b"}, keys: "\x1b"},
		"alt and bracket":      {parts: []string{"\x1b]"}, keys: "\x1b]"},
		"interrupted by a key": {parts: []string{"\x1b]11;rgb:\x1b[A"}, keys: "\x1b[A"},
		"without end":          {parts: []string{"\x1b]11;" + strings.Repeat("x", 100)}, keys: strings.Repeat("x", 100-maxReply+len(backgroundReply))},
		"partial prefix":       {parts: []string{"a\x1b]11"}, keys: "a\x1b]11"},
		"another query":        {parts: []string{"\x1b]10;rgb:0/0/0\a"}, keys: "\x1b]10;rgb:0/0/0\a"},
		"attributes":           {parts: []string{"a\x1b[?62;1;6;22cb", "\x1b[?6", "4;1c", "\x1b[?2026;2$yd"}, keys: "abd"},
		"cursor report":        {parts: []string{"\x1b[1;1R"}, keys: "\x1b[1;1R"},
	} {
		t.Run(name, func(t *testing.T) {
			keys, light := read(t, c.parts...)
			require.Equal(t, c.keys, keys)
			require.Equal(t, c.light, light)
		})
	}
}

// The reply to the last query reports that those to the others will not come.
// The position of the cursor is a reply only if it was requested. Keys with modifiers begin in the same way.
func TestInput_ReportsPosition(t *testing.T) {
	t.Parallel()
	var widths []int
	data := []byte("a\x1b[1;2Rb\x1b[1;5A\x1b[1;3Rc\x1b[1;2R")
	reader := newInput(bytes.NewReader(data), func(bool) {}, func() {}, func() {})
	reader.onWidth = func(width int) { widths = append(widths, width) }
	reader.positions.Store(2)
	buffer := make([]byte, 256)
	n, err := reader.Read(buffer)
	require.NoError(t, err)
	require.Equal(t, "ab\x1b[1;5Ac\x1b[1;2R", string(buffer[:n]))
	require.Equal(t, []int{1, 2}, widths)
}

func TestInput_ReportsAttributes(t *testing.T) {
	replied := 0
	input := newInput(strings.NewReader("\x1b[?2026;0$y\x1b[?64;22c"), func(bool) {}, func() {}, func() { replied++ })
	_, err := input.Read(make([]byte, 256))
	require.NoError(t, err)
	require.Equal(t, 1, replied)
}

// Keys arrive complete and in order, wherever a reply is among them and however the input is split into reads.
func TestInput_PreservesKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[a-z0-9;:/]{0,8}`).Draw(t, "before")
		after := rapid.StringMatching(`[a-z0-9;:/]{0,8}`).Draw(t, "after")
		data := before + "\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + after
		cut := rapid.IntRange(len(before)+3, len(data)).Draw(t, "cut") // a read that ends with esc alone is the key esc
		keys, light := read(t, data[:cut], data[cut:]+"!")
		require.Equal(t, before+after+"!", keys)
		require.Equal(t, []bool{true}, light)
	})
}

// Bubble Tea takes a read that does not fill its buffer for the end of the input, so such a read must not end inside a character or
// a key, however much text is pasted around a reply.
func TestInput_FullBufferEndsAtKeyBoundary(t *testing.T) {
	const size = 256
	rapid.Check(t, func(t *rapid.T) {
		pasted := strings.Repeat(rapid.SampledFrom([]string{"世", "é", "𝄞", "x", "\x1b[<35;100;20M", "\x1b[1;5A", "\x1bOP"}).Draw(t, "pasted"), size)
		at := rapid.IntRange(0, size).Draw(t, "at")
		at = strings.LastIndexAny(pasted[:at], "世é𝄞x\x1b") // between two keys
		at = max(at, 0)
		data := pasted[:at] + "\x1b]11;rgb:0/0/0\a" + pasted[at:]
		data = data[:rapid.IntRange(size, len(data)).Draw(t, "until")]
		out, in, err := os.Pipe()
		require.NoError(t, err)
		defer out.Close()
		_, err = io.WriteString(in, data+"!")
		require.NoError(t, err)
		require.NoError(t, in.Close())
		reader := newInput(out, func(bool) {}, func() {}, func() {})
		var all, partial string
		buffer := make([]byte, size)
		for {
			n, err := reader.Read(buffer)
			all += string(buffer[:n])
			if err != nil {
				break
			}
			if n < size && len(all) < len(data)-len("\x1b]11;rgb:0/0/0\a") {
				partial = all
			}
		}
		require.Equal(t, strings.Replace(data, "\x1b]11;rgb:0/0/0\a", "", 1)+"!", all)
		require.True(t, utf8.ValidString(partial), "%q", partial)
		require.NotRegexp(t, `\x1b(\[[^A-Za-z]*|O)?$`, partial)
	})
}

// Bubble Tea holds the last key of a full buffer back.
func TestInputNeverFillsBuffer(t *testing.T) {
	t.Parallel()
	const size = 256
	keys := newInput(strings.NewReader(strings.Repeat("a", size)), func(bool) {}, func() {}, func() {})
	buffer, read := make([]byte, size), 0
	for read < size {
		n, err := keys.Read(buffer)
		require.NoError(t, err)
		require.Less(t, n, size)
		read += n
	}
}
