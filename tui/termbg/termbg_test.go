package termbg

import (
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// read reads what comes in these parts, each of which is one read of the terminal.
func read(t require.TestingT, parts ...string) (keys string, told []bool) {
	out, in, err := os.Pipe()
	require.NoError(t, err)
	defer out.Close()
	input := NewInput(out, func(light bool) { told = append(told, light) })
	var all strings.Builder
	buffer := make([]byte, 256)
	for _, part := range parts {
		_, err := io.WriteString(in, part)
		require.NoError(t, err)
		n, err := input.Read(buffer)
		require.NoError(t, err)
		all.Write(buffer[:n])
	}
	require.NoError(t, in.Close())
	for err == nil {
		var n int
		n, err = input.Read(buffer)
		all.Write(buffer[:n])
	}
	require.ErrorIs(t, err, io.EOF)
	return all.String(), told
}

func TestAnswersAreNoKeys(t *testing.T) {
	for name, c := range map[string]struct {
		came []string
		keys string
		told []bool
	}{
		"no answer":            {came: []string{"abc", "\x1b[A"}, keys: "abc\x1b[A"},
		"light":                {came: []string{"\x1b]11;rgb:ffff/ffff/ffff\a"}, told: []bool{true}},
		"dark, other end":      {came: []string{"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"}, told: []bool{false}},
		"two digits":           {came: []string{"\x1b]11;rgb:fd/f6/e3\x1b\\"}, told: []bool{true}},
		"with its opacity":     {came: []string{"\x1b]11;rgba:0000/2b2b/3636/ffff\a"}, told: []bool{false}},
		"bright green":         {came: []string{"\x1b]11;rgb:0000/ffff/0000\a"}, told: []bool{true}},
		"blue":                 {came: []string{"\x1b]11;rgb:0000/0000/ffff\a"}, told: []bool{false}},
		"among keys":           {came: []string{"tre\x1b]11;rgb:0/0/0\aasury"}, keys: "treasury", told: []bool{false}},
		"in parts":             {came: []string{"a\x1b]1", "1;rgb:ffff/ff", "ff/ffff\x1b", "\\b"}, keys: "ab", told: []bool{true}},
		"twice":                {came: []string{"\x1b]11;rgb:f/f/f\a\x1b]11;rgb:0/0/0\a"}, told: []bool{true, false}},
		"odd":                  {came: []string{"\x1b]11;none\a", "x"}, keys: "x"},
		"odd digits":           {came: []string{"\x1b]11;rgb:xx/yy/zz\a", "x"}, keys: "x"},
		"esc at once":          {came: []string{"\x1b"}, keys: "\x1b"},
		"alt and a bracket":    {came: []string{"\x1b]"}, keys: "\x1b]"},
		"broken off by a key":  {came: []string{"\x1b]11;rgb:\x1b[A"}, keys: "\x1b[A"},
		"it never ends":        {came: []string{"\x1b]11;" + strings.Repeat("x", 100)}, keys: strings.Repeat("x", 100-longestAnswer+len(answer))},
		"its beginning stays":  {came: []string{"a\x1b]11"}, keys: "a\x1b]11"},
		"another query's":      {came: []string{"\x1b]10;rgb:0/0/0\a"}, keys: "\x1b]10;rgb:0/0/0\a"},
		"a report of a cursor": {came: []string{"\x1b[1;1R"}, keys: "\x1b[1;1R"},
	} {
		t.Run(name, func(t *testing.T) {
			keys, told := read(t, c.came...)
			require.Equal(t, c.keys, keys)
			require.Equal(t, c.told, told)
		})
	}
}

// Keys come through whole and in order, wherever an answer stands among them and however all of it is cut into reads.
func TestKeysComeThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[a-z0-9;:/]{0,8}`).Draw(t, "before")
		after := rapid.StringMatching(`[a-z0-9;:/]{0,8}`).Draw(t, "after")
		came := before + "\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + after
		cut := rapid.IntRange(len(before)+3, len(came)).Draw(t, "cut") // what is cut after esc alone is the key esc
		keys, told := read(t, came[:cut], came[cut:]+"!")
		require.Equal(t, before+after+"!", keys)
		require.Equal(t, []bool{true}, told)
	})
}

// Bubble Tea takes a read that does not fill its room for the end of what came: no character and no key is cut there, however much
// is pasted around an answer.
func TestNothingIsCutWhereAnAnswerIsTakenOut(t *testing.T) {
	const room = 256
	rapid.Check(t, func(t *rapid.T) {
		pasted := strings.Repeat(rapid.SampledFrom([]string{"世", "é", "𝄞", "x", "\x1b[<35;100;20M", "\x1b[1;5A", "\x1bOP"}).Draw(t, "pasted"), room)
		at := rapid.IntRange(0, room).Draw(t, "at")
		at = strings.LastIndexAny(pasted[:at], "世é𝄞x\x1b") // between two of them
		at = max(at, 0)
		came := pasted[:at] + "\x1b]11;rgb:0/0/0\a" + pasted[at:]
		came = came[:rapid.IntRange(room, len(came)).Draw(t, "until")]
		out, in, err := os.Pipe()
		require.NoError(t, err)
		defer out.Close()
		_, err = io.WriteString(in, came+"!")
		require.NoError(t, err)
		require.NoError(t, in.Close())
		input := NewInput(out, func(bool) {})
		var all, taken string
		buffer := make([]byte, room)
		for {
			n, err := input.Read(buffer)
			all += string(buffer[:n])
			if err != nil {
				break
			}
			if n < room && len(all) < len(came)-len("\x1b]11;rgb:0/0/0\a") {
				taken = all
			}
		}
		require.Equal(t, strings.Replace(came, "\x1b]11;rgb:0/0/0\a", "", 1)+"!", all)
		require.True(t, utf8.ValidString(taken), "%q", taken)
		require.NotRegexp(t, `\x1b(\[[^A-Za-z]*|O)?$`, taken)
	})
}
