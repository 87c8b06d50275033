package block

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/blockindex"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// labelWidth is the width of the names of facts.
const labelWidth = 11

// fact is a line of the header that can be selected.
type fact struct {
	line    text.Line
	whole   string // what is copied; empty: nothing
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
	return fact{line: m.line(label, value), whole: whole}
}

// headerWidth is the width of the values of the header.
func (m *Model) headerWidth() int {
	frame, _ := panel.Frame(m.size.Plain())
	width := m.size.Width
	if m.size.Beside() {
		width -= sideWidth(width)
	}
	return max(width-frame-labelWidth, 1)
}

// facts are the lines of the header.
func (m *Model) facts() []fact {
	b, th := m.block, m.deps.Theme
	height := m.entry("height", text.Line{{Text: text.Integer(b.Height), Style: th.Strong}, {Text: "   " + m.position(), Style: th.Faint}}, strconv.FormatUint(b.Height, 10))
	facts := []fact{height, m.digest("digest", b.Digest, ""), m.parent(), m.author(), m.time(), m.gap()}
	numbers := text.Line{{Text: render.Number(b.Epoch)}, {Text: "   round ", Style: th.Faint}, {Text: render.Number(b.Round)}, {Text: "   chain id ", Style: th.Faint}, {Text: render.Number(b.ChainID)}}
	return append(facts, fact{line: m.line("epoch", numbers), whole: string(render.Digits(b.Epoch))})
}

// position is where the block stands below the newest one that is known.
func (m *Model) position() text.Safe {
	newest, _ := m.chain.Newest()
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

func (m *Model) digest(label text.Safe, digest string, behind text.Safe) fact {
	return m.entry(label, text.Plain(text.CutMiddle(text.Clean(digest), max(m.headerWidth()-text.Width(behind), 8))+behind), digest)
}

func (m *Model) parent() fact {
	if m.block.Height == 0 {
		return m.digest("parent", m.block.Parent, "")
	}
	f := m.digest("parent", m.block.Parent, "   ↑ "+text.Integer(m.block.Height-1))
	f.opens = &target.Target{Kind: target.Height, Height: m.block.Height - 1}
	return f
}

// author is who made the block: a key that can be an account's address too.
func (m *Model) author() fact {
	author := m.block.Author
	if author == "" {
		return m.entry("author", nil, "")
	}
	made, of := 0, 0
	for i := range min(m.chain.Len(), lastBlocks) {
		if row := m.chain.Row(i); row.Kind == blockindex.Block {
			of++
			if row.Author == author {
				made++
			}
		}
	}
	behind := text.Safe("")
	if of > 0 {
		behind = text.Safe(fmt.Sprintf("   %d of the last %d", made, of))
	}
	shown := m.deps.Author(author, 40)
	if m.deps.AuthorName(author) == "" {
		shown.Text = text.CutMiddle(text.Clean(author), max(m.headerWidth()-text.Width(behind), 8))
	}
	f := m.entry("author", text.Line{shown, {Text: behind, Style: m.deps.Theme.Faint}}, author)
	subject := screen.AuthorSubject(author)
	f.subject = &subject
	if address, err := move.ParseAddress(author); err == nil {
		f.opens = &target.Target{Kind: target.Account, Address: address}
	}
	return f
}

// lastBlocks is how many of the newest blocks an author's and a member's are counted among.
const lastBlocks = 120

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
		return fact{line: m.line("gap", text.In(m.deps.Theme.Faint, m.unasked()))}
	}
	style := m.deps.Theme.Text
	if m.chain.Watch.IsSlow(gap) {
		style = m.deps.Theme.Warn
	}
	return m.entry("gap", text.Line{{Text: blockindex.FormatSeconds(gap) + " s", Style: style}, {Text: " after its parent"}}, gap.String())
}

// parentRow is the parent, nil where it is not here.
func (m *Model) parentRow() *blockindex.Row {
	if m.height == 0 {
		return nil
	}
	if held := m.chain.Cached(m.height - 1); held != nil {
		row := blockindex.NewRow(*held)
		return &row
	}
	return m.chain.Block(m.height - 1)
}

// unasked says why nothing is known of the parent.
func (m *Model) unasked() text.Safe {
	if m.height == 0 {
		return "the first block has no parent"
	}
	return "parent not asked"
}

// checks are what follows from the parent, where it is here.
func (m *Model) checks() []text.Line {
	th, parent := m.deps.Theme, m.parentRow()
	if parent == nil {
		return []text.Line{text.In(th.Faint, m.unasked())}
	}
	check := func(what text.Safe, holds bool) text.Line {
		if holds {
			return text.Line{{Text: what + "  "}, {Text: "✓", Style: th.Good}}
		}
		return text.Line{{Text: what + "  "}, {Text: "× no", Style: th.Bad}}
	}
	lines := []text.Line{check("parent matches the digest of "+text.Integer(m.height-1), m.row.Parent == parent.Digest && m.row.Parent != blockindex.Digest{})}
	if !m.row.HasRound() || !parent.HasRound() {
		return lines
	}
	if m.row.Epoch != parent.Epoch {
		return append(lines, check("an epoch begins: "+text.Integer(parent.Epoch)+" ended with the parent", m.row.Epoch > parent.Epoch))
	}
	what := text.Safe("round follows the round before it")
	if m.row.Round > parent.Round+1 {
		what = "round follows, " + text.Integer(m.row.Round-parent.Round-1) + " before it without a block"
	}
	return append(lines, check(what, m.row.Round > parent.Round))
}

// factKey moves the selection among the facts.
func (m *Model) factKey(msg tea.KeyMsg) {
	if m.block == nil {
		return
	}
	var rows table.Model
	rows.SetLength(len(m.facts()))
	rows.SetHeight(len(m.facts()))
	rows.Select(m.fact)
	m.keys.Rows(&rows, msg)
	m.fact = rows.Selected()
}

// headerPanel is the header with what can be checked of it.
func (m *Model) headerPanel(width int) panel.Panel {
	th := m.deps.Theme
	p := panel.Panel{Title: m.title("Header", partHeader), Plain: m.size.Plain(), State: m.state()}
	frame, _ := panel.Frame(p.Plain)
	if m.block == nil {
		p.Body = m.waiting()
		return p
	}
	for i, f := range m.facts() {
		line := f.line.Fit(width - frame)
		if i == m.fact && m.part == partHeader {
			line = line.In(th.Selected)
		}
		line = line.WithHit(&text.Hit{Rows: i - m.fact, Unfocused: m.part != partHeader})
		p.Body = append(p.Body, line)
	}
	if !p.Plain {
		p.Body = append(p.Body, nil)
	}
	p.Body = append(p.Body, m.checks()...)
	return p
}

// state is how the block came.
func (m *Model) state() text.Line {
	if m.block != nil {
		return text.In(m.deps.Theme.Faint, "final")
	}
	return m.deps.StateLine(m.asked.Status(m.deps.Now()))
}

// waiting stands where the block is not here yet.
func (m *Model) waiting() []text.Line {
	status := m.asked.Status(m.deps.Now())
	if spinner := m.deps.Spinner(status, "block "+text.Integer(m.height)); spinner != nil {
		return []text.Line{spinner}
	}
	return m.deps.FailureLines(status.Err)
}
