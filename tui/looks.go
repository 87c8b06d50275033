package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// Looks is how the deck is drawn beside its theme, and the other themes that there are.
type Looks struct {
	Theme theme.Theme
	ASCII bool         // boxes and marks are drawn with ASCII alone
	Still bool         // nothing moves while one waits
	Sizes config.Sizes // of windows, from which on more is drawn

	Names []string                               // of all themes
	Read  func(name string) (theme.Theme, error) // gives one of them; nil: there are no others
}

// themeReadMsg is a theme that was asked for, or read again.
type themeReadMsg struct {
	name  string
	theme theme.Theme
	err   error
	again bool // nobody asked for it
	trial bool // it is worn while one chooses
}

// readTheme reads a theme that the user names.
func (m *Model) readTheme(name string, again bool) tea.Cmd {
	read := m.looks.Read
	return func() tea.Msg {
		look, err := read(name)
		return themeReadMsg{name: name, theme: look, err: err, again: again}
	}
}

// tryTheme wears a theme while one chooses; without a name, the one from before again.
func (m *Model) tryTheme(name string) tea.Cmd {
	if name == "" || m.looks.Read == nil {
		m.endTrial()
		return nil
	}
	if m.untried == nil {
		worn := m.session.Theme
		m.untried = &worn
	}
	read := m.looks.Read
	return func() tea.Msg {
		look, err := read(name)
		return themeReadMsg{name: name, theme: look, err: err, trial: true}
	}
}

// endTrial wears the theme from before others were tried.
func (m *Model) endTrial() {
	if m.untried != nil {
		m.session.Theme, m.untried = m.onGround(*m.untried), nil
	}
}

// wearTrial shows how a theme looks, while one chooses still.
func (m *Model) wearTrial(msg themeReadMsg) {
	if c, choosing := m.overlay.(*chooser); choosing && m.untried != nil && msg.err == nil {
		m.session.Theme = m.onGround(msg.theme)
		c.theme = m.session.Theme
	}
}

// followTheme reads a theme of the user's own again, so that a change of its file shows.
func (m *Model) followTheme() tea.Cmd {
	name := m.session.Theme.Name
	if m.looks.Read == nil || m.untried != nil || slices.Contains(config.Themes, name) || !slices.Contains(m.looks.Names, name) {
		return nil
	}
	return m.readTheme(name, true)
}

// wearTheme takes a theme that was read. One that cannot be read leaves the old one, and is said once.
func (m *Model) wearTheme(msg themeReadMsg) {
	if msg.trial {
		m.wearTrial(msg)
		return
	}
	if msg.again && msg.name != m.session.Theme.Name {
		return // another one was chosen meanwhile
	}
	complaint := ""
	if msg.err != nil {
		complaint = "theme " + msg.name + ": " + msg.err.Error()
	}
	switch {
	case complaint != "" && (!msg.again || complaint != m.themeComplaint):
		m.said = screen.SayMsg{Text: text.Clean(complaint) + "; the look stays as it is", Warn: true}
	case complaint == "" && (!msg.again || m.themeComplaint != "" || m.session.Theme != m.onGround(msg.theme)):
		m.session.Theme = m.onGround(msg.theme)
		m.said = screen.SayMsg{Text: "the theme is " + text.Clean(msg.name)}
		if msg.again {
			m.said.Text += ", as its file is now"
		}
	}
	m.themeComplaint = complaint
}

// addThemes adds the lines that change the theme.
func (p *pool) addThemes(m *Model) {
	for _, name := range m.looks.Names {
		line := "theme " + name
		p.acts[line] = func() tea.Cmd { return m.readTheme(name, false) }
		remark := text.Safe("")
		if name == m.session.Theme.Name {
			remark = "now"
		}
		p.add(entry{rank: everywhere, quiet: true, Candidate: box.Candidate{Line: line, Does: "colours", Remark: remark}})
	}
}
