package jsontree

import (
	"encoding/json"
	"sort"

	"foredeck/tui/text"
)

// What stands aside of the values, on the right: a value in units, what it was before, and a mark where it has changed.

// mark is a value that has changed.
type mark struct {
	node int32
	old  json.RawMessage // nil: it was not there before
}

// Mark puts a mark at the values that have changed, and says what they were. The changes are those that Compare found between
// an earlier value and the one of this tree. What has gone has no line to be marked.
func (m *Model) Mark(changes []Change) {
	m.marks = nil
	for _, change := range changes {
		if change.node >= 0 && int(change.node) < len(m.nodes) {
			m.marks = append(m.marks, mark{change.node, change.Old})
		}
	}
}

// SetUnits has the values of leaves that units answers for shown in units as well. It is asked for what is on the screen, and
// answers "" for all others.
func (m *Model) SetUnits(units func(path string, value json.RawMessage) text.Safe) { m.units = units }

const (
	markColumns = 4 // of the mark with the blanks around it
	// leastAside is the width of a tree from which units and old values stand in a column of their own.
	leastAside = 44
	mostAside  = 40
)

// aside is the right part of a line, of so many columns.
type aside struct {
	columns int
	line    text.Line
}

func (m *Model) aside(n int32) aside {
	if m.notice != "" || len(m.marks) == 0 && m.units == nil {
		return aside{}
	}
	var a aside
	columns := min(m.width*3/10, mostAside)
	if remark := m.remark(n, columns-gap); m.width >= leastAside && remark != "" {
		a.columns = columns
		a.line = text.Line{{Text: text.Spaces(gap)}, {Text: remark, Style: m.theme.Faint}}
	}
	if len(m.marks) == 0 || m.width < leastLabel+2*markColumns {
		return a
	}
	shown := text.Spaces(markColumns)
	if m.hidesMark(n) {
		shown = " ●  "
	}
	a.line = append(a.line.Fit(a.columns), text.Span{Text: shown, Style: m.theme.Warn})
	a.columns += markColumns
	return a
}

// hidesMark tells that the value has changed or, folded, something inside of it.
func (m *Model) hidesMark(n int32) bool {
	end := n + 1
	if b := m.nodes[n].branch; b >= 0 && !m.branches[b].open {
		end = m.branches[b].after
	}
	at := m.markFrom(n)
	return at < len(m.marks) && m.marks[at].node < end
}

func (m *Model) markFrom(n int32) int {
	return sort.Search(len(m.marks), func(i int) bool { return m.marks[i].node >= n })
}

// remark is a leaf in units and what it was, where there is room for both; the mark tells as well that it has changed.
func (m *Model) remark(n int32, columns int) text.Safe {
	own := &m.nodes[n]
	if own.branch != leaf {
		return ""
	}
	var remark text.Safe
	if m.units != nil {
		remark = m.units(m.path(n), m.raw[own.start:own.end:own.end])
	}
	at := m.markFrom(n)
	if at == len(m.marks) || m.marks[at].node != n {
		return text.CutNumber(remark, columns)
	}
	was := text.Safe("new")
	if old := m.marks[at].old; old != nil {
		head, whole := rawHead(old, columns)
		was = "was " + cut(head, whole, columns)
	}
	if remark == "" {
		return text.Cut(was, columns)
	}
	if both := remark + "  " + was; text.Width(both) <= columns {
		return both
	}
	return text.CutNumber(remark, columns)
}
