package price_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/screens/price"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
	"foredeck/tui/widget/chart"
)

// choose returns the choice of a pair with these indicators.
func choose(t *testing.T, typed ...string) *price.IndicatorBox {
	deps := tuitest.New(t, 120, 40, tuitest.Setup{}).Deps()
	deps.Store.SetPairChart("move_usdt", store.PairChart{Indicators: typed})
	return price.NewIndicatorBox(deps, "move_usdt")
}

// A window is computed once: again only for other bars, which a key stands for, or another choice.
func TestValuesAreComputedOnce(t *testing.T) {
	t.Parallel()
	m := choose(t, "sma(2)", "rsi(2)")
	computed := 0
	closes := []float64{1, 2, 4, 4}
	draw := func(key int) price.Drawing {
		return m.Compute(price.Window{Key: key, Slots: 3, Slot: 2, Decimals: 1, Bars: func() []chart.Bar {
			computed++
			var bars []chart.Bar
			for i, closed := range closes {
				bars = append(bars, chart.Bar{Time: int64(i), Open: closed, High: closed, Low: closed, Close: closed})
			}
			return bars
		}})
	}
	first := draw(1)
	require.Equal(t, []float64{1.5, 3, 4}, first.Curves[0].Values)
	require.Equal(t, "rsi(2) 100.0", first.Panes[0].Title.Text().String())
	require.Equal(t, first, draw(1))
	require.Equal(t, 1, computed)

	closes[3] = 0
	require.Equal(t, []float64{1.5, 3, 2}, draw(2).Curves[0].Values)
	require.Equal(t, 2, computed)

	m.Toggle()
	for _, action := range screen.Bind(price.Bindings).Actions(m, false) {
		if action.ID == "price.indicator_remove" { // of the average
			action.Run(0)
		}
	}
	left := draw(2)
	require.Empty(t, left.Curves)
	require.Len(t, left.Panes, 1)
	require.Equal(t, 3, computed)
}

// Stored text that is not an indicator, as from a later version, is left out.
func TestUnknownStoredIndicators(t *testing.T) {
	t.Parallel()
	m := choose(t, "later(3)", "ema(0)", "ema(5)")
	d := m.Compute(price.Window{Bars: func() []chart.Bar { return []chart.Bar{{Close: math.NaN()}} }})
	require.Len(t, d.Curves, 1)
	require.Equal(t, "ema(5)", d.Curves[0].Name.String())
}
