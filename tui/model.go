// Package tui is the Bubble Tea program around the screens. It routes messages to components and screens, and draws the frame: the
// header, the breadcrumb, the message row and the key hints.
package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/custom"
	"foredeck/tui/follow"
	"foredeck/tui/history"
	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/output"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
)

// Model is the program: it routes messages to its components and screens, and draws the frame around them.
type Model struct {
	root   context.Context // of the deck
	ctx    context.Context // of the network
	cancel context.CancelFunc
	deps   *screen.Deps
	keymap *keymap.Model
	keys   screen.Bindings[*Model]

	overlay    overlay.Model
	history    *history.Model
	palette    *palette.Model
	copier     *output.Copier
	exporter   *output.Exporter
	browser    *output.Browser
	editor     output.Editor
	bookmarks  *history.Bookmarks
	states     *follow.States
	stakes     *follow.Stakes
	blocks     *follow.Blocks
	alerts     *follow.Alerts
	appearance *prefs.Appearance
	prefs      *prefs.Model
	mouse      *mouse
	networks   *switcher
	custom     *custom.Model

	width, height int
	status        screen.StatusMsg
	triggers      []screen.Action // that can be triggered now; nil: not known
	endReported   bool            // the end of the recording
	ticking       bool            // a quickMsg is under way
	quitting      bool
	ignored       bool // the last key had no effect
	lineMode      bool // the deck is announced line by line
	firstVisit    firstVisit
}

// New returns a deck. Its requests end with ctx. It opens Home, then options.First or options.Wall if there is one.
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
		options.Reading.Settings.ASCII = false
	}
	h := history.New(Screens)
	m := &Model{
		root: ctx, deps: connect(newEnv(&options), options.Connection), keymap: keymap.New(Keys(), options.Reading.Bindings), keys: ownBindings(),
		history: h, palette: palette.New(h), bookmarks: history.NewBookmarks(h), states: follow.NewStates(), stakes: follow.NewStakes(), mouse: &mouse{},
		copier: output.NewCopier(h, options.Clipboard), exporter: output.NewExporter(h), browser: output.NewBrowser(h, options.Browse),
		blocks: follow.NewBlocks(), alerts: follow.NewAlerts(ctx, options.Terminal, options.Desktop, options.Replayed), appearance: prefs.NewAppearance(h, options.Themes),
		custom: custom.New(ctx, h, options.RunCommand),
	}
	m.mouse.off = !m.deps.Store.Mouse(m.deps.Config.Mouse)
	m.networks = &switcher{deck: m}
	m.prefs = prefs.New(m, m.appearance, m.keymap, options.Config, options.Reading)
	m.palette.Triggers = func() []screen.Action { return m.keymap.Bind(m.screenActions()) }
	for _, c := range m.components() {
		if source, ok := c.(palette.Source); ok {
			m.palette.Sources = append(m.palette.Sources, source)
		}
	}
	m.palette.Sources = append(m.palette.Sources, elsewhere{m})
	m.begin()
	if options.First != nil {
		h.Push(*options.First)
	}
	if options.Wall != nil {
		h.PushFor(options.Wall)
	}
	return m
}

// component is a part of the deck with its own state, keys and messages. It may also have Actions and provide palette lines.
type component interface {
	// Switch makes the component serve another network. ctx ends when the deck leaves that.
	Switch(ctx context.Context, deps *screen.Deps)
	// Update handles a message. Other components and the screens get it too unless handled is true.
	Update(tea.Msg) (cmd tea.Cmd, handled bool)
}

// components returns the components in the order in which they get messages.
func (m *Model) components() []component {
	return []component{
		&m.overlay, m.copier, m.exporter, m.bookmarks, m.states, m.stakes, m.browser, &m.editor, m.appearance, m.mouse, m.networks, m.blocks, m.alerts, m.palette, m.prefs, m.custom, m.history,
	}
}

// begin connects the components to the network of deps.
func (m *Model) begin() {
	m.ctx, m.cancel = context.WithCancel(m.root)
	m.deps.Keys, m.deps.History, m.deps.Follower = m.keymap, m.history, m.blocks
	for _, c := range m.components() {
		c.Switch(m.ctx, m.deps)
	}
}

// Configure replaces the configuration. Nothing moves in line mode.
func (m *Model) Configure(settings *config.Settings) {
	if m.lineMode && settings.Motion {
		still := *settings
		still.Motion = false
		settings = &still
	}
	m.deps.Configure(settings)
	m.deps.UpdateRules()
	m.resize()
}

type (
	clockMsg struct{} // once a second
	quickMsg struct{} // while calls are in flight
)

const (
	clockPace    = time.Second
	spinnerDelay = 110 * time.Millisecond // until a spinner appears
	spinnerPace  = 250 * time.Millisecond
)

