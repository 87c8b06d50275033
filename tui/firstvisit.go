package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/screen/all"
	"foredeck/tui/text"
)

// firstVisit shows what to press first, once per screen: the next key dismisses it for ever.
type firstVisit struct {
	checked string // screen that needs no hint, or has had it
}

// hint is an action and what it does on the screen.
type hint struct {
	action string // id
	words  text.Safe
}

// firstHints are the hints of the screens, by the name of their package. Home, the settings, the forms and the requests have a note
// instead, and nobody may be in front of a wall.
var firstHints = map[string][]hint{}

// hintFirstVisit shows the hint of the visible screen on the first visit, if the message row is free. Only a deck with a state file
// shows hints: any other one would show them on every start.
func (m *Model) hintFirstVisit() tea.Cmd {
	name := m.history.Caller().Screen
	if name == m.firstVisit.checked || !m.status.Text.IsEmpty() && !m.status.IsHint || m.overlay.Open() != nil {
		return nil
	}
	m.firstVisit.checked = name
	hints := firstHints[name]
	if kind := all.Of(m.history.Visible()); kind != nil {
		hints = nil
		for _, h := range kind.FirstHints() {
			hints = append(hints, hint{h.ID, h.Words})
		}
	}
	if note, _ := m.history.Visible().Note(); note.Width() > 0 {
		return nil
	}
	if !m.deps.Config.Hints || m.lineMode || len(hints) == 0 || !m.deps.Store.IsSaved() || m.deps.Store.HasHinted(name) {
		return nil
	}
	part := func(h hint) text.Safe { return text.Format("%s %s", m.deps.Key(h.action), h.words) }
	message, help := part(hints[0]), part(hint{"deck.help", text.Const("lists all keys")})
	for _, h := range hints[1:] {
		if longer := text.Format("%s · %s", message, part(h)); text.Width(longer)+text.Width(help)+len(" · ") <= m.width-2 {
			message = longer
		}
	}
	if whole := text.Format("%s · %s", message, help); text.Width(whole) <= m.width-2 {
		message = whole
	}
	m.status = screen.StatusMsg{Text: message, IsHint: true}
	m.deps.Store.SetHinted(name)
	return m.deps.SaveStore()
}
