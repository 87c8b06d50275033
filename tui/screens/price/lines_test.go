package price_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// candle returns the bar of move_usdt a number of hours before the newest one.
func candle(t *testing.T, d *tuitest.Deck, back int) (at int64, prices map[string]string) {
	t.Helper()
	from := tuitest.Start.Truncate(time.Hour).Add(-time.Duration(back) * time.Hour)
	bar, ok := d.Deps().Prices.Series("move_usdt", time.Hour).Record(from.UnixMilli(), from.Add(time.Hour).UnixMilli())
	require.True(t, ok)
	return from.UnixMilli(), map[string]string{"open": bar.Open, "high": bar.High, "low": bar.Low, "close": bar.Close}
}

// s twice sets a level at a price of a bar, which has a tag, is listed with its name, and is kept per pair.
func TestDrawLevel(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	saved, err := store.Open(path)
	require.NoError(t, err)
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Store: saved})
	d.Hides("LINES", "lines: ", "━ ")
	d.Press("h", "h", "h", "s")
	at, prices := candle(t, d, 2)
	d.Shows("level: snapped to close " + prices["close"])
	d.Press("k", "k", "k")
	d.Shows("level: snapped to high " + prices["high"])
	d.Press("down", "down", "down", "down")
	d.Shows("level: snapped to low "+prices["low"], "Price › move_usdt")
	d.Press("s")
	d.Shows("Name of the level on move_usdt", "empty: level1")
	d.Press("my-low", "enter")
	d.Shows(`name "my-low": letters, digits and _ only`)
	d.Press("ctrl+u", "Support", "enter")
	d.Shows("move_usdt: level support set", "LINES", "lines: support "+prices["low"], "━ "+prices["low"])
	require.Equal(t, []*store.Line{{
		Pair: "move_usdt", Name: "support", Kind: store.Level, From: store.PricePoint{At: at, Price: prices["low"]}, To: store.PricePoint{At: at, Price: prices["low"]}, Known: at + time.Hour.Milliseconds(),
	}}, saved.Lines("move_usdt"))

	d.Press("j")
	d.Shows("Price › btc_usdt")
	d.Hides("LINES", "lines: ")
	d.Press("k")
	require.NoError(t, saved.Flush())
	again, err := store.Open(path)
	require.NoError(t, err)
	require.Equal(t, saved.Lines("move_usdt"), again.Lines("move_usdt"))

	d.Press("A", "enter")
	d.Shows("remove")
	d.Hides("extend to the right")
	d.Press("down", "down", "enter")
	d.Shows("line removed: move_usdt line support")
	d.Hides("LINES", "lines: ", "━ ")
	require.Empty(t, saved.Lines("move_usdt"))

	d.Press("s", "s", "round 0.6150", "enter", "s", "s", "0.6250", "enter")
	d.Shows("━ 0.6150", "━ 0.6250", "lines: round 0.6150, level1 0.6250")
}

// A trend line passes through its two points at every bar size, a ray extends to the right, and an alert can watch a ray.
func TestDrawRay(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("h", "h", "h", "h", "h", "S") // back to the later point
	_, later := candle(t, d, 4)
	to, _ := candle(t, d, 4)
	d.Press("S")
	d.Shows("a ray needs a second bar")
	d.Press("H", "up")
	from, earlier := candle(t, d, 14)
	d.Shows("trend: snapped to ")
	d.Press("esc")
	d.Hides("trend: snapped")
	require.Empty(t, d.Deps().Prices.Lines("move_usdt"))
	crosshairColumn(t, d)

	d.Press("esc", "h", "h", "h", "h", "h", "s", "H", "s", "Rise", "enter")
	line := d.Deps().Prices.Lines("move_usdt")[0]
	require.Equal(t, &store.Line{Pair: "move_usdt", Name: "rise", Kind: store.Trend, From: store.PricePoint{At: from, Price: earlier["close"]}, To: store.PricePoint{At: to, Price: later["close"]}, Known: to + time.Hour.Milliseconds()}, line)
	d.Shows("lines: rise to ")
	d.Hides("━ ")
	d.Press("a", "crosses line rise", "enter")
	d.Shows("line rise has ended: extend it to the right")
	d.Press("esc", "A", "enter", "down", "enter")
	d.Shows("move_usdt line rise is a ray now")
	price := market.LineAt(d.Deps().Prices.Lines("move_usdt")[0], d.Now().UnixMilli())
	d.Shows("lines: rise " + price)
	d.Press("A", "enter", "enter")
	d.Shows("crosses line rise: alert set; rings once per crossing", "crosses line rise")
	d.Press("a", "crosses line top", "enter")
	d.Shows("no line top on move_usdt: draw it on the chart")
	d.Press("esc", "A", "down", "enter", "down", "down", "down", "enter")
	d.Shows("line removed: move_usdt line rise · 1 alert on it cannot ring", "no line rise")
}

// A click snaps the first point to the nearest price of its bar.
func TestClickSnapsLine(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("+", "+", "+", "+")
	d.Press("h", "h", "h")
	column, _ := crosshairColumn(t, d)
	for name, row := range map[string]int{"high": 5, "low": 26} {
		d.Send(tea.MouseMsg{X: column, Y: row, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		d.Press("s")
		d.Shows("snapped to " + name)
		d.Press("esc")
	}
}

// The alert on a line names the line and says where it was.
func TestLineAlertRings(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	latest, ok := d.Deps().Prices.Latest("move_usdt")
	require.True(t, ok)
	d.Press("s", "s", "top "+latest.Price, "enter", "a", "crosses line top margin 0", "enter")
	for range 600 {
		if d.AdvanceClock(20 * time.Second); strings.Contains(d.Frame(), "crossed") {
			break
		}
		d.Wait(1)
	}
	require.Regexp(t, `alert: move_usdt crosses line top margin 0: crossed (up|down) at 0\.\d+, line at `+strings.TrimRight(latest.Price, "0"), d.Frame())
}

// A replay does not show lines whose points are later than its moment, and says when the price would have met the others.
func TestReplayHidesLaterLines(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	_, prices := candle(t, d, 9)
	d.Press("h")
	d.Press("h", "h", "h", "h", "h", "h", "h", "h", "h", "s", "s", "late", "enter")
	d.Press("A", "enter", "enter")
	d.Shows("lines: late " + prices["close"])
	d.Press("h", "B")
	d.Shows("replay")
	d.Hides("lines: late")
	d.Press("right")
	d.Shows("lines: late " + prices["close"])
	d.Press("left")
	d.Hides("lines: late")
	d.Press("right")
	for range 8 {
		if d.Press("right"); strings.Contains(d.Frame(), "would have rung: ") {
			d.Shows(prices["close"])
			return
		}
	}
	t.Fatal("the price does not cross the line in what follows", d.Frame())
}
