package widget_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Samples of all themes have the same size and text, so that only colors differ.
func TestSamplesAreAlike(t *testing.T) {
	t.Parallel()
	terminal := theme.Terminal()
	for _, name := range theme.Names() {
		for _, depth := range []theme.Depth{theme.Sixteen, theme.TwoHundredFiftySix, theme.TrueColor} {
			adapted, ok := theme.Adapt(name, theme.Display{Depth: depth})
			th := adapted.Unknown
			require.True(t, ok)
			require.Equal(t, widget.SwatchLine(terminal).Width(), widget.SwatchLine(th).Width())
			require.Equal(t, widget.SwatchLine(terminal).Text(), widget.SwatchLine(th).Text())
			sample := widget.ThemeSample(th)
			require.Len(t, sample, len(widget.ThemeSample(terminal)))
			for i, line := range sample {
				require.Equal(t, widget.SampleWidth, line.Width())
				require.Equal(t, widget.ThemeSample(terminal)[i].Text(), line.Text(), name)
			}
		}
	}
}

// A sample shows every color that a theme has for text.
func TestSampleShowsEveryStyle(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("nord", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	drawn := map[theme.Style]bool{}
	for _, line := range widget.ThemeSample(th) {
		for _, span := range line {
			drawn[span.Style] = true
		}
	}
	for name, style := range map[string]theme.Style{
		"text": th.Text, "strong": th.Strong, "faint": th.Faint, "hint": th.Hint, "accent": th.Accent, "selected": th.Selected, "focus": th.Focus,
		"border": th.Border, "tab": th.Tab, "open tab": th.OpenTab, "plot": th.Plot, "changed": th.Changed, "warn": th.Warn, "bad": th.Bad,
		"selected bad": th.OnSelected(th.Bad), "link": th.Link, "match": th.Match, "up": th.Up, "down": th.Down, "last curve": th.Curves[theme.CurveCount-1].Style,
	} {
		require.True(t, drawn[style], name)
	}
	require.Contains(t, text.Render(widget.ThemeSample(th)), "\x1b[")
}
