package tui

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Looks is how the deck is drawn beside its theme, and the other themes that there are.
type Looks struct {
	Theme theme.Theme
	ASCII bool         // boxes and marks are drawn with ASCII alone
	Still bool         // nothing moves while one waits
	Sizes config.Sizes // of windows, from which on more is drawn

	Names []string                               // of all themes, as they were listed last
	List  func() []string                        // lists them; nil: they stay as they are
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

// themesMsg is the names of all themes that there are now.
type themesMsg struct{ names []string }

// listThemes lists the themes again: a file of one's own can be made at any time.
func (m *Model) listThemes() tea.Cmd {
	list, known := m.looks.List, m.looks.Names
	if list == nil {
		return nil
	}
	return func() tea.Msg {
		names := list()
		if slices.Equal(names, known) {
			return nil
		}
		return themesMsg{names}
	}
}

// takeThemes takes the themes over that there are now.
func (m *Model) takeThemes(msg themesMsg) {
	m.looks.Names = msg.names
	m.showSettings()
	m.deps.Post(palette.ChangedMsg{})
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
		worn := m.deps.Theme
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
		m.deps.Theme, m.untried = m.onGround(*m.untried), nil
	}
}

// wearTrial shows how a theme looks, while one chooses still.
func (m *Model) wearTrial(msg themeReadMsg) {
	if m.untried != nil && msg.err == nil {
		m.deps.Theme = m.onGround(msg.theme)
	}
}

// followTheme reads a theme of the user's own again, so that a change of its file shows.
func (m *Model) followTheme() tea.Cmd {
	name := m.deps.Theme.Name
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
	if msg.again && msg.name != m.deps.Theme.Name {
		return // another one was chosen meanwhile
	}
	complaint := ""
	if msg.err != nil {
		complaint = "theme " + msg.name + ": " + msg.err.Error()
	}
	if errors.Is(msg.err, fs.ErrNotExist) {
		complaint = "there is no theme " + msg.name
	}
	switch {
	case complaint != "" && (!msg.again || complaint != m.themeComplaint):
		m.said = screen.StatusMsg{Text: text.Clean(complaint) + "; the look stays as it is", Warn: true}
	case complaint == "" && (!msg.again || m.themeComplaint != "" || m.deps.Theme != m.onGround(msg.theme)):
		m.deps.Theme = m.onGround(msg.theme)
		m.said = screen.StatusMsg{Text: "the theme is " + text.Clean(msg.name)}
		if msg.again {
			m.said.Text += ", as its file is now"
		}
	}
	if msg.name == m.deps.Theme.Name { // that another cannot be had is no matter of the one that is worn
		m.themeComplaint = complaint
	}
}

// themeWord begins the lines that change the theme.
const themeWord = "theme "

// deckLines offers the lines of the deck itself.
type deckLines struct{ *Model }

// Lines offers the themes, the mouse and the networks.
func (l deckLines) Lines() []palette.Line {
	m := l.Model
	var lines []palette.Line
	for _, name := range m.looks.Names {
		line := palette.Line{Text: themeWord + name, Does: "colours", Quiet: true, Run: func() tea.Cmd { return m.readTheme(name, false) }}
		if name == m.deps.Theme.Name {
			line.Remark = "now"
		}
		lines = append(lines, line)
	}
	return append(append(lines, m.mouseLines()...), m.networkLines()...)
}

// ParseLine returns the line "theme NAME" for a theme that is not listed: its file is read when the line runs.
func (l deckLines) ParseLine(words []string) (line palette.Line, ok bool) {
	m := l.Model
	if m.looks.Read == nil || len(words) != 2 || words[0] != "theme" {
		return palette.Line{}, false
	}
	name := words[1]
	if slices.ContainsFunc(m.looks.Names, func(known string) bool { return strings.HasPrefix(known, name) }) {
		return palette.Line{}, false
	}
	return palette.Line{Text: themeWord + name, Does: "colours of a file", Run: func() tea.Cmd { return m.readTheme(name, false) }}, true
}
