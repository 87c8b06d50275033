package tui

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
)

var watchedPairs = []string{"move_usdt", "btc_usdt", "eth_usdt"}

// openPrices is a deck at a pair, some seconds after it was opened.
func openPrices(t testing.TB, width, height int, s setup) *deck {
	s.handler = fixture{records: 57, record: ordinary}
	if s.pairs == nil {
		s.pairs = watchedPairs
	}
	d := newDeck(t, width, height, s)
	d.press("move_usdt", "enter")
	d.wait(3)
	return d
}

// wait lets so many seconds go by, one after another.
func (d *deck) wait(seconds int) {
	for range seconds {
		d.pass(time.Second)
	}
}

func TestHomeShowsPrices(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}, {60, 20}} {
		d := newDeck(t, size[0], size[1], setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs, theme: theme.NoColour()})
		d.wait(3)
		d.press("move_usdt", "enter", "a", "> 0.7", "enter", "esc", "esc")
		d.press("tab")
		d.shows("Prices", "PAIR", "▸ move_usdt", "btc_usdt", "alert  move_usdt > 0.7")
		d.press("down", "enter")
		d.shows("Price › btc_usdt")
	}
}

func TestPriceReadsOutTheRecord(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	d.shows("move_usdt  last ", "fresh", "Candles", "▸ move_usdt", "key: set, not shown", "budget: 1 call / 2 s", "~")
	d.hides("secret")
	at := start.Truncate(time.Hour)
	for range 40 {
		d.press("h")
		open, closed := priceAt("move_usdt", at.UnixMilli()), priceAt("move_usdt", at.Add(time.Hour).UnixMilli())
		if at == start.Truncate(time.Hour) {
			at = at.Add(-time.Hour)
			continue // it follows the newest price
		}
		hour := (at.UnixMilli() - start.UnixMilli()) / 3_600_000
		if hour >= -33 && hour < -30 {
			d.shows(at.Format("01-02 15:04")+" UTC", "× no data from the service")
		} else {
			d.shows(at.Format("01-02 15:04")+" UTC", "O "+decimal("move_usdt", open), "C "+decimal("move_usdt", closed))
		}
		at = at.Add(-time.Hour)
	}
	d.press("esc")
	d.shows(start.Format("01-02 15") + ":00 UTC")
}

func TestClickPutsTheCrosshairThere(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	for row, line := range d.model.Lines() {
		if strings.Contains(string(line.Text()), "×××") {
			at := text.Width(text.Safe(strings.SplitN(string(line.Text()), "×", 2)[0]))
			d.send(tea.MouseMsg{X: at, Y: row, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			break
		}
	}
	d.shows(start.Add(-33*time.Hour).Truncate(time.Hour).Format("01-02 15:04")+" UTC", "× no data from the service")
}

// The newest bar follows the newest price between two looks at the history.
func TestNewestBarGrows(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	before := d.screen()
	d.wait(25)
	require.NotEqual(t, before, d.screen())
	latest, ok := d.model.deps.Prices.Latest("move_usdt")
	require.True(t, ok)
	d.shows("C "+latest.Price, "next look")
}

// Older bars are asked for as one goes back, a page at a time, and what is there is not asked for again.
func TestOlderBarsAreAskedFor(t *testing.T) {
	var asked []string
	s := setup{theme: theme.NoColour(), unpriced: func(r *http.Request) (int, string) {
		if r.URL.Path == "/history" && r.URL.Query().Get("trading_pair") == "move_usdt" {
			asked = append(asked, r.URL.Query().Get("startDate"))
		}
		return 0, ""
	}}
	d := openPrices(t, 100, 30, s)
	first := len(asked)
	d.press("g")
	d.wait(2)
	require.Equal(t, first+1, len(asked), "one page before")
	d.press("g")
	d.wait(2)
	require.Equal(t, first+2, len(asked))
	d.press("G")
	d.press("g")
	d.press("l", "l")
	d.wait(2)
	require.Equal(t, first+3, len(asked))
	d.press(">")
	d.wait(2)
	require.LessOrEqual(t, len(asked), first+4, "bars of four hours are made of those of one")
}

func TestSwitchingPairsShowsWhatIsKept(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	d.wait(20)
	d.press("j")
	d.shows("Price › btc_usdt", "▸ btc_usdt")
	d.held = true
	d.press("k")
	d.shows("Price › move_usdt", "~", "volume")
	d.press("j")
	d.shows("Price › btc_usdt", "~", "volume")
	d.release()
}

func TestBudgetSlowsDownWhenAsked(t *testing.T) {
	slow, calls := false, 0
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour(), unpriced: func(*http.Request) (int, string) {
		calls++
		if slow {
			return http.StatusTooManyRequests, "20"
		}
		return 0, ""
	}})
	d.wait(10)
	slow = true
	d.wait(6)
	calls = 0
	d.shows("waiting", "the service asks for fewer calls", "budget: 1 call / 4 s", "~")
	d.wait(10)
	require.Zero(t, calls, "it is left alone for as long as it asks")
	for _, key := range []string{"r", "R"} {
		d.press(key)
		d.wait(0)
		require.Zero(t, calls, key)
		d.shows("nothing is asked for another", "the service wants fewer calls")
		d.hides("asking for all of it again")
		d.press("h")
	}
	slow = false
	d.wait(30)
	require.NotZero(t, calls)
	d.wait(60)
	d.shows("budget: 1 call / 2 s", "fresh")
}

