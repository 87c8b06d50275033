package price

import (
	"slices"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/widget/chart"
)

// Center selects a bar size by its name and the number of bars in the window, and puts the crosshair at a share of the loaded history
// and into the middle of the window.
func Center(s screen.Screen, size string, bars int, share float64) {
	m := s.(*Model)
	m.bar = slices.IndexFunc(chart.BarSizes, func(p chart.Period) bool { return p.String() == size })
	m.span = slices.Index(market.BarCounts, bars)
	from, to := m.series().Requested()
	m.goTo(from + int64(share*float64(to-from)))
}

// Tick drops the cached values, as a new price does.
func Tick(s *Model) { s.indicators.Show(s.pair) }
