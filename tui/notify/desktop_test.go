package notify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/notify"
	"foredeck/tui/text"
)

func TestDesktopNotificationsByTerminal(t *testing.T) {
	t.Parallel()
	osc9, osc777 := "\x1b]9;foredeck: node down; 3 of 4\a", "\x1b]777;notify;foredeck;node down, 3 of 4\a"
	for variables, want := range map[string]string{
		"TERM_PROGRAM=iTerm.app TERM=xterm-256color":    osc9,
		"TERM_PROGRAM=WezTerm TERM=xterm-256color":      osc9,
		"LC_TERMINAL=iTerm2 TERM=xterm-256color":        osc9, // over SSH
		"TERM=xterm-kitty":                              osc9,
		"TERM=xterm-ghostty":                            osc9,
		"TERM=foot-extra":                               osc777,
		"TERM=rxvt-unicode-256color":                    osc777,
		"TERM=xterm-256color":                           "",
		"TERM=linux":                                    "",
		"TERM_PROGRAM=Apple_Terminal":                   "",
		"TERM=tmux-256color LC_TERMINAL=iTerm2":         "",
		"TERM=xterm-kitty TMUX=/tmp/tmux-0/default,1,0": "",
		"TERM=foot STY=1.pts-0.host":                    "",
		"TERM_PROGRAM=tmux TERM=screen-256color":        "",
		"":                                              "",
	} {
		encode := notify.Desktop(func(name string) string {
			for _, variable := range strings.Fields(variables) {
				if value, ok := strings.CutPrefix(variable, name+"="); ok {
					return value
				}
			}
			return ""
		})
		got := ""
		if encode != nil {
			got = encode(text.Const("node down; 3 of 4"))
		}
		require.Equal(t, want, got, variables)
	}
}

func TestDesktopNotificationsAreShort(t *testing.T) {
	t.Parallel()
	encode := notify.Desktop(func(name string) string { return map[string]string{"TERM": "foot"}[name] })
	got := encode(text.Clean(strings.Repeat("long \x1b]52;c;AA==\a", 100)))
	require.Less(t, len(got), 1000)
	require.Equal(t, 1, strings.Count(got, "\x1b"))
	require.Equal(t, 1, strings.Count(got, "\a"))
}
