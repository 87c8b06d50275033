package blocks

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/live"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Copies returns the forms of the selected block.
func (m *Model) Copies() []screen.Copy {
	row := m.row()
	if row == nil || row.Kind != live.Block || m.mode == modeStatistics {
		return nil
	}
	height := strconv.FormatUint(row.Height, 10)
	copies := screen.AppendCopy([]screen.Copy{screen.CopyText(text.Const("value"), height)}, text.Const("digest"), row.Digest.String())
	return append(screen.AppendCopy(copies, text.Const("author"), row.Author),
		screen.CopyText(text.Const("row"), strings.Join(m.csv.Of(row), "\t")),
		screen.CopyText(text.Const("command"), m.deps.Command("block", height)),
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
	if row == nil || row.Kind != live.Block || row.Author == "" {
		return store.Subject{}, false
	}
	return store.AuthorSubject(row.Author), true
}

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

// newRecord returns the record of a block with its cells. parent is nil if unknown.
func newRecord(row, parent *live.Row, cells []string) screen.Record {
	at, hasTime := row.Time()
	gap, hasGap := live.GapBetween(parent, row)
	digest, parentDigest := row.Digest.String(), row.Parent.String()
	return screen.Record{Cells: cells, Value: rowRecord{
		Height: row.Height, Digest: optional(digest, digest != ""), Parent: optional(parentDigest, parentDigest != ""), Author: optional(row.Author, row.Author != ""),
		Time: optional(at.UnixMicro(), hasTime), Epoch: optional(row.Epoch, row.HasEpoch()), Round: optional(row.Round, row.HasRound()),
		Gap: optional(gap.Microseconds(), hasGap), Votes: row.Votes, Members: row.Members, Batches: optional(row.Batches, row.Batches >= 0),
		Voters: cells[len(cells)-1],
	}}
}

func optional[T any](value T, known bool) *T {
	if !known {
		return nil
	}
	return &value
}

// cell formats an optional value, nil as "".
func cell[T any](value *T) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(*value)
}

// rangeExport exports the selected rows that are blocks.
func (m *Model) rangeExport() (screen.Export, bool) {
	return m.RangeExport("blocks", m.csv.Names, func(i int) (made screen.Record, ok bool) {
		row := m.blocks.Row(i)
		if row.Kind != live.Block {
			return made, false
		}
		return newRecord(row, m.blocks.Parent(row), m.csv.Of(row)), true
	})
}

// Export returns the loaded blocks, newest first, or the statistics.
func (m *Model) Export() (screen.Export, bool) {
	if m.mode == modeStatistics {
		return m.countExport()
	}
	if export, ok := m.rangeExport(); ok {
		return export, true
	}
	snapshot := m.blocks.Snapshot()
	return screen.ExportRows("blocks", m.csv.Names, func(yield func(screen.Record) bool) {
		var above *live.Row
		csv := record.KnownBlocks(func(row *live.Row) (time.Duration, bool) { return live.GapBetween(above, row) }).CSV()
		for row, parent := range snapshot.NewestFirst() {
			above = parent
			if !yield(newRecord(row, parent, csv.Of(row))) {
				return
			}
		}
	}), m.blocks.Len() > 0
}
