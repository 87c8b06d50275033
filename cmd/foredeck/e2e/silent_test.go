package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A command asks the terminal nothing, not even while packages initialize: a silent terminal would delay it by five seconds.
func TestCommandsAskTheTerminalNothing(t *testing.T) {
	t.Parallel()
	for name, variables := range map[string][]string{"colors": {"TERM=xterm-256color", truecolor}, "continuous integration": {"TERM=xterm-256color", "CI=true"}, "no value": {"TERM=xterm-256color", "CI="}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Silent: true, Environment: environment(t, variables...)}, program, "version")
			require.Zero(t, x.ExitStatus(patience))
			require.Contains(t, x.Screen(), "foredeck ")
			require.Empty(t, x.Responses())
			require.NotContains(t, x.Output(), "\x1b]")
		})
	}
}