func TestCallsKeepToTheBudget(t *testing.T) {
	calls := 0
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour(), unpriced: func(*http.Request) (int, string) { calls++; return 0, "" }})
	d.wait(60)
	calls = 0
	d.wait(600)
	require.LessOrEqual(t, calls, 300, "one in two seconds")
	require.GreaterOrEqual(t, calls, 100, "and prices stay fresh")
	d.press("p")
	d.shows("paused")
}

func TestRefusedPricesNameTheSetting(t *testing.T) {
	calls := 0
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour(), unpriced: func(*http.Request) (int, string) {
		calls++
		return http.StatusUnauthorized, ""
	}})
	d.shows("refused", "FOREDECK_API_KEY")
	d.hides("secret")
	calls = 0
	d.wait(30)
	require.Zero(t, calls, "it is not asked again by itself")
	d.press("r")
	require.NotZero(t, calls)
}

func TestUnknownPair(t *testing.T) {
	first := target.Link{Network: "local", Target: target.Target{Kind: target.Pair, Pair: "doge_usdt"}}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 1, record: ordinary}, pairs: watchedPairs, first: &first})
	d.wait(8)
	d.shows("the service does not know doge_usdt")
}

func TestAlertsAreToldOnceForEachCrossing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	book, err := store.Open(path)
	require.NoError(t, err)
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour(), notebook: book})
	level := levels["move_usdt"]
	defer func() { levels["move_usdt"] = level }()
	d.press("a", "> 0.7", "enter")
	d.shows("move_usdt > 0.7: you will be told once at each crossing", "> 0.7")
	levels["move_usdt"] = 0.8
	d.press("esc", "esc", "space", "h")
	d.wait(20)
	require.Equal(t, "\a", d.bell.String(), "also from another screen, and once")
	d.shows("alert: move_usdt > 0.7, now 0.")
	d.wait(60)
	require.Equal(t, "\a", d.bell.String())
	levels["move_usdt"] = 0.5
	d.wait(30)
	levels["move_usdt"] = 0.8
	d.wait(30)
	require.Equal(t, "\a\a", d.bell.String(), "armed again")

	again, err := store.Open(path)
	require.NoError(t, err)
	require.Len(t, again.Alerts(), 1)
	require.False(t, again.Alerts()[0].Armed)
}

