package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// paletteKeys are the keys of the palette. All others are text.
type paletteKeys struct {
	Complete, Run, Earlier, Later, Up, Down, PageUp, PageDown, Close screen.Action
}

func newPaletteKeys() paletteKeys {
	return paletteKeys{
		Complete: screen.NewAction("palette.complete", []string{"tab"}, "tab", "complete"),
		Run:      screen.NewAction("palette.run", []string{"enter"}, "enter", "run"),
		Earlier:  screen.NewAction("palette.earlier", []string{"ctrl+p"}, "ctrl+n/p", "history"),
		Later:    screen.NewAction("palette.later", []string{"ctrl+n"}, "ctrl+n", "later line").Quiet(),
		Up:       screen.NewAction("palette.up", []string{"up"}, "↑", "line above").Quiet(),
		Down:     screen.NewAction("palette.down", []string{"down"}, "↓", "line below").Quiet(),
		PageUp:   screen.NewAction("palette.page_up", []string{"pgup"}, "pgup", "a page up").Quiet(),
		PageDown: screen.NewAction("palette.page_down", []string{"pgdown"}, "pgdn", "a page down").Quiet(),
		Close:    screen.NewAction("palette.close", []string{"esc"}, "esc", "close"),
	}
}

// palette is the overlay in which a line is typed and run.
type palette struct {
	deck *Model
	keys paletteKeys
	pool *pool
	box  *box.Model
}

// openPalette opens the palette over the place one is at. With everything, all lines are listed before anything is typed.
func (m *Model) openPalette(everything bool) {
	p := &palette{deck: m, keys: newPaletteKeys(), pool: m.newPool()}
	key := m.deps.Key
	hint := key("palette.complete") + " completes · " + key("palette.run") + " runs · " + key("palette.up") + key("palette.down") + " choose · " + key("palette.close") + " closes"
	p.box = box.New(m.deps.Theme, m.ran, hint, func(line string) box.Found { return p.pool.find(line, everything) })
	m.deps.Post(overlay.OpenMsg{Overlay: p})
}

// Update takes a key. It is done when a line was run, and when it is closed.
func (p *palette) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case p.keys.Close.Matches(msg):
		return nil, true
	case p.keys.Run.Matches(msg):
		return p.run()
	case p.keys.Complete.Matches(msg):
		p.box.Complete()
	case p.keys.Earlier.Matches(msg):
		p.box.Recall(-1)
	case p.keys.Later.Matches(msg):
		p.box.Recall(1)
	case p.keys.Up.Matches(msg):
		p.box.Move(-1)
	case p.keys.Down.Matches(msg):
		p.box.Move(1)
	case p.keys.PageUp.Matches(msg):
		p.box.Page(-1)
	case p.keys.PageDown.Matches(msg):
		p.box.Page(1)
	default:
		p.box.Type(msg)
	}
	return nil, false
}

// run runs the chosen line, and tells whether it did. A line that is not whole is typed, for one to go on.
func (p *palette) run() (cmd tea.Cmd, done bool) {
	chosen, ok := p.box.Chosen()
	switch {
	case !ok:
		return nil, false
	case chosen.Why != "":
		p.deck.said = screen.StatusMsg{Text: chosen.Why, Warn: true}
		return nil, false
	case chosen.Wants != "":
		p.box.Complete()
		return nil, false
	}
	p.deck.ran = box.Remember(p.deck.ran, chosen.Line)
	if act, ok := p.pool.acts[chosen.Line]; ok {
		return act(), true
	}
	return p.deck.deps.Post(screen.OpenLinkMsg{Link: p.pool.places[chosen.Line]}), true
}

// Actions are the keys of the palette.
func (p *palette) Actions() []screen.Action {
	k := p.keys
	return []screen.Action{k.Complete, k.Run, k.Earlier, k.Close, k.Later, k.Up, k.Down, k.PageUp, k.PageDown}
}

// View is the box.
func (p *palette) View(width, height int) []text.Line { return p.box.View(width, height) }

// Note says how many lines match, and in which order they stand.
func (p *palette) Note() (left, right text.Line) {
	th := p.deck.deps.Theme
	found, matches := p.box.Found(), text.Safe(" matches")
	switch {
	case p.box.Line() == "" && found.Count == 0:
		return text.Plain("type a line"), nil
	case found.Count == 1:
		matches = " match"
	}
	return text.Plain(text.Integer(uint64(found.Count)) + matches), text.In(th.Faint, "ranked: this screen, saved, recent, all")
}
