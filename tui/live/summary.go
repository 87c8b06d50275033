package live

import (
	"slices"
	"time"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Summary summarizes the intervals and votes of the newest blocks.
type Summary struct {
	Blocks      int
	Gaps        []time.Duration // oldest first; -1 if unknown
	Median      time.Duration
	P95         time.Duration
	Worst       time.Duration
	KnownGaps   int  // number of known gaps
	FewestVotes *Row // block with the smallest share of votes
	Voted       int  // blocks that the member voted for
	Eligible    int  // blocks whose certificate includes the member
	LastMissed  *Row // newest block that the member missed
	Authored    int  // blocks created by the user's author key
	Executed    int  // blocks whose transactions are counted
	Users       int  // transactions of users in them
}

// maxSummaryBlocks is the number of rows that a summary covers.
const maxSummaryBlocks = 120

// Summary summarizes the newest 120 rows. member is the committee index whose votes are counted, -1 for none. isMine
// reports whether an author belongs to the user.
func (ix *Index) Summary(member int, isMine func(author string) bool) Summary {
	f := Summary{}
	mine := map[string]bool{}
	for i := range min(ix.Len(), maxSummaryBlocks) {
		row := ix.Row(i)
		if row.Kind != Block {
			continue
		}
		f.Blocks++
		gap, ok := ix.Gap(row)
		if !ok {
			gap = -1
		}
		f.Gaps = append(f.Gaps, gap)
		if row.Users >= 0 {
			f.Executed, f.Users = f.Executed+1, f.Users+int(row.Users)
		}
		if row.Members > 0 && (f.FewestVotes == nil || row.Votes*f.FewestVotes.Members < f.FewestVotes.Votes*row.Members) {
			f.FewestVotes = row
		}
		if voted, given := row.Voted(member); given {
			f.Eligible++
			if voted {
				f.Voted++
			} else if f.LastMissed == nil {
				f.LastMissed = row
			}
		}
		own, known := mine[row.Author]
		if !known {
			own = row.Author != "" && isMine(row.Author)
			mine[row.Author] = own
		}
		if own {
			f.Authored++
		}
	}
	slices.Reverse(f.Gaps)
	f.measureGaps()
	return f
}

func (f *Summary) measureGaps() {
	known := slices.DeleteFunc(slices.Clone(f.Gaps), func(gap time.Duration) bool { return gap < 0 })
	if f.KnownGaps = len(known); f.KnownGaps == 0 {
		return
	}
	slices.Sort(known)
	f.Median, f.P95, f.Worst = known[(len(known)-1)/2], known[min(len(known)*95/100, len(known)-1)], known[len(known)-1]
}

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

// GapBars draws gaps as bars on a scale from 0 to twice the median, or to the longest gap if that is more, so that regular gaps have half the
// height and a late block stands out; they are high if most of them are over the limit. Gaps over the limit are drawn in th.Warn and those
// over twice the limit in th.Bad; unknown ones, which are -1, are blank.
func GapBars(gaps []time.Duration, limit time.Duration, th *theme.Theme) text.Line {
	known := slices.DeleteFunc(slices.Clone(gaps), func(gap time.Duration) bool { return gap < 0 })
	slices.Sort(known)
	var most time.Duration
	if len(known) > 0 {
		most = known[len(known)-1]
		if median := known[(len(known)-1)/2]; limit <= 0 || median <= limit {
			most = max(most, 2*median)
		}
	}
	bars := []rune("▁▂▃▄▅▆▇")
	drawn := make([]rune, len(gaps))
	for i, gap := range gaps {
		switch drawn[i] = ' '; {
		case gap >= 0 && most == 0:
			drawn[i] = bars[0]
		case gap >= 0:
			drawn[i] = bars[min(int(float64(gap)/float64(most)*float64(len(bars))), len(bars)-1)]
		}
	}
	style := func(i int) theme.Style {
		switch {
		case limit > 0 && gaps[i] > 2*limit:
			return th.Bad
		case limit > 0 && gaps[i] > limit:
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
