package blocks

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"foredeck/tui/live"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// number returns a right-aligned column.
func number(title text.Safe, width, rank int) widget.Column {
	return widget.Column{Title: title, Width: width, Rank: rank, Right: true}
}

// missesOften reports whether a member missed more of its blocks than the limit of the alert allows.
func (m *Model) missesOften(v *live.MemberVotes) bool {
	return m.deps.Monitor.IsMissedOften(v.Misses(), v.Blocks)
}

// memberColumns returns the columns of the members. missed reports whether a member missed too many votes.
func memberColumns(c *counted, missed func(*live.MemberVotes) bool) []column[live.MemberVotes] {
	type row = live.MemberVotes
	height := func(h *uint64) uint64 {
		if h == nil {
			return 0
		}
		return *h
	}
	// share is hot for a member that missed a tenth of its blocks.
	share := func(v *row) float64 {
		if missed(v) {
			return max(10*(1-v.Share()), 0.5)
		}
		return 10 * (1 - v.Share())
	}
	columns := []column[row]{{Column: widget.Column{Title: text.Const("MEMBER")}, compare: func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(b.Committee, a.Committee))
	}}}
	if len(c.Committees) > 1 {
		columns = append(columns, column[row]{Column: number(text.Const("EPOCH"), 7, 0), cell: func(v *row) text.Safe { return c.Committees[v.Committee].Epochs() },
			compare: func(a, b *row) int { return cmp.Compare(b.Committee, a.Committee) }})
	}
	columns = append(columns,
		column[row]{Column: number(text.Const("VOTED"), 7, 0), cell: func(v *row) text.Safe {
			if c.past != nil { // history is long: with one decimal a single miss would be rounded away
				return text.Format("%s%%", live.Percent(uint64(v.Votes), uint64(v.Blocks), 2))
			}
			return record.Share(v.Share())
		}, isBad: missed, share: share,
			compare: func(a, b *row) int { return cmp.Compare(a.Share(), b.Share()) }},
		column[row]{Column: number(text.Const("MISSED"), 7, 0), cell: func(v *row) text.Safe { return text.Integer(uint64(v.Misses())) }, isBad: missed, share: share,
			compare: func(a, b *row) int { return cmp.Compare(b.Misses(), a.Misses()) }},
		column[row]{Column: number(text.Const("LONGEST"), 8, 2), cell: func(v *row) text.Safe { return text.Integer(uint64(v.LongestRun)) },
			compare: func(a, b *row) int { return cmp.Compare(b.LongestRun, a.LongestRun) }},
		column[row]{Column: number(text.Const("BLOCKS"), 9, 4), cell: func(v *row) text.Safe { return text.Integer(uint64(v.Blocks)) },
			compare: func(a, b *row) int { return cmp.Compare(b.Blocks, a.Blocks) }},
		column[row]{Column: number(text.Const("FIRST MISS"), 12, 5), cell: func(v *row) text.Safe { return render.Number(v.FirstMiss) },
			compare: func(a, b *row) int { return cmp.Compare(height(b.FirstMiss), height(a.FirstMiss)) }},
		column[row]{Column: number(text.Const("LAST MISS"), 12, 3), cell: func(v *row) text.Safe { return render.Number(v.LastMiss) },
			compare: func(a, b *row) int { return cmp.Compare(height(b.LastMiss), height(a.LastMiss)) }},
	)
	if slices.ContainsFunc(c.Members, func(v row) bool { return v.LeftOutBy != "" }) {
		columns = append(columns, column[row]{Column: widget.Column{Title: text.Const("LEFT OUT BY"), Width: 13, Rank: 1}, cell: func(v *row) text.Safe { return text.Short(text.Clean(v.LeftOutBy)) },
			compare: func(a, b *row) int { return cmp.Compare(b.LeftOutBy, a.LeftOutBy) }})
	}
	if len(c.proposed) > 0 {
		columns = append(columns, column[row]{Column: number(text.Const("PROPOSED"), 9, 1), cell: func(v *row) text.Safe {
			if made, ok := c.proposed[v.Member]; ok {
				return text.Integer(uint64(made.Blocks))
			}
			return text.None
		}, compare: func(a, b *row) int { return cmp.Compare(c.proposed[b.Member].Blocks, c.proposed[a.Member].Blocks) }})
	}
	return columns
}

