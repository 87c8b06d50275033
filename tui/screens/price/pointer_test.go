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

// pointer sends mouse events at a column of the chart.
func pointer(d *tuitest.Deck, column int, action tea.MouseAction, button tea.MouseButton) {
	d.Send(tea.MouseMsg{X: column, Y: 12, Action: action, Button: button})
}

// crosshairColumn returns the column of the crosshair, and the label of its bar in the readout.
func crosshairColumn(t *testing.T, d *tuitest.Deck) (column int, label string) {
	t.Helper()
	lines := strings.Split(d.Frame(), "\n")
	for _, line := range lines[5:34] {
		if before, _, ok := strings.Cut(line, "┊"); ok {
			words := strings.Fields(lines[d.LineOf("UTC  ")])
			return text.Width(text.Clean(before)), strings.Join(words[1:3], " ")
		}
	}
	require.Fail(t, "no crosshair", d.Frame())
	return 0, ""
}

func TestWheelZoomsAroundPointer(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press(">", ">", ">") // days
	d.Press("t", "2025-11-03", "enter")
	d.Wait(40)
	const at = 40
	pointer(d, at, tea.MouseActionPress, tea.MouseButtonLeft)
	column, label := crosshairColumn(t, d)
	require.InDelta(t, at, column, 1, "a bar and its gap have two columns")
	for range 4 {
		pointer(d, at, tea.MouseActionPress, tea.MouseButtonWheelUp)
		column, zoomed := crosshairColumn(t, d)
		require.InDelta(t, at, column, 3, "the bar stays under the pointer")
		require.Equal(t, label, zoomed)
	}
	for range 7 {
		pointer(d, at, tea.MouseActionPress, tea.MouseButtonWheelDown)
		column, _ = crosshairColumn(t, d)
		require.InDelta(t, at, column, 3, "the bar stays under the pointer")
	}
	d.Shows("Candles 1d → ")
}

func TestWheelFollowsNewestBar(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("h")
	newest, label := crosshairColumn(t, d)
	for range 3 {
		pointer(d, newest, tea.MouseActionPress, tea.MouseButtonWheelUp)
		column, zoomed := crosshairColumn(t, d)
		require.InDelta(t, newest, column, 7)
		require.Equal(t, label, zoomed)
	}
	d.Press("esc")
	d.Shows("~") // the bar in progress
}

func TestDragPans(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	pointer(d, 20, tea.MouseActionPress, tea.MouseButtonLeft)
	_, label := crosshairColumn(t, d)
	for _, x := range []int{21, 30, 60, 25} {
		pointer(d, x, tea.MouseActionMotion, tea.MouseButtonLeft)
		if column, dragged := crosshairColumn(t, d); x > 20 {
			require.Equal(t, label, dragged, "the crosshair stays on its bar")
			require.InDelta(t, x, column, 1, "the bar of two columns follows the pointer")
		}
	}
	pointer(d, 25, tea.MouseActionRelease, tea.MouseButtonLeft)
	pointer(d, 50, tea.MouseActionMotion, tea.MouseButtonLeft)
	column, _ := crosshairColumn(t, d)
	require.InDelta(t, 25, column, 1, "the button was released")

	pointer(d, 25, tea.MouseActionPress, tea.MouseButtonLeft)
	d.Press("?")
	pointer(d, 50, tea.MouseActionMotion, tea.MouseButtonLeft)
	pointer(d, 50, tea.MouseActionPress, tea.MouseButtonWheelDown)
	d.Press("esc")
	column, _ = crosshairColumn(t, d)
	require.InDelta(t, 25, column, 1, "a box is open")
}

func TestHorizontalWheelPans(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	pointer(d, 40, tea.MouseActionPress, tea.MouseButtonLeft)
	pointer(d, 40, tea.MouseActionPress, tea.MouseButtonWheelLeft)
	moved, _ := crosshairColumn(t, d)
	require.Greater(t, moved, 40)
	for range 3 {
		pointer(d, 40, tea.MouseActionPress, tea.MouseButtonWheelRight)
	}
	back, _ := crosshairColumn(t, d)
	require.InDelta(t, 40, back, 1, "ends at the newest bar")
}
