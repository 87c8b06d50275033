package blockindex

import (
	"math/big"
	"slices"
	"time"

	"foredeck/tui/text"
)

// Paces are the times between the newest blocks that are here, at most so many, the oldest first. Where blocks between two are
// lacking it is what each of them took.
func (c *Index) Paces(most int) []time.Duration {
	var paces []time.Duration
	var above *Row
	for i := 0; i < c.Len() && i < 3*most && len(paces) < most; i++ {
		row := c.Row(i)
		if row.Kind != Block || !row.hasTime {
			continue
		}
		if above != nil {
			paces = append(paces, above.time.Time().Sub(row.time.Time())/time.Duration(above.Height-row.Height))
		}
		above = row
	}
	slices.Reverse(paces)
	return paces
}

// Pace is the median of the times between the newest blocks, 0 where it is not known.
func (c *Index) Pace(most int) time.Duration {
	paces := c.Paces(most)
	if len(paces) == 0 {
		return 0
	}
	slices.Sort(paces)
	return paces[len(paces)/2]
}

// Cadence draws gaps as heights from nothing up to the limit, or the longest of them where that is more. One of -1 is not known.
func Cadence(gaps []time.Duration, limit time.Duration) text.Safe {
	seconds := []*big.Float{big.NewFloat(0), big.NewFloat(limit.Seconds())}
	for _, gap := range gaps {
		if gap < 0 {
			seconds = append(seconds, nil)
			continue
		}
		seconds = append(seconds, big.NewFloat(gap.Seconds()))
	}
	drawn := []rune(string(text.Sparkline(seconds)))
	return text.Safe(drawn[2:]) // without the two that set the scale
}
