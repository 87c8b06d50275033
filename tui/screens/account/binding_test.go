package account_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/tuitest"
)

// Keys of the user and the palette run the rows of the visible list or tree.
func TestBoundKeys(t *testing.T) {
	t.Parallel()
	config := "[keys]\n\"account.tab\" = [\"f1\", \"f2\", \"f3\", \"f4\", \"f5\"]\n\"tree.close\" = \"f8\"\n\"account.open\" = \"f9\"\n\"list.first\" = \"f7\"\n"
	d := tuitest.New(t, 120, 30, tuitest.Setup{Config: config})
	d.Press("treasury", "enter")
	d.Shows("[f1 Sent]", "f9 open", "f1-f5 tab")
	d.Press("5", "down")
	d.Shows("[f1 Sent]")
	d.Send(tea.KeyMsg{Type: tea.KeyF7})
	d.Send(tea.KeyMsg{Type: tea.KeyF5})
	d.Shows("[f5 Resources]", "f9 open")
	d.Send(tea.KeyMsg{Type: tea.KeyF9})
	d.Shows("f9 expand or collapse", "f8 collapse")
	d.Press("/", "b", "backspace", "esc")
	d.Send(tea.KeyMsg{Type: tea.KeyF8})
	d.Send(tea.KeyMsg{Type: tea.KeyF8})
	d.Shows("f9 open")
	d.Send(tea.KeyMsg{Type: tea.KeyF1})
	d.Press(":", "order", "enter")
	d.Shows("oldest first")
}
