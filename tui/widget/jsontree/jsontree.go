// Package jsontree shows a JSON value of any size as a tree of lines that fold. The text is indexed once and never
// decoded as a whole: numbers keep their digits, keys their order, and only the lines on the screen are ever drawn.
package jsontree

import (
	"encoding/json"

	"foredeck/theme"
	"foredeck/tui/text"
)

const (
	// openLevels is how many levels are open at first.
	openLevels = 2
	// openItems is the length of the longest array that is open at first.
	openItems = 100
)

// Model is a folding tree over one JSON value, with one line selected. The zero value is a tree without lines. Copies
// share their folds, but each has its own selection.
type Model struct {
	document
	twigs    twigs
	looked   search
	marks    []mark
	units    func(path string, value json.RawMessage) text.Safe
	theme    *theme.Theme // which may change while the tree is shown
	name     text.Safe
	called   text.Safe // what it is called aloud; empty: as the part of the screen in which it is
	level    int32     // how many levels the last Depth, OpenAll or New opened
	position int       // the selected line
	first    int       // the first line on the screen
	width    int
	height   int
	blurred  bool
}

// New indexes raw, which must not be changed afterwards. At first the two outermost levels are open, except arrays of
// more than 100 items, the outermost one included. Duplicate keys are kept, all in their order. Objects and arrays
// that stand inside 100 others are not divided further but shown as one line of raw text that says so.
//
// What is not one JSON value (nothing at all, a cut answer, text behind the value, nesting beyond the 10,000 levels that
// jsontext reads) gives a tree of one line: what is wrong and the raw text. New does not fail. It takes some 15 ms for 5 MB
// of ordinary answers, several times that for text made of nothing but brackets or one-digit numbers.
func New(raw json.RawMessage, th *theme.Theme) Model {
	m := Model{document: read(raw), theme: th}
	m.level = min(openLevels, m.levels)
	m.group()
	m.foldAll(func(b *branch) bool { return b.depth < openLevels && !(b.array && b.children > openItems) })
	return m
}

// SetName gives the outermost line its text, such as the type of a resource. Without one it says object or array.
func (m *Model) SetName(name text.Safe) { m.name = name }

// SetCalled gives the tree a name of its own for those who do not see it, beside another list.
func (m *Model) SetCalled(name text.Safe) { m.called = name }

// SetBlurred tells that the keys go elsewhere: the selected line is not marked then.
func (m *Model) SetBlurred(blurred bool) { m.blurred = blurred }

// SetSize tells the columns and lines that the tree has on the screen.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.settle()
}

// Lines is the number of lines that are not folded away, on the screen or not.
func (m Model) Lines() int {
	switch {
	case len(m.nodes) == 0:
		return 0
	case len(m.branches) == 0:
		return 1
	}
	return 1 + int(m.branches[0].shown())
}

// Position is the index of the selected line among those that are not folded away.
func (m Model) Position() int { return within(m.position, m.Lines()) }

// Move selects the line that is delta lines further down, up when it is negative, at most the last or first.
func (m *Model) Move(delta int) {
	m.position = within(m.position+delta, m.Lines())
	m.settle()
}

// Page moves selection and screen down by delta screens, up when it is negative.
func (m *Model) Page(delta int) {
	rows := delta * max(m.height, 1)
	m.first += rows
	m.Move(rows)
}

// First selects the first line.
func (m *Model) First() { m.Move(-m.position) }

// Last selects the last line that is not folded away.
func (m *Model) Last() { m.Move(m.Lines()) }

// Open unfolds the selected line.
func (m *Model) Open() {
	if b, found := m.selectedBranch(); found && !m.branches[b].open {
		m.fold(b, true)
	}
}

// Close folds the selected line. Where it is folded already, or a leaf, it selects the line of the object or array
// around it.
func (m *Model) Close() {
	if len(m.nodes) == 0 {
		return
	}
	if b, found := m.selectedBranch(); found && m.branches[b].open {
		m.fold(b, false)
	} else if parent := m.nodes[m.selected()].parent; parent >= 0 {
		m.position = m.lineOf(m.branches[parent].node)
	}
	m.settle()
}

// Toggle folds or unfolds the selected line; a leaf stays as it is.
func (m *Model) Toggle() {
	if b, found := m.selectedBranch(); found {
		m.fold(b, !m.branches[b].open)
		m.settle()
	}
}

// Depth opens the whole tree delta levels deeper, less deep when it is negative, and undoes all single folds. It counts
// from what the last Depth or OpenAll left, from two levels at first; long arrays are no exception here. At level 0 only
// the outermost line is left. The selection stays, or goes to the line that now hides it. Unlike every other key it looks
// at all objects and arrays, though not at other values: some 4 ms where there are 300,000.
func (m *Model) Depth(delta int) {
	m.openTo(int32(within(int(m.level)+delta, int(m.levels)+1)))
}

// OpenAll unfolds everything, at the cost of Depth.
func (m *Model) OpenAll() { m.openTo(m.levels) }

func (m *Model) openTo(level int32) {
	if len(m.nodes) == 0 {
		return
	}
	selected, row := m.selected(), m.position-m.first
	m.level = level
	m.foldAll(func(b *branch) bool { return b.depth < level })
	m.position = m.lineOf(m.visible(selected))
	m.first = m.position - row
	m.settle()
}

// Selected is the path and the raw text of the selected value, whole and exactly as the node sent it. The path is a jq
// filter: . for the whole value, then .coin.value or .events[3].data["odd key"], with keys that are no plain words
// written as they were sent. It may hold what is not safe to draw. Duplicate keys have the same path. A tree
// without lines gives "" and nil.
func (m *Model) Selected() (path string, value json.RawMessage) {
	if len(m.nodes) == 0 {
		return "", nil
	}
	if m.notice != "" {
		return ".", m.raw
	}
	n := m.selected()
	start, end := m.nodes[n].start, m.nodes[n].end
	return m.path(n), m.raw[start:end:end]
}

func (m *Model) selected() int32 { return m.nodeAt(m.Position()) }

func (m *Model) selectedBranch() (b int32, found bool) {
	if len(m.nodes) == 0 {
		return 0, false
	}
	b = m.nodes[m.selected()].branch
	return b, b >= 0
}

// settle keeps the selection in the tree and on the screen, and the screen full.
func (m *Model) settle() {
	lines := m.Lines()
	m.position = within(m.position, lines)
	m.first = min(m.first, m.position)
	if m.height > 0 {
		m.first = max(m.first, m.position-m.height+1)
	}
	m.first = max(min(m.first, lines-m.height), 0)
}

// within is the index nearest to i of something that has length entries, 0 where it has none.
func within(i, length int) int { return max(min(i, length-1), 0) }
