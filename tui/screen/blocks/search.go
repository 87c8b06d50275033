package blocks

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/blockindex"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// mostLooked bounds the rows that one key looks at for a pattern.
const mostLooked = 20_000

// blockSearch is the search among the blocks.
type blockSearch struct {
	filter.Line
	keys screen.SearchKeys
	from identity // where it was begun
}

func newSearch() blockSearch {
	return blockSearch{Line: filter.NewLine(), keys: screen.NewSearchKeys()}
}

// searchKey takes a key that types a pattern or walks the blocks that it fits, and tells whether it did.
func (m *Model) searchKey(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	switch f := &m.search; {
	case f.Captures(msg):
		if !f.Type(msg) || m.row() == nil { // another chain can have taken the place of the one that is searched
			return nil, true
		}
		m.rows.Select(m.placeOf(f.from))
		m.hold()
		if f.Pattern().IsZero() || m.fits(m.rows.Selected()) {
			return nil, true
		}
		return m.seekFitting(1), true
	case f.Typing() && f.keys.Keep.Matches(msg):
		f.Accept()
	case f.Typing():
		return nil, false
	case f.keys.Begin.Matches(msg) && m.mode == modeBlocks && m.row() != nil:
		m.hold()
		m.follows = false
		f.from = m.selected
		f.Focus()
	case f.Pattern().IsZero() || m.mode != modeBlocks:
		return nil, false
	case m.keys.Next.Matches(msg):
		return m.seekFitting(1), true
	case m.keys.Previous.Matches(msg):
		return m.seekFitting(-1), true
	default:
		return nil, false
	}
	return nil, true
}

// endSearch searches for nothing any more, and tells whether anything was searched for.
func (m *Model) endSearch() bool {
	if !m.search.Visible() {
		return false
	}
	m.search.Clear()
	return true
}

// seekFitting goes to the next block that the pattern fits; 1 is down, to older ones.
func (m *Model) seekFitting(step int) tea.Cmd {
	return m.seek(step, mostLooked, m.fits, "no block this way fits, among those that are here")
}

// fits tells whether the pattern fits anything that the list shows of a row, or the digest of its block.
func (m *Model) fits(i int) bool {
	row := m.chain.Row(i)
	if row.Kind != blockindex.Block {
		return false
	}
	return m.search.Pattern().Match(strconv.FormatUint(row.Height, 10), row.Author, string(m.deps.AuthorName(row.Author)),
		string(votes(row)), row.Digest.String(), string(text.Integer(row.Height)))
}

// searchLines is the line in which the pattern is typed; none where nothing is searched for.
func (m *Model) searchLines(width int) []text.Line {
	if !m.search.Visible() {
		return nil
	}
	remark := text.Safe("height, author, votes or digest")
	if !m.search.Typing() && m.row() != nil && !m.fits(m.rows.Selected()) {
		remark = "not the selected one"
	} else if !m.search.Typing() {
		remark = ""
	}
	return []text.Line{m.search.View(m.deps.Theme, remark, width)}
}
