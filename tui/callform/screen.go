package callform

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Screen is what the screens of a call have in common: the form, and how it shares the window with what the call results in.
type Screen struct {
	*Form
	ABI    *move.ModuleABI // that declares the function
	Size   screen.Size
	Name   string    // of the screen: that of the command, with which its key ids begin
	Action text.Safe // in the breadcrumbs
	Remark text.Safe // what calls do, below the screen
}

// Declared returns the ABI of the module of the function that a link calls, as an entry function or as a view function; nil if it is not
// loaded, or if the link calls the function as the other.
func Declared(deps *screen.Deps, link target.Link, asEntry bool) *move.ModuleABI {
	abi, declared := deps.ABIs.Function(link.Target.Function)
	switch {
	case declared == nil, asEntry && !declared.IsEntry, !asEntry && !declared.IsView:
		return nil
	case declared.IsEntry && declared.IsView && link.View.Entry != asEntry:
		return nil
	}
	return abi
}

// Module returns the module of the function.
func (s *Screen) Module() move.ModuleID {
	return move.ModuleID{Address: s.Function.Address, Name: s.Function.Module}
}

// CanZoom reports whether form and result share the window.
func (s *Screen) CanZoom() bool { return s.Size.Class > screen.Small }

// Alone returns the form or the result where there is no room for both: the form until the user leaves it. It returns nil where there is.
func (s *Screen) Alone(form, result pane.Part) pane.Layout {
	switch {
	case s.CanZoom() && !s.Size.Maximized:
		return nil
	case s.IsBrowsing():
		return pane.Layout{{result}}
	}
	form.Fill = true
	return pane.Layout{{form}}
}

// Above arranges a form of a number of lines above the result, which has least lines if the window is high enough.
func (s *Screen) Above(form, result pane.Part, lines, least int) pane.Layout {
	form.Content, form.Most = lines, max(s.Size.Height*3/5, s.Size.Height-least)
	return pane.Layout{{form}, {result}}
}

// minFieldLines is the height reserved for the fields above the lines that stay visible.
const minFieldLines = 4

// Panel draws the part of the form around the focused line. A number of lines at its end stay visible if there is room for a field beside
// them.
func (s *Screen) Panel(room pane.Area, title text.Safe, lines []text.Line, focused, kept int) widget.Panel {
	height, end := room.Height, len(lines)
	if height >= minFieldLines+kept && focused < end-kept {
		height, end = height-kept, end-kept
	}
	first := max(min(focused+2-height, end-height), 0) // the line below the focus is visible as well
	body := slices.Clip(lines[first:min(first+height, end)])
	if height < room.Height {
		body = append(body, lines[end:]...)
	}
	heading := text.Format("%s  %s", title, text.Short(text.Clean(s.Function.String())))
	return widget.Panel{Title: widget.Title(s.deps.Theme, heading, !s.IsBrowsing()), State: s.State(), Body: body}
}

// Escape leaves the form.
func (s *Screen) Escape() bool {
	if s.IsBrowsing() {
		return false
	}
	s.SetFocus(Browsing)
	return true
}

// Crumbs returns the function and the action.
func (s *Screen) Crumbs() []text.Safe { return []text.Safe{text.Clean(s.Function.Name), s.Action} }

// Note says what calls do, and how to leave the form.
func (s *Screen) Note() (left, right text.Line) {
	th := s.deps.Theme
	if s.IsEditing() {
		right = text.In(th.Faint, "letter keys are input here · %s leave form", s.deps.Key(s.Name+".leave"))
	}
	return s.Remark.In(th.Faint), right
}

// Link returns the location of the form with its inputs.
func (s *Screen) Link() (target.Link, bool) {
	call := s.Call()
	call.Entry = s.Name == "call"
	return target.Link{Network: s.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: s.Function}, View: &call}, true
}

// Command returns the command line for the same call, with further options.
func (s *Screen) Command(options ...string) string {
	return s.deps.Command(slices.Concat([]string{s.Name, s.Function.String()}, s.Options(), options)...)
}

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
