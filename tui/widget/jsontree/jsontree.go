// Package jsontree shows JSON of any size as a tree of foldable lines. The text is indexed once and never decoded as a whole:
// numbers keep their digits, keys keep their order, and only visible lines are drawn.
package jsontree

import (
	"cmp"
	"encoding/json"

	"foredeck/theme"
	"foredeck/tui/text"
)

const (
	// initialLevels is the number of levels open at first.
	initialLevels = 2
	// maxOpenItems is the length of the longest array open at first.
	maxOpenItems = 100
)

// Model is a foldable tree of one JSON value with one selected line. The zero value has no lines. Copies share their folds, but
// each has its own selection.
type Model struct {
	document
	shown      *[]int32 // see lines
	search     search
	marks      []mark
	units      func(path string, value json.RawMessage) text.Safe
	types      func(path string) text.Safe
	theme      *theme.Theme // may change while the tree is shown
	name       text.Safe
	spokenName text.Safe // name in screen reader mode; empty for that of the surrounding part
	level      int32     // number of levels opened by the last AdjustDepth, OpenAll or New
	position   int       // selected line
	first      int       // first visible line
	width      int
	height     int
	blurred    bool
	folded     bool // the user has opened or closed something
}

// New indexes raw, which must not be modified afterwards. The two outermost levels are open, except arrays of more than 100
// items; a tree that fits into its size as a whole opens fully. Duplicate keys are preserved in order. Objects and arrays nested inside 100 others are shown as one line of raw text.
//
// Text that is not a single JSON value (empty, truncated, followed by other text, or nested beyond the 10,000 levels of jsontext)
// gives a tree of one line: the error and the raw text. Indexing takes about 15 ms for 5 MB of typical responses, and several
// times that for text made only of brackets or one-digit numbers.
func New(raw json.RawMessage, th *theme.Theme) Model {
	m := Model{document: parse(raw), theme: th, shown: new([]int32)}
	m.level = min(initialLevels, m.levels)
	m.foldAll(func(b *branch) bool { return b.depth < initialLevels && !(b.array && b.children > maxOpenItems) })
	return m
}

// SetName sets the label of the outermost line, such as a resource type. The default is "object" or "array".
func (m *Model) SetName(name text.Safe) { m.name = name }

// SetSpokenName names the tree in screen reader mode, for a tree beside another list.
func (m *Model) SetSpokenName(name text.Safe) { m.spokenName = name }

// SetBlurred marks the tree as unfocused: the selected line is not highlighted.
func (m *Model) SetBlurred(blurred bool) { m.blurred = blurred }

// SetSize sets the visible columns and lines. A tree whose folds the user has not changed opens fully if all of it fits.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	if !m.folded && len(m.nodes) <= m.height && m.Len() < len(m.nodes) {
		m.openTo(m.levels)
	}
	m.clamp()
}

// Len returns the number of lines that are not folded away, visible or not.
func (m Model) Len() int { return len(m.lines()) }

// Position returns the index of the selected line among those not folded away.
func (m Model) Position() int { return clampIndex(m.position, m.Len()) }

// Move moves the selection down by delta lines, or up if delta is negative, clamped to the tree.
func (m *Model) Move(delta int) {
	m.position = clampIndex(m.position+delta, m.Len())
	m.clamp()
}

// Page scrolls down by delta screens, or up if delta is negative. Use 0.5 for half a screen; it scrolls by at least one line.
func (m *Model) Page(delta float64) {
	rows := int(delta * float64(max(m.height, 1)))
	if rows == 0 {
		rows = cmp.Compare(delta, 0)
	}
	m.first += rows
	m.Move(rows)
}

// Select selects the line at an index among those not folded away, clamped to the tree.
func (m *Model) Select(line int) { m.Move(line - m.position) }

// Open unfolds the selected line.
func (m *Model) Open() {
	if b, found := m.selectedBranch(); found && !m.branches[b].open {
		m.folded = true
		m.fold(b, true)
	}
}

// Close folds the selected line. If it is already folded or a leaf, Close selects the parent.
func (m *Model) Close() {
	if len(m.nodes) == 0 {
		return
	}
	if b, found := m.selectedBranch(); found && m.branches[b].open {
		m.folded = true
		m.fold(b, false)
	} else if parent := m.nodes[m.selected()].parent; parent >= 0 {
		m.position = m.lineOf(m.branches[parent].node)
	}
	m.clamp()
}

// Toggle folds or unfolds the selected line. It does nothing on a leaf.
func (m *Model) Toggle() {
	if b, found := m.selectedBranch(); found {
		m.folded = true
		m.fold(b, !m.branches[b].open)
		m.clamp()
	}
}

// AdjustDepth opens the whole tree delta levels deeper, or closes levels if delta is negative, and resets all single folds. It
// counts from the last AdjustDepth or OpenAll, initially from two levels, and makes no exception for long arrays. At level 0 only
// the outermost line remains. The selection moves to the line that hides it, if any. The time is linear in the number of values.
func (m *Model) AdjustDepth(delta int) {
	m.folded = true
	m.openTo(int32(clampIndex(int(m.level)+delta, int(m.levels)+1)))
}

// OpenAll unfolds everything, at the cost of AdjustDepth.
func (m *Model) OpenAll() {
	m.folded = true
	m.openTo(m.levels)
}

func (m *Model) openTo(level int32) {
	if len(m.nodes) == 0 {
		return
	}
	selected, row := m.selected(), m.position-m.first
	m.level = level
	m.foldAll(func(b *branch) bool { return b.depth < level })
	m.position = m.lineOf(selected)
	m.first = m.position - row
	m.clamp()
}

// Selected returns the path and the raw text of the selected value, exactly as the node sent it. The path is a jq filter: "." for
// the outermost value, else .coin.value or .events[3].data["odd key"]; keys that are not identifiers are quoted as they were
// sent. Both may contain text that is not safe to draw. Duplicate keys have the same path. A tree without lines gives "" and nil.
func (m *Model) Selected() (path string, value json.RawMessage) {
	if len(m.nodes) == 0 {
		return "", nil
	}
	n := m.selected()
	return m.path(n), m.text(n)
}

func (m *Model) selected() int32 { return m.lines()[m.Position()] }

func (m *Model) selectedBranch() (b int32, found bool) {
	if len(m.nodes) == 0 {
		return 0, false
	}
	b = m.nodes[m.selected()].branch
	return b, b >= 0
}

// clamp keeps the selection in range and visible, and the screen filled.
func (m *Model) clamp() {
	lines := m.Len()
	m.position = clampIndex(m.position, lines)
	m.first = min(m.first, m.position)
	if m.height > 0 {
		m.first = max(m.first, m.position-m.height+1)
	}
	m.first = max(min(m.first, lines-m.height), 0)
}

// clampIndex returns the index nearest to i in a list of the given length, or 0 if it is empty.
func clampIndex(i, length int) int { return max(min(i, length-1), 0) }
