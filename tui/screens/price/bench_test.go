package price_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/screens/price"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// year is the number of minutes in a year.
const year = 525_600

// benchmarkYear opens the Price screen in a large window over as many records of a resolution as a year has minutes.
func benchmarkYear(b testing.TB, step time.Duration) *tuitest.Deck {
	d := openPrices(b, 200, 60, tuitest.Setup{Theme: theme.Terminal()})
	loadRecords(b, d, step, year)
	d.Screen().SetSize(screen.Size{Width: 200, Height: 60, Class: screen.Full})
	return d
}

// loadRecords loads about as many records of a resolution, up to now.
func loadRecords(b testing.TB, d *tuitest.Deck, step time.Duration, count int) {
	engine := d.Deps().Prices
	series := engine.Series("move_usdt", step)
	from := tuitest.Start.Add(-time.Duration(count) * step)
	for start, _ := series.Requested(); start == 0 || start > from.UnixMilli(); start, _ = series.Requested() {
		d.AdvanceClock(20 * time.Second)
		if cmd := engine.Want(context.Background(), series, from.UnixMilli()); cmd != nil {
			engine.Handle(cmd().(market.ResponseMsg))
		}
	}
	require.Greater(b, series.Count(), count-1_000)
}

// views are windows over a year of minutes, and over 15 years of quarter hours that are merged to weeks.
var views = []struct {
	size string
	bars int
	step time.Duration
}{
	{"1m", 60, time.Minute}, {"1m", 480, time.Minute}, {"1m", 4000, time.Minute}, {"30m", 120, time.Minute}, {"1w", 960, 15 * time.Minute}, {"1M", 240, 15 * time.Minute},
}

// eachView runs a benchmark for each window. A zone with a quarter of an hour in its offset builds days from quarter hours.
func eachView(b *testing.B, run func(b *testing.B, d *tuitest.Deck, s screen.Screen)) {
	decks := map[time.Duration]*tuitest.Deck{}
	for _, view := range views {
		b.Run(fmt.Sprintf("%s×%d", view.size, view.bars), func(b *testing.B) {
			d := decks[view.step]
			if d == nil {
				d = benchmarkYear(b, view.step)
				decks[view.step] = d
			}
			if view.step > time.Minute {
				d.Deps().Zone = time.FixedZone("IST", 19_800)
			}
			price.Center(d.Screen(), view.size, view.bars, 0.5)
			b.ReportAllocs()
			run(b, d, d.Screen())
		})
	}
}

// BenchmarkYearFrame draws a frame.
func BenchmarkYearFrame(b *testing.B) {
	eachView(b, func(b *testing.B, _ *tuitest.Deck, s screen.Screen) {
		for b.Loop() {
			s.View()
		}
	})
}

// BenchmarkYearZoom zooms out or in and draws a frame.
func BenchmarkYearZoom(b *testing.B) {
	benchmarkKeys(b, "-", "+")
}

// BenchmarkYearPan moves the window by ten bars and draws a frame.
func BenchmarkYearPan(b *testing.B) {
	benchmarkKeys(b, "H", "L")
}

// benchmarkKeys presses two keys in turn, each several times, and draws a frame after each.
func benchmarkKeys(b *testing.B, there, back string) {
	eachView(b, func(b *testing.B, d *tuitest.Deck, s screen.Screen) {
		for i := 0; b.Loop(); i++ {
			key := there
			if i/3%2 == 1 {
				key = back
			}
			d.Model.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)})
			s.View()
		}
	})
}

// BenchmarkYearIndicators draws a frame with eight indicators, moves by ten bars, or takes a new price before each.
func BenchmarkYearIndicators(b *testing.B) {
	for _, size := range []screen.Size{{Width: 120, Height: 40, Class: screen.Full}, {Width: 200, Height: 60, Class: screen.Full}} {
		for _, change := range []string{"", "pan", "tick"} {
			b.Run(fmt.Sprintf("%dx%d frame%s", size.Width, size.Height, change), func(b *testing.B) {
				d := benchmarkYear(b, time.Minute)
				s := withIndicators(d)
				s.SetSize(size)
				price.Center(s, "1m", 480, 0.5)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					switch key := "H"; change {
					case "pan":
						if i%2 == 1 {
							key = "L"
						}
						d.Model.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)})
					case "tick":
						price.Tick(s)
					}
					s.View()
				}
			})
		}
	}
}

// withIndicators shows eight indicators.
func withIndicators(d *tuitest.Deck) *price.Model {
	d.Deps().Store.SetPairChart("move_usdt", store.PairChart{Indicators: []string{
		"sma(200)", "ema(50)", "ema(200)", "bollinger(20,2)", "donchian(20)", "rsi(14)", "macd(12,26,9)", "atr(14)",
	}})
	s := d.Screen().(*price.Model)
	s.Enter(context.Background()) // reads the indicators of the pair
	return s
}
