// Package history opens screens and moves between them: back, forward, up, to a link, to a recent location. It also holds how the
// current screen is shown: with a maximized panel, or with the requests in front of it.
package history

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/screen/alerts"
	"foredeck/tui/screen/all"
	"foredeck/tui/screen/charts"
	"foredeck/tui/screen/home"
	"foredeck/tui/screen/price"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Keys are the keys that move between screens.
type Keys struct {
	Up, Back, Forward, Requests, Zoom, HardReload screen.Action
}

// NewKeys returns the default keys.
func NewKeys() Keys {
	return Keys{
		Up:         screen.NewAction("deck.up", []string{"esc"}, "esc", "up").Describe("up to the parent screen"),
		Back:       screen.NewAction("deck.back", []string{"[", "alt+left", "backspace"}, "[", "back"),
		Forward:    screen.NewAction("deck.forward", []string{"]", "alt+right"}, "]", "forward"),
		Requests:   screen.NewAction("deck.requests", []string{"`"}, "`", "requests"),
		Zoom:       screen.NewAction("deck.zoom", []string{"z"}, "z", "maximize panel"),
		HardReload: screen.NewAction("deck.reload", []string{"ctrl+r", "R"}, "ctrl+r", "reload, bypassing the cache"),
	}
}

// Model holds the visited screens, of which one is current.
type Model struct {
	deps  *screen.Deps
	ctx   context.Context // of the network
	keys  Keys
	home  *home.Model
	stack stack
	cover cover
	zoom  screen.Screen // screen with a maximized panel, nil if none
	size  screen.Size
}

// cover is the screen of the requests in front of the current one, which stays active.
type cover struct {
	screen screen.Screen // nil if none
	cancel context.CancelFunc
}

// New returns a history without a screen; Switch opens Home.
func New() *Model { return &Model{keys: NewKeys()} }

// Switch sets the network: it ends the current screen and starts with Home. ctx ends with the network.
func (m *Model) Switch(ctx context.Context, deps *screen.Deps) {
	m.End()
	m.deps, m.ctx = deps, ctx
	m.home, m.zoom = home.New(deps), nil
	m.stack = stack{nextID: m.stack.nextID, ctx: ctx}
	m.stack.start(m.home, deps.Now())
}

// Begin activates the current screen.
func (m *Model) Begin() tea.Cmd { return m.arrive(m.stack.begin(m.ctx)) }

// End leaves the current screen and cancels its calls.
func (m *Model) End() {
	m.uncover()
	m.stack.end()
}

// Context returns the context of the current screen's calls.
func (m *Model) Context() context.Context { return m.stack.ctx }

// Caller names the current screen to the loader.
func (m *Model) Caller() load.Caller { return m.stack.current().caller() }

// Visible returns the screen that is drawn: the requests if they are open, else the current screen.
func (m *Model) Visible() screen.Screen {
	if m.cover.screen != nil {
		return m.cover.screen
	}
	return m.stack.current().screen
}

// Covered reports whether the requests are open in front of the current screen.
func (m *Model) Covered() bool { return m.cover.screen != nil }

// Link returns the location of the visible screen, down to the selected value. ok is false if no link leads there.
func (m *Model) Link() (link target.Link, ok bool) {
	if linkable, is := m.Visible().(screen.Linkable); is {
		return linkable.Link()
	}
	return target.Link{}, false
}

// Climb goes to a location of the trail by its index.
func (m *Model) Climb(i int) tea.Cmd {
	path := m.path()
	if m.Covered() || i < 0 || i >= len(path)-1 {
		return nil
	}
	return m.goTo(path[i])
}

// Update opens the locations in messages and handles the keys. Keys that the visible screen uses go to the screen.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.OpenMsg:
		return m.openTarget(msg.Target), true
	case hashMsg:
		return m.openHash(msg), true
	case screen.OpenLinkMsg:
		return m.openLink(msg.Link), true
	case screen.OpenTransactionMsg:
		return m.openTransaction(msg), true
	case screen.OpenCallsMsg:
		return m.openCallers(msg.Function.Function), true
	case screen.OpenAlertsMsg:
		return visitOther(m, func() *alerts.Model { return alerts.New(m.deps) }), true
	case screen.OpenNetworksMsg:
		return m.OpenNetworks(), true
	case screen.RevisitMsg:
		return m.arrive(m.stack.reopen(m.ctx, msg.Visit, m.deps.Now())), true
	case tea.KeyMsg:
		return m.press(msg)
	}
	return nil, false
}

func (m *Model) press(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	switch {
	case m.keys.Up.Matches(msg):
		return m.up(), true
	case m.keys.Back.Matches(msg):
		return m.travel(-1, text.Const("already at the oldest location")), true
	case m.keys.Forward.Matches(msg):
		return m.travel(+1, text.Const("already at the newest location")), true
	case m.keys.Requests.Matches(msg):
		if m.Covered() {
			m.uncover()
			return nil, true
		}
		return m.openRequests(), true
	case m.keys.Zoom.Matches(msg) && m.CanZoom():
		if m.Zoomed() {
			m.setZoom(nil)
		} else {
			m.setZoom(m.Visible())
		}
		return nil, true
	case m.keys.HardReload.Matches(msg) && !m.claims(msg):
		return m.hardReload()
	}
	return nil, false
}

