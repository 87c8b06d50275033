package custom

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/config"
	"foredeck/tui/text"
)

func command(line string, where ...string) config.Command {
	return config.Command{Name: "x", Line: line, Where: where}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	hash := "0x" + strings.Repeat("ab", 32)
	values := map[string]string{"hash": hash, "address": "0x1"}
	for _, c := range []struct {
		command config.Command
		kind    string
		words   []string
		reason  string
	}{
		{command("foredeck tx {hash} 'of {address}'", "transaction"), "transaction", []string{"foredeck", "tx", hash, "of 0x1"}, ""},
		{command("jq '{a: .b}' {other", "any"), "", []string{"jq", "{a: .b}", "{other"}, ""},
		{command("open {height}", "any"), "account", nil, "this screen has no {height}"},
		{command("open {hash}", "transaction", "block"), "account", nil, "runs only on a screen of: transaction, block"},
		{command("open {hash}", "transaction"), "", nil, "runs only on a screen of: transaction"},
	} {
		words, reason := expand(c.command, c.kind, values)
		require.Equal(t, c.words, words)
		require.Equal(t, c.reason, reason.String())
	}
}

// Whatever a screen shows, the command has as many words as it was written with, and no value begins with - or ends a line.
func TestValuesStayWithinTheirWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := map[string]string{}
		for _, name := range config.Placeholders {
			hostile := rapid.OneOf(rapid.String(), rapid.StringMatching(`-?[-a-z0-9/_:{} ]{0,20}`), rapid.Just("{link}"), rapid.Just("--output=/etc/passwd"), rapid.Just("0x1\n-rf"))
			if value := hostile.Draw(t, name); forms[name]().MatchString(value) {
				values[name] = value
			}
		}
		for name, value := range values {
			if strings.HasPrefix(value, "-") || strings.ContainsAny(value, " \t\r\n\x00'\"`$\\;|(){}") || text.Clean(value).String() != value {
				t.Fatalf("%s can be %q", name, value)
			}
		}
		words, _ := expand(command("p {address} {hash} {height} {pair} {link} --to={link}", "any"), "", values)
		if words != nil && len(words) != 7 {
			t.Fatalf("%q", words)
		}
	})
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"FOREDECK_NETWORK=mine", "FOREDECK_ADDRESS=0x1", "FOREDECK_LINK=mine/account/0x1"},
		environment("mine", map[string]string{"link": "mine/account/0x1", "address": "0x1"}))
}

func TestOutput(t *testing.T) {
	t.Parallel()
	o := newOutput()
	for _, piece := range []string{"one\ntw", "o\x1b[31m red\x1b[0m\r\n", "10%\r20%\n", "a\tb\x00\x1b]52;c;AA==\a\nlast"} {
		n, err := o.Write([]byte(piece))
		require.NoError(t, err)
		require.Equal(t, len(piece), n)
	}
	o.end(nil)
	now := o.snapshot()
	require.True(t, now.ended)
	require.Equal(t, "[one two red 20% a       b␀ last]", fmt.Sprint(now.lines))
}

// An endless output is cut, and its process gets an error.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"y\n", strings.Repeat("y", 10_000), "\n"} {
		o := newOutput()
		var err error
		written := 0
		for err == nil {
			var n int
			n, err = o.Write([]byte(line))
			written += n
		}
		require.ErrorIs(t, err, errFull)
		require.LessOrEqual(t, written, maxOutput)
		now := o.snapshot()
		require.True(t, now.full)
		require.LessOrEqual(t, len(now.lines), maxLines)
		for _, line := range now.lines {
			require.LessOrEqual(t, text.Width(line), maxLine)
		}
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	var written tail
	fmt.Fprint(&written, strings.Repeat("long ", 2000), "\n")
	fmt.Fprint(&written, "\x1b[31mno such file\x1b[0m\n\n")
	require.Equal(t, "no such file", written.lastLine())
	require.LessOrEqual(t, len(written.kept), maxTail)
	require.Empty(t, new(tail).lastLine())
}

func TestExplain(t *testing.T) {
	t.Parallel()
	require.Equal(t, `program "no-such-program-here" not found in PATH`, explain(Run(t.Context(), Process{Words: []string{"no-such-program-here"}})).String())
	require.Equal(t, "other␛", explain(errors.New("other\x1b")).String())
}
