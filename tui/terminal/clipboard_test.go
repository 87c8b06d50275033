package terminal

import (
	"encoding/base64"
	"errors"
	"foredeck/tui/text"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestCopyToTerminal(t *testing.T) {
	const copied = "0x9c0e\x1b]52;c;evil\a"
	encoded := base64.StdEncoding.EncodeToString([]byte(copied))
	for name, test := range map[string]struct {
		environment func(string) string
		written     string
		requires    string
	}{
		"plain":          {environment(), "\x1b]52;c;" + encoded + "\a", ""},
		"tmux":           {environment("TMUX", "/tmp/x"), "\x1b]52;c;" + encoded + "\a" + "\x1bPtmux;\x1b\x1b]52;c;" + encoded + "\a\x1b\\", "tmux: requires set-clipboard on"},
		"screen":         {environment("STY", "1.x"), "\x1bP\x1b]52;c;" + encoded + "\a\x1b\\", "screen: requires terminal support"},
		"screen in tmux": {environment("TMUX", "/tmp/x", "STY", "1.x", "TERM", "screen.xterm-256color"), "\x1bP\x1b]52;c;" + encoded + "\a\x1b\\", "screen: requires terminal support"},
		"tmux in screen": {environment("TMUX", "/tmp/x", "STY", "1.x", "TERM", "tmux-256color"), "\x1b]52;c;" + encoded + "\a" + "\x1bPtmux;\x1b\x1b]52;c;" + encoded + "\a\x1b\\", "tmux: requires set-clipboard on"},
	} {
		var terminal strings.Builder
		got, err := NewClipboard(&terminal, test.environment).Copy(copied)
		require.NoError(t, err, name)
		require.Equal(t, "your terminal's clipboard", got.Where.String(), name)
		require.Equal(t, test.requires, got.Requires.String(), name)
		require.Equal(t, test.written, terminal.String(), name)
	}
}

func TestCopyToSystemClipboard(t *testing.T) {
	var terminal strings.Builder
	var stored []string
	c := NewClipboard(&terminal, environment("TMUX", "/tmp/x"))
	c.local = func(copied string) error { stored = append(stored, copied); return nil }
	got, err := c.Copy("both")
	require.NoError(t, err)
	require.Equal(t, Copied{Where: text.Const("your terminal's clipboard and the system clipboard")}, got, "no terminal note: the system clipboard was written")

	c.remote = true
	got, err = c.Copy("far away")
	require.NoError(t, err)
	require.Equal(t, "your terminal's clipboard", got.Where.String())
	require.Equal(t, []string{"both"}, stored)

	terminal.Reset()
	long := strings.Repeat("x", maxEncoded/4*3+3)
	got, err = c.Copy(long)
	require.NoError(t, err)
	require.Equal(t, "the system clipboard", got.Where.String())
	require.Empty(t, terminal.String())
	require.Equal(t, []string{"both", long}, stored)
}

func TestCopyFails(t *testing.T) {
	var terminal strings.Builder
	c := NewClipboard(&terminal, environment())
	c.local = func(string) error { return errors.New("no display") }
	longest := strings.Repeat("x", 56_244)
	_, err := c.Copy(longest)
	require.NoError(t, err)
	_, err = c.Copy(longest + "x")
	require.ErrorIs(t, err, ErrUnavailable)
}

func TestRemoteClipboard(t *testing.T) {
	var terminal strings.Builder
	c := NewRemoteClipboard(&terminal, environment("DISPLAY", ":0"))
	require.Nil(t, c.local)
	_, err := c.Copy(strings.Repeat("x", 60_000))
	require.ErrorIs(t, err, ErrUnavailable)
	require.Empty(t, terminal.String())
}
