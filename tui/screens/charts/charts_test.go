package charts_test

import (
	"cmp"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/tuitest"
)

// openCharts returns a deck with the charts of pairs open until their history is loaded.
func openCharts(t testing.TB, width, height int, s tuitest.Setup, keys ...string) *tuitest.Deck {
	s.Handler, s.Theme = tuitest.Node{Records: 57}, theme.NoColor()
	if s.Pairs == nil {
		s.Pairs = tuitest.AllPairs
	}
	d := tuitest.New(t, width, height, s)
	d.Press("charts", "enter")
	d.Press(keys...)
	d.Wait(40)
	return d
}

func TestChartsOpenFromPriceAndBack(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{}, "j", "l")
	d.Shows("▸ sol_usdt", "move_usdt  0.", "pairs 1 to 4 of 10")
	d.Press("enter")
	d.Shows("Price › sol_usdt")
	d.Press("[")
	d.Shows("▸ sol_usdt", "pairs 1 to 4 of 10")
	d.Press("h", "enter", "g")
	d.Shows("▸ eth_usdt", "pairs 1 to 4 of 10")
}

func TestSelectionMovesOverPages(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{}, "pgdown")
	d.Shows("▸ xrp_usdt", "pairs 5 to 8 of 10")
	d.Press("G")
	d.Shows("▸ apt_usdt", "pairs 9 to 10 of 10")
	d.Press("l", "j", "pgdown")
	d.Shows("▸ apt_usdt")
	d.Press("up")
	d.Shows("▸ dot_usdt", "pairs 5 to 8 of 10")
	d.Press("g")
	d.Shows("▸ move_usdt")
}

func TestLayoutFitsTheWindow(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 80, 24, tuitest.Setup{})
	d.Press("3")
	d.Shows("showing 3×2: the window is too small for 3×3", "pairs 1 to 6 of 10")
	d.Press("1")
	d.Shows("pairs 1 to 2 of 10")
	d = openCharts(t, 200, 60, tuitest.Setup{}, "3")
	d.Shows("pairs 1 to 9 of 10")
	d.Hides("too small")
}

func TestBarSizeZoomAndTypeApplyToAllCharts(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{})
	require.Equal(t, 2, strings.Count(d.Frame(), "└ 1h"), "an axis below each column of charts")
	d.Press(">", "c")
	d.Wait(20)
	d.Shows(" 4h bars", "[4h]")
	require.Equal(t, 2, strings.Count(d.Frame(), "└ 4h"))
	d.Press("<", "-", "-")
	d.Shows(" 1h → 4h bars")
	d.Press("+", "+")
	d.Shows(" 1h bars")
}

func TestClickSelectsThenOpens(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{})
	click := tea.MouseMsg{X: 90, Y: 30, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
	d.Send(click)
	d.Shows("▸ sol_usdt")
	d.Send(click)
	d.Shows("Price › sol_usdt")
}

// Three charts fill three rows above one time axis; where these do not fit, the last one is as wide as the window, with bars of the same width.
func TestThreeChartsFillTheWindow(t *testing.T) {
	t.Parallel()
	three := []string{"btc_usdt", "eth_usdt", "sol_usdt"}
	for rows, axes := range map[int]int{18: 3, 24: 1, 40: 1} {
		d := openCharts(t, 120, rows, tuitest.Setup{Pairs: three})
		frame := d.Frame()
		require.Equal(t, axes, strings.Count(frame, "└ 1h"), frame)
		require.Equal(t, rows == 40, strings.Contains("\n"+frame, "\n╰"+strings.Repeat("─", 118)+"╯"), frame)
		require.NotContains(t, frame, "░░", "one column per body")
	}
}

// The crosshair is at the same moment in all charts, each of which has the values of its bar in its title.
func TestCrosshairIsSharedByAllCharts(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{}, "H", "H", "H")
	d.Shows("1h candles  11-21 10:00  pairs")
	frame := d.Frame()
	require.Equal(t, 4, len(regexp.MustCompile(` C ?[\d.,]+ `).FindAllString(frame, -1)), frame)
	columns := map[int]bool{}
	for _, line := range strings.Split(frame, "\n") {
		for x, glyph := range []rune(line) {
			if glyph == '┊' {
				columns[x] = true
			}
		}
	}
	require.Len(t, columns, 2, "those of the left and of the right charts: %s", frame)
	d.Press("L")
	d.Shows("1h candles  11-21 11:00  pairs")
	d.Press("esc")
	d.Hides("11-21 11:00")
	d.Shows("Home › Charts")
}

// A week and a month are that and no more, in bars of which each has a body and a gap.
func TestChartsOfAWeekAndAMonth(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{Pairs: []string{"btc_usdt", "eth_usdt", "sol_usdt"}}, "w")
	d.Wait(40)
	d.Shows(" 7 days of 4h candles")
	d.Press("m")
	d.Wait(40)
	d.Shows(" 30 days of 1d candles")
	d.Press("<")
	d.Shows(" 30m candles")
}

// A pair that fails shows the reason in its chart, and the others load.
func TestFailingPairKeepsTheOthers(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 120, 40, tuitest.Setup{PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Query().Get("trading_pair") == "btc_usdt" {
			return http.StatusInternalServerError, ""
		}
		return 0, ""
	}})
	require.Equal(t, 3, strings.Count(d.Frame(), "◂"), "the latest prices of three charts:\n%s", d.Frame())
	d.Shows("btc_usdt", "500")
}

// Each chart on screen gets its newest bars before any of them gets older ones, and pairs off the screen get none.
func TestNewestBarsOfVisibleChartsLoadFirst(t *testing.T) {
	t.Parallel()
	var daily []string
	d := openCharts(t, 120, 40, tuitest.Setup{PriceFail: func(r *http.Request) (int, string) {
		if query := r.URL.Query(); cmp.Or(query.Get("Resolution"), query.Get("interval")) == "86400" {
			daily = append(daily, query.Get("trading_pair"))
		}
		return 0, ""
	}}, "pgdown")
	daily = nil
	d.Press("l", ">", ">", ">", "-", "-", "-")
	d.Wait(60)
	d.Shows(" 1d → 1w candles")
	require.GreaterOrEqual(t, len(daily), 5)
	require.Equal(t, []string{"ada_usdt", "xrp_usdt", "ltc_usdt", "dot_usdt"}, daily[:4], "the selected one first")
	require.Subset(t, []string{"ada_usdt", "xrp_usdt", "ltc_usdt", "dot_usdt"}, daily)
}

// A price that has not been updated is marked with its age.
func TestStalePriceShowsItsAge(t *testing.T) {
	t.Parallel()
	fails := false
	d := openCharts(t, 120, 40, tuitest.Setup{PriceFail: func(*http.Request) (int, string) {
		if fails {
			return http.StatusServiceUnavailable, ""
		}
		return 0, ""
	}})
	d.Hides(" old")
	fails = true
	d.Advance(5 * time.Minute)
	d.Shows("5m", " old")
}

func TestNoWatchedPairs(t *testing.T) {
	t.Parallel()
	d := openCharts(t, 80, 24, tuitest.Setup{Pairs: []string{}})
	d.Shows("no watched pairs")
	d.Press("enter", "l", "j", "r", "3", "pgdown", "+", ">")
	d.Shows("no watched pairs")
}
