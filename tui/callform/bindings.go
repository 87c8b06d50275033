package callform

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// Bindings are the keys that move in the form of M. The ids of next and previous field begin with the name of the screen; next are the
// keys of the former.
func Bindings[M any](name, next string, form func(M) *Form) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*Form]{
		{ID: name + ".next_field", Help: "edit form", When: (*Form).IsBrowsing},
		{ID: name + ".next_field", Keys: next, Help: "next field", Run: (*Form).next},
		{ID: name + ".previous_field", Keys: "shift+tab", Help: "previous field", Place: screen.Hidden, Run: (*Form).previous},
		{ID: "list.up", Label: "↑", Help: "previous field", Place: screen.Hidden, When: screen.Not((*Form).IsBrowsing), Run: (*Form).previous},
		{ID: "list.down", Label: "↓", Help: "next field", Place: screen.Hidden, When: screen.Not((*Form).IsBrowsing), Run: (*Form).next},
	}, form)
}

func (m *Form) next() tea.Cmd     { m.MoveFocus(1); return nil }
func (m *Form) previous() tea.Cmd { m.MoveFocus(-1); return nil }
