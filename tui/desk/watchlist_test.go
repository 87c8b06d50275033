package desk_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/theme"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open returns a deck with the price of the first watched pair, wide enough for a line per pair.
func open(t testing.TB, s tuitest.Setup) *tuitest.Deck {
	t.Helper()
	if s.Handler = (tuitest.Node{Records: 1}); s.Pairs == nil {
		s.Pairs = tuitest.WatchedPairs
	}
	d := tuitest.New(t, 200, 50, s)
	d.Press("space", "p")
	d.Wait(3)
	return d
}

var listed = regexp.MustCompile(`││ (?:(?:  |▸ )([a-z]+_[a-z]+)|[▾›] ([a-z]+)) `)

// list returns the pairs and the groups as listed.
func list(d *tuitest.Deck) []string {
	var names []string
	for _, match := range listed.FindAllStringSubmatch(d.Frame(), -1) {
		names = append(names, match[1]+match[2])
	}
	return names
}

// openStore returns a store and a function that opens its file again after it was written.
func openStore(t *testing.T) (saved *store.Store, again func() *store.Store) {
	path := filepath.Join(t.TempDir(), "store")
	open := func() *store.Store {
		opened, err := store.Open(path)
		require.NoError(t, err)
		return opened
	}
	return open(), open
}

func TestOrderIsShownAndKept(t *testing.T) {
	t.Parallel()
	saved, again := openStore(t)
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Store: saved})
	require.Equal(t, []string{"move_usdt", "btc_usdt", "eth_usdt"}, list(d))
	d.Press("o")
	d.Shows("watchlist sorted by name, A to Z", "name ▴", "PAIR▴")
	require.Equal(t, []string{"btc_usdt", "eth_usdt", "move_usdt"}, list(d))
	d.Press("o")
	d.Shows("change ▾", "24H▾")
	require.Equal(t, []string{"eth_usdt", "move_usdt", "btc_usdt"}, list(d), "+2.21%, -3.23%, -7.83%")
	d.Press("O")
	d.Shows("watchlist sorted by 24-hour change, smallest first", "24H▴")
	require.Equal(t, []string{"btc_usdt", "move_usdt", "eth_usdt"}, list(d))
	d.Press("K")
	d.Shows("watchlist is sorted by change: press o until it is in your own order, then move pairs")
	d.Press("o")
	d.Shows("VOLUME▾")
	require.Equal(t, []string{"btc_usdt", "eth_usdt", "move_usdt"}, list(d))
	d.Press("o")
	d.Shows("ALERT▴", "distance to the nearest alert, smallest first")

	reopened := open(t, tuitest.Setup{Theme: theme.NoColor(), Store: again()})
	reopened.Shows("alert ▴")
	reopened.Press("o")
	reopened.Shows("watchlist: own order")
	require.Equal(t, []string{"move_usdt", "btc_usdt", "eth_usdt"}, list(reopened))
}

// Pairs without an alert come last, whatever the direction.
func TestOrderByDistanceToAlert(t *testing.T) {
	t.Parallel()
	d := open(t, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("j", "a", "> 100000", "enter", "j", "a", "> 3500", "enter", "o", "o", "o", "o")
	require.Equal(t, []string{"eth_usdt", "btc_usdt", "move_usdt"}, list(d))
	require.Regexp(t, `eth_usdt .* 1\.18%  `, d.Frame())
	d.Press("O")
	require.Equal(t, []string{"btc_usdt", "eth_usdt", "move_usdt"}, list(d))
}

func TestGroups(t *testing.T) {
	t.Parallel()
	saved, again := openStore(t)
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Store: saved})
	d.Press("j", "m", "enter", "majors", "enter")
	d.Shows("btc_usdt: in group majors", "▾ majors  1")
	require.Equal(t, []string{"move_usdt", "eth_usdt", "majors", "btc_usdt"}, list(d))
	d.Press("k", "m")
	d.Shows("Group of eth_usdt", "move to majors")
	d.Press("enter")
	require.Equal(t, []string{"move_usdt", "majors", "btc_usdt", "eth_usdt"}, list(d))

	d.Press("f")
	d.Shows("group majors: collapsed")
	require.Equal(t, []string{"move_usdt", "majors", "eth_usdt"}, list(d), "the selected pair stays")
	d.Press("k")
	d.Shows("Price › move_usdt", "› majors  2")
	require.Equal(t, []string{"move_usdt", "majors"}, list(d))
	d.Click("› majors")
	d.Shows("▾ majors  2", "group majors: expanded")
	d.Press("F", "F")
	d.Shows("all groups: expanded")

	d.Click("eth_usdt ")
	d.Shows("Price › eth_usdt")
	d.Press("K")
	require.Equal(t, []string{"move_usdt", "majors", "eth_usdt", "btc_usdt"}, list(d))
	d.Press("K")
	d.Shows("eth_usdt: in no group")
	require.Equal(t, []string{"move_usdt", "eth_usdt", "majors", "btc_usdt"}, list(d))
	d.Press("J")
	require.Equal(t, []string{"move_usdt", "majors", "eth_usdt", "btc_usdt"}, list(d))

	d.Press("m", "down", "down", "enter", "ctrl+u", "coins", "enter")
	d.Shows("group renamed: coins", "▾ coins  2")
	require.Equal(t, []string{"move_usdt", "coins", "eth_usdt", "btc_usdt"}, list(open(t, tuitest.Setup{Theme: theme.NoColor(), Store: again()})), "stored")
	d.Press("m", "down", "down", "down", "down", "enter")
	d.Shows("group removed: coins")
	require.Equal(t, []string{"move_usdt", "eth_usdt", "btc_usdt"}, list(d))
	d.Press("m", "enter", " ", "enter")
	d.Shows("must have 1 to 32 characters")
	d.Press("esc")
}

