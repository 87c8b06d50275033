// Package palette implements the command palette: an overlay with an input line, completed to one of the matching lines and run.
// Lines are shell commands, actions of the visible screen, locations, and lines that other components offer.
package palette

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Line is a line that a component offers.
type Line struct {
	Text   string
	Does   text.Safe // short description
	Remark text.Safe
	Action string    // id of the equivalent action; it also matches the line
	Why    text.Safe // reason that it cannot run now; empty if it can
	Here   bool      // concerns the visible screen; ranked first
	Quiet  bool      // listed only after the user has typed
	Away   bool      // acts on another screen: Why says where, and by which key; ranked last
	Run    func() tea.Cmd
}

// Source is a component that offers lines.
type Source interface {
	Lines() []Line
}

// Parser is a component that runs lines with free arguments, which cannot be listed.
type Parser interface {
	// ParseLine returns the line that the words stand for. ok is false if they are not one.
	ParseLine(words []string) (line Line, ok bool)
}

// ChangedMsg reports that the lines of a source have changed.
type ChangedMsg struct{}

// Deck is what the palette needs to know about the deck.
type Deck interface {
	Visible() screen.Screen
	Link() (link target.Link, ok bool)
	RecentLinks() []target.Link // newest first
}

var bindings = screen.Bind(screen.Bindings[*Model]{
	{ID: "deck.commands", Keys: ":", Help: "command", Run: func(m *Model) tea.Cmd { return m.open(false) }},
	{ID: "deck.all_commands", Keys: "ctrl+p", Help: "all commands", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.open(true) }},
})

// Keys lists the keys that open the palette.
func Keys() []screen.Action { return bindings.All() }

// Model opens the palette and holds the history of lines.
type Model struct {
	Sources []Source
	// Triggers returns the actions that can be triggered on the visible screen, with their bound keys.
	Triggers func() []screen.Action

	deps *screen.Deps
	deck Deck
	ran  []string // oldest first
	box  *box     // opened last
}

// New returns the palette of a deck.
func New(deck Deck) *Model { return &Model{deck: deck} }

// Switch sets the network and clears the history of lines.
func (m *Model) Switch(_ context.Context, deps *screen.Deps) { m.deps, m.ran, m.box = deps, nil, nil }

// Update collects the lines again after they have changed.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if _, ok := msg.(ChangedMsg); !ok {
		return nil, false
	}
	if m.box != nil {
		m.box.pool = m.newPool()
		m.box.refresh()
	}
	return nil, true
}

// Actions lists the keys that open the palette.
func (m *Model) Actions() []screen.Action { return bindings.Actions(m, false) }

// open opens the palette. With all, every line is listed before the user types.
func (m *Model) open(all bool) tea.Cmd {
	b := newBox(m)
	b.pool, b.find = m.newPool(), func(line string) Found { return b.pool.find(line, all) }
	b.search()
	m.box = b
	return m.deps.Post(overlay.OpenMsg{Overlay: b})
}