// Init opens the first screen and starts the clock.
func (m *Model) Init() tea.Cmd {
	var mouse tea.Cmd
	if m.mouse.off {
		mouse = terminal.Mouse(false)
	}
	return tea.Batch(mouse, m.history.Begin(), m.networks.checkChain(), m.prefs.Watch(m.root), m.clock(), m.startSpinner(spinnerDelay))
}

// after returns a command that delivers a message after d.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

func (m *Model) clock() tea.Cmd { return m.deps.After(clockPace, clockMsg{}) }

// startSpinner starts the ticks that animate spinners. They end when no request is in flight.
func (m *Model) startSpinner(pace time.Duration) tea.Cmd {
	if m.ticking || m.deps.Loader.InFlight() == 0 || !m.deps.Config.Motion && pace == spinnerPace {
		return nil
	}
	m.ticking = true
	return m.deps.After(pace, quickMsg{})
}

// nameWindow shows what matters most on the screen in the title of the window.
func (m *Model) nameWindow() tea.Cmd {
	if !m.deps.Config.WindowTitle {
		return nil
	}
	return m.alerts.Name(m.history.Visible().Vital().Text())
}

// Update handles a message. It never blocks.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	cmd = tea.Batch(append(m.handlePosted(), cmd)...)
	cmd = tea.Batch(cmd, m.hintFirstVisit())
	cmd = tea.Batch(cmd, m.deps.Fetch(m.history.Context()))
	pace := spinnerDelay
	if _, quick := msg.(quickMsg); quick {
		pace = spinnerPace
	}
	return m, tea.Batch(cmd, m.startSpinner(pace))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	defer func() { m.triggers = nil }()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.resize()
	case tea.KeyMsg:
		return tea.Batch(m.alerts.Acknowledge(), m.typed(msg))
	case tea.MouseMsg:
		return m.pointer(msg)
	case keymap.RunMsg:
		return m.runNamed(msg)
	case clockMsg:
		m.reportEnd()
		return tea.Batch(m.clock(), m.route(screen.ClockMsg{}), m.nameWindow())
	case quickMsg:
		m.ticking = false
		return m.route(screen.SpinnerMsg{})
	case screen.StatusMsg:
		if msg.IsAlert || !m.status.IsAlert {
			m.status = msg
		}
		return nil
	case load.CacheMsg:
		msg.Deliver()
	}
	return m.route(msg)
}

// resize sizes the components after the window or the configured sizes have changed.
func (m *Model) resize() {
	class := m.class()
	m.overlay.Hide(class == screen.OneLine && (m.width < minOverlayWidth || m.height < minOverlayHeight))
	m.history.SetSize(screen.Size{Width: m.width, Height: max(m.height-chrome(class), 0), Class: class})
}

// class returns the class of the window. In line mode, screens have one panel at a time.
func (m *Model) class() screen.Class {
	if m.lineMode {
		return screen.Compact
	}
	return screen.ClassOf(m.deps.Config.Sizes, m.width, m.height)
}

// The smallest window in which an overlay can be read, and the smallest in which it has a box.
const (
	minOverlayWidth  = 10
	minOverlayHeight = 3
	minBoxWidth      = 20
	minBoxHeight     = 5
)

// key handles a key as it was pressed: urgent keys of the deck, text, then the first action that has the key.
func (m *Model) key(pressed tea.KeyMsg) tea.Cmd {
	if action, choice, ok := m.keymap.Find(pressed.String(), m.urgent()); ok {
		return m.run(action, choice)
	}
	if m.isText(pressed) {
		return m.text(pressed)
	}
	if pressed.String() == m.deps.Key("deck.up").String() && m.overlay.Open() == nil && !m.history.Visible().Captures(pressed) && m.alerts.Dismiss() {
		m.triggers, m.status = nil, screen.StatusMsg{}
		return nil
	}
	acting := m.defaultActions()
	if action, choice, ok := m.keymap.Find(pressed.String(), acting); ok {
		return m.run(action, choice)
	}
	if cmd, denied := m.deny(pressed); denied {
		return cmd
	}
	return m.text(pressed)
}

// text gives a key that no action has to the overlay or the screen.
func (m *Model) text(pressed tea.KeyMsg) tea.Cmd {
	free := m.keymap.IsFree(pressed.String(), m.defaultActions())
	m.triggers, m.status = nil, screen.StatusMsg{}
	_, isTypist := m.overlay.Open().(overlay.Typist)
	switch {
	case isTypist:
		return m.overlay.Type(pressed)
	case m.overlay.Open() == nil && m.history.Visible().Captures(pressed):
		return m.history.Visible().Update(pressed)
	case free && m.overlay.Open() == nil && pressed.Type == tea.KeyEsc:
		return m.history.Up()
	}
	m.ignored = true
	return nil
}

// route gives a message to the components until one handles it, else to the screens.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range m.components() {
		cmd, handled := c.Update(msg)
		cmds = append(cmds, cmd)
		if handled {
			return tea.Batch(cmds...)
		}
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
