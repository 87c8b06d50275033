// input.go draws a single-line text field. Its text may be pasted from anywhere and is sanitized.

package widget

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
)

// NewInput returns an empty field for at most limit characters.
func NewInput(limit int) textinput.Model {
	box := textinput.New()
	box.CharLimit = limit
	box.Cursor.SetMode(cursor.CursorStatic) // no blinking
	return box
}

// Edits reports whether the key enters or edits text.
func Edits(msg tea.KeyMsg) bool {
	switch msg.Type {
	case tea.KeyRunes:
		return !msg.Alt
	case tea.KeySpace, tea.KeyBackspace, tea.KeyDelete, tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd,
		tea.KeyCtrlA, tea.KeyCtrlU, tea.KeyCtrlK, tea.KeyCtrlW:
		return true
	}
	return false
}

// DrawInput draws the text in at most width columns, scrolled to keep the cursor visible. Without focus there is no cursor
// and the end of the text is cut.
func DrawInput(th theme.Theme, box textinput.Model, width int) text.Line {
	value := []rune(box.Value())
	width = max(width, 0)
	if !box.Focused() {
		return text.Cut(text.Clean(string(value[:min(len(value), width+1)])), width).Line()
	}
	at := min(box.Position(), len(value))
	under, after := text.Const(" "), text.Safe{}
	if at < len(value) {
		under, after = text.Clean(string(value[at])), text.Clean(string(value[at+1:min(len(value), at+1+width)]))
	}
	first := max(at-width-1, 0) // text farther left is not visible; skipping it bounds the cost of a frame
	line := text.Clean(string(value[first:at])).Line()
	room := width - text.Width(under)
	if over := line.Width() - room; over > 0 {
		line = append(text.In(th.Faint, "…"), line.Slice(over+1, line.Width())...)
	}
	return append(line, text.Span{Text: under, Style: th.Selected}, text.Span{Text: text.Cut(after, room-line.Width())})
}
