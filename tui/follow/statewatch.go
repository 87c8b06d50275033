// statewatch.go watches resources and modules while the deck runs, keeps their changes in the store, and shows them.

package follow

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

// States watches what the store lists.
type States struct {
	ctx     context.Context
	deps    *screen.Deps
	entries map[string]*entry // by link
	states  load.State[kept]  // for the overlay
}

// entry is a watched resource or module.
type entry struct {
	reading load.State[reading]
	polled  time.Time
	last    json.RawMessage
	known   bool // last is the state that was kept last
}

// reading is the outcome of a request.
type reading struct {
	state     store.State
	isFirst   bool // no state was kept before
	isChanged bool
}

// kept are the states that the overlay shows.
type kept struct {
	link   target.Link
	states []store.State
}

// NewStates returns a model that watches nothing yet.
func NewStates() *States { return &States{} }

// Switch watches what the store of the network lists.
func (m *States) Switch(ctx context.Context, deps *screen.Deps) {
	m.ctx, m.deps, m.entries = ctx, deps, map[string]*entry{}
	m.states = load.State[kept]{}
}

// Update handles clock ticks, readings and the messages of screens.
func (m *States) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.ClockMsg:
		return m.poll(), false
	case screen.WatchMsg:
		return m.toggle(msg.Link), true
	case screen.ChangesMsg:
		db, link := m.deps.Store, msg.Link
		return m.states.Compute(m.deps.Loader, func() (kept, error) {
			states, err := db.States(link)
			return kept{link, states}, err
		}), true
	case load.Result[kept]:
		return m.open(msg), true
	case load.Result[reading]:
		return m.handle(msg), true
	}
	return nil, false
}

// toggle watches a link or stops it.
func (m *States) toggle(link target.Link) tea.Cmd {
	isWatched, err := m.deps.Store.ToggleWatch(link)
	if err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	m.deps.Post(screen.StoreMsg{})
	if !isWatched {
		delete(m.entries, link.String())
		return m.deps.SaveAndReport(text.Const("no longer watched; the changes seen so far stay in the state file"))
	}
	return tea.Batch(m.deps.SaveAndReport(text.Format("watching: changes are kept while foredeck runs; listed on Home, %s shows them", m.deps.Key("resources.compare"))), m.poll())
}

// poll requests what is due, at the refresh interval of accounts.
func (m *States) poll() tea.Cmd {
	var cmds []tea.Cmd
	for _, watch := range m.deps.Store.Watches() {
		word := watch.Link.String()
		e := m.entries[word]
		if e == nil {
			e = &entry{}
			m.entries[word] = e
		}
		if watch.Link.Network != m.deps.Endpoint.Network || e.reading.Loading() || !m.deps.Due(e.polled, m.deps.Config.Periods.Account) {
			continue
		}
		e.polled = m.deps.Now()
		db, node, now, link, last, known := m.deps.Store, m.deps.Node, m.deps.Loader.Now, watch.Link, e.last, e.known
		cmds = append(cmds, e.reading.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (reading, error) {
			data, err := linkvalue.State(ctx, node, link)
			if err != nil {
				return reading{}, err
			}
			r := reading{state: store.State{At: now(), Data: data}}
			if data == nil {
				r.state.Data = json.RawMessage("null")
			}
			if !known {
				states, err := db.States(link)
				if err != nil {
					return reading{}, err
				}
				if r.isFirst = len(states) == 0; !r.isFirst {
					last = states[0].Data
				}
			}
			if r.isChanged = r.isFirst || !bytes.Equal(last, r.state.Data); r.isChanged {
				r.state.Height = linkvalue.Height(ctx, node)
			}
			return r, nil
		}))
	}
	return tea.Batch(cmds...)
}

// handle keeps a changed state. Errors are left to the next request.
func (m *States) handle(msg load.Result[reading]) tea.Cmd {
	for _, watch := range m.deps.Store.Watches() {
		e := m.entries[watch.Link.String()]
		if e == nil || !e.reading.Accept(msg) {
			continue
		}
		if msg.Err != nil {
			return nil
		}
		e.last, e.known = msg.Value.state.Data, true
		if !msg.Value.isChanged {
			return nil
		}
		m.deps.Store.AddState(watch.Link, msg.Value.state, msg.Value.isFirst)
		m.deps.Post(screen.StoreMsg{})
		if !msg.Value.isFirst {
			m.deps.Post(screen.StatusMsg{Text: text.Format("%s changed%s", StateName(m.deps, watch.Link), atBlock(msg.Value.state.Height))})
		}
		return m.deps.SaveStore()
	}
	return nil
}

