package price_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/screens/price"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
	"foredeck/tui/widget/chart"
)

// A replay begins at the crosshair's bar, steps through the past, and ends with the chart as it was.
func TestReplay(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("H", "H", "h", "h")
	before := ""
	for range 2 { // the first time, more is loaded
		before = d.Body()
		d.Press("B", "right", "right", ">", "-", "h", "D", "d", "h", "esc", "esc", "esc")
	}
	require.Equal(t, before, d.Body(), "the chart is as it was")
	at := tuitest.Start.Truncate(time.Hour).Add(-21 * time.Hour)
	shows := func(at time.Time, bar string) {
		t.Helper()
		d.Shows("replay · "+at.Format("2006-01-02 15:04")+" · "+bar+", not live", at.Format("01-02 15:04")+" UTC", "C "+tuitest.FormatPrice("move_usdt", tuitest.PriceAt("move_usdt", at.Add(time.Hour).UnixMilli())))
		require.Contains(t, d.Frame(), "◂ "+tuitest.FormatPrice("move_usdt", tuitest.PriceAt("move_usdt", at.Add(time.Hour).UnixMilli())), "the tag on the axis")
	}
	d.Press("B")
	shows(at, "bar 1 of 21")
	d.Hides("last ", "24h", "Watchlist", "updated")
	d.Press("right", "right")
	shows(at.Add(2*time.Hour), "bar 3 of 21")
	d.Press("left", "left", "left")
	shows(at.Add(-time.Hour), "bar 1 of 22")
	d.Press("p")
	d.Shows("playing")
	d.Advance(time.Second)
	shows(at, "bar 2 of 22")
	d.Press("p")
	closed := tuitest.FormatPrice("move_usdt", tuitest.PriceAt("move_usdt", at.Add(time.Hour).UnixMilli()))
	d.Shows("replay paused: " + at.Format("2006-01-02 15:04") + ", close " + closed)
	d.Advance(time.Second)
	d.Advance(time.Second)
	shows(at, "bar 2 of 22")
	for range 20 {
		d.Press("right")
	}
	shows(at.Add(20*time.Hour), "bar 22 of 22")
	d.Press("right")
	d.Shows("the replay has reached the newest finished bar: "+at.Add(20*time.Hour).Format("2006-01-02 15:04")+", close 0.", "bar 22 of 22")
	d.Press("p")
	d.Hides("playing")
	d.Press("esc")
	d.Hides("replay ·")
	d.Shows("Watchlist", at.Format("01-02 15:04")+" UTC")
}

// Without a crosshair, a replay begins in the window. A price that arrives meanwhile changes nothing but what is behind it.
func TestReplayIgnoresLivePrices(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {160, 50}} {
		d := openPrices(t, size[0], size[1], tuitest.Setup{Theme: theme.NoColor()})
		d.Press("B", "D") // in the middle of the window
		d.Shows("bar 1 of ", "not live")
		d.Press("h", "h", "h", "h", "h", "h", "h", "h", "B", "right") // where there is data
		before, forms := d.Body(), d.CopyForms()
		d.Wait(90)
		require.Equal(t, before, d.Body())
		require.Equal(t, forms, d.CopyForms())
		require.NotEmpty(t, forms["close"])
		latest, ok := d.Deps().Prices.Latest("move_usdt")
		require.True(t, ok)
		require.NotContains(t, d.Frame(), latest.Price)
		written, ok := d.Screen().(*price.Model).Export()
		require.True(t, ok)
		rows, last := 0, ""
		for row, err := range written.Records(t.Context()) {
			require.NoError(t, err)
			rows, last = rows+1, strings.Join(row.Cells, "\t")
		}
		require.Greater(t, rows, 20)
		require.Equal(t, forms["row"], last, "the bar of the replay is the last one")
		d.Press("esc", "esc")
		require.Contains(t, d.Frame(), latest.Price)
	}
}

