package price

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/widget/chart"
)

// CheckReadout checks that the readout and the copied record of the crosshair's bar are the aggregate of the records that the drawn
// candle consists of, at any zoom and bar size. The tests of this package cannot open a deck themselves.
func CheckReadout(t *rapid.T, deps *screen.Deps) {
	m := New(deps, "move_usdt")
	m.ctx = context.Background()
	m.SetSize(screen.Size{Width: rapid.IntRange(60, 200).Draw(t, "width"), Height: 30, Class: screen.Full})
	m.bar, m.span = rapid.IntRange(0, len(chart.BarSizes)-1).Draw(t, "bar"), rapid.IntRange(0, len(market.BarCounts)-1).Draw(t, "span")
	m.moveCursor(-rapid.IntRange(1, 60).Draw(t, "left"))
	drawn, at := m.chart(), m.barTime()
	slot := drawn.Cursor
	require.GreaterOrEqual(t, slot, 0)
	require.Less(t, slot, drawn.Slots())
	require.LessOrEqual(t, drawn.Slots(), m.columns(), "every bar has a column")
	require.Equal(t, drawn.Times[slot], at)
	var parts []client.Candle
	for _, bar := range m.series().Bars(nil, at, drawn.Times[slot+1]) {
		record, ok := m.series().Record(bar.Time, bar.Time+1)
		require.True(t, ok)
		parts = append(parts, record)
	}
	joined := market.Join(parts, m.period(), m.location())
	readout := m.readout(200).Text().String()
	if len(parts) == 0 {
		require.Regexp(t, "no data|not loaded", readout)
		return
	}
	require.Len(t, joined, 1)
	want := joined[0]
	for letter, digits := range map[string]string{"O": want.Open, "H": want.High, "L": want.Low, "C": want.Close, "V": want.Volume} {
		require.Contains(t, readout, letter+" "+market.Digits(digits).String())
	}
	require.Contains(t, readout, market.Change(market.ChangePercent(want.Open, want.Close)).String())
	for _, form := range m.Copies() {
		if form.Form.String() == "row" {
			require.Equal(t, strings.Join(record.Candles.CSV().Of(&want), "\t"), form.Value())
		}
	}
}

// CheckZoom checks that zooming around a time keeps it in its column, and that merged bars are named.
func CheckZoom(t *testing.T, deps *screen.Deps, now time.Time) {
	m := New(deps, "move_usdt")
	m.SetSize(screen.Size{Width: 120, Height: 30, Class: screen.Full})
	m.bar = 8
	m.goTo(now.AddDate(-1, 0, 0).UnixMilli())
	share := func() float64 { return float64(m.window().slotAt(m.cursor)) / float64(m.slots()) }
	before := share()
	for range 3 {
		m.zoom(spansPerKey)
		require.InDelta(t, before, share(), 0.03)
	}
	require.Equal(t, "1d → 1w", m.periodName().String())
	require.Equal(t, 24*time.Hour, m.series().Step)
	require.Equal(t, time.Monday, time.UnixMilli(m.window().start()).UTC().Weekday())
}
