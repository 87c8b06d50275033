package filter

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// maxPattern is the maximum length of a pattern in characters.
const maxPattern = 200

// Line is the input line for a pattern. While it has focus, keys edit the text; the pattern stays in effect after the
// line loses focus.
type Line struct {
	box     textinput.Model
	pattern Pattern
	err     error
}

// NewLine returns an empty line without focus.
func NewLine() Line { return Line{box: input.New(maxPattern)} }

// Pattern returns the pattern in effect: the last valid one that was typed.
func (l *Line) Pattern() Pattern { return l.pattern }

// Typing reports whether the line has focus.
func (l *Line) Typing() bool { return l.box.Focused() }

// Visible reports whether the line is drawn: it has focus or text.
func (l *Line) Visible() bool { return l.Typing() || l.box.Value() != "" }

// Captures reports whether the line consumes the key as text.
func (l *Line) Captures(msg tea.KeyMsg) bool { return l.Typing() && input.Edits(msg) }

// Focus gives the line focus.
func (l *Line) Focus() { l.box.Focus() }

// Accept removes focus and keeps the pattern. Invalid text is replaced with the last valid pattern.
func (l *Line) Accept() {
	l.box.Blur()
	if l.err != nil || l.pattern.IsZero() {
		l.box.SetValue(l.pattern.String())
		l.box.CursorEnd()
		l.err = nil
	}
}

// Clear removes focus and the pattern.
func (l *Line) Clear() {
	l.box.Blur()
	l.box.SetValue("")
	l.pattern, l.err = Pattern{}, nil
}

// Type edits the text with a key and reports whether the pattern changed. Invalid text leaves the pattern unchanged.
func (l *Line) Type(msg tea.KeyMsg) (changed bool) {
	l.box, _ = l.box.Update(msg)
	pattern, err := Parse(l.box.Value())
	if l.err = err; err != nil {
		return false
	}
	changed = pattern.String() != l.pattern.String()
	l.pattern = pattern
	return changed
}

// View draws the line in at most width columns, with a remark such as the number of matches on the right. An error in
// the pattern replaces the remark.
func (l *Line) View(th theme.Theme, remark text.Safe, width int) text.Line {
	style := th.Faint
	if l.err != nil {
		remark, style = text.Clean(l.err.Error()), th.Bad
	}
	const prompt = "/ "
	remark = text.Cut(remark, max(width-len(prompt)-minTypedColumns, 0))
	room := width - len(prompt)
	if !remark.IsEmpty() {
		room -= text.Width(remark) + 1
	}
	line := append(text.In(th.Accent, prompt), input.Draw(th, l.box, room)...)
	if remark.IsEmpty() {
		return line
	}
	return append(line.Fit(width-text.Width(remark)), text.Span{Text: remark, Style: style})
}

// minTypedColumns is the number of columns reserved for the text beside the remark.
const minTypedColumns = 12
