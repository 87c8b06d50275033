package blocks

import (
	"slices"
	"strconv"

	"foredeck/tui/screen"
	"foredeck/tui/store"
)

type memberRecord struct {
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
	Author string `json:"author"`
	Name   string `json:"name"`
	Blocks int    `json:"blocks"`
	Of     int    `json:"of"`
	First  uint64 `json:"first"`
	Last   uint64 `json:"last"`
}

func (m *Model) countExport() (screen.Export, bool) {
	counted, ok := m.statistics.Value()
	if !ok || counted.Blocks == 0 {
		return screen.Export{}, false
	}
	span := strconv.FormatUint(counted.First, 10) + "-" + strconv.FormatUint(counted.Last, 10)
	var records []screen.Record
	if m.shownPart() == partAuthors {
		for _, a := range counted.Authors {
			r := authorRecord{a.Author, m.deps.Store.Name(store.AuthorSubject(a.Author)), a.Blocks, a.Of, a.First, a.Last}
			records = append(records, screen.Record{Value: r, Cells: []string{r.Author, r.Name, cell(&r.Blocks), cell(&r.Of), cell(&r.First), cell(&r.Last)}})
		}
		return screen.ExportRows("authors-"+span, []string{"author", "name", "blocks", "of", "first", "last"}, slices.Values(records)), true
	}
	for _, v := range counted.Members {
		r := memberRecord{v.Member, m.deps.Store.Name(store.MemberSubject(v.Member)), v.Blocks, v.Votes, v.Misses(), v.LongestRun, v.FirstMiss, v.LastMiss}
		records = append(records, screen.Record{Value: r, Cells: []string{
			cell(&r.Member), r.Name, cell(&r.Blocks), cell(&r.Votes), cell(&r.Misses), cell(&r.LongestRun), cell(r.FirstMiss), cell(r.LastMiss),
		}})
	}
	columns := []string{"member", "name", "blocks", "votes", "misses", "longest_run", "first_miss", "last_miss"}
	return screen.ExportRows("members-"+span, columns, slices.Values(records)), true
}