// authorColumns returns the columns of the authors.
func authorColumns() []column[live.AuthorBlocks] {
	type row = live.AuthorBlocks
	fraction := func(a *row) float64 {
		fraction, _ := a.OfExpected()
		return fraction
	}
	height := func(h uint64, a *row) text.Safe {
		if a.Blocks == 0 {
			return text.None
		}
		return text.Integer(h)
	}
	return []column[row]{
		{Column: widget.Column{Title: text.Const("AUTHOR")}, compare: func(a, b *row) int { return cmp.Compare(a.Author, b.Author) }},
		{Column: number(text.Const("BLOCKS"), 9, 0), cell: func(a *row) text.Safe { return text.Integer(uint64(a.Blocks)) },
			compare: func(a, b *row) int { return cmp.Compare(b.Blocks, a.Blocks) }, isBad: func(a *row) bool { return a.Blocks == 0 }},
		{Column: number(text.Const("SHARE"), 7, 0), cell: func(a *row) text.Safe { return record.Share(a.Share()) },
			compare: func(a, b *row) int { return cmp.Compare(b.Share(), a.Share()) }},
		{Column: number(text.Const("EXPECTED"), 9, 3), cell: func(a *row) text.Safe {
			if a.Expected == 0 {
				return text.None
			}
			return text.Clean(fmt.Sprintf("%.1f", a.Expected))
		}, compare: func(a, b *row) int { return cmp.Compare(b.Expected, a.Expected) }},
		{Column: number(text.Const("OF EXPECTED"), 11, 1), cell: func(a *row) text.Safe {
			if fraction, ok := a.OfExpected(); ok {
				return record.Share(fraction)
			}
			return text.None
		}, compare: func(a, b *row) int { return cmp.Compare(fraction(b), fraction(a)) }},
		{Column: number(text.Const("FIRST"), 12, 5), cell: func(a *row) text.Safe { return height(a.First, a) }, compare: func(a, b *row) int { return cmp.Compare(b.First, a.First) }},
		{Column: number(text.Const("LAST"), 12, 4), cell: func(a *row) text.Safe { return height(a.Last, a) }, compare: func(a, b *row) int { return cmp.Compare(b.Last, a.Last) }},
	}
}

type memberRecord struct {
	Committee  string  `json:"committee"` // as sent by the node
	FirstEpoch *uint64 `json:"first_epoch"`
	LastEpoch  *uint64 `json:"last_epoch"`
	Member     int     `json:"member"`
	Name       string  `json:"name"`
	Blocks     int     `json:"blocks"`
	Votes      int     `json:"votes"`
	Misses     int     `json:"misses"`
	LongestRun int     `json:"longest_run"`
	FirstMiss  *uint64 `json:"first_miss"`
	LastMiss   *uint64 `json:"last_miss"`
}

type authorRecord struct {
	Author   string  `json:"author"`
	Name     string  `json:"name"`
	Blocks   int     `json:"blocks"`
	Of       int     `json:"of"`
	Expected float64 `json:"expected"` // an equal share among the members; 0 if unknown
	First    uint64  `json:"first"`
	Last     uint64  `json:"last"`
}

// countExport returns the export of the table. It is called for each frame, so the records are made when they are written.
func (m *Model) countExport() (screen.Export, bool) {
	c, ok := m.statistics.Value()
	if !ok || c.Blocks == 0 {
		return screen.Export{}, false
	}
	span := strconv.FormatUint(c.First, 10) + "-" + strconv.FormatUint(c.Last, 10)
	if m.shownPart() == partAuthors {
		return screen.ExportRows("authors-"+span, []string{"author", "name", "blocks", "of", "expected", "first", "last"}, authorRecords(&c, m.deps.Names.AuthorNames())), true
	}
	columns := []string{"committee", "first_epoch", "last_epoch", "member", "name", "blocks", "votes", "misses", "longest_run", "first_miss", "last_miss"}
	return screen.ExportRows("members-"+span, columns, memberRecords(&c, m.deps.Names.MemberNames())), true
}

func authorRecords(c *counted, names map[string]string) iter.Seq[screen.Record] {
	return func(yield func(screen.Record) bool) {
		for _, a := range c.Authors {
			r := authorRecord{a.Author, names[a.Author], a.Blocks, a.Of, a.Expected, a.First, a.Last}
			if !yield(screen.Record{Value: r, Cells: []string{r.Author, r.Name, cell(&r.Blocks), cell(&r.Of), fmt.Sprintf("%.3f", r.Expected), cell(&r.First), cell(&r.Last)}}) {
				return
			}
		}
	}
}

func memberRecords(c *counted, names map[int]string) iter.Seq[screen.Record] {
	return func(yield func(screen.Record) bool) {
		for _, v := range c.Members {
			committee := &c.Committees[v.Committee]
			r := memberRecord{committee.Hash, committee.FirstEpoch, committee.LastEpoch, v.Member, names[v.Member], v.Blocks, v.Votes, v.Misses(), v.LongestRun, v.FirstMiss, v.LastMiss}
			if !yield(screen.Record{Value: r, Cells: []string{
				r.Committee, cell(r.FirstEpoch), cell(r.LastEpoch), cell(&r.Member), r.Name, cell(&r.Blocks), cell(&r.Votes), cell(&r.Misses), cell(&r.LongestRun),
				cell(r.FirstMiss), cell(r.LastMiss),
			}}) {
				return
			}
		}
	}
}
