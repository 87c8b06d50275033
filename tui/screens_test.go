package tui_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// Visitors over SSH have only the screens that say so. The others say why not.
func TestVisitorScreens(t *testing.T) {
	t.Parallel()
	refused := 0
	for _, kind := range tui.Screens {
		access := kind.Access()
		require.NotEqual(t, access.IsAllowed, access.Why != "", "%s must say whether visitors have it, or why not", kind.Title())
		if !access.IsAllowed {
			refused++
		}
	}
	require.Positive(t, refused)

	open := func(remote bool) *tuitest.Deck {
		return tuitest.New(t, 120, 40, tuitest.Setup{Options: func(options *tui.Options) { options.Program.Remote = remote }})
	}
	d := open(true)
	d.Press("space", "s")
	d.Shows("settings is not available over SSH: the config file is that of the server", "Home")
	d.Press("space", "b")
	d.Shows("Home › Blocks")
	d = open(false)
	d.Press("space", "s")
	d.Shows("Home › Settings")
}