// A replay says which alerts on prices would have rung, in the bar that crosses their levels.
func TestReplayNamesAlerts(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	alerts := d.Deps().Store.Alerts
	d.Press("a", "> 0.625", "enter", "a", "< 0.61", "enter", "a", "rsi(14) > 50 on 1h", "enter")
	before := alerts()
	d.Press("H", "H", "H", "H", "B")
	d.Hides("would have rung")
	rung := map[string]string{}
	for range 12 {
		d.Press("right")
		bar := strings.Join(strings.Split(d.LineWith("replay ·"), " · ")[1:2], "")
		if line := d.Frame(); strings.Contains(line, bar+" would have rung: ") {
			_, what, _ := strings.Cut(line, "would have rung: ")
			what, _, _ = strings.Cut(what, "\n")
			rung[bar] = strings.TrimSpace(what)
		}
	}
	want := map[string]string{}
	s := d.Deps().Prices.Series("move_usdt", time.Hour)
	for at := time.Date(2026, 11, 19, 22, 0, 0, 0, time.UTC); at.Before(time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)); at = at.Add(time.Hour) {
		bars := s.Bars(nil, at.Add(-time.Hour).UnixMilli(), at.Add(time.Hour).UnixMilli())
		if len(bars) < 2 {
			continue // no trades
		}
		if bars[0].Close < 0.625 && bars[1].High >= 0.625 {
			want[at.Format("2006-01-02 15:04")] = "above 0.625"
		}
		if bars[0].Close > 0.61 && bars[1].Low <= 0.61 {
			want[at.Format("2006-01-02 15:04")] = "below 0.61"
		}
	}
	require.Len(t, want, 2)
	require.Equal(t, want, rung)
	require.Equal(t, before, alerts(), "alerts are not touched")
}

// Each step of a replay shows what the same screen shows where later bars do not exist: prices, statistics, indicators, measurements and
// compared pairs. The values of all kinds of indicators are those of a run over the bars up to the moment.
func TestReplayHasNoLookAhead(t *testing.T) {
	t.Parallel()
	kinds := kindsInTwo()
	for _, test := range []struct {
		size               int // index of the bar size
		indicators, others []string
	}{
		{3, kinds[0], nil}, {5, kinds[1], nil}, {8, kinds[0], nil}, {8, kinds[1], nil}, // 15m, 1h, 1d
		{5, []string{"sma(20)", "rsi(14)"}, []string{"eth_usdt"}},
	} {
		size := chart.BarSizes[test.size]
		t.Run(size.String()+" "+test.indicators[0], func(t *testing.T) {
			t.Parallel()
			listed := tuitest.Start.Add(-400 * size.Length())
			open := func(end time.Time) (*tuitest.Deck, *price.Model) {
				d := tuitest.New(t, 160, 50, tuitest.Setup{
					Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs, Theme: theme.NoColor(),
					Traded: func(at time.Time) bool {
						return at.After(listed) && at.Before(end) && uint32(at.Unix()/3600)*2654435761>>16%11 != 0
					},
				})
				d.Deps().Store.SetPairChart("btc_usdt", store.PairChart{Indicators: test.indicators, Compare: test.others})
				d.Press("btc_usdt", "enter")
				m := d.Screen().(*price.Model)
				price.ChooseBarSize(m, test.size)
				settle := func() {
					for seconds := 0; seconds < 20 || !price.IsSettled(m); seconds += 10 {
						require.Less(t, seconds, 900, d.Frame())
						d.Wait(10)
					}
				}
				settle()
				d.Press("t", tuitest.Start.Add(-30*size.Length()).Format("2006-01-02 15:04"), "enter", "B", "D", "d", "right")
				settle()
				return d, m
			}
			d, m := open(tuitest.Start.Add(time.Hour))
			for step := range 4 {
				end := time.UnixMilli(price.ReplayEnd(m))
				if test.others == nil {
					known, isSettled := price.CheckIndicators(t, m, func() []client.Candle {
						return slices.DeleteFunc(wholeHistory(t, d, listed, price.Step(m)), func(of client.Candle) bool {
							return time.UnixMilli(of.Time).Add(price.Step(m)).After(end)
						})
					})
					require.True(t, isSettled)
					require.Positive(t, known)
				}
				if step%3 == 0 {
					other, _ := open(end)
					for range step {
						other.Press("right")
					}
					require.Equal(t, other.Body(), d.Body())
				}
				d.Press("right")
			}
		})
	}
}
