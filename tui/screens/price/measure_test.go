package price_test

import (
	"math"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/tuitest"
)

// Measuring gives the change from close to close, the number of bars, the time, and the extremes inside, in both directions.
func TestMeasure(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("h", "h", "h", "h", "d") // three bars before the newest
	d.Shows("measure", "0 bars  0s")
	at := tuitest.Start.Truncate(time.Hour).Add(-3 * time.Hour)
	for count := 1; count <= 20; count++ {
		d.Press("h")
		from := at.Add(-time.Duration(count) * time.Hour)
		s := d.Deps().Prices.Series("move_usdt", time.Hour)
		first, ok := s.Record(from.UnixMilli(), from.Add(time.Hour).UnixMilli())
		require.True(t, ok)
		last, _ := s.Record(at.UnixMilli(), at.Add(time.Hour).UnixMilli())
		high, low := math.Inf(-1), math.Inf(1)
		for _, bar := range s.Bars(nil, from.UnixMilli(), at.Add(time.Hour).UnixMilli()) {
			high, low = max(high, bar.High), min(low, bar.Low)
		}
		line := measureLine(t, d)
		require.Contains(t, line, market.Change(market.ChangePercent(first.Close, last.Close)).String())
		require.Contains(t, line, map[bool]string{true: " 1 bar  1h", false: " bars  "}[count == 1])
		require.Contains(t, line, "high "+tuitest.FormatPrice("move_usdt", high)+"  low "+tuitest.FormatPrice("move_usdt", low))
	}
	require.Contains(t, measureLine(t, d), "20 bars  20h")
	backwards := measureLine(t, d)
	d.Press("d", "l", "L", "l", "l", "l", "l", "l", "l", "l", "l", "l")
	require.Equal(t, backwards, measureLine(t, d), "the same bars in the other direction")
	d.Press("y")
	d.Shows("copied")
	require.Contains(t, d.Clipboard(), "move_usdt  Δ ")

	d.Press("esc")
	d.Hides("measure")
	crosshairColumn(t, d) // it stays
	d.Press("esc")
	d.Hides("┊")
	d.Shows("Price › move_usdt")
}

// measureLine returns the row of the measurement.
func measureLine(t *testing.T, d *tuitest.Deck) string {
	t.Helper()
	row := d.LineOf("measure  ")
	line, _, _ := strings.Cut(strings.Split(d.Frame(), "\n")[row], "││")
	return line
}

// A drag with alt measures from where it began, and does not move the window.
func TestMeasureByDrag(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Send(tea.MouseMsg{X: 30, Y: 12, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, Alt: true})
	_, began := crosshairColumn(t, d)
	d.Send(tea.MouseMsg{X: 60, Y: 12, Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft, Alt: true})
	column, ended := crosshairColumn(t, d)
	require.InDelta(t, 60, column, 1)
	require.NotEqual(t, began, ended)
	require.Contains(t, measureLine(t, d), "15 bars  15h")
	pointer(d, 30, tea.MouseActionPress, tea.MouseButtonLeft)
	_, again := crosshairColumn(t, d)
	require.Equal(t, began, again, "the window has not moved")
}

// Esc closes what covers the chart, one after the other, and alt+up leaves it at once.
func TestEscapeStaysOnTheChart(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 80, 24, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("h", "d", "i", "esc", "esc", "esc")
	d.Shows("Price › move_usdt")
	d.Press("esc")
	d.Hides("Price › move_usdt")

	d = openPrices(t, 60, 20, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("tab")
	d.Shows("Watchlist")
	d.Press("esc")
	d.Hides("Watchlist")
	d.Press("h", "d")
	d.Send(tea.KeyMsg{Type: tea.KeyUp, Alt: true})
	d.Hides("Price › move_usdt")
}
