package price_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// openPrices returns a deck with a pair open for some seconds.
func openPrices(t testing.TB, width, height int, s tuitest.Setup) *tuitest.Deck {
	s.Handler = tuitest.Node{Records: 57}
	if s.Pairs == nil {
		s.Pairs = tuitest.WatchedPairs
	}
	d := tuitest.New(t, width, height, s)
	d.Press("move_usdt", "enter")
	d.Wait(3)
	return d
}

func TestHomeShowsPrices(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}, {60, 20}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs, Theme: theme.NoColor()})
		d.Wait(3)
		d.Press("move_usdt", "enter", "a", "> 0.7", "enter", "esc", "esc")
		d.Press("tab")
		d.Shows("Prices", "PAIR", "▸ move_usdt", "btc_usdt", "alert  move_usdt > 0.7")
		d.Press("down", "enter")
		d.Shows("Price › btc_usdt")
	}
}

func TestCrosshairValues(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	d.Shows("move_usdt  last ", "updated", "Candles", "▸ move_usdt", "~")
	d.Hides("secret")
	at := tuitest.Start.Truncate(time.Hour)
	for range 40 {
		d.Press("h")
		open, closed := tuitest.PriceAt("move_usdt", at.UnixMilli()), tuitest.PriceAt("move_usdt", at.Add(time.Hour).UnixMilli())
		if at == tuitest.Start.Truncate(time.Hour) {
			at = at.Add(-time.Hour)
			continue // it follows the newest price
		}
		hour := (at.UnixMilli() - tuitest.Start.UnixMilli()) / 3_600_000
		if hour >= -33 && hour < -30 {
			d.Shows(at.Format("01-02 15:04")+" UTC", "× no data")
		} else {
			d.Shows(at.Format("01-02 15:04")+" UTC", "O "+tuitest.FormatPrice("move_usdt", open), "C "+tuitest.FormatPrice("move_usdt", closed))
		}
		at = at.Add(-time.Hour)
	}
	d.Press("esc")
	d.Shows(tuitest.Start.Format("01-02 15") + ":00 UTC")
}

func TestClickMovesCrosshair(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("-")
	for row, line := range d.Model.Lines() {
		if strings.Contains(line.Text().String(), "×××") {
			at := text.Width(text.Clean(strings.SplitN(line.Text().String(), "×", 2)[0]))
			d.Send(tea.MouseMsg{X: at, Y: row, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			break
		}
	}
	d.Shows(tuitest.Start.Add(-33*time.Hour).Truncate(time.Hour).Format("01-02 15:04")+" UTC", "× no data")
}

// The newest bar follows the newest price between two requests for history.
func TestNewestBarGrows(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	before := d.Frame()
	d.Wait(25)
	require.NotEqual(t, before, d.Frame())
	latest, ok := d.Deps().Prices.Latest("move_usdt")
	require.True(t, ok)
	d.Shows("C "+latest.Price, "next update in")
}

// Older bars are requested a page at a time while scrolling back, and loaded ones are not requested again.
func TestOlderBarsAreRequested(t *testing.T) {
	t.Parallel()
	var requested []string
	s := tuitest.Setup{Theme: theme.NoColor(), PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Path == "/history" && r.URL.Query().Get("trading_pair") == "move_usdt" {
			requested = append(requested, r.URL.Query().Get("startDate"))
		}
		return 0, ""
	}}
	d := openPrices(t, 100, 30, s)
	first := len(requested)
	d.Press("home")
	d.Wait(2)
	require.Equal(t, first+1, len(requested), "one page of older bars")
	d.Press("home")
	d.Wait(2)
	require.Equal(t, first+2, len(requested))
	d.Press("G")
	d.Press("home")
	d.Press("l", "l")
	d.Wait(2)
	require.Equal(t, first+3, len(requested))
	d.Press(">")
	d.Wait(2)
	require.LessOrEqual(t, len(requested), first+4, "4-hour bars are merged from 1-hour bars")
}

func TestSwitchingPairsShowsCachedBars(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	d.Wait(20)
	d.Press("j")
	d.Shows("Price › btc_usdt", "▸ btc_usdt")
	d.Paused = true
	d.Press("k")
	d.Shows("Price › move_usdt", "~", "volume")
	d.Press("j")
	d.Shows("Price › btc_usdt", "~", "volume")
	d.Resume()
}

func TestBudgetSlowsDownWhenRateLimited(t *testing.T) {
	t.Parallel()
	slow, calls := false, 0
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), PriceFail: func(*http.Request) (int, string) {
		calls++
		if slow {
			return http.StatusTooManyRequests, "20"
		}
		return 0, ""
	}})
	d.Wait(10)
	slow = true
	d.Wait(6)
	calls = 0
	d.Shows("rate limited: retrying in", "~")
	d.Wait(10)
	require.Zero(t, calls, "no calls until Retry-After has passed")
	for _, key := range []string{"r", "R"} {
		d.Press(key)
		d.Wait(0)
		require.Zero(t, calls, key)
		d.Shows("rate limited: next request in")
		d.Hides("reloading, bypassing")
		d.Press("h")
	}
	slow = false
	d.Wait(30)
	require.NotZero(t, calls)
	d.Wait(60)
	d.Shows("updated")
	require.Zero(t, d.Deps().Prices.Backoff())
}

