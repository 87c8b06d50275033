package live

import (
	"slices"
	"time"
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
	f.Median, f.P95, f.Worst = known[len(known)/2], known[min(len(known)*95/100, len(known)-1)], known[len(known)-1]
}
