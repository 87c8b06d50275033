package widget

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/query"
	"foredeck/tui/text"
)

// maxPattern is the maximum length of a pattern in characters.
const maxPattern = 200

// Parsed is what a box holds: a pattern or a query. The zero value matches everything.
type Parsed interface {
	String() string
	IsZero() bool
}

// FilterBox is an input line for a pattern or query. While it has focus, keys edit the text; the pattern stays in effect after the
// line loses focus.
type FilterBox[P Parsed] struct {
	box     textinput.Model
	parse   func(typed string) (P, error)
	pattern P
	err     error
}

// FilterLine is the input line of a search.
type FilterLine = FilterBox[query.Pattern]

// NewLine returns an empty line without focus.
func NewLine() FilterLine { return NewBox(query.ParsePattern) }

// NewBox returns an empty box without focus.
func NewBox[P Parsed](parse func(typed string) (P, error)) FilterBox[P] {
	return FilterBox[P]{box: NewInput(maxPattern), parse: parse}
}

// Pattern returns the pattern in effect: the last valid one that was typed.
func (l *FilterBox[P]) Pattern() P { return l.pattern }

// Typed returns the text of the line.
func (l *FilterBox[P]) Typed() string { return l.box.Value() }

// Err returns why the text is invalid, or nil.
func (l *FilterBox[P]) Err() error { return l.err }

// Typing reports whether the line has focus.
func (l *FilterBox[P]) Typing() bool { return l.box.Focused() }

// Visible reports whether the line is drawn: it has focus or text.
func (l *FilterBox[P]) Visible() bool { return l.Typing() || l.box.Value() != "" }

// Captures reports whether the line consumes the key as text.
func (l *FilterBox[P]) Captures(msg tea.KeyMsg) bool { return l.Typing() && Edits(msg) }

// Focus gives the line focus.
func (l *FilterBox[P]) Focus() { l.box.Focus() }

// Accept removes focus and keeps the pattern. Invalid text is replaced with the last valid pattern.
func (l *FilterBox[P]) Accept() {
	l.box.Blur()
	if l.err != nil || l.pattern.IsZero() {
		l.box.SetValue(l.pattern.String())
		l.box.CursorEnd()
		l.err = nil
	}
}

// Clear removes focus and the pattern.
func (l *FilterBox[P]) Clear() {
	l.box.Blur()
	l.box.SetValue("")
	var none P
	l.pattern, l.err = none, nil
}

// Type edits the text with a key and reports whether the pattern changed. Invalid text leaves the pattern unchanged.
func (l *FilterBox[P]) Type(msg tea.KeyMsg) (changed bool) {
	l.box, _ = l.box.Update(msg)
	return l.parseTyped()
}

// Replace replaces the text and reports whether the pattern changed.
func (l *FilterBox[P]) Replace(typed string) (changed bool) {
	l.box.SetValue(typed)
	l.box.CursorEnd()
	return l.parseTyped()
}

func (l *FilterBox[P]) parseTyped() (changed bool) {
	pattern, err := l.parse(l.box.Value())
	if l.err = err; err != nil {
		return false
	}
	changed = pattern.String() != l.pattern.String()
	l.pattern = pattern
	return changed
}

// View draws the line in at most width columns, with a remark such as the number of matches on the right. An error in
// the pattern replaces the remark.
func (l *FilterBox[P]) View(th theme.Theme, remark text.Safe, width int) text.Line {
	style := th.Faint
	if l.err != nil {
		remark, style = text.Clean(l.err.Error()), th.Bad
	}
	remark = text.Cut(remark, max(width-text.Width(prompt)-minTypedColumns, 0))
	room := width - text.Width(prompt)
	if !remark.IsEmpty() {
		room -= text.Width(remark) + 1
	}
	line := append(prompt.In(th.Accent), DrawInput(th, l.box, room)...)
	if remark.IsEmpty() {
		return line
	}
	return append(line.Fit(width-text.Width(remark)), text.Span{Text: remark, Style: style})
}

// Lines draws the line and below it, if there is a hint, another one. An error is drawn in full in place of the hint.
func (l *FilterBox[P]) Lines(th theme.Theme, remark, hint text.Safe, width int) []text.Line {
	if l.err == nil {
		lines := []text.Line{l.View(th, remark, width)}
		if !hint.IsEmpty() {
			lines = append(lines, text.Cut(hint, width).In(th.Faint))
		}
		return lines
	}
	line := append(prompt.In(th.Accent), DrawInput(th, l.box, width-text.Width(prompt))...)
	return append([]text.Line{line}, text.WrapIn(th.Bad, text.Clean(l.err.Error()), width, maxErrorLines)...)
}

// maxErrorLines is the maximum height of an error.
const maxErrorLines = 4

// prompt is before the text.
var prompt text.Safe = text.Const("/ ")

// minTypedColumns is the number of columns reserved for the text beside the remark.
const minTypedColumns = 12
