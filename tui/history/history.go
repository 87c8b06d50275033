// Package history opens screens and moves between them: back, forward, up, to a link, to a recent location. It also holds how the
// current screen is shown: with a maximized panel, or with the requests in front of it.
package history

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

var bindings = screen.Bind(screen.Bindings[*Model]{
	{ID: "deck.up", Help: "all panels", Place: screen.Hidden, When: (*Model).Unzooms},
	{ID: "deck.up", Keys: "esc", Help: "up", Long: "up to the parent screen", State: (*Model).closeCover, When: (*Model).canGoUp, Run: (*Model).Up},
	{ID: "deck.back", Keys: "[ alt+left backspace", Help: "back", Place: screen.Hidden, When: (*Model).hasOlder, Why: "already at the oldest location", Run: func(m *Model) tea.Cmd { return m.travel(-1) }},
	{ID: "deck.forward", Keys: "] alt+right", Help: "forward", Place: screen.Hidden, When: (*Model).hasNewer, Why: "already at the newest location", Run: func(m *Model) tea.Cmd { return m.travel(+1) }},
	{ID: "deck.requests", Place: screen.Hidden, When: (*Model).hasUp, State: (*Model).closeCover}, // only Home shows the hint
	{ID: "deck.requests", Keys: "`", Help: "requests", State: (*Model).closeCover, Run: (*Model).toggleRequests},
	{ID: "deck.zoom", Help: "all panels", When: (*Model).Zoomed},
	{ID: "deck.zoom", Keys: "z", Help: "maximize panel", Place: screen.Hidden, When: (*Model).CanZoom, Run: (*Model).toggleZoom},
	{ID: "deck.reload", Keys: "ctrl+r R", Help: "reload, bypassing the cache", Place: screen.Hidden, When: (*Model).canReload, Run: (*Model).hardReload},
})

// Keys lists the keys that move between screens.
func Keys() []screen.Action { return bindings.All() }

// Model holds the visited screens, of which one is current.
type Model struct {
	kinds screen.Kinds
	deps  *screen.Deps
	ctx   context.Context // of the network
	home  prompter
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

// prompter is Home, which asks for what to open.
type prompter interface {
	screen.Screen
	PromptFor(text.Safe)
}

// New returns a history of screens of these kinds, one of them "home". It is without a screen; Switch opens Home.
func New(kinds screen.Kinds) *Model { return &Model{kinds: kinds} }

// Switch sets the network: it ends the current screen and starts with Home. ctx ends with the network.
func (m *Model) Switch(ctx context.Context, deps *screen.Deps) {
	m.End()
	m.deps, m.ctx = deps, ctx
	opened, _ := m.kinds.Named("home").Create(deps, target.Link{}, nil)
	m.home, m.zoom = opened.(prompter), nil
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

// Kind returns the kind of the visible screen.
func (m *Model) Kind() screen.Kind { return m.kinds.Of(m.Visible()) }

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
func (m *Model) Link() (link target.Link, ok bool) { return screen.LinkOf(m.Visible()) }

// Climb goes to a location of the trail by its index.
func (m *Model) Climb(i int) tea.Cmd {
	path := m.path()
	if m.Covered() || i < 0 || i >= len(path)-1 {
		return nil
	}
	return m.goTo(path[i])
}

// Update opens the locations in messages.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.OpenMsg:
		if msg.Replaces {
			m.dropCurrent()
		}
		return m.openTarget(msg.Target), true
	case screen.OpenLinkMsg:
		return m.openLink(msg.Link), true
	case screen.OpenTransactionMsg:
		return m.openTransaction(msg), true
	case screen.SummaryMsg:
		return m.openSummary(msg), true
	case screen.UpMsg:
		if above := m.parentOf(m.stack.current()); above != nil {
			return m.goTo(above), true
		}
		return nil, true
	case screen.OpenCallsMsg:
		return m.openCallers(msg.Function.Function), true
	case screen.OpenScreenMsg:
		return m.start(m.kinds.Named(msg.Name)), true
	case screen.OpenHomeMsg:
		return m.openBox(msg.Ask), true
	case screen.OpenRequestsMsg:
		return m.openRequests(), true
	case screen.RevisitMsg:
		return m.arrive(m.stack.reopen(m.ctx, msg.Visit, m.deps.Now())), true
	}
	return nil, false
}

// Actions lists the keys that act now.
func (m *Model) Actions() []screen.Action { return bindings.Actions(m, false) }

// Denied lists the keys that have no effect now, and why.
func (m *Model) Denied() []screen.Action { return bindings.Denied(m, false) }

func (m *Model) hasUp() bool     { return m.stack.hasUp() }
func (m *Model) hasOlder() bool  { return m.stack.at > 0 }
func (m *Model) hasNewer() bool  { return m.stack.at < len(m.stack.visits)-1 }
func (m *Model) canReload() bool { _, ok := m.Visible().(screen.HardReloader); return ok }

// canGoUp reports whether the screen has no other use for the key now.
func (m *Model) canGoUp() bool {
	if !m.Covered() && !m.hasUp() {
		return false
	}
	return !slices.ContainsFunc(m.kinds.Of(m.Visible()).Actions(m.Visible()), func(action screen.Action) bool { return slices.Contains(action.Keys(), "esc") })
}

func (m *Model) closeCover() string {
	if m.Covered() {
		return "close"
	}
	return ""
}

func (m *Model) toggleZoom() tea.Cmd {
	if m.Zoomed() {
		m.setZoom(nil)
	} else {
		m.setZoom(m.Visible())
	}
	return nil
}

func (m *Model) toggleRequests() tea.Cmd {
	if m.Covered() {
		m.uncover()
		return nil
	}
	return m.openRequests()
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

// Up shows all panels again, cancels what is in progress on the screen, or opens the location above it.
func (m *Model) Up() tea.Cmd {
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

func (m *Model) travel(delta int) tea.Cmd { return m.arrive(m.stack.jump(m.ctx, m.stack.at+delta)) }

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

// hardReload reloads the visible screen, bypassing all caches.
func (m *Model) hardReload() tea.Cmd {
	m.deps.Expire()
	m.deps.Post(screen.StatusMsg{Text: text.Const("reloading, bypassing the cache")})
	return m.Visible().(screen.HardReloader).HardReload()
}

// openRequests opens the requests of the current screen in front of it.
func (m *Model) openRequests() tea.Cmd {
	if m.Covered() {
		return nil
	}
	under := m.Caller()
	also := m.kinds.Of(m.stack.current().screen).OtherCallers()
	ctx, cancel := context.WithCancel(load.WithCaller(m.ctx, under))
	m.cover = cover{screen: m.kinds.For(m.deps, screen.ListRequestsMsg{Under: under, Also: also}), cancel: cancel}
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