// open shows the changes once they are read.
func (m *States) open(msg load.Result[kept]) tea.Cmd {
	if !m.states.Accept(msg) {
		return nil
	}
	switch {
	case msg.Err != nil:
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(msg.Err.Error()), Warn: true})
	case len(msg.Value.states) < 2:
		return m.deps.Post(screen.StatusMsg{Text: text.Const("watched, and no change seen yet")})
	}
	return m.deps.Post(overlay.OpenMsg{Overlay: newChanges(m.deps, msg.Value)})
}

// StateName returns the name of a watched resource or module.
func StateName(deps *screen.Deps, link target.Link) text.Safe {
	if link.Type == "" {
		return text.Short(text.Clean(link.Target.String()))
	}
	owner := deps.Names.Of(link.Target.Address)
	if owner.IsEmpty() {
		owner = text.Short(text.Clean(link.Target.Address.String()))
	}
	return text.Format("%s of %s", text.Short(text.Bounded(link.Type)), owner)
}

func atBlock(height *uint64) text.Safe {
	if height == nil {
		return text.Safe{}
	}
	return text.Format(" at block %s", text.Integer(*height))
}

// changes is the overlay that walks through the kept changes, the newest first.
type changes struct {
	deps *screen.Deps
	kept
	at   int // index of the later state
	diff []jsontree.Change
	rows widget.Table
}

var changesBindings = screen.Bind(screen.Bindings[*changes]{
	{ID: "changes.older", Keys: "left h", Label: "← h", Help: "older", Run: func(c *changes) tea.Cmd { return c.show(c.at + 1) }},
	{ID: "changes.newer", Keys: "right l", Label: "→ l", Help: "newer", Run: func(c *changes) tea.Cmd { return c.show(c.at - 1) }},
	{ID: "list.up", Run: func(c *changes) tea.Cmd { return c.move(-1) }},
	{ID: "list.down", Run: func(c *changes) tea.Cmd { return c.move(1) }},
	{ID: "changes.close", Keys: "esc D", Help: "close", Run: func(c *changes) tea.Cmd { return c.deps.Post(overlay.CloseMsg{}) }},
})

// StatesKeys lists the keys of the changes.
func StatesKeys() []screen.Action { return changesBindings.All() }

func newChanges(deps *screen.Deps, k kept) *changes {
	c := &changes{deps: deps, kept: k}
	c.show(0)
	return c
}

// show compares a state with the one before it. States are bounded by the store.
func (c *changes) show(at int) tea.Cmd {
	c.at = max(min(at, len(c.states)-2), 0)
	c.diff = jsontree.Compare(c.states[c.at+1].Data, c.states[c.at].Data)
	c.rows.SetLength(len(c.diff))
	c.rows.Select(0)
	return nil
}

func (c *changes) move(delta int) tea.Cmd {
	c.rows.Move(delta)
	return nil
}

// Actions lists the keys.
func (c *changes) Actions() []screen.Action { return changesBindings.Actions(c, false) }

const maxChangesWidth = 120

// View draws the change as a box.
func (c *changes) View(width, height int) []text.Line {
	th := c.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	width = min(maxChangesWidth, width)
	height = min(max(len(c.diff), 1)+1+frameHeight+1, height)
	inside := width - frameWidth
	c.rows.SetHeight(max(height-frameHeight-2, 0))
	part := max(inside/3-2, 8)
	columns := []widget.Column{{Title: text.Const("PATH"), Width: part, Flex: true, Shorten: text.CutMiddle}, {Title: text.Const("WAS"), Width: part}, {Title: text.Const("IS"), Width: part}}
	state := c.states[c.at]
	body := []text.Line{text.In(th.Faint, "seen %s%s · ← older  → newer", c.deps.ShortTime(state.At), atBlock(state.Height))}
	body = append(body, c.rows.View(th, columns, inside, func(i int) []widget.Cell {
		change := c.diff[i]
		return []widget.Cell{{Text: text.Bounded(change.Path), Style: th.Accent}, {Text: side(change.Old), Style: th.Faint}, {Text: side(change.New), Style: th.Text}}
	})...)
	number := text.Format("change %s of %s", text.Integer(uint64(len(c.states)-1-c.at)), text.Integer(uint64(len(c.states)-1)))
	box := widget.Panel{Title: StateName(c.deps, c.link).In(th.Strong), State: number.Line(), Body: body}
	return box.Draw(th, width, height)
}

func side(raw []byte) text.Safe {
	if raw == nil {
		return text.None
	}
	return text.Bounded(string(raw))
}
