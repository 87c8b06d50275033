// help.go is the overlay that lists the keys of the current screen in sections, with the ids of their actions on demand, and explains what
// the screen draws. It is drawn from the active actions, so it is always accurate.

package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

var bindings = screen.Bind(screen.Bindings[*Help]{
	{ID: "help.up", Keys: "up", Label: "↑/↓", Help: "scroll", Long: "up", Run: func(m *Help) tea.Cmd { return m.scroll(-1) }},
	{ID: "help.ids", Keys: "tab", Help: "ids", Run: (*Help).toggleIDs},
	{ID: "help.close", Keys: "esc", Help: "close", Long: "clear search or close", Run: (*Help).close},
	{ID: "help.page_up", Keys: "pgup", Label: "pgup/pgdn", Help: "page", Long: "page up", Run: func(m *Help) tea.Cmd { return m.scroll(-m.rows) }},
	{ID: "help.down", Keys: "down", Help: "down", Place: screen.Hidden, Run: func(m *Help) tea.Cmd { return m.scroll(1) }},
	{ID: "help.page_down", Keys: "pgdown", Help: "page down", Place: screen.Hidden, Run: func(m *Help) tea.Cmd { return m.scroll(m.rows) }},
	{ID: "help.erase", Keys: "backspace", Help: "delete character", Place: screen.Hidden, Run: (*Help).erase},
})

// HelpKeys returns all keys of the help. All other characters edit the search.
func HelpKeys() []screen.Action { return bindings.All() }

// Help is the help overlay of one screen.
type Help struct {
	deps    *screen.Deps
	all     []row
	symbols []screen.Symbol
	search  string
	showIDs bool
	first   int // index of the first visible line
	rows    int // number of visible lines
}

// NewHelp returns the help for the actions and the symbols of a screen.
func NewHelp(deps *screen.Deps, actions []screen.Action, symbols []screen.Symbol) *Help {
	return &Help{deps: deps, all: rowsOf(actions), symbols: symbols}
}

func (m *Help) close() tea.Cmd {
	if m.search == "" {
		return m.deps.Post(CloseMsg{})
	}
	m.search = ""
	return nil
}

func (m *Help) scroll(delta int) tea.Cmd {
	m.first += delta
	return nil
}

func (m *Help) toggleIDs() tea.Cmd {
	m.showIDs = !m.showIDs
	return nil
}

func (m *Help) erase() tea.Cmd {
	if characters := []rune(m.search); len(characters) > 0 {
		m.search = string(characters[:len(characters)-1])
	}
	return nil
}

// Captures reports whether a key is a character of the search.
func (m *Help) Captures(msg tea.KeyMsg) bool { return IsCharacter(msg) }

// Type narrows the list. The character that opens the help closes it, too.
func (m *Help) Type(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.String() == "?" && m.search == "":
		return m.close()
	case msg.Type == tea.KeyRunes && !msg.Alt, msg.Type == tea.KeySpace:
		m.search += string(msg.Runes)
	}
	return nil
}

// Actions returns the keys of the help.
func (m *Help) Actions() []screen.Action { return bindings.Actions(m, false) }

// found returns the rows that contain the search.
func (m *Help) found() []row {
	var found []row
	wanted := strings.ToLower(m.search)
	for i := range m.all {
		if m.all[i].matches(wanted) {
			found = append(found, m.all[i])
		}
	}
	return found
}
