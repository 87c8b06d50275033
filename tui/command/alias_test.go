package command_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/command"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	aliases := []config.Alias{{Name: "me", Line: "account treasury"}, {Name: "loop", Line: "me too"}}
	for line, want := range map[string]string{
		"me": "account treasury", "me ": "account treasury ", "me --x 'a b'": "account treasury --x 'a b'", "loop a": "me too a",
		"mee": "", "": "", " me": "", "account me": "",
	} {
		expanded, ok := command.Expand(line, aliases)
		require.Equal(t, want != "", ok, line)
		if ok {
			require.Equal(t, want, expanded)
		}
	}
}
