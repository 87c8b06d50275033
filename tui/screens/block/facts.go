package block

import (
	"fmt"
	"strconv"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

type fact = pane.Fact

func (m *Model) line(label text.Safe, value text.Line) text.Line {
	return pane.FactLine(m.deps.Theme, label, value)
}

func (m *Model) entry(label text.Safe, value text.Line, whole string) fact {
	if whole == "" {
		value = render.NotGiven.In(m.deps.Theme.Faint)
	}
	return pane.NewFact(m.deps.Theme, label, value, whole)
}

func (m *Model) headerWidth() int {
	width := m.size.Width
	if m.size.HasColumns() {
		width -= sideWidth(width)
	}
	return max(pane.Inside(m.size, width, 0).Width-pane.FactLabel, 1)
}

// facts returns the lines of the header.
func (m *Model) facts() []fact {
	b, th := m.block, m.deps.Theme
	height := m.entry(text.Const("height"), text.Line{{Text: text.Integer(b.Height), Style: th.Strong, Page: m.deps.BlockPage(&b.Height)}, {Text: text.Format("   %s", m.position()), Style: th.Faint}}, strconv.FormatUint(b.Height, 10))
	facts := []fact{height, m.digest(text.Const("digest"), b.Digest, text.Safe{}), m.parent(), m.author(), m.time(), m.gap()}
	numbers := text.Line{{Text: render.Number(b.Epoch)}, {Text: text.Const("   round "), Style: th.Faint}, {Text: render.Number(b.Round)}, {Text: text.Const("   chain id "), Style: th.Faint}, {Text: render.Number(b.ChainID)}}
	return append(facts, pane.NewFact(th, text.Const("epoch"), numbers, render.Digits(b.Epoch).String()))
}

// position describes the position relative to the newest block.
func (m *Model) position() text.Safe {
	newest, _ := m.blocks.Newest()
	switch {
	case newest == nil:
		return text.Safe{}
	case newest.Height > m.height:
		return text.Format("%s below head", text.Integer(newest.Height-m.height))
	case m.block.Timestamp != nil:
		return text.Format("newest, %s old", text.Age(m.block.Timestamp.Time(), m.deps.Now()))
	}
	return text.Const("newest")
}

func (m *Model) digest(label text.Safe, digest string, suffix text.Safe) fact {
	return m.entry(label, text.Concat(text.CutMiddle(text.Clean(digest), max(m.headerWidth()-text.Width(suffix), 8)), suffix).Line(), digest)
}

func (m *Model) parent() fact {
	if m.block.Height == 0 {
		return m.digest(text.Const("parent"), m.block.Parent, text.Safe{})
	}
	return m.digest(text.Const("parent"), m.block.Parent, text.Format("   ↑ %s", text.Integer(m.block.Height-1))).
		LinkedTo(target.Target{Kind: target.Height, Height: m.block.Height - 1})
}

// author shows the key of the block's author, which may also be an account address.
func (m *Model) author() fact {
	author := m.block.Author
	if author == "" {
		return m.entry(text.Const("author"), nil, "")
	}
	authored, total := 0, 0
	for i := range min(m.blocks.Len(), maxCountedBlocks) {
		if row := m.blocks.Row(i); row.Kind == live.Block {
			total++
			if row.Author == author {
				authored++
			}
		}
	}
	suffix := text.Safe{}
	if total > 0 {
		suffix = text.Clean(fmt.Sprintf("   %d of the last %d", authored, total))
	}
	shown := m.deps.Author(author, 40)
	if m.block.Epoch != nil {
		if index, ok := m.deps.Committees.IndexOf(*m.block.Epoch, author); ok {
			suffix = text.Format("   member %s%s", live.Member(index), suffix)
		}
	}
	if m.deps.Names.Author(author).IsEmpty() {
		shown.Text = text.CutMiddle(text.Clean(author), max(m.headerWidth()-text.Width(suffix), 8))
	}
	f := m.entry(text.Const("author"), text.Line{shown, {Text: suffix, Style: m.deps.Theme.Faint}}, author).WithSubject(store.AuthorSubject(author))
	if account, err := target.Parse(author, nil, func(kind target.Kind) bool { return kind == target.Account }); err == nil {
		f = f.LinkedTo(account)
	}
	return f
}

// maxCountedBlocks is the number of recent blocks in which an author's blocks and a member's votes are counted.
const maxCountedBlocks = 120

func (m *Model) time() fact {
	at := m.block.Timestamp
	if at == nil {
		return m.entry(text.Const("time"), nil, "")
	}
	return m.entry(text.Const("time"), m.deps.Instant(at.Time()).Line(), strconv.FormatUint(uint64(*at), 10))
}

func (m *Model) gap() fact {
	gap, ok := live.GapBetween(m.parentRow(), &m.row)
	if !ok {
		return pane.NewFact(m.deps.Theme, text.Const("gap"), m.noParentReason().In(m.deps.Theme.Faint), "")
	}
	took := text.Span{Text: text.Format("%s s", live.FormatSeconds(gap)), Style: m.deps.GapStyle(gap)}
	if m.deps.Monitor.IsSlow(gap) {
		took.Text = text.Format("%s!", took.Text)
	}
	return m.entry(text.Const("gap"), text.Line{took, {Text: text.Const(" after parent"), Style: m.deps.Theme.Faint}}, gap.String())
}

// parentRow returns the parent block, nil if it is not loaded.
func (m *Model) parentRow() *live.Row {
	if m.height == 0 {
		return nil
	}
	if parent := m.blocks.Cached(m.height - 1); parent != nil {
		row := live.NewRow(*parent)
		return &row
	}
	return m.blocks.Block(m.height - 1)
}

func (m *Model) noParentReason() text.Safe {
	if m.height == 0 {
		return text.Const("the first block has no parent")
	}
	return text.Const("parent not loaded")
}

// checks validates the block against its parent, if that is loaded.
func (m *Model) checks() []text.Line {
	th, parent := m.deps.Theme, m.parentRow()
	if parent == nil {
		return []text.Line{m.noParentReason().In(th.Faint)}
	}
	line := func(what text.Safe, ok bool) text.Line {
		if ok {
			return text.Line{{Text: text.Format("%s  ", what)}, {Text: text.Const("✓"), Style: th.Faint}}
		}
		return text.Line{{Text: text.Format("%s  ", what)}, {Text: text.Const("× no"), Style: th.Bad}}
	}
	lines := []text.Line{line(text.Format("parent digest matches block %s", text.Integer(m.height-1)), m.row.Parent == parent.Digest && m.row.Parent != live.Digest{})}
	if !m.row.HasRound() || !parent.HasRound() {
		return lines
	}
	if m.row.Epoch != parent.Epoch {
		return append(lines, line(text.Format("new epoch, %s ended with the parent", text.Integer(parent.Epoch)), m.row.Epoch > parent.Epoch))
	}
	what := text.Const("round follows the parent's round")
	if m.row.Round > parent.Round+1 {
		what = text.Format("round follows, skipped rounds: %s", text.Integer(m.row.Round-parent.Round-1))
	}
	return append(lines, line(what, m.row.Round > parent.Round))
}

func (m *Model) selectedFact() fact { return m.facts()[m.factRows.Selected()] }

func (m *Model) headerPanel(room pane.Area) widget.Panel {
	p := widget.Panel{Title: m.title(text.Const("Header"), areaHeader), State: m.state()}
	if m.block == nil {
		p.Body = m.waitingLines()
		return p
	}
	p.Body = pane.FactLines(m.deps.Theme, m.facts(), m.factRows.Selected(), room, m.focus == areaHeader)
	if !room.Plain {
		p.Body = append(p.Body, nil)
	}
	p.Body = append(p.Body, m.checks()...)
	return p
}

// state returns the state of the request for the panel title.
func (m *Model) state() text.Line {
	if m.block != nil {
		return text.In(m.deps.Theme.Faint, "final")
	}
	return m.deps.StateLine(m.blockState.Status(m.deps.Now()))
}

// waitingLines replaces the header while the block is not loaded.
func (m *Model) waitingLines() []text.Line {
	status := m.blockState.Status(m.deps.Now())
	if spinner := m.deps.Spinner(status, text.Format("block %s", text.Integer(m.height))); spinner != nil {
		return []text.Line{spinner}
	}
	return m.deps.FailureLines(status.Err)
}
