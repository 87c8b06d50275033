package price_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/screens/price"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
	"foredeck/tui/widget/chart"
)

// kindsInTwo are all kinds of indicators in two charts, as one has eight at most.
func kindsInTwo() (choices [2][]string) {
	for i, kind := range market.Kinds() {
		choices[i%2] = append(choices[i%2], kind.Name)
	}
	choices[1] = append(choices[1], "ema(50)", "rsi(7)", "macd(5,35,5)")
	return choices
}

// What the chart shows of any indicator at any bar size is what the whole history of the pair gives, to the shown digits, however the window
// was reached; until then, values are marked and the legend says why. The pair has hours without trades, and was listed some time ago.
func TestIndicatorsAreThoseOfTheWholeHistory(t *testing.T) {
	t.Parallel()
	for index, size := range chart.BarSizes {
		if effort.Race && size.Length() > time.Hour {
			continue // minutes of computing with one goroutine
		}
		for _, chosen := range kindsInTwo() {
			t.Run(size.String()+" "+chosen[0], func(t *testing.T) {
				t.Parallel()
				listed := tuitest.Start.Add(-min(800*size.Length(), 10*365*24*time.Hour))
				d := tuitest.New(t, 160, 50, tuitest.Setup{
					Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs,
					Traded: func(at time.Time) bool { return !at.Before(listed) && uint32(at.Unix()/3600)*2654435761>>16%11 != 0 },
				})
				d.Deps().Store.SetPairChart("btc_usdt", store.PairChart{Indicators: chosen})
				d.Press("btc_usdt", "enter")
				m := d.Screen().(*price.Model)
				price.ChooseBarSize(m, index)
				marked, shown := 0, 0
				for _, keys := range []string{"", "---", "HHHH", "+++++", "HHHHHH"} {
					for _, key := range keys {
						d.Press(string(key))
					}
					for seconds := 0; ; seconds += 10 {
						require.Less(t, seconds, 900, d.Frame())
						known, isSettled := price.CheckIndicators(t, m, func() []client.Candle { return wholeHistory(t, d, listed, price.Step(m)) })
						if shown += known; isSettled {
							break
						}
						marked++
						d.Wait(10)
					}
				}
				require.Positive(t, shown)
				if size.Length() > time.Hour {
					require.Positive(t, marked, "some requests are needed")
				}
			})
		}
	}
}

// wholeHistory returns what the service has of the pair.
func wholeHistory(t *testing.T, d *tuitest.Deck, listed time.Time, step time.Duration) []client.Candle {
	service, err := client.NewPrices(tuitest.BaseURL, client.WithPricesTransport(d.Transport))
	require.NoError(t, err)
	all, err := service.History(context.Background(), client.HistoryRequest{Pair: "btc_usdt", From: listed, To: d.Now(), Resolution: step})
	require.NoError(t, err)
	return all
}
