package terminal

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHasHyperlinks(t *testing.T) {
	t.Parallel()
	type environment = map[string]string
	for _, test := range []struct {
		environment environment
		want        bool
	}{
		{environment{"TERM": "xterm-256color"}, true},
		{environment{"TERM": "xterm-kitty"}, true},
		{environment{"TERM": "foot"}, true},
		{environment{"TERM": "xterm-256color", "VTE_VERSION": "7600"}, true},
		{environment{"TERM": "xterm-256color", "VTE_VERSION": "4803"}, false},
		{environment{"TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"}, true},
		{environment{"TERM": "screen-256color", "TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"}, true},
		{environment{"TERM": "screen-256color", "TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"}, false},
		{environment{"TERM": "screen-256color", "TMUX": "/tmp/x,1,0"}, false},
		{environment{"TERM": "screen-256color"}, false},
		{environment{"TERM": "xterm-256color", "STY": "1.pts"}, false},
		{environment{"TERM": "linux"}, false},
		{environment{"TERM": "dumb"}, false},
		{environment{"TERM": "vt220"}, false},
		{environment{}, false},
		{environment{"WT_SESSION": "0-1"}, true},
	} {
		got := HasHyperlinks(func(name string) string { return test.environment[name] })
		require.Equal(t, test.want, got, slices.Sorted(maps.Values(test.environment)))
	}
}
