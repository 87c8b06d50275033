// appearance.go applies themes: the configured one, one that the user chooses or previews, and a theme file that changes. It
// chooses the variant of a theme for the background color of the terminal.

package prefs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// Themes are the configured theme and the other available ones.
type Themes struct {
	Theme theme.Adaptive
	Depth theme.Depth                               // of the terminal
	Names []string                                  // of all themes, as listed last
	List  func() []string                           // lists the names again; nil: they do not change
	Read  func(name string) (theme.Adaptive, error) // nil: there are no other themes
}

var bindings = screen.Bind(screen.Bindings[*Appearance]{
	{ID: "deck.units", Keys: "u", Help: "units", Long: "switch units", Place: screen.Hidden, When: (*Appearance).showsAmounts, Run: (*Appearance).nextUnits},
})

// AppearanceKeys lists the key that switches units.
func AppearanceKeys() []screen.Action { return bindings.All() }

// AppearanceDeck provides the visible screen.
type AppearanceDeck interface {
	Visible() screen.Screen
}

// Appearance applies themes and the units of amounts.
type Appearance struct {
	Themes

	deps       *screen.Deps
	deck       AppearanceDeck
	background theme.Background // of the terminal
	current    theme.Adaptive
	original   *theme.Adaptive // before a preview; nil: no preview
	problem    string          // of the theme file, as reported last
}

// NewAppearance returns the appearance of a deck.
func NewAppearance(deck AppearanceDeck, themes Themes) *Appearance {
	return &Appearance{Themes: themes, deck: deck, current: themes.Theme}
}

// Switch makes the appearance serve another network. A preview ends.
func (m *Appearance) Switch(_ context.Context, deps *screen.Deps) {
	if m.deps != nil {
		m.EndPreview()
	}
	m.deps = deps
}

// themesReadMsg is a theme that was read.
type themesReadMsg struct {
	name    string
	theme   theme.Adaptive
	err     error
	reload  bool // of the current theme, not chosen by the user
	preview bool
}

// listedMsg is the new list of themes.
type listedMsg struct{ names []string }

// ListedMsg reports that the list of themes has changed.
type ListedMsg struct{}

// Update applies themes.
func (m *Appearance) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case terminal.BackgroundMsg:
		m.background = theme.DarkBackground
		if msg.Light {
			m.background = theme.LightBackground
		}
		m.apply(m.current)
	case screen.PreviewThemeMsg:
		return m.preview(msg.Name), true
	case themesReadMsg:
		m.handleTheme(msg)
	case listedMsg:
		m.Names = msg.names
		m.deps.Post(palette.ChangedMsg{})
		m.deps.Post(ListedMsg{})
	default:
		return nil, false
	}
	return nil, true
}

// Actions lists the keys that act now.
func (m *Appearance) Actions() []screen.Action { return bindings.Actions(m, false) }

func (m *Appearance) showsAmounts() bool {
	_, ok := m.deck.Visible().(screen.AmountUser)
	return ok
}

func (m *Appearance) nextUnits() tea.Cmd {
	m.deps.Units = m.deps.Units.Next()
	labels := [...]text.Safe{text.Const("coin units"), text.Const("raw digits"), text.Const("hex")}
	return m.deps.Post(screen.StatusMsg{Text: text.Format("amounts: %s (%s: %s next)", labels[m.deps.Units], m.deps.Key("deck.units"), labels[m.deps.Units.Next()])})
}

// apply makes a theme the current one, in its variant for the terminal's background.
func (m *Appearance) apply(th theme.Adaptive) {
	m.current = th
	m.deps.Theme = th.On(m.background)
}

// Configure applies changed settings: the configured theme if changed is true, or the current theme with new colors if recolored is
// true. valid is false if the configured theme cannot be read.
func (m *Appearance) Configure(themes Themes, changed, recolored, valid bool) tea.Cmd {
	m.Themes, m.deps.Depth = themes, themes.Depth
	if changed || recolored {
		m.EndPreview() // which would restore the old theme
	}
	switch current := m.current.Name; {
	case !valid:
	case changed, recolored && current == themes.Theme.Name:
		m.apply(themes.Theme)
	case recolored: // a theme chosen in the palette
		return m.read(themesReadMsg{name: current, reload: true})
	}
	return nil
}