// An alert and how far off it is stand apart, where there is little room in two lines.
func TestAnAlertStandsApartFromItsState(t *testing.T) {
	for _, width := range []int{100, 120} {
		d := openPrices(t, width, 40, setup{theme: theme.NoColour(), pairs: watchedPairs})
		d.press("a", "> 0.7", "enter", "a", "-5%", "enter")
		require.Regexp(t, `> 0\.7 +[\d.]+% away`, d.screen())
		require.Regexp(t, `< -5%( {2,}| *│.*\n.*│ {2,})[\d.]+ points away`, d.screen())
	}
}

// Another pair beside the one that is shown takes percent: the scale that is chosen is that for the time after.
func TestTheScaleBesideAnotherPairIsPercent(t *testing.T) {
	d := openPrices(t, 120, 40, setup{theme: theme.NoColour(), pairs: watchedPairs})
	d.press("x")
	d.shows("overlay: none   scale: log")
	d.press("i", "i")
	d.shows(" in percent +   scale: percent")
	d.press("x")
	require.Regexp(t, `scale: percent once \w+ is not drawn beside it, which takes percent`, d.screen())
	d.press("x")
	require.Regexp(t, `scale: normal once \w+ is not drawn beside it, which takes percent`, d.screen())
	d.shows(" in percent +   scale: percent")
	d.press("i", "i")
	d.shows("overlay: none   scale: normal")
}

func TestWatchlistIsChanged(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour(), pairs: []string{"btc_usdt"}})
	d.shows("▸ move_usdt")
	d.press("w")
	require.Equal(t, []string{"btc_usdt", "move_usdt"}, d.model.deps.Prices.Watched())
	d.press("K")
	require.Equal(t, []string{"move_usdt", "btc_usdt"}, d.model.deps.Prices.Watched())
	d.press("W", "eth_usdt", "enter")
	d.shows("Price › eth_usdt")
	d.press("w", "j")
	require.Equal(t, []string{"move_usdt", "btc_usdt"}, d.model.deps.Prices.Watched())
	d.press("W", "nonsense", "enter")
	d.shows("a pair is two symbols")
	d.press("esc")
}

func TestLeavingEndsTheLook(t *testing.T) {
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	d.held = true
	d.press("g", "G", "g")
	require.NotZero(t, d.model.deps.Loader.InFlight())
	d.press("esc", "esc", "esc")
	d.release()
	require.Zero(t, d.model.deps.Loader.InFlight())
}

// The answer of a service in any order and at any size leaves frames that fit.
func TestPriceAtEverySize(t *testing.T) {
	enumerates(t)
	d := openPrices(t, 100, 30, setup{theme: theme.NoColour()})
	for _, keys := range [][]string{{"h"}, {"c"}, {"c", "i"}, {"c", "i"}, {"tab"}, {"+", "+", "+"}, {"-", "-", "-", "-", "-", "-", "-"}, {"x"}, {"v"}, {"M", "enter"}, {"j"}} {
		d.press(keys...)
		for width := 1; width <= 210; width += 7 {
			for height := 1; height <= 60; height += 4 {
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
				lines := d.model.Lines()
				require.LessOrEqual(t, len(lines), height)
				for _, line := range lines {
					require.LessOrEqual(t, line.Width(), width)
				}
			}
		}
		d.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	}
}

// In the sets for eyes that do not tell colours apart a rise differs from a fall in shape, as it does without colours. For bars the
// legend names their ends.
func TestTheLegendOfPricesTellsShapes(t *testing.T) {
	for name, samples := range map[string]string{"dark": "█ up  █ down", "high-contrast": "▒ up  █ down", "colour-blind": "▒ up  █ down"} {
		look, _ := theme.Named(name, theme.TrueColour)
		openPrices(t, 120, 40, setup{theme: look}).shows(samples)
	}
	d := openPrices(t, 120, 40, setup{theme: theme.NoColour()})
	d.shows("░ up  █ down")
	d.press("c")
	d.shows("┤ open  ├ close")
	d.hides(" up  ")
}
