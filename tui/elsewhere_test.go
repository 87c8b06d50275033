package tui_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// The palette finds actions of other screens, and says where they act.
func TestActionsElsewhere(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, tuitest.Setup{Handler: tuitest.Node{Records: 5}, Pairs: tuitest.WatchedPairs})
	d.Press(":", "rsi")
	d.Shows("RSI, MACD", "on price: i")
	d.Press("down", "enter")
	d.Shows("! on price: i")
	d.Press("esc", "space", "p", ":", "indicators")
	d.Hides("on price: i")
}

// The palette previews themes while their lines are chosen, and restores the theme unless one is run.
func TestPalettePreviewsThemes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Config: tuitest.ExampleConfig, Options: func(o *tui.Options) { o.Themes.Read = o.Reading.Themes.Read }})
	name := func() string { return d.Deps().Theme.Name }
	before := name()
	d.Press(":", "theme nord")
	require.Equal(t, "nord", name())
	d.Press("down")
	require.NotEqual(t, "nord", name())
	d.Press("esc")
	require.Equal(t, before, name())
	d.Press(":", "theme nord", "enter")
	require.Equal(t, "nord", name())
}
