package price_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// Comparing with another pair uses a percent scale; the chosen scale applies again afterwards.
func TestComparisonUsesPercentScale(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("x")
	d.Shows("log scale")
	d.Press("C", "enter", "esc")
	d.Wait(3)
	require.Regexp(t, `╺ btc_usdt [+-][\d.]+%  correlation -?[01]\.\d\d \(\d+ bars\)`, d.Frame())
	d.Shows("percent scale")
	d.Press("x")
	d.Shows("scale: percent (not applied: the comparison with other pairs uses percent)")
	d.Press("x")
	d.Shows("scale: normal (not applied: the comparison with other pairs uses percent)")
	d.Press("C", "enter", "esc")
	d.Hides("percent scale")
	d.Hides("correlation")
}

// At every bar the change of a pair is that from the close at the left edge, as the service wrote both.
func TestComparisonReadout(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("C", "enter", "down", "enter", "esc")
	d.Wait(3)
	left := regexp.MustCompile(`since close of (\d\d-\d\d \d\d:00)`).FindStringSubmatch(d.Frame())
	require.NotNil(t, left, d.Frame())
	edge, err := time.Parse("2006-01-02 15:04", fmt.Sprintf("%d-%s", tuitest.Start.Year(), left[1]))
	require.NoError(t, err)
	closed := func(pair string, at time.Time) float64 {
		digits := tuitest.FormatPrice(pair, tuitest.PriceAt(pair, at.Add(time.Hour).UnixMilli()))
		var price float64
		_, err := fmt.Sscan(digits, &price)
		require.NoError(t, err)
		return price
	}
	d.Press("h")
	for at := tuitest.Start.Truncate(time.Hour).Add(-time.Hour); at.After(edge); at = at.Add(-time.Hour) {
		d.Press("h")
		d.Shows(at.Format("01-02 15:04") + " UTC")
		hour := (at.UnixMilli() - tuitest.Start.UnixMilli()) / 3_600_000
		for _, pair := range tuitest.WatchedPairs {
			want := fmt.Sprintf("%s %+.2f%%", pair, 100*(closed(pair, at)/closed(pair, edge)-1))
			if hour >= -33 && hour < -30 {
				want = pair + " –"
			}
			d.Shows(strings.Replace(want, "+0.00", "0.00", 1))
		}
	}
}

// The choice belongs to the pair of the chart, and is stored.
func TestComparisonIsKeptPerPair(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	saved, err := store.Open(path)
	require.NoError(t, err)
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Store: saved})
	d.Press("C", "down", "enter", "esc")
	d.Wait(3)
	d.Shows("╺ eth_usdt")
	d.Press("j")
	d.Wait(3)
	d.Shows("Price › btc_usdt")
	d.Hides("╺ eth_usdt")
	d.Press("k")
	d.Shows("╺ eth_usdt")
	require.NoError(t, saved.Flush())

	again, err := store.Open(path)
	require.NoError(t, err)
	require.Equal(t, []string{"eth_usdt"}, again.PairChart("move_usdt").Compare)
	require.Empty(t, again.PairChart("btc_usdt").Compare)
}

// A pair that fails is named with the reason, and the others stay.
func TestFailingPairIsNamedInComparison(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Path == "/history" && r.URL.Query().Get("trading_pair") == "btc_usdt" {
			return http.StatusInternalServerError, ""
		}
		return 0, ""
	}})
	d.Press("C", "enter", "down", "enter", "esc")
	d.Wait(8)
	require.Regexp(t, `╺ btc_usdt +node error: status 500`, d.Frame())
	require.Regexp(t, `╍ eth_usdt +[+-][\d.]+%  correlation`, d.Frame())
	require.Regexp(t, `╺ btc_usdt –  ╍ eth_usdt [+-]`, d.Frame())
}

// A typed pair is added if the price service has it.
func TestTypedPairIsChecked(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Pairs: []string{"move_usdt", "btc_usdt"}})
	d.Press("C", "down", "nosuch_usdt", "enter")
	d.Wait(2)
	d.Shows("the price service does not know nosuch_usdt", "0 of 4")
	d.Press("nonsense", "enter")
	d.Shows("must be two symbols joined by _")
	d.Press("ctrl+u", "move_usdt", "enter")
	d.Shows("move_usdt is the pair of this chart")
	d.Press("ctrl+u", "eth_usdt", "enter")
	d.Wait(2)
	d.Shows("1 of 4", "[x] ╺  eth_usdt")
	d.Press("esc")
	d.Wait(3)
	require.Regexp(t, `╺ eth_usdt [+-][\d.]+%  correlation`, d.Frame())
}

// More than four pairs cannot be compared.
func TestComparisonHasAtMostFourPairs(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Pairs: []string{"move_usdt", "a_usdt", "b_usdt", "c_usdt", "d_usdt", "e_usdt"}})
	d.Press("C", "enter", "down", "enter", "down", "enter", "down", "enter", "down", "enter")
	d.Shows("at most 4 pairs: remove one first", "4 of 4")
	d.Press("up", "enter", "down", "enter")
	d.Shows("4 of 4", "[ ]    d_usdt", "[x] ┉  e_usdt")
}

// Of compared pairs as well, only what a date far in the past needs is loaded, not what lies between: of one that was chosen before, and of
// one that is chosen there.
func TestFarDateOfComparedPairs(t *testing.T) {
	t.Parallel()
	var requested sync.Map
	count := func(pair string) int64 {
		value, _ := requested.LoadOrStore(pair, new(atomic.Int64))
		return value.(*atomic.Int64).Load()
	}
	listed := time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC)
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Traded: func(at time.Time) bool { return !at.Before(listed) }, PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Path == "/history" {
			pair := r.URL.Query().Get("trading_pair")
			count(pair)
			value, _ := requested.Load(pair)
			value.(*atomic.Int64).Add(1)
		}
		return 0, ""
	}})
	d.Press("C", "enter", "esc")
	d.Wait(10)
	require.Regexp(t, `╺ btc_usdt +[+-][\d.]+%`, d.Frame())
	own, before := count("move_usdt"), count("btc_usdt")
	d.Press("t", "2020-01-15 07:30", "enter")
	d.Wait(20)
	d.Shows("2020-01-15 07:00 UTC ")
	require.Regexp(t, `╺ btc_usdt +[+-][\d.]+%`, d.Frame())
	require.LessOrEqual(t, count("move_usdt")-own, int64(3))
	require.LessOrEqual(t, count("btc_usdt")-before, int64(2))

	before = count("eth_usdt")
	d.Press("C", "down", "enter", "esc")
	d.Wait(20)
	require.Regexp(t, `╍ eth_usdt +[+-][\d.]+%`, d.Frame())
	require.LessOrEqual(t, count("eth_usdt")-before, int64(3), "the newest page, and the month")

	d.Press("t", "now", "enter")
	d.Wait(20)
	require.Regexp(t, `╍ eth_usdt +[+-][\d.]+%`, d.Frame())
	d.Hides("loading")
	require.LessOrEqual(t, count("eth_usdt")-before, int64(6))
}
