package block

import (
	"fmt"
	"strconv"

	"foredeck/tui/blockindex"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const labelWidth = 11

// fact is a line of the header that can be selected.
type fact struct {
	line    text.Line
	value   string // text to copy; empty: none
	opens   *target.Target
	subject *store.Subject
}

func (m *Model) line(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.deps.Theme.Faint, label).Fit(labelWidth), value...)
}

func (m *Model) entry(label text.Safe, value text.Line, whole string) fact {
	if whole == "" {
		value = text.In(m.deps.Theme.Faint, render.NotGiven)
	}
	return fact{line: m.line(label, value), value: whole}
}

func (m *Model) headerWidth() int {
	frame, _ := panel.Frame(m.size.IsPlain())
	width := m.size.Width
	if m.size.HasColumns() {
		width -= sideWidth(width)
	}
	return max(width-frame-labelWidth, 1)
}

// facts returns the lines of the header.
func (m *Model) facts() []fact {
	b, th := m.block, m.deps.Theme
	height := m.entry("height", text.Line{{Text: text.Integer(b.Height), Style: th.Strong}, {Text: "   " + m.position(), Style: th.Faint}}, strconv.FormatUint(b.Height, 10))
	facts := []fact{height, m.digest("digest", b.Digest, ""), m.parent(), m.author(), m.time(), m.gap()}
	numbers := text.Line{{Text: render.Number(b.Epoch)}, {Text: "   round ", Style: th.Faint}, {Text: render.Number(b.Round)}, {Text: "   chain id ", Style: th.Faint}, {Text: render.Number(b.ChainID)}}
	return append(facts, fact{line: m.line("epoch", numbers), value: string(render.Digits(b.Epoch))})
}

// position describes the position relative to the newest block.
func (m *Model) position() text.Safe {
	newest, _ := m.blocks.Newest()
	switch {
	case newest == nil:
		return ""
	case newest.Height > m.height:
		return text.Integer(newest.Height-m.height) + " below head"
	case m.block.Timestamp != nil:
		return "newest, " + text.Age(m.block.Timestamp.Time(), m.deps.Now()) + " old"
	}
	return "newest"
}

func (m *Model) digest(label text.Safe, digest string, suffix text.Safe) fact {
	return m.entry(label, text.Plain(text.CutMiddle(text.Clean(digest), max(m.headerWidth()-text.Width(suffix), 8))+suffix), digest)
}

func (m *Model) parent() fact {
	if m.block.Height == 0 {
		return m.digest("parent", m.block.Parent, "")
	}
	f := m.digest("parent", m.block.Parent, "   ↑ "+text.Integer(m.block.Height-1))
	f.opens = &target.Target{Kind: target.Height, Height: m.block.Height - 1}
	return f
}

// author shows the key of the block's author, which may also be an account address.
func (m *Model) author() fact {
	author := m.block.Author
	if author == "" {
		return m.entry("author", nil, "")
	}
	authored, total := 0, 0
	for i := range min(m.blocks.Len(), maxCountedBlocks) {
		if row := m.blocks.Row(i); row.Kind == blockindex.Block {
			total++
			if row.Author == author {
				authored++
			}
		}
	}
	suffix := text.Safe("")
	if total > 0 {
		suffix = text.Safe(fmt.Sprintf("   %d of the last %d", authored, total))
	}
	shown := m.deps.Author(author, 40)
	if m.deps.Names.Author(author) == "" {
		shown.Text = text.CutMiddle(text.Clean(author), max(m.headerWidth()-text.Width(suffix), 8))
	}
	f := m.entry("author", text.Line{shown, {Text: suffix, Style: m.deps.Theme.Faint}}, author)
	subject := store.AuthorSubject(author)
	f.subject = &subject
	if account, err := target.Parse(author, nil, func(kind target.Kind) bool { return kind == target.Account }); err == nil {
		f.opens = &account
	}
	return f
}

// maxCountedBlocks is the number of recent blocks in which an author's blocks and a member's votes are counted.
const maxCountedBlocks = 120

func (m *Model) time() fact {
	at := m.block.Timestamp
	if at == nil {
		return m.entry("time", nil, "")
	}
	return m.entry("time", text.Plain(m.deps.Instant(at.Time())), strconv.FormatUint(uint64(*at), 10))
}

func (m *Model) gap() fact {
	gap, ok := blockindex.GapBetween(m.parentRow(), &m.row)
	if !ok {
		return fact{line: m.line("gap", text.In(m.deps.Theme.Faint, m.noParentReason()))}
	}
	style := m.deps.Theme.Text
	if m.blocks.Watch.IsSlow(gap) {
		style = m.deps.Theme.Warn
	}
	return m.entry("gap", text.Line{{Text: blockindex.FormatSeconds(gap) + " s", Style: style}, {Text: " after parent"}}, gap.String())
}

// parentRow returns the parent block, nil if it is not loaded.
func (m *Model) parentRow() *blockindex.Row {
	if m.height == 0 {
		return nil
	}
	if parent := m.blocks.Cached(m.height - 1); parent != nil {
		row := blockindex.NewRow(*parent)
		return &row
	}
	return m.blocks.Block(m.height - 1)
}

func (m *Model) noParentReason() text.Safe {
	if m.height == 0 {
		return "the first block has no parent"
	}
	return "parent not loaded"
}

// checks validates the block against its parent, if that is loaded.
func (m *Model) checks() []text.Line {
	th, parent := m.deps.Theme, m.parentRow()
	if parent == nil {
		return []text.Line{text.In(th.Faint, m.noParentReason())}
	}
	line := func(what text.Safe, ok bool) text.Line {
		if ok {
			return text.Line{{Text: what + "  "}, {Text: "✓", Style: th.Good}}
		}
		return text.Line{{Text: what + "  "}, {Text: "× no", Style: th.Bad}}
	}
	lines := []text.Line{line("parent digest matches block "+text.Integer(m.height-1), m.row.Parent == parent.Digest && m.row.Parent != blockindex.Digest{})}
	if !m.row.HasRound() || !parent.HasRound() {
		return lines
	}
	if m.row.Epoch != parent.Epoch {
		return append(lines, line("new epoch, "+text.Integer(parent.Epoch)+" ended with the parent", m.row.Epoch > parent.Epoch))
	}
	what := text.Safe("round follows the parent's round")
	if m.row.Round > parent.Round+1 {
		what = "round follows, skipped rounds: " + text.Integer(m.row.Round-parent.Round-1)
	}
	return append(lines, line(what, m.row.Round > parent.Round))
}

func (m *Model) selectedFact() fact { return m.facts()[m.factRows.Selected()] }

func (m *Model) headerPanel(width int) panel.Panel {
	th := m.deps.Theme
	p := panel.Panel{Title: m.title("Header", areaHeader), Plain: m.size.IsPlain(), State: m.state()}
	frame, _ := panel.Frame(p.Plain)
	if m.block == nil {
		p.Body = m.waitingLines()
		return p
	}
	selected := m.factRows.Selected()
	for i, f := range m.facts() {
		line := f.line.Fit(width - frame)
		if i == selected && m.focus == areaHeader {
			line = line.In(th.Selected)
		}
		p.Body = append(p.Body, line.WithHit(&text.Hit{Rows: i - selected, Unfocused: m.focus != areaHeader}))
	}
	if !p.Plain {
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
	if spinner := m.deps.Spinner(status, "block "+text.Integer(m.height)); spinner != nil {
		return []text.Line{spinner}
	}
	return m.deps.FailureLines(status.Err)
}
