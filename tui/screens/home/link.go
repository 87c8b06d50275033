package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// readLink parses the text as a link.
func (m *Model) readLink() {
	link, err := target.ParseLink(target.WithAddresses(m.box.Value(), m.deps.Names.List()))
	if m.err = err; err == nil {
		m.link = &link
	}
}

// openLink opens the link. A link that cannot be opened stays in the box.
func (m *Model) openLink() tea.Cmd {
	link := *m.link
	if m.deps.CheckLink(link) == nil {
		m.clear()
	}
	return m.deps.Post(screen.OpenLinkMsg{Link: link})
}

// linkLine describes the target of the link.
func (m *Model) linkLine() text.Line {
	th := m.deps.Theme
	what := text.Short(text.Clean(m.link.Target.String()))
	if m.link.Target.Kind == target.Account {
		if name := m.deps.Names.Of(m.link.Target.Address); !name.IsEmpty() {
			what = text.Format("%s  %s", name, what)
		}
	}
	for _, part := range [...]string{m.link.Tab, m.link.Type, m.link.Path} {
		if part != "" {
			what = text.Format("%s › %s", what, text.Short(text.Clean(part)))
		}
	}
	if m.link.View != nil {
		what = text.Format("%s › Run", what)
	}
	if err := m.deps.CheckLink(*m.link); err != nil {
		line := append(text.In(th.Faint, "▸ "), text.In(th.Faint, "link").Fit(kindWidth)...)
		return append(line, text.Span{Text: text.Format("%s  %s", what, text.Clean(err.Error())), Style: th.Faint})
	}
	line := append(text.Plain("▸ "), text.In(th.Accent, "link").Fit(kindWidth)...)
	return append(line, text.Span{Text: what})
}
