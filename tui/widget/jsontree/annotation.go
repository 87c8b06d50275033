package jsontree

import (
	"encoding/json"
	"sort"

	"foredeck/tui/text"
)

// Annotations are drawn to the right of a value: the value in units, its previous value, and a mark if it changed.

// mark is a value that has changed.
type mark struct {
	node int32
	old  json.RawMessage // nil if it was added
}

// MarkChanges marks changed values and shows their previous ones. The changes must come from Compare of an earlier value with
// this tree's value. Removed values have no line and are not marked.
func (m *Model) MarkChanges(changes []Change) {
	m.marks = nil
	for _, change := range changes {
		if change.node >= 0 && int(change.node) < len(m.nodes) {
			m.marks = append(m.marks, mark{change.node, change.Old})
		}
	}
}

// SetUnits shows leaves in units as well. units is called for visible leaves only, and returns "" if a value has no unit.
func (m *Model) SetUnits(units func(path string, value json.RawMessage) text.Safe) { m.units = units }

// SetTypes shows the declared types of values. types is called for visible lines only, and returns "" if a type is not known.
func (m *Model) SetTypes(types func(path string) text.Safe) { m.types = types }

const (
	markColumns = 4 // the mark and the blanks around it
	// minAnnotatedWidth is the tree width from which units and previous values get a column.
	minAnnotatedWidth  = 44
	maxAnnotation      = 40
	maxTypedAnnotation = 60 // with declared types
)

// annotation is the right part of a line.
type annotation struct {
	columns int
	line    text.Line
}

func (m *Model) annotate(n int32) annotation {
	if !m.notice.IsEmpty() || len(m.marks) == 0 && m.units == nil && m.types == nil {
		return annotation{}
	}
	var a annotation
	columns := min(m.width*3/10, maxAnnotation)
	if m.types != nil {
		columns = min(m.width*4/10, maxTypedAnnotation)
	}
	if note := m.annotationText(n, columns-gap); m.width >= minAnnotatedWidth && !note.IsEmpty() {
		a.columns = columns
		a.line = text.Line{{Text: text.Spaces(gap)}, {Text: note, Style: m.theme.Faint}}
	}
	if len(m.marks) == 0 || m.width < minLabel+2*markColumns {
		return a
	}
	shown := text.Spaces(markColumns)
	if m.containsMark(n) {
		shown = text.Const(" ●  ")
	}
	a.line = append(a.line.Fit(a.columns), text.Span{Text: shown, Style: m.theme.Warn})
	a.columns += markColumns
	return a
}

// containsMark reports whether the value has changed or, if folded, anything inside it.
func (m *Model) containsMark(n int32) bool {
	end := n + 1
	if b := m.nodes[n].branch; b >= 0 && !m.branches[b].open {
		end = m.branches[b].after
	}
	at := m.firstMark(n)
	return at < len(m.marks) && m.marks[at].node < end
}

func (m *Model) firstMark(n int32) int {
	return sort.Search(len(m.marks), func(i int) bool { return m.marks[i].node >= n })
}

// annotationText returns the declared type of a value, then what valueText returns. If both do not fit, the latter has priority.
func (m *Model) annotationText(n int32, columns int) text.Safe {
	value := m.valueText(n, columns)
	if m.types == nil {
		return value
	}
	declared := m.types(m.path(n))
	if value.IsEmpty() || declared.IsEmpty() {
		return text.Cut(text.Concat(declared, value), columns)
	}
	if both := text.Format("%s  %s", declared, value); text.Width(both) <= columns {
		return both
	}
	return value
}

// valueText returns a leaf in units and its previous value. If both do not fit, it returns the former: the mark shows the change.
func (m *Model) valueText(n int32, columns int) text.Safe {
	own := &m.nodes[n]
	if own.branch != leaf {
		return text.Safe{}
	}
	var value text.Safe
	if m.units != nil {
		value = m.units(m.path(n), m.text(n))
	}
	at := m.firstMark(n)
	if at == len(m.marks) || m.marks[at].node != n {
		return text.CutNumber(value, columns)
	}
	was := text.Const("new")
	if old := m.marks[at].old; old != nil {
		if number := bareNumber(old); number != nil {
			old = number
		}
		head, whole := rawHead(old, columns)
		was = text.Format("was %s", cut(head, whole, columns))
	}
	if value.IsEmpty() {
		return text.Cut(was, columns)
	}
	if both := text.Format("%s  %s", value, was); text.Width(both) <= columns {
		return both
	}
	return text.CutNumber(value, columns)
}
