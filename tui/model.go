// Package tui is the deck: the Bubble Tea program around the screens. It owns the history of places, the frame around the
// body, and the overlays; it knows a network only by its base URL and the names it was given.
package tui

import (
	"context"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/theme"
	web "foredeck/tui/browser"
	"foredeck/tui/clipboard"
	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/overlay"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/screen/callers"
	"foredeck/tui/screen/help"
	"foredeck/tui/screen/home"
	"foredeck/tui/screen/transaction"
	"foredeck/tui/screen/view"
	"foredeck/tui/text"
)

// Model is the root of the deck.
type Model struct {
	root    context.Context // of the deck
	ctx     context.Context // of what is looked at: it ends with the network
	cancel  context.CancelFunc
	deps    *screen.Deps
	keys    keyMap
	history history
	cover   cover
	home    *home.Model
	keymap  *keymap.Model

	width, height int
	overlay       overlay.Model
	said          screen.StatusMsg // the last outcome
	saidEnded     bool             // that the recording which is played is at its end
	ran           []string         // lines of the palette that were run, the oldest first
	ticking       bool             // a quick tick is under way, for as long as calls are in flight
	after         func(time.Duration, tea.Msg) tea.Cmd
	quitting      bool
	zoomed        screen.Screen // whose panel with the keys has all of the room; nil: none
	mouseOff      bool          // it is left to the terminal

	terminal io.Writer   // where the bell is rung; nil: nowhere
	rang     bool        // the window's title says for what
	told     []toldAlert // the newest last
	// alertCommand is the user's program for alerts, with its arguments; empty: none is set.
	alertCommand []string
	clipboard    *clipboard.Clipboard
	exporting    exporting

	networks   Networks
	switching  bool      // another network is being opened
	wrongChain text.Safe // of which chain the node says that it is, where that is not the one that is expected
	explorer   config.Explorer
	browse     browser
	close      func() // nil: there is nothing to put away

	following      following
	looks          Looks
	asksGround     bool         // the terminal is asked for its ground
	light          bool         // it has a light ground
	plain          bool         // it is told line by line
	themeComplaint string       // what was wrong with the theme's file when it was read last
	untried        *theme.Theme // that was worn before others were tried; nil: none is tried
}

// New makes a deck. Its calls end with ctx. The first location is Home; options.First, if there is one, is opened at once.
func New(ctx context.Context, options Options) *Model {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.After == nil {
		options.After = after
	}
	if options.Browse == nil {
		options.Browse = web.Open
	}
	deps := newSession(options, load.NewLoader(options.Now))
	m := &Model{
		root: ctx, deps: deps, keys: newKeyMap(), home: home.New(deps), after: options.After, keymap: keymap.New(Keys(), options.Bindings), looks: options.Looks,
		clipboard: options.Clipboard, terminal: options.Terminal, browse: options.Browse, alertCommand: options.AlertCommand,
		networks: options.Networks, explorer: options.Explorer, close: options.Close,
	}
	if m.looks.Sizes == (config.Sizes{}) {
		m.looks.Sizes = config.DefaultSizes()
	}
	m.follow(options.Settings, options.Reading)
	m.begin(ctx)
	m.history.start(m.home, deps.Now())
	m.history.ctx = ctx // until the first place begins
	if options.First != nil {
		m.history.push(m.placeOf(*options.First), deps.Now())
	}
	return m
}

// begin ties the session to the deck.
func (m *Model) begin(ctx context.Context) {
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.deps.Opens = m.opens
	m.deps.Visits = m.visits
	m.deps.Key, m.deps.KeyAt = m.keymap.Key, m.keymap.KeyAt
	m.overlay.Switch(m.deps)
}

type (
	clockMsg struct{} // once a second
	quickMsg struct{} // while calls are in flight
)

// The paces of drawing: once a second for clocks and ages; four times a second, after the first tenth, while waiting.
const (
	clockPace  = time.Second
	spinnerLag = 110 * time.Millisecond
	spinPace   = 250 * time.Millisecond
)

// Init begins the first place and the clock.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.history.begin(m.ctx), m.askChain(), m.askGround(), m.clock(), m.quicken(spinnerLag))
}

// after answers with the message once the time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

func (m *Model) clock() tea.Cmd { return m.after(clockPace, clockMsg{}) }

// quicken sees to it that waiting shows: there are quick ticks for as long as calls are in flight, and none when idle.
func (m *Model) quicken(pace time.Duration) tea.Cmd {
	if m.ticking || m.deps.Loader.InFlight() == 0 || m.deps.Still && pace == spinPace {
		return nil
	}
	m.ticking = true
	return m.after(pace, quickMsg{})
}