// flashes returns the texts that flash, with the direction.
func flashes(d *tuitest.Deck, th theme.Theme) []string {
	var found []string
	for _, line := range d.Model.Lines() {
		for _, span := range line {
			switch {
			case strings.HasPrefix(span.Text.String(), "◂"): // the tag of the latest price in the chart
			case span.Style == th.UpFlash:
				found = append(found, "up "+span.Text.String())
			case span.Style == th.DownFlash:
				found = append(found, "down "+span.Text.String())
			}
		}
	}
	return found
}

// A price flashes for one second after it has changed. Nothing is drawn for it afterwards.
func TestFlash(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	d := open(t, tuitest.Setup{Theme: th})
	d.Wait(10)
	d.Advance(500 * time.Millisecond) // between two ticks of the clock
	d.MeanPrices["move_usdt"] = 0.7
	d.Press("r")
	price := d.Deps().Prices
	latest, _ := price.Latest("move_usdt")
	require.Contains(t, flashes(d, th), "up "+latest.Price)
	require.Regexp(t, regexp.QuoteMeta(latest.Price)+"▲", d.Frame())
	d.Advance(999 * time.Millisecond)
	require.Contains(t, flashes(d, th), "up "+latest.Price)
	frames := 0
	d.OnFrame = func(string) { frames++ }
	d.Advance(time.Millisecond)
	require.Positive(t, frames, "the end of a flash is drawn")
	require.NotContains(t, flashes(d, th), "up "+latest.Price)

	d.MeanPrices["move_usdt"] = 0.5
	d.Press("r")
	latest, _ = price.Latest("move_usdt")
	require.Contains(t, flashes(d, th), "down "+latest.Price)
	require.Contains(t, d.Frame(), latest.Price+"▼")
	d.Press("p")
	d.Wait(3)
	require.Empty(t, flashes(d, th))
	frames = 0
	d.Advance(time.Second)
	require.Equal(t, 1, frames, "only the clock: no timer is left")
}

func TestNoFlashWithoutMotion(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	d := open(t, tuitest.Setup{Theme: th, Config: "motion = false\n"})
	d.Wait(10)
	d.MeanPrices["move_usdt"] = 0.7
	d.Press("r")
	require.Empty(t, flashes(d, th))
	d.Hides("▲")
}

// Without colors a flash is bold and reversed, and has an arrow.
func TestFlashWithoutColor(t *testing.T) {
	t.Parallel()
	d := open(t, tuitest.Setup{Theme: theme.NoColor()})
	d.Wait(10)
	d.MeanPrices["move_usdt"] = 0.7
	var last string
	d.OnFrame = func(view string) { last = view }
	d.Press("r")
	latest, _ := d.Deps().Prices.Latest("move_usdt")
	require.Regexp(t, `\x1b\[1;7m`+regexp.QuoteMeta(latest.Price)+`\x1b\[0m▲`, last)
}

// A pair is watched only after the service has responded that it has it.
func TestWatchChecksThePair(t *testing.T) {
	t.Parallel()
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Pairs: []string{"move_usdt", "btc_usdt"}})
	watched := d.Deps().Prices.Watched
	d.Press("W", "btd_usdt", "enter")
	d.Shows("not watched: the price service does not know btd_usdt; did you mean btc_usdt?")
	d.Press("W", "usdt_btc", "enter")
	d.Shows("did you mean btc_usdt?")
	d.Press("W", "zzz_usdt", "enter")
	d.Shows("not watched: the price service does not know zzz_usdt")
	d.Hides("did you mean")
	d.Press("W", "btcusdt", "enter")
	d.Shows("must be two symbols joined by _; did you mean btc_usdt?")
	d.Press("esc")
	require.Len(t, watched(), 2)
	d.Shows("Price › move_usdt")

	d.Press("W", "btc_usdt", "enter")
	d.Shows("already watched: btc_usdt", "Price › btc_usdt")

	d.Paused = true
	d.Press("W", " ETH_usdt ", "enter")
	d.AdvanceClock(time.Second)
	d.Send(tea.WindowSizeMsg{Width: 200, Height: 50})
	d.Shows("loading the price of eth_usdt")
	require.Len(t, watched(), 2, "not yet")
	d.Press("esc")
	d.Hides("loading the price")
	d.Resume()
	require.Len(t, watched(), 2, "esc cancels the check")

	d.Press("W", "eth_usdt", "enter")
	d.Shows("watching eth_usdt: shown on Home", "Price › eth_usdt")
	require.Equal(t, []string{"move_usdt", "btc_usdt", "eth_usdt"}, watched())
}

