package price_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// levelTag returns the cell of the tag of a level on the axis.
func levelTag(t *testing.T, d *tuitest.Deck, level string) (x, y int) {
	t.Helper()
	x, y = tagAt(t, d, "◃ "+level)
	return x + 3, y
}

// tagAt returns the first cell of text on the axis.
func tagAt(t *testing.T, d *tuitest.Deck, tag string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(d.Frame(), "\n") {
		if before, _, ok := strings.Cut(line, tag); ok {
			return text.Width(text.Clean(before)), y
		}
	}
	require.Fail(t, "no tag "+tag, d.Frame())
	return 0, 0
}

// mousePress presses the left button at a cell.
func mousePress(x, y int) tea.Msg {
	return tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
}

// The tag of an alert on the axis moves its level: with the release of the button, unless esc leaves it.
func TestDragLevel(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("a", "> 0.61 margin 1%", "enter")
	condition := func() string {
		alerts := d.Deps().Store.Alerts()
		require.Len(t, alerts, 1)
		return alerts[0].Condition
	}
	mouse := func(x, y int, action tea.MouseAction) {
		d.Send(tea.MouseMsg{X: x, Y: y, Action: action, Button: tea.MouseButtonLeft})
	}
	x, y := levelTag(t, d, "0.6100")
	mouse(x, y, tea.MouseActionPress)
	mouse(x, y, tea.MouseActionRelease)
	require.Equal(t, "> 0.61 margin 1%", condition(), "a click moves nothing")

	mouse(x, y, tea.MouseActionPress)
	mouse(x, y-2, tea.MouseActionMotion)
	d.Shows("alert 0.61 → 0.6")
	require.Equal(t, "> 0.61 margin 1%", condition())
	d.Press("esc")
	mouse(x, y-3, tea.MouseActionMotion)
	mouse(x, y-3, tea.MouseActionRelease)
	require.Equal(t, "> 0.61 margin 1%", condition(), "esc leaves it")
	levelTag(t, d, "0.6100")
	d.Shows("Price › move_usdt")

	for _, by := range []int{-4, 9} {
		before := condition()
		tag := "0.6100"
		if by > 0 {
			tag = text.Clean(strings.Fields(before)[1]).String() + "00"
			tag = tag[:6]
		}
		x, y := levelTag(t, d, tag)
		mouse(x, y, tea.MouseActionPress)
		mouse(x+1, y+by/2, tea.MouseActionMotion)
		mouse(x-30, y+by, tea.MouseActionMotion)
		_, at := levelTag(t, d, "0.")
		require.Equal(t, y+by, at, "the tag follows the pointer")
		mouse(x-30, y+by, tea.MouseActionRelease)
		require.Regexp(t, `^> 0\.\d{1,4} margin 1%$`, condition())
		require.NotEqual(t, before, condition())
		d.Shows("alert moved: " + strings.Fields(before)[1] + " → " + strings.Fields(condition())[1])
	}
	d.Hides("┊")
}