// Update takes a message. It never blocks.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	cmd = tea.Batch(append(m.takePosted(), cmd)...)
	cmd = tea.Batch(cmd, m.deps.Fetch(m.history.ctx))
	pace := spinnerLag
	if _, quick := msg.(quickMsg); quick {
		pace = spinPace
	}
	return m, tea.Batch(cmd, m.quicken(pace))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if _, isKey := msg.(tea.KeyMsg); !isKey { // a key is translated first
		if cmd, handled := m.overlay.Update(msg); handled {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.overlay.Hide(m.hidesOverlays())
		m.resize()
		return nil
	case tea.KeyMsg:
		return tea.Batch(m.hush(), m.typed(msg))
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.ResumeMsg, screen.TerminalBackMsg:
		return m.takeMouse()
	case clockMsg:
		m.sayEnded()
		return tea.Batch(m.clock(), m.followTheme(), m.listThemes(), m.followSettings(), m.lookAtPrices(), m.tell(screen.ClockMsg{}))
	case quickMsg:
		m.ticking = false
		return m.tell(screen.WaitingMsg{})
	case screen.OpenMsg:
		return m.open(msg.Target)
	case screen.OpenLinkMsg:
		return m.openLink(msg.Link)
	case screen.OpenTransactionMsg:
		return m.visit(transaction.New(m.deps, msg))
	case screen.OpenViewMsg:
		return m.visit(view.New(m.deps, msg))
	case screen.OpenCallsMsg:
		return m.visit(callers.New(m.deps, msg.Function, m.callers(msg.Function)))
	case screen.AlertMsg:
		return m.alert(msg)
	case prices.AnswerMsg:
		return m.tookPrices(msg)
	case screen.ReopenMsg:
		return m.arrived(m.history.reopen(m.ctx, msg.Visit, m.deps.Now()))
	case keymap.PressMsg:
		return m.key(msg.Key)
	case screen.StatusMsg:
		m.said = msg
		return nil
	case screen.BookmarkMsg:
		m.save()
		return nil
	case screen.TryThemeMsg:
		return m.tryTheme(msg.Name)
	case screen.CopyMsg:
		return m.copied(msg.Value)
	case load.CacheMsg:
		msg.Deliver()
	case screen.SwitchMsg:
		return m.switchTo(msg.Network)
	case networkOpenedMsg:
		return m.switched(msg)
	case chainMsg:
		m.takeChain(msg)
		return nil
	case exploredMsg:
		m.sayExplored(msg)
		return nil
	case groundMsg:
		m.takeGround(msg)
		return nil
	case themeReadMsg:
		m.wearTheme(msg)
		return nil
	case themesMsg:
		m.takeThemes(msg)
		return nil
	case settingsReadMsg:
		return m.readSettings(msg)
	case screen.WriteSettingMsg:
		return m.writeSetting(msg)
	case load.Result[string]:
		if m.exported(msg) {
			return nil
		}
	}
	return m.tell(msg)
}

// class is that of the window. What is told line by line has one panel at a time, which tab goes through.
func (m *Model) class() screen.Class {
	if m.plain {
		return screen.Compact
	}
	return screen.ClassOf(m.looks.Sizes, m.width, m.height)
}

func (m *Model) oneLine() bool { return m.class() == screen.OneLine }

// The least room in which a box with a line in it can be read.
const (
	leastBoxWidth  = 20
	leastBoxHeight = 3
)

// hidesOverlays tells that the window has no room for boxes.
func (m *Model) hidesOverlays() bool {
	return m.oneLine() && (m.width < leastBoxWidth || m.height < leastBoxHeight)
}

func (m *Model) key(pressed tea.KeyMsg) tea.Cmd {
	msg, ok := m.translate(pressed)
	if !ok {
		m.said = screen.StatusMsg{}
		return nil
	}
	return m.press(msg, msg.String() == pressed.String() && m.shown().Captures(msg))
}

// press acts on a default key. isText reports whether the screen takes it as text.
func (m *Model) press(msg tea.KeyMsg, isText bool) tea.Cmd {
	current := m.shown()
	m.said = screen.StatusMsg{}
	switch {
	case m.keys.QuitNow.Matches(msg):
		return m.quit()
	case m.keys.Suspend.Matches(msg):
		return tea.Suspend
	case m.overlay.Open() != nil:
		cmd, _ := m.overlay.Update(msg)
		return cmd
	case isText:
		return current.Update(msg)
	case m.keys.Up.Matches(msg):
		if m.stopExport() {
			return nil
		}
		if m.endsZoom() {
			m.zoom(nil)
			return nil
		}
		if current.Escape() {
			return nil
		}
		if m.cover.screen != nil {
			m.uncover()
			return nil
		}
		return m.arrived(m.history.up(m.ctx))
	case m.keys.Back.Matches(msg):
		return m.travel(-1, "this is the first place of the history")
	case m.keys.Forward.Matches(msg):
		return m.travel(+1, "this is the newest place of the history")
	case m.keys.Help.Matches(msg):
		return m.deps.Post(overlay.OpenMsg{Overlay: help.New(m.deps.Theme, m.actions(), m.deps.Key)})
	case m.keys.Commands.Matches(msg):
		m.openPalette(false)
		return nil
	case m.keys.AllCommands.Matches(msg) && m.lists(current):
		m.openPalette(true)
		return nil
	case m.keys.GoTo.Matches(msg):
		return m.deps.Post(overlay.OpenMsg{Overlay: overlay.NewMenu(m.deps, "Go to", m.boundMenu())})
	case m.keys.Requests.Matches(msg):
		return m.toggleRequests()
	case m.keys.Zoom.Matches(msg) && m.zooms():
		m.turnZoom()
		return nil
	case m.keys.HardReload.Matches(msg) && m.looksAfresh():
		return m.lookAfresh()
	case m.keys.Mouse.Matches(msg):
		return m.turnMouse(!m.mouseOff)
	case m.keys.Redraw.Matches(msg):
		return tea.ClearScreen
	case m.keys.Copy.Matches(msg):
		return m.copyNow()
	case m.keys.CopyAs.Matches(msg):
		m.copyAs()
		return nil
	case m.keys.Save.Matches(msg):
		m.save()
		return nil
	case m.keys.Name.Matches(msg):
		m.giveName()
		return nil
	case m.keys.Export.Matches(msg) && m.exports():
		m.exportAs()
		return nil
	case m.keys.Units.Matches(msg) && m.counts():
		m.turnUnits()
		return nil
	case m.keys.Explore.Matches(msg) && m.explores():
		return m.explore()
	case m.keys.Quit.Matches(msg):
		return m.quit()
	}
	return current.Update(msg)
}

func (m *Model) quit() tea.Cmd {
	m.quitting = true
	m.uncover()
	m.history.end()
	m.cancel()
	return tea.Quit
}