// Why a check failed is reported, and the pair is not watched.
func TestWatchReportsFailures(t *testing.T) {
	t.Parallel()
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Pairs: []string{"move_usdt"}, PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Query().Get("trading_pair") == "eth_usdt" {
			return http.StatusInternalServerError, ""
		}
		return 0, ""
	}})
	d.Press("W", "eth_usdt", "enter")
	d.Shows("eth_usdt not watched: ", "W retry")
	require.Equal(t, []string{"move_usdt"}, d.Deps().Prices.Watched())
	d.Press("W", "doge_usdt", "enter", "j")
	d.Hides("doge_usdt")
}

// w does not watch a pair that the service does not know.
func TestUnknownPairIsNotWatched(t *testing.T) {
	t.Parallel()
	d := open(t, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("space", "h", "ctrl+u", "eht_usdt", "enter")
	d.Wait(3)
	d.Shows("Price › eht_usdt", "▸ eht_usdt   unknown pair")
	d.Press("w")
	d.Shows("not watched: the price service does not know eht_usdt; did you mean eth_usdt?")
	require.Len(t, d.Deps().Prices.Watched(), 3)
}

// A row says why its request failed, and how old its price is.
func TestFailedAndStaleRows(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	failing := false
	d := open(t, tuitest.Setup{Theme: th, PriceFail: func(r *http.Request) (int, string) {
		if failing && r.URL.Query().Get("trading_pair") == "btc_usdt" {
			return http.StatusBadGateway, ""
		}
		return 0, ""
	}})
	d.Wait(30)
	failing = true
	d.Wait(80)
	require.Regexp(t, `btc_usdt +9[\d,.]+ .*\d+[sm] +service error 502`, d.Frame())
	require.NotRegexp(t, `eth_usdt.*service error`, d.Frame())
	d.Press("p")
	d.Wait(125)
	require.Regexp(t, `▸ move_usdt .* 2m `, d.Frame(), "the age of a stale price")
	for _, line := range d.Model.Lines() {
		if words := line.Text().String(); strings.Contains(words, "▸ move_usdt") {
			at := strings.Index(words, "▸ move_usdt")
			faint := line.Slice(len([]rune(words[:at]))+12, len([]rune(words[:at]))+22)
			for _, span := range faint {
				if strings.ContainsAny(span.Text.String(), "0123456789") {
					require.Equal(t, th.Faint, span.Style, "a stale price is gray")
				}
			}
		}
	}
	d.Resize(100, 30)
	require.Regexp(t, `▸ move_usdt .*\n.*2m +-`, d.Frame(), "in two lines")
}

// Rows fit at every size, in every order, with and without groups.
func TestListAtEverySize(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Pairs: append([]string{"doge_usdt"}, tuitest.WatchedPairs...)})
	d.Press("tab", "j")
	for _, keys := range [][]string{{"o"}, {"o"}, {"o"}, {"o"}, {"o", "m", "enter", "majors", "enter"}, {"f"}, {"p"}} {
		d.Press(keys...)
		if keys[0] == "p" {
			d.Wait(70)
		}
		for width := 20; width <= 200; width += 9 {
			for height := 5; height <= 60; height += 5 {
				d.Resize(width, height)
				lines := d.Model.Lines()
				require.LessOrEqual(t, len(lines), height)
				for _, line := range lines {
					require.LessOrEqual(t, line.Width(), width, "%dx%d", width, height)
				}
			}
		}
		d.Resize(200, 50)
	}
}

// In a list that is longer than the screen, the selected pair and the heading above the first one stay visible.
func TestLongListScrolls(t *testing.T) {
	t.Parallel()
	var pairs []string
	for i := range 500 {
		pairs = append(pairs, fmt.Sprintf("p%03d_usdt", i))
	}
	d := open(t, tuitest.Setup{Theme: theme.NoColor(), Pairs: pairs})
	d.Shows("▸ p000_usdt", "p030_usdt")
	d.Hides("p050_usdt")
	for range 60 {
		d.Press("j")
	}
	d.Shows("▸ p060_usdt", "p059_usdt")
	d.Hides("p000_usdt ")
	d.Press("k")
	d.Shows("▸ p059_usdt", "p060_usdt")
	d.Press("J")
	d.Shows("▸ p059_usdt")
	require.Equal(t, []string{"p060_usdt", "p059_usdt"}, d.Deps().Prices.Watched()[59:61])
	d.Click("p040_usdt")
	d.Shows("▸ p040_usdt", "Price › p040_usdt")
}
