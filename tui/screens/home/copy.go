package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// selected returns the selected saved entry, or nil.
func (m *Model) selected() *entry {
	if m.focus != areaSaved || len(m.filteredSaved) == 0 {
		return nil
	}
	return m.saved[m.filteredSaved[m.savedRows.Selected()]]
}

// Copies returns the address or name and the value of the selected entry.
func (m *Model) Copies() []screen.Copy {
	switch {
	case m.focus == areaLatest && m.latest.rows.Len() > 0:
		t := m.latest.list[m.latest.rows.Selected()] // the list moves its records
		return []screen.Copy{screen.CopyText(text.Const("value"), t.Hash), {Form: text.Const("JSON"), Value: func() string { return string(t.Raw) }}}
	case m.focus == areaRecent && len(m.filteredRecent) > 0:
		return []screen.Copy{screen.CopyText(text.Const("value"), m.recent[m.filteredRecent[m.recentRows.Selected()]].Name.String())}
	}
	e := m.selected()
	if e == nil {
		return nil
	}
	named := screen.Copy{Form: text.Clean(e.link.Target.Kind.String()), Value: e.link.Target.String}
	if e.link.Target.Kind == target.Account {
		named.Form = text.Const("address")
	}
	value, ok := e.value.Value()
	if !ok || !linkvalue.HasValue(e.link) {
		return []screen.Copy{named}
	}
	valued := screen.Copy{Form: text.Const("value"), Value: func() string { return value.Exact }}
	if e.link.Target.Kind == target.Account && e.link.Type == "" {
		valued.Form = text.Const("sequence number")
		return []screen.Copy{named, valued}
	}
	return []screen.Copy{valued, named}
}

// Link returns the link of the selected entry.
func (m *Model) Link() (target.Link, bool) {
	if e := m.selected(); e != nil {
		return e.link, true
	}
	return target.Link{}, false
}

// Subject returns the account of the selected entry.
func (m *Model) Subject() (store.Subject, bool) {
	e := m.selected()
	if e == nil || e.link.Target.Kind != target.Account {
		return store.Subject{}, false
	}
	return store.Subject{Kind: store.Address, Key: e.link.Target.Address.String()}, true
}

// UsesUnits marks the screen as showing values in the current units.
func (m *Model) UsesUnits() {}

// HardReload reloads the saved values and the block, also after blocks were unavailable.
func (m *Model) HardReload() tea.Cmd {
	m.chain.Retry()
	return m.refresh()
}

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
