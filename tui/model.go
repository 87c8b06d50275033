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
	"foredeck/tui/alert"
	"foredeck/tui/bookmarks"
	"foredeck/tui/history"
	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/output"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/screen/help"
	"foredeck/tui/text"
)

// Model is the root of the deck.
type Model struct {
	root    context.Context // of the deck
	ctx     context.Context // of what is looked at: it ends with the network
	cancel  context.CancelFunc
	deps    *screen.Deps
	keys    keyMap
	history *history.Model
	keymap  *keymap.Model

	width, height int
	overlay       overlay.Model
	said          screen.StatusMsg // the last outcome
	saidEnded     bool             // that the recording which is played is at its end
	ticking       bool             // a quick tick is under way, for as long as calls are in flight
	after         func(time.Duration, tea.Msg) tea.Cmd
	quitting      bool
	replayed      bool // the answers come from a recording
	mouseOff      bool // it is left to the terminal

	copier    *output.Copier
	exporter  *output.Exporter
	browser   *output.Browser
	bookmarks *bookmarks.Model
	alerts    *alert.Model
	palette   *palette.Model
	terminal  io.Writer

	networks   Networks
	switching  bool      // another network is being opened
	wrongChain text.Safe // of which chain the node says that it is, where that is not the one that is expected
	close      func()    // nil: there is nothing to put away

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
		options.Browse = output.OpenURL
	}
	if options.Reading.Settings == nil {
		options.Reading.Settings, _ = config.Resolve(config.Flags{}, func(string) string { return "" }, nil) // the defaults, which are valid
	}
	deps := connect(newEnv(&options), options)
	m := &Model{
		root: ctx, deps: deps, keys: newKeyMap(), history: history.New(), after: options.After, keymap: keymap.New(Keys(), options.Bindings), looks: options.Looks, replayed: options.Replayed,
		alerts: alert.New(ctx, options.Terminal, options.AlertCommand, options.Replayed), terminal: options.Terminal,
		networks: options.Networks, close: options.Close,
	}
	m.copier, m.exporter, m.browser = output.NewCopier(m.history, options.Clipboard), output.NewExporter(m.history), output.NewBrowser(m.history, options.Browse)
	m.browser.Explorer = options.Explorer
	m.bookmarks = bookmarks.New(m.history)
	m.palette = palette.New(m.history)
	m.palette.Triggers, m.palette.Sources = m.triggers, []palette.Source{m.copier, m.exporter, deckLines{m}, m.alerts, m.history}
	if m.looks.Sizes == (config.Sizes{}) {
		m.looks.Sizes = config.DefaultSizes()
	}
	m.follow(options.Settings, options.Reading)
	m.begin(ctx)
	if options.First != nil {
		m.history.Push(*options.First)
	}
	return m
}

// begin ties the session to the deck.
func (m *Model) begin(ctx context.Context) {
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.deps.Keys, m.deps.History = m.keymap, m.history
	for _, c := range m.components() {
		c.Switch(m.ctx, m.deps)
	}
}

// configure makes the deck go by settings. Nothing moves in a deck that is told line by line.
func (m *Model) configure(settings *config.Settings) {
	if m.plain && settings.Motion {
		still := *settings
		still.Motion = false
		settings = &still
	}
	m.deps.Configure(settings)
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
	return tea.Batch(m.history.Begin(), m.askChain(), m.askGround(), m.clock(), m.quicken(spinnerLag))
}

// after answers with the message once the time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

func (m *Model) clock() tea.Cmd { return m.after(clockPace, clockMsg{}) }

// quicken sees to it that waiting shows: there are quick ticks for as long as calls are in flight, and none when idle.
func (m *Model) quicken(pace time.Duration) tea.Cmd {
	if m.ticking || m.deps.Loader.InFlight() == 0 || !m.deps.Config.Motion && pace == spinPace {
		return nil
	}
	m.ticking = true
	return m.after(pace, quickMsg{})
}

