package blocks

import (
	"fmt"
	"iter"
	"strconv"

	"foredeck/tui/screen"
)

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
