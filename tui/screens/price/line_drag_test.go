package price_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// dragTo presses the left button at a cell, moves the pointer through others, and releases it at the last one unless esc is pressed there.
func dragTo(d *tuitest.Deck, cells [][2]int, escape bool) {
	for i, cell := range cells {
		action := tea.MouseActionMotion
		if i == 0 {
			action = tea.MouseActionPress
		}
		d.Send(tea.MouseMsg{X: cell[0], Y: cell[1], Action: action, Button: tea.MouseButtonLeft})
	}
	if escape {
		d.Press("esc")
	}
	last := cells[len(cells)-1]
	d.Send(tea.MouseMsg{X: last[0], Y: last[1], Action: tea.MouseActionRelease, Button: tea.MouseButtonLeft})
}

// A level follows the pointer by its tag and by its line; esc leaves it, and a click moves nothing.
func TestDragLineLevel(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("s", "s", "floor 0.6200", "enter", "esc", "a", "crosses line floor", "enter")
	price := func() string { return d.Deps().Prices.Lines("move_usdt")[0].From.Price }
	x, y := tagAt(t, d, "━ 0.6200")
	dragTo(d, [][2]int{{x + 3, y}, {x + 3, y}}, false)
	require.Equal(t, "0.6200", price(), "a click moves nothing")
	dragTo(d, [][2]int{{x + 3, y}, {x + 3, y - 2}}, true)
	require.Equal(t, "0.6200", price(), "esc leaves it")
	d.Shows("Price › move_usdt")
	tagAt(t, d, "━ 0.6200")

	dragTo(d, [][2]int{{x + 3, y}, {x, y + 1}, {x - 4, y + 3}}, false)
	d.Shows("move_usdt line floor moved")
	lower := price()
	require.Less(t, lower, "0.6200")
	_, at := tagAt(t, d, "━ 0.")
	require.Equal(t, y+3, at, "the tag follows the pointer")
	dragTo(d, [][2]int{{x - 20, y + 3}, {x - 20, y - 2}}, false)
	require.Greater(t, price(), "0.6200", "the line itself can be dragged")
	require.Equal(t, store.Level, d.Deps().Prices.Lines("move_usdt")[0].Kind)
	d.Shows("crosses line floor")
}

// A point of a line moves to a price of another bar; the other point stays. Points change places where one passes the other.
func TestDragLinePoint(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("+", "+", "+", "h", "h", "h", "h", "h", "s")
	laterColumn, _ := crosshairColumn(t, d)
	d.Press("h", "h", "h", "h", "s", "rise", "enter")
	column, _ := crosshairColumn(t, d)
	before := *d.Deps().Prices.Lines("move_usdt")[0]
	pitch := (laterColumn - column) / 4
	from, prices := candle(t, d, 8)
	require.Equal(t, from, before.From.At)
	row := 0
	for y := 4; y < 30 && row == 0; y++ { // the row of the close, by where the crosshair's tag is
		if strings.Contains(strings.Split(d.Frame(), "\n")[y], prices["close"]+" ") && y > 5 {
			row = y
		}
	}
	require.NotZero(t, row, d.Frame())
	dragTo(d, [][2]int{{column, row}, {column - pitch, row}, {column - 2*pitch, 30}}, true)
	require.Equal(t, before, *d.Deps().Prices.Lines("move_usdt")[0], "esc leaves it")

	dragTo(d, [][2]int{{column, row}, {column - pitch, row}, {column - 2*pitch, 25}}, false)
	d.Shows("move_usdt line rise moved")
	moved := *d.Deps().Prices.Lines("move_usdt")[0]
	at, prices := candle(t, d, 10)
	require.Equal(t, store.PricePoint{At: at, Price: prices["low"]}, moved.From)
	require.Equal(t, before.To, moved.To)
	require.Equal(t, before.Known, moved.Known)
	require.Equal(t, time.Duration(10-4)*time.Hour, time.Duration(moved.To.At-moved.From.At)*time.Millisecond)
}

// A line keeps its place, and the alerts on it, with another name.
func TestRenameLine(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("s", "s", "floor 0.6200", "enter", "s", "s", "top 0.6300", "enter", "a", "crosses line floor margin 1%", "enter")
	d.Press("A", "down", "enter", "down", "enter")
	d.Shows("New name of move_usdt line floor")
	d.Press("ctrl+u", "top", "enter")
	d.Shows("move_usdt already has a line top")
	d.Press("ctrl+u", "Base", "enter")
	d.Shows("move_usdt line renamed: floor → base", "crosses line base")
	d.Hides("no line", "crosses line floor")
	lines := d.Deps().Prices.Lines("move_usdt")
	require.Equal(t, []string{"base", "top"}, []string{lines[0].Name, lines[1].Name})
	alerts := d.Deps().Store.Alerts()
	require.Len(t, alerts, 1)
	require.Equal(t, "crosses line base margin 1%", alerts[0].Condition)
}