// Reload reads the current theme and the list of themes again.
func (m *Appearance) Reload() tea.Cmd { return tea.Batch(m.reload(), m.list()) }

// list lists the themes again: the user may have added a theme file.
func (m *Appearance) list() tea.Cmd {
	list, known := m.List, m.Names
	if list == nil {
		return nil
	}
	return func() tea.Msg {
		if names := list(); !slices.Equal(names, known) {
			return listedMsg{names}
		}
		return nil
	}
}

// reload reads the current theme again if it is the user's.
func (m *Appearance) reload() tea.Cmd {
	name := m.current.Name
	if m.original != nil || slices.Contains(config.Themes, name) || !slices.Contains(m.Names, name) {
		return nil
	}
	return m.read(themesReadMsg{name: name, reload: true})
}

func (m *Appearance) read(msg themesReadMsg) tea.Cmd {
	read := m.Read
	if read == nil {
		return nil
	}
	return func() tea.Msg {
		msg.theme, msg.err = read(msg.name)
		return msg
	}
}

// preview applies a theme while the user chooses one. An empty name ends the preview.
func (m *Appearance) preview(name string) tea.Cmd {
	if name == "" || m.Read == nil {
		m.EndPreview()
		return nil
	}
	if m.original == nil {
		current := m.current
		m.original = &current
	}
	return m.read(themesReadMsg{name: name, preview: true})
}

// EndPreview restores the theme from before the preview.
func (m *Appearance) EndPreview() {
	if m.original != nil {
		m.apply(*m.original)
		m.original = nil
	}
}

// handleTheme applies a theme that was read. If it cannot be read, the current theme stays, and the problem is reported once.
func (m *Appearance) handleTheme(msg themesReadMsg) {
	switch {
	case msg.preview:
		if m.original != nil && msg.err == nil {
			m.apply(msg.theme)
		}
		return
	case msg.reload && msg.name != m.current.Name:
		return // the user has chosen another theme meanwhile
	}
	problem := ""
	if msg.err != nil {
		problem = "theme " + msg.name + ": " + msg.err.Error()
	}
	if errors.Is(msg.err, fs.ErrNotExist) {
		problem = fmt.Sprintf("theme %q not found", msg.name)
	}
	switch {
	case problem != "" && (!msg.reload || problem != m.problem):
		m.deps.Post(screen.StatusMsg{Text: text.Format("%s; keeping the current theme", text.Clean(problem)), Warn: true})
	case problem == "" && (!msg.reload || m.problem != "" || m.current != msg.theme):
		m.apply(msg.theme)
		action := text.Const("applied")
		if msg.reload {
			action = text.Const("reloaded")
		}
		m.deps.Post(screen.StatusMsg{Text: text.Format("theme %s %s", text.Clean(msg.name), action)})
	}
	if msg.name == m.current.Name { // the problem of another theme is not that of the current one
		m.problem = problem
	}
}

// Lines offers the themes.
func (m *Appearance) Lines() []palette.Line {
	var lines []palette.Line
	for _, name := range m.Names {
		line := palette.Line{Text: "theme " + name, Does: text.Const("apply theme"), Quiet: true, Run: func() tea.Cmd { return m.read(themesReadMsg{name: name}) }}
		if name == m.current.Name {
			line.Remark = text.Const("now")
		}
		lines = append(lines, line)
	}
	return lines
}

// ParseLine returns the line "theme NAME" for a theme that is not listed.
func (m *Appearance) ParseLine(words []string) (line palette.Line, ok bool) {
	if m.Read == nil || len(words) != 2 || words[0] != "theme" {
		return palette.Line{}, false
	}
	name := words[1]
	if slices.ContainsFunc(m.Names, func(known string) bool { return strings.HasPrefix(known, name) }) {
		return palette.Line{}, false
	}
	return palette.Line{Text: "theme " + name, Does: text.Const("theme file"), Run: func() tea.Cmd { return m.read(themesReadMsg{name: name}) }}, true
}
