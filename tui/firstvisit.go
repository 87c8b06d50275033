package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// firstVisit shows what to press first, once per screen: the next key dismisses it for ever.
type firstVisit struct {
	checked string // screen that needs no hint, or has had it
}

// hintFirstVisit shows the hint of the visible screen on the first visit, if the message row is free. Only a deck with a state file
// shows hints: any other one would show them on every start.
func (m *Model) hintFirstVisit() tea.Cmd {
	name := m.history.Caller().Screen
	if name == m.firstVisit.checked || !m.status.Text.IsEmpty() && !m.status.IsHint || m.overlay.Open() != nil {
		return nil
	}
	m.firstVisit.checked = name
	hints := m.history.Kind().FirstHints()
	if note, _ := m.history.Visible().Note(); note.Width() > 0 {
		return nil
	}
	if !m.deps.Config.Hints || m.lineMode || len(hints) == 0 || !m.deps.Store.IsSaved() || m.deps.Store.HasHinted(name) {
		return nil
	}
	part := func(h screen.Hint) text.Safe { return text.Format("%s %s", m.deps.Key(h.ID), h.Words) }
	message, help := part(hints[0]), part(screen.Hint{ID: "deck.help", Words: text.Const("lists all keys")})
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
