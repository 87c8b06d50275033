package diff

import (
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// summary counts the changes.
type summary struct {
	lines  []subjectCounts
	widest int // width of the longest title of a change
}

// subjectCounts counts the changes of structs, of functions and so on.
type subjectCounts struct {
	subject                         string
	removed, changed, added, breaks int
}

// subjects are the values of ModuleChange.Subject in the order of a summary.
var subjects = []string{"struct", "enum", "function", "friend", "module"}

// summarize counts the changes. It runs once per comparison, since View must not depend on their number.
func summarize(changes []move.ModuleChange) summary {
	var s summary
	counts := map[string]*subjectCounts{}
	for i := range changes {
		change := &changes[i]
		s.widest = max(s.widest, text.Width(render.ModuleChangeTitle(change)))
		of := counts[change.Subject]
		if of == nil {
			of = &subjectCounts{subject: change.Subject}
			counts[change.Subject] = of
		}
		switch change.Action {
		case move.Removed:
			of.removed++
		case move.Added:
			of.added++
		default:
			of.changed++
		}
		if change.Breaks != "" {
			of.breaks++
		}
	}
	for _, subject := range subjects {
		if of := counts[subject]; of != nil {
			s.lines = append(s.lines, *of)
		}
	}
	return s
}

// minListWidth is the width of the list in huge windows, if its titles are short.
const minListWidth = 56

// listOverhead is the width of a list beside its columns: the frame, the pointer and a gap.
const listOverhead = 4 + len("▸ ") + 2

// listWidth returns the width that the list needs to draw every title whole.
func (s *summary) listWidth() int {
	return max(listOverhead+columns[0].Width+s.widest, minListWidth)
}

// minRoom is the height that is left besides the lines of the summary at least.
const minRoom = 16

// summaryLines returns the number of lines of the summary below the selected change; 0 if there is no room.
func (m *Model) summaryLines() int {
	if lines := len(m.summary.lines) + 1; lines > 1 && m.size.Height-lines >= minRoom {
		return lines
	}
	return 0
}

// summaryPanel draws the number of changes of each kind.
func (m *Model) summaryPanel(pane.Area) widget.Panel {
	th := m.deps.Theme
	number := func(n int) text.Span {
		digits, style := text.Integer(uint64(n)), th.Text
		if n == 0 {
			digits, style = text.None, th.Faint
		}
		return text.Span{Text: text.Format("%s%s", text.Spaces(max(numberWidth-text.Width(digits), 0)), digits), Style: style}
	}
	body := []text.Line{text.In(th.Faint, "SUBJECT    REMOVED  CHANGED    ADDED   BREAKS")}
	for _, of := range m.summary.lines {
		line := append(text.Clean(of.subject).In(th.Text).Fit(subjectWidth), number(of.removed), number(of.changed), number(of.added), number(of.breaks))
		if of.breaks > 0 {
			line[len(line)-1].Style = th.Bad
		}
		body = append(body, line)
	}
	return widget.Panel{Title: text.In(th.Title, "Summary"), Body: body}
}

const (
	subjectWidth = 9 // of a subject, left-aligned
	numberWidth  = 9 // of a number and the gap before it
)
