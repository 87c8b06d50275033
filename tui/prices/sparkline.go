package prices

import (
	"math"
	"math/big"
	"time"

	"foredeck/tui/text"
)

// Sparkline is what the price of a pair did in the last 24 hours, in so many columns; blank where that is not known.
func (m *Prices) Sparkline(pair string, columns int) text.Safe {
	s := m.series[seriesKey{pair, time.Hour}]
	if s == nil {
		return text.Spaces(columns)
	}
	end := m.loader.Now().UnixMilli()
	if newest, ok := s.Newest(); ok {
		end = newest.Time + 1
	}
	begin := end - day.Milliseconds()
	heights := make([]*big.Float, columns)
	for _, bar := range s.Bars(nil, begin, end) {
		if at := int(int64(columns) * (bar.Time - begin) / day.Milliseconds()); at < columns && !math.IsNaN(bar.Close) && !math.IsInf(bar.Close, 0) {
			heights[at] = big.NewFloat(bar.Close)
		}
	}
	return text.Sparkline(heights)
}
