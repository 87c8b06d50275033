package tui

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/termbg"
)

func TestTheTerminalsOwnColoursFitItsGround(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.Terminal(), handler: fixture{records: 57, record: ordinary}})
	require.NotContains(t, d.terminal.String()+d.bell.String(), termbg.Query, "it is asked only where that was wanted")
	d.send(groundMsg{light: false})
	require.Equal(t, theme.Terminal(), d.model.deps.Theme)
	d.send(groundMsg{light: true})
	require.Equal(t, theme.TerminalOnLight(), d.model.deps.Theme)

	dark, _ := theme.Named("dark", theme.TrueColour)
	d.send(themeReadMsg{name: "dark", theme: dark})
	require.Equal(t, dark, d.model.deps.Theme, "a set of its own colours is what its name says")
	d.send(themeReadMsg{name: "terminal", theme: theme.Terminal()})
	require.Equal(t, theme.TerminalOnLight(), d.model.deps.Theme)

	d.model.asksGround = true
	d.run(d.model.Init())
	require.Equal(t, termbg.Query, d.bell.String())
}
