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
	"foredeck/tui/history"
	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/overlay"
	"foredeck/tui/prices"
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
	ran           []string         // lines of the palette that were run, the oldest first
	ticking       bool             // a quick tick is under way, for as long as calls are in flight
	after         func(time.Duration, tea.Msg) tea.Cmd
	quitting      bool
	replayed      bool // the answers come from a recording
	mouseOff      bool // it is left to the terminal

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
	if options.Reading.Settings == nil {
		options.Reading.Settings, _ = config.Resolve(config.Flags{}, func(string) string { return "" }, nil) // the defaults, which are valid
	}
	deps := connect(newEnv(&options), options)
	m := &Model{
		root: ctx, deps: deps, keys: newKeyMap(), history: history.New(), after: options.After, keymap: keymap.New(Keys(), options.Bindings), looks: options.Looks, replayed: options.Replayed,
		clipboard: options.Clipboard, terminal: options.Terminal, browse: options.Browse, alertCommand: options.AlertCommand,
		networks: options.Networks, explorer: options.Explorer, close: options.Close,
	}
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
	m.overlay.Switch(m.deps)
	m.history.Switch(m.ctx, m.deps)
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
	cmd = tea.Batch(append(m.takePosted(), cmd)...)
	cmd = tea.Batch(cmd, m.deps.Fetch(m.history.Context()))
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
		if cmd, handled := m.history.Update(msg); handled {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.overlay.Hide(m.hidesOverlays())
		m.history.SetSize(m.bodySize())
		return nil
	case tea.KeyMsg:
		return tea.Batch(m.hush(), m.typed(msg))
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.ResumeMsg, screen.TerminalBackMsg:
		return m.takeMouse()
	case clockMsg:
		m.sayEnded()
		return tea.Batch(m.clock(), m.followTheme(), m.listThemes(), m.followSettings(), m.pollPrices(), m.history.Forward(screen.ClockMsg{}))
	case quickMsg:
		m.ticking = false
		return m.history.Forward(screen.WaitingMsg{})
	case screen.AlertMsg:
		return m.alert(msg)
	case prices.AnswerMsg:
		return m.tookPrices(msg)
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
	return m.history.Forward(msg)
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
	case m.keys.Up.Matches(msg):
		if m.stopExport() {
			return nil
		}
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
	if cmd, handled := m.history.Update(msg); handled {
		return cmd
	}
	return current.Update(msg)
}

func (m *Model) quit() tea.Cmd {
	m.quitting = true
	m.history.End()
	m.cancel()
	return tea.Quit
}

// pollPrices fetches the prices that are due, whatever screen is visible: alerts are raised everywhere.
func (m *Model) pollPrices() tea.Cmd { return m.deps.Prices.Tick(load.For(m.ctx, prices.Caller)) }

// tookPrices takes an answer of the price service, and tells the alerts that came of it.
func (m *Model) tookPrices(msg prices.AnswerMsg) tea.Cmd {
	m.deps.Prices.Handle(msg)
	cmds := []tea.Cmd{m.history.Forward(msg)}
	fired := m.deps.Prices.DrainFired()
	for _, alert := range fired {
		words := text.Clean(alert.Pair) + " " + text.Clean(alert.Condition())
		m.said = screen.StatusMsg{Text: "alert: " + words + ", now " + prices.Digits(alert.Price), Warn: true}
		cmds = append(cmds, m.alert(screen.AlertMsg{Words: words, Kind: "price", Facts: []string{"PAIR=" + alert.Pair, "PRICE=" + string(prices.Digits(alert.Price))}}))
	}
	if len(fired) > 0 {
		cmds = append(cmds, m.deps.Keep())
	}
	return tea.Batch(cmds...)
}

// hush makes the window's title the program's own again: who presses a key has seen it.
func (m *Model) hush() tea.Cmd {
	if !m.rang {
		return nil
	}
	return m.alert(screen.AlertMsg{})
}
