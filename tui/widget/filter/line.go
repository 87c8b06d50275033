package filter

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// longestTyped bounds what is searched for.
const longestTyped = 200

// Line is the line in which a pattern is typed. While it has the focus, keys are text; the pattern stays when the keys are
// given back.
type Line struct {
	box     textinput.Model
	pattern Pattern
	wrong   error
}

// NewLine is an empty line without the focus.
func NewLine() Line { return Line{box: input.New(longestTyped)} }

// Pattern is what is searched for: what was typed last and is a pattern.
func (l *Line) Pattern() Pattern { return l.pattern }

// Typing tells that the line has the focus.
func (l *Line) Typing() bool { return l.box.Focused() }

// Shown tells that there is something to draw: it is being typed, or kept.
func (l *Line) Shown() bool { return l.Typing() || l.box.Value() != "" }

// Captures tells that the key is text for the line.
func (l *Line) Captures(msg tea.KeyMsg) bool { return l.Typing() && input.Edits(msg) }

// Focus takes the keys.
func (l *Line) Focus() { l.box.Focus() }

// Keep gives the keys back. What is searched for stays; what is no pattern goes.
func (l *Line) Keep() {
	l.box.Blur()
	if l.wrong != nil || l.pattern.IsZero() {
		l.box.SetValue(l.pattern.String())
		l.box.CursorEnd()
		l.wrong = nil
	}
}

// Clear gives the keys back and searches for nothing.
func (l *Line) Clear() {
	l.box.Blur()
	l.box.SetValue("")
	l.pattern, l.wrong = Pattern{}, nil
}

// Type puts a key into the text, and tells whether something else is searched for now. What is no pattern changes nothing.
func (l *Line) Type(msg tea.KeyMsg) (changed bool) {
	l.box, _ = l.box.Update(msg)
	pattern, err := Parse(l.box.Value())
	if l.wrong = err; err != nil {
		return false
	}
	changed = pattern.String() != l.pattern.String()
	l.pattern = pattern
	return changed
}

// View is the line, with a remark such as the number of hits on its right, in at most width columns. What is wrong with the
// text takes the place of the remark.
func (l *Line) View(th theme.Theme, remark text.Safe, width int) text.Line {
	style := th.Faint
	if l.wrong != nil {
		remark, style = text.Clean(l.wrong.Error()), th.Bad
	}
	const prompt = "/ "
	remark = text.Cut(remark, max(width-len(prompt)-leastTyped, 0))
	room := width - len(prompt)
	if remark != "" {
		room -= text.Width(remark) + 1
	}
	line := append(text.In(th.Accent, prompt), input.Draw(th, l.box, room)...)
	if remark == "" {
		return line
	}
	return append(line.Fit(width-text.Width(remark)), text.Span{Text: remark, Style: style})
}

// leastTyped is the columns that the text keeps before the remark.
const leastTyped = 12