// Update takes a message. It never blocks.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	cmd = tea.Batch(append(m.handlePosted(), cmd)...)
	cmd = tea.Batch(cmd, m.deps.Fetch(m.history.Context()))
	pace := spinnerLag
	if _, quick := msg.(quickMsg); quick {
		pace = spinPace
	}
	return m, tea.Batch(cmd, m.quicken(pace))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.overlay.Hide(m.hidesOverlays())
		m.history.SetSize(m.bodySize())
	case tea.KeyMsg:
		return tea.Batch(m.alerts.Acknowledge(), m.typed(msg))
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.ResumeMsg, screen.TerminalBackMsg:
		return m.takeMouse()
	case clockMsg:
		m.sayEnded()
		return tea.Batch(m.clock(), m.followTheme(), m.listThemes(), m.followSettings(), m.route(screen.ClockMsg{}))
	case quickMsg:
		m.ticking = false
		return m.route(screen.WaitingMsg{})
	case keymap.PressMsg:
		return m.key(msg.Key)
	case screen.StatusMsg:
		m.said = msg
		return nil
	case screen.TryThemeMsg:
		return m.tryTheme(msg.Name)
	case load.CacheMsg:
		msg.Deliver()
	case screen.SwitchMsg:
		return m.switchTo(msg.Network)
	case networkOpenedMsg:
		return m.switched(msg)
	case chainMsg:
		m.takeChain(msg)
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
	}
	return m.route(msg)
}

// bodySize returns the size of the screens.
func (m *Model) bodySize() screen.Size {
	class := m.class()
	return screen.Size{Width: m.width, Height: max(m.height-chrome(class), 0), Class: class}
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
	return m.press(msg, msg.String() == pressed.String() && m.history.Visible().Captures(msg))
}

// press acts on a default key. isText reports whether the screen takes it as text.
func (m *Model) press(msg tea.KeyMsg, isText bool) tea.Cmd {
	current := m.history.Visible()
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
	case m.keys.Help.Matches(msg):
		return m.deps.Post(overlay.OpenMsg{Overlay: help.New(m.deps.Theme, m.actions(), m.deps.Key)})
	case m.keys.GoTo.Matches(msg):
		return m.deps.Post(overlay.OpenMsg{Overlay: overlay.NewMenu(m.deps, "Go to", m.boundMenu())})
	case m.keys.Mouse.Matches(msg):
		return m.turnMouse(!m.mouseOff)
	case m.keys.Redraw.Matches(msg):
		return tea.ClearScreen
	case m.keys.Units.Matches(msg) && m.counts():
		m.turnUnits()
		return nil
	case m.keys.Quit.Matches(msg):
		return m.quit()
	}
	return m.route(msg)
}

// component is a part of the deck with its own state, keys and messages.
type component interface {
	// Switch makes the component serve another network. ctx ends when the deck leaves that.
	Switch(ctx context.Context, deps *screen.Deps)
	// Update handles a message. Other components and the screens get it too unless handled is true.
	Update(tea.Msg) (cmd tea.Cmd, handled bool)
}

// actor is a component with keys.
type actor interface {
	// Actions lists the keys that act now.
	Actions() []screen.Action
}

// components returns the components in the order in which they get messages.
func (m *Model) components() []component {
	return []component{&m.overlay, m.exporter, m.copier, m.bookmarks, m.browser, m.alerts, m.palette, m.history}
}

// route gives a message to the components until one handles it, else to the screens. A key goes to the visible screen only.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range m.components() {
		cmd, handled := c.Update(msg)
		cmds = append(cmds, cmd)
		if handled {
			return tea.Batch(cmds...)
		}
	}
	if _, isKey := msg.(tea.KeyMsg); isKey {
		return tea.Batch(append(cmds, m.history.Visible().Update(msg))...)
	}
	return tea.Batch(append(cmds, m.history.Forward(msg))...)
}

// typed handles keys one by one. Characters that are typed fast or over a slow connection arrive in one message.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || msg.Paste || len(msg.Runes) < 2 {
		return m.key(msg)
	}
	var cmds []tea.Cmd
	for i, character := range msg.Runes {
		one := msg
		one.Runes = []rune{character}
		if character == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.key(one))
		if i < len(msg.Runes)-1 {
			cmds = append(cmds, m.handlePosted()...)
		}
	}
	return tea.Batch(cmds...)
}

// handlePosted handles the messages that were posted, and those that are posted meanwhile.
func (m *Model) handlePosted() []tea.Cmd {
	var cmds []tea.Cmd
	for posted := m.deps.Posted(); len(posted) > 0; posted = m.deps.Posted() {
		for _, msg := range posted {
			cmds = append(cmds, m.update(msg))
		}
	}
	return cmds
}

func (m *Model) quit() tea.Cmd {
	m.quitting = true
	m.history.End()
	m.cancel()
	return tea.Quit
}
