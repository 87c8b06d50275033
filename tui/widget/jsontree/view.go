package jsontree

import (
	"strconv"
	"strings"

	"foredeck/tui/text"
)

const (
	indent = 2 // columns per level
	marker = 2 // ▸ or ▾ and a blank
	gap    = 2 // minimum blanks between key and value, and in front of a count
	// minLabel is the width from which a label has priority over the count.
	minLabel = 8
)

// View draws the visible lines, each exactly as wide as the tree. A short tree is not padded with empty lines.
func (m Model) View() []text.Line {
	if m.width == 0 || m.height == 0 || len(m.nodes) == 0 {
		return nil
	}
	m.clamp() // a copy may have folded the tree
	shown := min(m.height, m.Len()-m.first)
	lines := make([]text.Line, 0, shown)
	announced := make([]text.Announcement, shown)
	for i, n := range m.lines()[m.first:][:shown] {
		line := m.line(n).Fit(m.width)
		line = line.WithHit(&text.Hit{Rows: m.first + i - m.position, Unfocused: m.blurred})
		if m.first+i == m.position && !m.blurred {
			line = line.In(m.theme.Selected)
		}
		announced[i] = text.Announcement{List: m.spokenName, Row: m.first + i, Rows: m.Len(), TreeNode: true, Selected: m.first+i == m.position}
		lines = append(lines, line.WithAnnouncement(&announced[i]))
	}
	return lines
}

func (m *Model) line(n int32) text.Line {
	if !m.notice.IsEmpty() {
		head, whole := rawHead(m.raw, m.width)
		return text.Line{{Text: m.notice, Style: m.theme.Bad}, {Text: cut(head, whole, m.width), Style: m.theme.Text}}
	}
	lead := min(int(m.depth(n))*indent, m.width/2) // deep nesting must not push values out of a narrow window
	note := m.annotate(n)
	room := m.width - lead - marker - note.columns
	line := m.contentLine(n, lead, room)
	if note.columns == 0 {
		return line
	}
	return append(line.Fit(m.width-note.columns), note.line...)
}

// contentLine draws a line without its annotation.
func (m *Model) contentLine(n int32, lead, room int) text.Line {
	if b := m.nodes[n].branch; b >= 0 {
		return m.branchLine(n, &m.branches[b], lead, room)
	}
	line := make(text.Line, 0, 5)
	line = append(line, text.Span{Text: text.Spaces(lead + marker)})
	limit := room * 2 / 3 // a long key leaves a third to its value
	if label := m.label(n, limit); !label.Text.IsEmpty() {
		width := text.Width(label.Text)
		if parent := m.nodes[n].parent; parent >= 0 {
			width = max(width, min(int(m.branches[parent].keyWidth), limit))
		}
		blank := width + gap - text.Width(label.Text)
		line = append(append(line, m.highlightKey(n, label)...), text.Span{Text: text.Spaces(blank)})
		room -= width + gap
	}
	return append(line, m.value(n, room)...)
}

// branchLine draws an object or array: marker and label on the left, the count on the right.
func (m *Model) branchLine(n int32, b *branch, lead, room int) text.Line {
	mark := text.Const("▸ ")
	if b.open {
		mark = text.Const("▾ ")
	}
	column := max(text.Width(count(m.maxFields, false)), text.Width(count(m.maxItems, true)))
	labelRoom := room - gap - column
	if labelRoom < minLabel {
		labelRoom = room
	}
	label := m.label(n, labelRoom)
	line := text.Line{{Text: text.Spaces(lead)}, {Text: mark, Style: m.theme.Faint}}
	line = append(line, m.highlightKey(n, label)...)
	if labelRoom < room {
		line = append(line,
			text.Span{Text: text.Spaces(room - column - text.Width(label.Text))},
			text.Span{Text: count(b.children, b.array), Style: m.theme.Faint})
	}
	return line
}

func count(children int32, array bool) text.Safe {
	unit := text.Const(" field")
	if array {
		unit = text.Const(" item")
	}
	if children != 1 {
		unit = text.Format("%ss", unit)
	}
	return text.Concat(text.Integer(uint64(children)), unit)
}

// label returns the text in front of a value: its key, its index or, on the outermost line, the tree's name.
func (m *Model) label(n int32, columns int) text.Span {
	own := &m.nodes[n]
	switch {
	case own.key >= 0:
		return text.Span{Text: keyLabel(m.raw[own.key+1:], columns), Style: m.theme.Accent}
	case own.parent >= 0:
		return text.Span{Text: text.Cut(itemLabel(own.ordinal), columns), Style: m.theme.Faint}
	case !m.name.IsEmpty():
		return text.Span{Text: text.Cut(m.name, columns), Style: m.theme.Strong}
	case own.branch < 0:
		return text.Span{}
	case m.branches[own.branch].array:
		return text.Span{Text: text.Cut(text.Const("array"), columns), Style: m.theme.Faint}
	default:
		return text.Span{Text: text.Cut(text.Const("object"), columns), Style: m.theme.Faint}
	}
}

// value draws a leaf in at most the given columns.
func (m *Model) value(n int32, columns int) text.Line {
	own := &m.nodes[n]
	raw, style := m.raw[own.start:own.end], m.theme.Text
	if number := bareNumber(raw); number != nil {
		raw, style = number, m.theme.Plot
	} else if raw[0] == 't' || raw[0] == 'f' {
		style = m.theme.Plot
	}
	if own.branch == tooDeep {
		notice := text.Cut(text.Format("nested deeper than %s: ", text.Clean(strconv.Itoa(maxDepth))), columns)
		head, whole := rawHead(raw, columns)
		return text.Line{{Text: notice, Style: m.theme.Warn}, {Text: cut(head, whole, columns-text.Width(notice)), Style: m.theme.Text}}
	}
	var shown text.Safe
	switch raw[0] {
	case '"':
		head, whole := stringHead(raw[1:], columns)
		if head = text.Format("\"%s", head); whole {
			head = text.Format("%s\"", head)
		}
		shown = cut(head, whole, columns)
		return m.highlight(text.Span{Text: shown, Style: m.theme.Text}, min(1, len(shown.String())), max(len(strings.TrimRight(shown.String(), `"…`)), 1))
	case '{':
		shown = text.Cut(text.Const("{}"), columns) // without any white space inside
	case '[':
		shown = text.Cut(text.Const("[]"), columns)
	default:
		head, whole := rawHead(raw, columns)
		shown = cut(head, whole, columns)
	}
	return m.highlight(text.Span{Text: shown, Style: style}, 0, len(shown.String()))
}
