package live

import (
	"math"
	"slices"
	"time"

	"foredeck/theme"
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

// GapBars draws gaps as bars on a scale from the shortest gap to limit, or to the longest one if that is more, so that regular gaps are
// low. Gaps over the limit are drawn in th.Warn; unknown ones, which are -1, are blank.
func GapBars(gaps []time.Duration, limit time.Duration, th *theme.Theme) text.Line {
	least, most := time.Duration(math.MaxInt64), limit
	if limit > 0 {
		least = limit // gaps are high if all of them are over the limit
	}
	for _, gap := range gaps {
		if gap >= 0 {
			least, most = min(least, gap), max(most, gap)
		}
	}
	bars := []rune("▁▂▃▄▅▆▇")
	drawn := make([]rune, len(gaps))
	for i, gap := range gaps {
		switch drawn[i] = ' '; {
		case gap >= 0 && most <= least:
			drawn[i] = bars[0]
		case gap >= 0:
			drawn[i] = bars[min(int(float64(gap-least)/float64(most-least)*float64(len(bars))), len(bars)-1)]
		}
	}
	style := func(i int) theme.Style {
		if limit > 0 && gaps[i] > limit {
			return th.Warn
		}
		return th.Plot
	}
	var line text.Line
	for from, i := 0, 0; i < len(drawn); from = i {
		for i++; i < len(drawn) && style(i) == style(from); i++ {
		}
		line = append(line, text.Span{Text: text.Clean(string(drawn[from:i])), Style: style(from)})
	}
	return line
}
