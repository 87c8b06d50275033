package blockindex

import (
	"math/big"
	"slices"
	"time"

	"foredeck/tui/text"
)

// Intervals returns up to limit block intervals, oldest first. Across missing blocks it returns the mean interval.
func (ix *Index) Intervals(limit int) []time.Duration {
	var intervals []time.Duration
	var above *Row
	for i := 0; i < ix.Len() && i < 3*limit && len(intervals) < limit; i++ {
		row := ix.Row(i)
		if row.Kind != Block || !row.hasTime {
			continue
		}
		if above != nil {
			intervals = append(intervals, above.time.Time().Sub(row.time.Time())/time.Duration(above.Height-row.Height))
		}
		above = row
	}
	slices.Reverse(intervals)
	return intervals
}

// MedianInterval returns the median of the newest block intervals, 0 if unknown.
func (ix *Index) MedianInterval(limit int) time.Duration {
	intervals := ix.Intervals(limit)
	if len(intervals) == 0 {
		return 0
	}
	slices.Sort(intervals)
	return intervals[len(intervals)/2]
}

// GapSparkline draws gaps as bars on a scale from 0 to limit, or to the longest gap if that is more. Gaps of -1 are
// blank.
func GapSparkline(gaps []time.Duration, limit time.Duration) text.Safe {
	seconds := []*big.Float{big.NewFloat(0), big.NewFloat(limit.Seconds())}
	for _, gap := range gaps {
		if gap < 0 {
			seconds = append(seconds, nil)
			continue
		}
		seconds = append(seconds, big.NewFloat(gap.Seconds()))
	}
	drawn := []rune(text.Sparkline(seconds).String())
	return text.Clean(string(drawn[2:])) // drop the two values that set the scale
}