func TestRequestsStayWithinBudget(t *testing.T) {
	t.Parallel()
	calls := 0
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), PriceFail: func(*http.Request) (int, string) { calls++; return 0, "" }})
	d.Wait(60)
	calls = 0
	d.Wait(600)
	require.LessOrEqual(t, calls, 300, "at most one in two seconds")
	require.GreaterOrEqual(t, calls, 100, "prices are still polled")
	d.Press("p")
	d.Shows("paused")
}

func TestRefusedPricesNameTheSetting(t *testing.T) {
	t.Parallel()
	calls := 0
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), PriceFail: func(*http.Request) (int, string) {
		calls++
		return http.StatusUnauthorized, ""
	}})
	d.Shows("unauthorized", "FOREDECK_API_KEY")
	d.Hides("secret")
	calls = 0
	d.Wait(30)
	require.Zero(t, calls, "not requested again automatically")
	d.Press("r")
	require.NotZero(t, calls)
}

func TestUnknownPair(t *testing.T) {
	t.Parallel()
	first := target.Link{Network: "local", Target: target.Target{Kind: target.Pair, Pair: "doge_usdt"}}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 1}, Pairs: tuitest.WatchedPairs, First: &first})
	d.Wait(8)
	d.Shows("doge_usdt: unknown pair")
}

func TestAlertPerCrossing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	book, err := store.Open(path)
	require.NoError(t, err)
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Store: book})
	d.Press("a", "> 0.7", "enter")
	d.Shows("move_usdt > 0.7: alert set; rings once per crossing", "> 0.7")
	d.MeanPrices["move_usdt"] = 0.8
	d.Press("esc", "esc", "space", "h")
	d.Wait(20)
	require.Equal(t, "\a", d.Bell.String(), "once, from another screen as well")
	d.Shows("alert: move_usdt > 0.7: crossed up at 0.")
	d.Wait(60)
	require.Equal(t, "\a", d.Bell.String())
	d.MeanPrices["move_usdt"] = 0.5
	d.Wait(30)
	require.Equal(t, "\a", d.Bell.String(), "the way back does not ring")
	past := book.PastAlerts()
	require.Len(t, past, 1)
	require.Equal(t, "back", past[0].Facts.State)
	require.Equal(t, "> 0.7", past[0].Facts.Condition)
	d.MeanPrices["move_usdt"] = 0.8
	d.Wait(30)
	require.Equal(t, "\a\a", d.Bell.String(), "rearmed")

	again, err := store.Open(path)
	require.NoError(t, err)
	require.Len(t, again.Alerts(), 1)
	require.False(t, again.Alerts()[0].Armed)
}

// The list of alerts edits, silences and removes them.
func TestListOfAlerts(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 36, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("a", "> 0.7", "enter", "A")
	d.Shows("Price alerts", "move_usdt > 0.7", "margin 0.2%")
	d.Press("enter")
	d.Shows("edit", "remove", "silence for 1 hour", "silence for 8 hours")
	d.Press("enter", "ctrl+u", "> 0.7 margin 1%", "enter")
	alerts := d.Deps().Prices.AllAlerts()
	require.Len(t, alerts, 1)
	require.Equal(t, "> 0.7 margin 1%", alerts[0].Condition)

	d.Press("A", "enter", "down", "down", "enter")
	d.MeanPrices["move_usdt"] = 0.8
	d.Wait(30)
	require.Empty(t, d.Bell.String(), "silenced")
	require.Len(t, d.Deps().Monitor.Open(), 1, "it is recorded")
	d.Press("A", "enter")
	d.Shows("end the silence")
	d.Press("down", "enter")
	require.Empty(t, d.Deps().Prices.AllAlerts())
	d.Wait(2)
	require.Empty(t, d.Deps().Monitor.Open())
	require.Empty(t, d.Deps().Monitor.Silences())
}

