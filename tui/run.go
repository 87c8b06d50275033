package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/blockindex"
	"foredeck/tui/clipboard"
	"foredeck/tui/keymap"
	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/termbg"
	"foredeck/tui/text"
)

// framesPerSecond is how often the terminal is drawn at most. Bubble Tea's default of 60 adds eight milliseconds to a key
// on average, and the double costs nothing while nothing changes.
const framesPerSecond = 120

// Options is what the deck is opened with.
type Options struct {
	Node      *client.Node
	Requests  *transport.Recorder // of the node's transport; nil: what is asked is not recorded
	Place     load.Endpoint
	Simulated bool             // the network is the one inside of the program, and the header says so
	Replayed  bool             // the answers come from a recording, and the header says so
	Recorded  uint64           // height of the highest block of the recording
	Ends      time.Time        // when all of the recording was over, by Now, which stands still then
	Now       func() time.Time // the clock that the deck goes by; nil: that of the machine
	Names     []target.Name    // names for addresses that the network brings along
	Settings  Settings
	Reading   Reading // the settings that the deck is opened with
	Decimals  int     // of the unit in which fees are written
	Looks     Looks
	Bindings  keymap.Bindings
	Periods   config.Periods
	First     *target.Link // opened at once; nil: Home
	Notebook  *store.Store
	Trouble   error // why the notebook is not kept, said at first; nil: it is
	Clipboard *clipboard.Clipboard
	Networks  Networks
	Explorer  config.Explorer
	Close     func()    // puts away what was made ready for the network; nil: there is nothing
	Terminal  io.Writer // where the bell is rung; nil: nowhere
	// Keyboard is where keys are read, when the terminal is to be asked for its ground; nil: it is not asked.
	Keyboard *os.File
	// AlertCommand is run for each alert, with the facts in its environment; empty: none is.
	AlertCommand []string
	Heights      []uint64 // near which the newest block may be
	// Plain is where the deck is told line by line; nil: it is drawn.
	Plain  io.Writer
	Prices Prices
	// After returns a command that delivers msg when d has passed; nil: a timer of the machine does.
	After func(d time.Duration, msg tea.Msg) tea.Cmd
	// Browse opens an address in the web browser; nil: that of the machine.
	Browse func(ctx context.Context, address string) error
}

// Prices is the price service of the network.
type Prices struct {
	Client *client.Prices // nil: there is none
	Place  load.Endpoint
	Keyed  bool     // a key goes along
	Pairs  []string // that are watched where the user has chosen none
}

// notice returns why the data of the network is not live, empty if it is.
func (o *Options) notice() text.Safe {
	switch {
	case o.Replayed:
		return "a recording; nothing here is live"
	case o.Simulated:
		return "a simulated network inside this program; nothing here is real"
	}
	return ""
}

// newEnv returns what screens share whichever network is open.
func newEnv(options *Options) *screen.Env {
	env := &screen.Env{Clock: screen.NewClock(options.Now), Loader: load.NewLoader(options.Now), Theme: options.Looks.Theme}
	env.Ends = options.Ends
	env.Configure(options.Reading.Settings)
	env.Units = unitsNamed(env.Config.Units)
	return env
}

// connect returns what screens share on the network of the options.
func connect(env *screen.Env, options Options) *screen.Deps {
	if options.Requests == nil {
		options.Requests = new(transport.Recorder)
	}
	deps := &screen.Deps{
		Env:       env,
		Node:      options.Node,
		Endpoint:  options.Place,
		Simulated: options.Simulated,
		Notice:    options.notice(),
		Blocks:    blockindex.New(options.Heights...),
	}
	if options.Replayed {
		deps.Blocks.SetLast(options.Recorded)
	}
	env.Loader.Connect(options.Requests)
	env.Networks = options.Networks.List
	deps.Connect(options.Notebook, options.Names)
	deps.Prices = prices.New(prices.Options{
		Service: options.Prices.Client, Endpoint: options.Prices.Place, Keyed: options.Prices.Keyed, DefaultPairs: options.Prices.Pairs,
		Loader: env.Loader, Store: options.Notebook, RecordingEnd: options.Ends,
	})
	return deps
}

// program is the Bubble Tea program around a deck. Bubble Tea restores the terminal at its end, also after a panic in the
// deck or in one of its calls, and when ctx ends. Signals reach it through ctx alone: its own handler would hand the same
// signal to an event loop that ctx has ended already, and wait for it for ever.
func program(ctx context.Context, model tea.Model, options ...tea.ProgramOption) *tea.Program {
	return tea.NewProgram(model, append(options, tea.WithContext(ctx), tea.WithoutSignalHandler())...)
}

// drawn are the options of a program that draws frames.
func drawn() []tea.ProgramOption {
	return []tea.ProgramOption{tea.WithAltScreen(), tea.WithMouseCellMotion(), tea.WithFPS(framesPerSecond)}
}

// ErrFault is returned by Run when the deck itself was at fault. What happened was written to the terminal after it was
// restored.
var ErrFault = errors.New("a fault in foredeck ended the deck")

// Run opens the deck in the terminal of the process and returns when it is closed. The terminal is restored in any case,
// also after a panic; being ended by ctx, which is how a signal reaches the deck, is no error. Calls still in flight are
// cancelled.
func Run(ctx context.Context, options Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	model := New(ctx, options)
	model.welcome()
	if options.Trouble != nil {
		model.said = screen.StatusMsg{Text: text.Clean(options.Trouble.Error()), Warn: true}
	}
	err := model.run(ctx, options)
	defer model.shut()
	return errors.Join(err, model.deps.Store.Flush()) // what the last key changed may not be written yet
}

// run opens the deck in the terminal, or line by line where it is to be told.
func (m *Model) run(ctx context.Context, options Options) error {
	if options.Plain != nil {
		m.plain = true
		m.configure(m.deps.Config)
		lines := newTeletype(options.Plain)
		defer lines.end()
		// Without a renderer Bubble Tea would leave the terminal as it is, with its own echo and lines; so it draws nothing nowhere.
		return run(program(ctx, &plainDeck{Model: m, say: lines.say}, tea.WithOutput(io.Discard)))
	}
	var deck *tea.Program
	settings := drawn()
	if options.Keyboard != nil {
		m.asksGround = true
		settings = append(settings, tea.WithInput(termbg.NewInput(options.Keyboard, func(light bool) { deck.Send(groundMsg{light}) })))
	}
	deck = program(ctx, m, settings...)
	return run(deck)
}

func run(program *tea.Program) error {
	_, err := program.Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		return ErrFault
	case err == nil, errors.Is(err, context.Canceled):
		return nil
	}
	return fmt.Errorf("the deck ended early: %w", err)
}
