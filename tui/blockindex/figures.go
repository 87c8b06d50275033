package blockindex

import (
	"slices"
	"time"
)

// Figures say in numbers how the newest blocks of a slice followed each other and who voted.
type Figures struct {
	Blocks  int
	Gaps    []time.Duration // the oldest first; -1 where it is not known
	Median  time.Duration
	P95     time.Duration
	Worst   time.Duration
	Known   int  // gaps that are known
	Lowest  *Row // that with the fewest votes, by their share
	Voted   int  // by the member that was asked for
	Given   int  // blocks whose certificate has a place for that member
	LastOff *Row // the newest that this member missed
	Made    int  // by the author that was asked for
}

// mostFigured bounds the blocks that figures are taken from.
const mostFigured = 120

// Figures are those of the newest 120 rows; member is -1 where nobody's votes are asked for.
func (c *Index) Figures(member int, isMine func(author string) bool) Figures {
	f := Figures{}
	mine := map[string]bool{}
	for i := range min(c.Len(), mostFigured) {
		row := c.Row(i)
		if row.Kind != Block {
			continue
		}
		f.Blocks++
		gap, ok := c.Gap(row)
		if !ok {
			gap = -1
		}
		f.Gaps = append(f.Gaps, gap)
		if row.Members > 0 && (f.Lowest == nil || row.Votes*f.Lowest.Members < f.Lowest.Votes*row.Members) {
			f.Lowest = row
		}
		if voted, given := row.Voted(member); given {
			f.Given++
			if voted {
				f.Voted++
			} else if f.LastOff == nil {
				f.LastOff = row
			}
		}
		own, known := mine[row.Author]
		if !known {
			own = row.Author != "" && isMine(row.Author)
			mine[row.Author] = own
		}
		if own {
			f.Made++
		}
	}
	slices.Reverse(f.Gaps)
	f.measure()
	return f
}

func (f *Figures) measure() {
	known := slices.DeleteFunc(slices.Clone(f.Gaps), func(gap time.Duration) bool { return gap < 0 })
	if f.Known = len(known); f.Known == 0 {
		return
	}
	slices.Sort(known)
	f.Median, f.P95, f.Worst = known[len(known)/2], known[min(len(known)*95/100, len(known)-1)], known[len(known)-1]
}