// An alert and its distance are separated, on two lines where space is short.
func TestAlertAndStateAreSeparated(t *testing.T) {
	t.Parallel()
	for _, width := range []int{100, 120} {
		d := openPrices(t, width, 40, tuitest.Setup{Theme: theme.NoColor(), Pairs: tuitest.WatchedPairs})
		d.Press("a", "> 0.7", "enter", "a", "-5%", "enter")
		require.Regexp(t, `> 0\.7 +[\d.]+% away`, d.Frame())
		require.Regexp(t, `< -5%( {2,}| *│.*\n.*│ {2,})[\d.]+ points away`, d.Frame())
	}
}

func TestEditWatchlist(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Pairs: []string{"btc_usdt"}})
	d.Shows("▸ move_usdt")
	d.Press("w")
	require.Equal(t, []string{"btc_usdt", "move_usdt"}, d.Deps().Prices.Watched())
	d.Press("K")
	require.Equal(t, []string{"move_usdt", "btc_usdt"}, d.Deps().Prices.Watched())
	d.Press("W", "eth_usdt", "enter")
	d.Shows("Price › eth_usdt")
	d.Press("w", "j")
	require.Equal(t, []string{"move_usdt", "btc_usdt"}, d.Deps().Prices.Watched())
	d.Press("W", "nonsense", "enter")
	d.Shows("must be two symbols joined by _")
	d.Press("esc")
}

func TestLeavingStopsRefresh(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	d.Paused = true
	d.Press("home", "G", "home")
	require.NotZero(t, d.Deps().Loader.InFlight())
	d.Press("esc", "esc", "esc")
	d.Resume()
	require.Zero(t, d.Deps().Loader.InFlight())
}

// Frames fit at every size, whatever the order and number of prices.
func TestPriceAtEverySize(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	d := openPrices(t, 100, 30, tuitest.Setup{Theme: theme.NoColor()})
	for _, keys := range [][]string{{"h"}, {"c"}, {"c", "i"}, {"c", "i"}, {"tab"}, {"+", "+", "+"}, {"-", "-", "-", "-", "-", "-", "-"}, {"x"}, {"v"}, {"M", "enter"}, {"j"}} {
		d.Press(keys...)
		for width := 1; width <= 210; width += 7 {
			for height := 1; height <= 60; height += 4 {
				d.Send(tea.WindowSizeMsg{Width: width, Height: height})
				lines := d.Model.Lines()
				require.LessOrEqual(t, len(lines), height)
				for _, line := range lines {
					require.LessOrEqual(t, line.Width(), width)
				}
			}
		}
		d.Send(tea.WindowSizeMsg{Width: 100, Height: 30})
	}
}

// The help explains what the chart is drawn with: where the terminal chooses the colors, a rise differs from a fall in shape. So does the
// first chart that a user sees.
func TestSymbols(t *testing.T) {
	t.Parallel()
	for name, marks := range map[string][2]string{"dark": {"█", "█"}, "color-blind": {"█", "█"}, "terminal": {"▒", "█"}, "no color": {"░", "█"}} {
		th := theme.NoColor()
		if adapted, ok := theme.Adapt(name, theme.Display{Depth: theme.TrueColor}); ok {
			th = adapted.Unknown
		}
		d := openPrices(t, 120, 40, tuitest.Setup{Theme: th})
		d.Hides(" down  ")
		d.Press("?")
		d.Shows(marks[0] + " up  " + marks[1] + " down  × no data  ~ in progress  ┊ crosshair")
	}
	book, err := store.Open(filepath.Join(t.TempDir(), "store"))
	require.NoError(t, err)
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Store: book})
	d.Shows("░ up  █ down  × no data  ~ in progress")
	d.Hides("┊ crosshair") // only what the chart has
	d = openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Store: book})
	d.Hides("█ down")
	d.Press("-", "?")
	d.Shows("║ up  ┃ down")
	d.Press("esc", "c", "?")
	d.Shows("┤ open  ├ close  × no data")
	d.Hides(" up  ")
}
