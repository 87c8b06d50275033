package price_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/tuitest"
)

func found(t *testing.T, d *tuitest.Deck, pattern string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindStringSubmatch(d.Frame())
	require.NotNil(t, match, "%s in\n%s", pattern, d.Frame())
	return match[1]
}

// The statistics are those of the bars on the screen, follow the window, and n and N go to the bars that they name.
func TestRangeStatistics(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 200, 50, tuitest.Setup{Theme: theme.NoColor()})
	d.Hides("drawdown")
	d.Press("D")
	d.Shows("range  ", "drawdown ", "largest rise ", "volatility ", "% of bars")
	s := d.Deps().Prices.Series("move_usdt", time.Hour)
	newest, ok := s.Newest()
	require.True(t, ok)
	shown, err := strconv.Atoi(found(t, d, `range  (\d+) bars`))
	require.NoError(t, err)
	hour := time.Hour.Milliseconds()
	var candles []client.Candle
	for at := newest.Time - newest.Time%hour; len(candles) < shown; at -= hour { // some hours have no price
		if record, ok := s.Record(at, at+hour); ok {
			candles = append(candles, record)
		}
	}
	slices.Reverse(candles)
	want := market.StatisticsOf(candles)
	require.Equal(t, shown, want.Bars)
	d.Shows("high "+market.FixedDigits(want.High.High, s.Decimals()).String(), "drawdown "+market.Change(want.Drawdown).String(), market.Change(want.Change()).String())
	at := func(bar *client.Candle) string { return time.UnixMilli(bar.Time).UTC().Format("01-02 15:04") + " UTC" }
	named := map[string]bool{}
	for _, bar := range []*client.Candle{want.High, want.Low, want.Peak, want.Trough, want.Rise, want.Drop} {
		named[at(bar)] = true
	}
	d.Press("N")
	d.Shows("range  ")
	for range len(named) - 1 {
		here := found(t, d, `(\d\d-\d\d \d\d:\d\d UTC)  O`)
		require.True(t, named[here], here)
		delete(named, here)
		d.Press("N")
	}
	d.Press("esc")
	d.Hides("drawdown")
	d.Shows("move_usdt")
}