// Actions lists the keys that act now.
func (m *Model) Actions() []screen.Action {
	var actions []screen.Action
	switch zoom := m.keys.Zoom; {
	case m.Zoomed():
		zoom.SetHelp("z", "all panels")
		actions = append(actions, zoom)
	case m.CanZoom():
		actions = append(actions, zoom.Hidden())
	}
	requests := m.keys.Requests
	if m.stack.hasUp() {
		requests = requests.Hidden() // only Home shows the hint
	}
	if m.Covered() {
		requests.SetHelp("`", "close")
	}
	actions = append(actions, requests)
	if _, ok := m.Visible().(screen.HardReloader); ok {
		actions = append(actions, m.keys.HardReload.Hidden())
	}
	isUp := func(action screen.Action) bool { return slices.Contains(action.Keys(), "esc") }
	switch up := m.keys.Up; {
	case m.Unzooms():
		up.SetHelp("esc", "all panels")
		actions = append(actions, up.Hidden())
	case slices.ContainsFunc(all.Actions(m.Visible()), isUp): // the screen uses esc first
	case m.Covered():
		up.SetHelp("esc", "close")
		actions = append(actions, up)
	case m.stack.hasUp():
		actions = append(actions, up)
	}
	if m.stack.at > 0 {
		actions = append(actions, m.keys.Back.Hidden())
	}
	if m.stack.at < len(m.stack.visits)-1 {
		actions = append(actions, m.keys.Forward.Hidden())
	}
	return actions
}

// Forward passes a message to the active screens: the current one, and the requests in front of it.
func (m *Model) Forward(msg tea.Msg) tea.Cmd {
	cmd := m.stack.current().screen.Update(msg)
	if m.cover.screen != nil {
		cmd = tea.Batch(cmd, m.cover.screen.Update(msg))
	}
	return cmd
}

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// layout sizes the visible screens. Others get their size when they become visible.
func (m *Model) layout() {
	size := m.size
	for _, shown := range []screen.Screen{m.stack.current().screen, m.cover.screen} {
		if shown != nil {
			size.Maximized = shown == m.zoom
			shown.SetSize(size)
		}
	}
}

func (m *Model) setZoom(zoomed screen.Screen) {
	m.zoom = zoomed
	m.layout()
}

// Zoomed reports whether a panel of the visible screen is maximized.
func (m *Model) Zoomed() bool { return m.zoom != nil && m.zoom == m.Visible() }

// CanZoom reports whether zoom has an effect on the visible screen.
func (m *Model) CanZoom() bool {
	zoomer, ok := m.Visible().(screen.Zoomer)
	return m.size.Class != screen.OneLine && (m.Zoomed() || ok && zoomer.CanZoom())
}

// Unzooms reports whether esc shows all panels again. While the user types, esc ends that first.
func (m *Model) Unzooms() bool { return m.Zoomed() && !keymap.Captures(m.Visible(), "x") }

func (m *Model) up() tea.Cmd {
	switch {
	case m.Unzooms():
		m.setZoom(nil)
		return nil
	case m.Visible().Escape():
		return nil
	case m.Covered():
		m.uncover()
		return nil
	}
	if above := m.parentOf(m.stack.current()); above != nil {
		return m.goTo(above)
	}
	return nil
}

func (m *Model) travel(delta int, none text.Safe) tea.Cmd {
	cmd, ok := m.stack.step(m.ctx, delta)
	if !ok {
		return m.deps.Post(screen.StatusMsg{Text: none})
	}
	return m.arrive(cmd)
}

// arrive completes a move to another screen: it closes the requests, ends the zoom and sizes the screen.
func (m *Model) arrive(cmd tea.Cmd) tea.Cmd {
	m.uncover()
	m.setZoom(nil)
	return cmd
}

// visit opens a screen.
func (m *Model) visit(s screen.Screen) tea.Cmd {
	kept := m.keepRecent() // with the tab that is open now
	cmd := m.arrive(m.stack.open(m.ctx, s, m.deps.Now()))
	return tea.Batch(kept, cmd, m.keepRecent())
}

// ScreenActions returns the actions of the visible screen.
func (m *Model) ScreenActions() []screen.Action { return all.Actions(m.Visible()) }

// claims reports whether the visible screen has an action with the key.
func (m *Model) claims(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(all.Actions(m.Visible()), func(action screen.Action) bool { return action.Matches(msg) })
}

// hardReload reloads the visible screen, bypassing all caches.
func (m *Model) hardReload() (cmd tea.Cmd, handled bool) {
	reloader, ok := m.Visible().(screen.HardReloader)
	if !ok {
		return nil, false
	}
	m.deps.Expire()
	m.deps.Post(screen.StatusMsg{Text: text.Const("reloading, bypassing the cache")})
	return reloader.HardReload(), true
}

// openRequests opens the requests of the current screen in front of it.
func (m *Model) openRequests() tea.Cmd {
	if m.Covered() {
		return nil
	}
	under := m.Caller()
	var also []load.Caller
	switch m.stack.current().screen.(type) {
	case *price.Model, *charts.Model:
		also = append(also, prices.Caller)
	}
	ctx, cancel := context.WithCancel(load.WithCaller(m.ctx, under))
	m.cover = cover{screen: all.Requests(m.deps, under, also...), cancel: cancel}
	m.layout()
	return m.cover.screen.Enter(ctx)
}

// uncover closes the requests.
func (m *Model) uncover() {
	if !m.Covered() {
		return
	}
	m.cover.cancel()
	m.cover.screen.Leave()
	m.cover = cover{}
}
