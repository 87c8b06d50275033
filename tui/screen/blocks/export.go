package blocks

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"foredeck/tui/blockindex"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// Copies returns the forms of the selected block.
func (m *Model) Copies() []screen.Copy {
	row := m.row()
	if row == nil || row.Kind != blockindex.Block || m.mode == modeStatistics || m.mode == modeAlerts {
		return nil
	}
	height := strconv.FormatUint(row.Height, 10)
	copies := []screen.Copy{{Form: "value", Value: func() string { return height }}}
	if digest := row.Digest.String(); digest != "" {
		copies = append(copies, screen.Copy{Form: "digest", Value: func() string { return digest }})
	}
	if author := row.Author; author != "" {
		copies = append(copies, screen.Copy{Form: "author", Value: func() string { return author }})
	}
	return append(copies,
		screen.Copy{Form: "row", Value: func() string { return strings.Join(m.exportCells(row), "\t") }},
		screen.Copy{Form: "command", Value: func() string { return m.deps.Command("block", height) }},
	)
}

// Link returns the link to the screen.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Blocks}}, true
}

// Subject returns the author of the selected block, or the selection in the statistics.
func (m *Model) Subject() (store.Subject, bool) {
	if m.mode == modeStatistics {
		return m.countSubject()
	}
	row := m.row()
	if m.mode == modeAlerts || row == nil || row.Kind != blockindex.Block || row.Author == "" {
		return store.Subject{}, false
	}
	return store.AuthorSubject(row.Author), true
}

var exportColumns = []string{"height", "digest", "parent", "author", "timestamp_us", "epoch", "round", "gap_us", "votes", "members", "batches", "voters"}

type rowRecord struct {
	Height  uint64  `json:"height"`
	Digest  *string `json:"digest"`
	Parent  *string `json:"parent"`
	Author  *string `json:"author"`
	Time    *int64  `json:"timestamp_us"`
	Epoch   *uint64 `json:"epoch"`
	Round   *uint64 `json:"round"`
	Gap     *int64  `json:"gap_us"`
	Votes   int32   `json:"votes"`
	Members int32   `json:"members"`
	Batches *int32  `json:"batches"`
	Voters  string  `json:"voters"` // one digit per member: 1 voted, 0 missed
}

func recordOf(row, parent *blockindex.Row) rowRecord {
	r := rowRecord{Height: row.Height, Digest: optional(row.Digest.String()), Parent: optional(row.Parent.String()), Author: optional(row.Author), Votes: row.Votes, Members: row.Members}
	if at, ok := row.Time(); ok {
		microseconds := at.UnixMicro()
		r.Time = &microseconds
	}
	if row.HasEpoch() {
		r.Epoch = &row.Epoch
	}
	if row.HasRound() {
		r.Round = &row.Round
	}
	if gap, ok := blockindex.GapBetween(parent, row); ok {
		microseconds := gap.Microseconds()
		r.Gap = &microseconds
	}
	if row.Batches >= 0 {
		r.Batches = &row.Batches
	}
	var voters strings.Builder
	for member := range int(row.Members) {
		if voted, _ := row.Voted(member); voted {
			voters.WriteByte('1')
		} else {
			voters.WriteByte('0')
		}
	}
	r.Voters = voters.String()
	return r
}

func optional(written string) *string {
	if written == "" {
		return nil
	}
	return &written
}

func (m *Model) exportCells(row *blockindex.Row) []string {
	record := recordOf(row, m.blocks.Parent(row))
	return record.cells()
}

func (r *rowRecord) cells() []string {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	written := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	batches := ""
	if r.Batches != nil {
		batches = strconv.Itoa(int(*r.Batches))
	}
	return []string{
		strconv.FormatUint(r.Height, 10), written(r.Digest), written(r.Parent), written(r.Author), number(r.Time), string(render.Digits(r.Epoch)),
		string(render.Digits(r.Round)), number(r.Gap), strconv.Itoa(int(r.Votes)), strconv.Itoa(int(r.Members)), batches, r.Voters,
	}
}

// Export returns the loaded blocks, newest first, or the statistics.
func (m *Model) Export() (screen.Export, bool) {
	if m.mode == modeStatistics {
		return m.countExport()
	}
	if m.blocks.Len() == 0 {
		return screen.Export{}, false
	}
	snapshot := m.blocks.Snapshot()
	return screen.Export{Name: "blocks", Columns: exportColumns, Records: func(context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for row, parent := range blockindex.NewestFirst(snapshot) {
				record := recordOf(row, parent)
				if !yield(screen.Record{Value: record, Cells: record.cells()}, nil) {
					return
				}
			}
		}
	}}, true
}
