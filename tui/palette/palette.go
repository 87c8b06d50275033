// Package palette implements the command palette: an overlay with an input line, completed to one of the matching lines and run.
// Lines are shell commands, actions of the visible screen, locations, and lines that other components offer.
package palette

import (
	"context"
	"slices"

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
	Action string // id of the equivalent action; it also matches the line
	Here   bool   // concerns the visible screen; ranked first
	Quiet  bool   // listed only after the user has typed
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

// Keys open the palette.
type Keys struct {
	Commands, AllCommands screen.Action
}

// NewKeys returns the default keys.
func NewKeys() Keys {
	return Keys{
		Commands:    screen.NewAction("deck.commands", []string{":"}, ":", "command"),
		AllCommands: screen.NewAction("deck.all_commands", []string{"ctrl+p"}, "ctrl+p", "all commands").Hidden(),
	}
}

// Model opens the palette and holds the history of lines.
type Model struct {
	Sources []Source
	// Triggers returns the actions that can be triggered on the visible screen, with their bound keys.
	Triggers func() []screen.Action

	deps *screen.Deps
	deck Deck
	keys Keys
	ran  []string // oldest first
	box  *box     // opened last
}

// New returns the palette of a deck.
func New(deck Deck) *Model { return &Model{deck: deck, keys: NewKeys()} }

// Switch sets the network and clears the history of lines.
func (m *Model) Switch(_ context.Context, deps *screen.Deps) { m.deps, m.ran, m.box = deps, nil, nil }

// Update opens the palette.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case ChangedMsg:
		if m.box != nil {
			m.box.pool = m.newPool()
			m.box.input.Refresh()
		}
		return nil, true
	case tea.KeyMsg:
		switch {
		case m.keys.Commands.Matches(msg):
			return m.open(false), true
		case m.keys.AllCommands.Matches(msg) && m.canListAll():
			return m.open(true), true
		}
	}
	return nil, false
}

// Actions lists the keys that open the palette now.
func (m *Model) Actions() []screen.Action {
	if m.canListAll() {
		return []screen.Action{m.keys.Commands, m.keys.AllCommands}
	}
	return []screen.Action{m.keys.Commands}
}

// canListAll reports whether the visible screen does not use the key for all commands.
func (m *Model) canListAll() bool {
	return !slices.ContainsFunc(m.deck.Visible().Actions(), func(action screen.Action) bool {
		return slices.Contains(action.Keys(), m.keys.AllCommands.Keys()[0])
	})
}

// open opens the palette. With all, every line is listed before the user types.
func (m *Model) open(all bool) tea.Cmd {
	b := &box{palette: m, keys: newBoxKeys(), pool: m.newPool()}
	key := m.deps.Key
	hint := key("palette.complete") + " complete · " + key("palette.run") + " run · " + key("palette.up") + key("palette.down") + " select · " + key("palette.close") + " close"
	b.input = NewInput(m.deps, m.ran, hint, func(line string) Found { return b.pool.find(line, all) })
	m.box = b
	return m.deps.Post(overlay.OpenMsg{Overlay: b})
}

// boxKeys are the keys of the open palette. All other keys are text.
type boxKeys struct {
	Complete, Run, Earlier, Close, Later, Up, Down, PageUp, PageDown screen.Action
}

func newBoxKeys() boxKeys {
	return boxKeys{
		Complete: screen.NewAction("palette.complete", []string{"tab"}, "tab", "complete"),
		Run:      screen.NewAction("palette.run", []string{"enter"}, "enter", "run"),
		Earlier:  screen.NewAction("palette.earlier", []string{"ctrl+p"}, "ctrl+n/p", "history"),
		Close:    screen.NewAction("palette.close", []string{"esc"}, "esc", "close"),
		Later:    screen.NewAction("palette.later", []string{"ctrl+n"}, "ctrl+n", "next history line").Hidden(),
		Up:       screen.NewAction("palette.up", []string{"up"}, "↑", "up").Hidden(),
		Down:     screen.NewAction("palette.down", []string{"down"}, "↓", "down").Hidden(),
		PageUp:   screen.NewAction("palette.page_up", []string{"pgup"}, "pgup", "page up").Hidden(),
		PageDown: screen.NewAction("palette.page_down", []string{"pgdown"}, "pgdn", "page down").Hidden(),
	}
}

// BoxKeys lists the keys of the open palette.
func BoxKeys() []screen.Action { return screen.ActionsOf(newBoxKeys()) }

// box is the open palette.
type box struct {
	palette *Model
	keys    boxKeys
	pool    *pool
	input   *Input
}

// Update handles a key. The palette closes after a line was run.
func (b *box) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case b.keys.Close.Matches(msg):
		return nil, true
	case b.keys.Run.Matches(msg):
		return b.run()
	case b.keys.Complete.Matches(msg):
		b.input.Complete()
	case b.keys.Earlier.Matches(msg):
		b.input.Recall(-1)
	case b.keys.Later.Matches(msg):
		b.input.Recall(1)
	case b.keys.Up.Matches(msg):
		b.input.Move(-1)
	case b.keys.Down.Matches(msg):
		b.input.Move(1)
	case b.keys.PageUp.Matches(msg):
		b.input.Page(-1)
	case b.keys.PageDown.Matches(msg):
		b.input.Page(1)
	default:
		b.input.Type(msg)
	}
	return nil, false
}

// run runs the chosen line. An incomplete line is completed instead, so that the user can add the missing argument.
func (b *box) run() (cmd tea.Cmd, done bool) {
	chosen, ok := b.input.Chosen()
	switch {
	case !ok:
		return nil, false
	case chosen.Why != "":
		return b.palette.deps.Post(screen.StatusMsg{Text: chosen.Why, Warn: true}), false
	case chosen.Wants != "":
		b.input.Complete()
		return nil, false
	}
	b.palette.ran = Remember(b.palette.ran, chosen.Line)
	if act, ok := b.pool.acts[chosen.Line]; ok {
		return act(), true
	}
	return b.palette.deps.Post(screen.OpenLinkMsg{Link: b.pool.links[chosen.Line]}), true
}

// Actions lists the keys of the open palette.
func (b *box) Actions() []screen.Action { return screen.ActionsOf(b.keys) }

// View draws the box.
func (b *box) View(width, height int) []text.Line { return b.input.View(width, height) }

// Note returns the number of matches and their order.
func (b *box) Note() (left, right text.Line) {
	found, matches := b.input.Found(), text.Safe(" matches")
	switch {
	case b.input.Line() == "" && found.Count == 0:
		return text.Plain("type a command"), nil
	case found.Count == 1:
		matches = " match"
	}
	return text.Plain(text.Integer(uint64(found.Count)) + matches), text.In(b.palette.deps.Theme.Faint, "ranked: this screen, saved, recent, all")
}
