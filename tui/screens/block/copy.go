package block

import (
	"encoding/hex"
	"slices"
	"strconv"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Copies returns the forms of the selection, then those of the block.
func (m *Model) Copies() []screen.Copy {
	if m.block == nil {
		return nil
	}
	block := m.block
	return append(screen.AppendCopy(m.selectedCopies(), text.Const("digest"), block.Digest),
		screen.Copy{Form: text.Const("record"), Value: func() string { return string(block.Raw) }},
		screen.CopyText(text.Const("command"), m.deps.Command("block", strconv.FormatUint(block.Height, 10), "-o", "json")),
	)
}

func (m *Model) selectedCopies() []screen.Copy {
	value := func(whole string) []screen.Copy { return screen.AppendCopy(nil, text.Const("value"), whole) }
	switch {
	case m.focus == areaHeader && m.selectedFact().Full != nil:
		return value(m.selectedFact().Full())
	case m.focus == areaVoters && m.row.Members > 0:
		return value(strconv.Itoa(m.voter))
	case m.treeFocused():
		return m.tree.Copies()
	case m.focus != areaTabs:
		return nil
	case m.inTransactions():
		t := m.transaction()
		return append(value(t.Hash), screen.Copy{Form: text.Const("JSON"), Value: func() string { return string(t.Raw) }})
	case m.packed != nil:
		at := m.batches.Selected()
		if at >= len(m.packed) {
			return nil
		}
		packed := m.packed[at]
		return append(value(packed.Hash), screen.Copy{Form: text.Const("bytes"), Value: func() string { return "0x" + hex.EncodeToString(packed.Bytes) }})
	case m.batches.Selected() < len(m.items):
		return value(m.items[m.batches.Selected()].Hash)
	}
	return nil
}

// Link returns the link to the block.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Height, Height: m.height}}, true
}

// Subject returns the selected member or author.
func (m *Model) Subject() (store.Subject, bool) {
	switch {
	case m.block == nil:
	case m.focus == areaHeader && m.selectedFact().Subject != nil:
		return *m.selectedFact().Subject, true
	case m.focus == areaVoters && m.voter < int(m.row.Members):
		return store.MemberSubject(m.voter), true
	case m.focus == areaTabs && m.tab == tabBatches && m.packed == nil && m.batches.Selected() < len(m.items):
		if author := m.items[m.batches.Selected()].Author; author != "" {
			return store.AuthorSubject(author), true
		}
	}
	return store.Subject{}, false
}

// rangeExport exports the selected transactions.
func (m *Model) rangeExport() (screen.Export, bool) {
	rows := pane.Transactions(m.deps, move.Address{}, true).Rows
	return m.RangeExport("block-"+strconv.FormatUint(m.height, 10), rows.Names, func(i int) (screen.Record, bool) {
		t := m.executed.Transactions[i]
		return screen.Record{Value: t, Cells: rows.Of(&t)}, true
	})
}

// Export returns the selected transactions, or else the block as a single record.
func (m *Model) Export() (screen.Export, bool) {
	if m.block == nil {
		return screen.Export{}, false
	}
	if export, ok := m.rangeExport(); ok {
		return export, true
	}
	b := *m.block
	height := strconv.FormatUint(b.Height, 10)
	record := screen.Record{Value: b, Cells: []string{
		height, b.Digest, b.Author, b.Parent, render.Digits((*uint64)(b.Timestamp)).String(), render.Digits(b.ChainID).String(),
		render.Digits(b.Epoch).String(), render.Digits(b.Round).String(), strconv.Itoa(int(m.row.Votes)), strconv.Itoa(int(m.row.Members)),
	}}
	columns := []string{"height", "digest", "author", "parent", "timestamp_us", "chain_id", "epoch", "round", "votes", "members"}
	return screen.ExportRows("block-"+height, columns, slices.Values([]screen.Record{record})), true
}
