package tui

import (
	"context"
	"errors"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/health"
	"foredeck/client/transport"
	"foredeck/tui/appearance"
	"foredeck/tui/blockindex"
	"foredeck/tui/clipboard"
	"foredeck/tui/custom"
	"foredeck/tui/load"
	"foredeck/tui/portfolio"
	"foredeck/tui/prefs"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// Options configure a deck: its configuration, its network, and what the program provides.
type Options struct {
	Config  prefs.Source
	Reading prefs.Reading
	Themes  appearance.Themes

	Endpoint  load.Endpoint
	Node      *client.Node
	Requests  *transport.Recorder // of the node's transport; nil: requests are not recorded
	Nodes     load.Nodes          // of the node's transport; nil: only the outcome of calls is known
	Prices    Prices
	Checked   []health.Node      // the nodes of the network, to be checked one by one; nil: they are not checked
	Simulated bool               // the network runs inside the program, which the header shows
	Names     []target.Name      // of addresses, provided by the network
	Hashes    *diskcache.Hashes  // of the transactions that were seen; nil: they are not kept
	Heights   []uint64           // candidates near which to search for the newest block
	Source    screen.BlockSource // of new blocks, which decks can share; nil: Node
	Networks  Networks
	Flags     []string          // of a command line for the same network
	OpenNode  screen.NodeOpener // nil: nodes cannot be compared
	Store     *store.Store
	Warning   error  // shown at the start; nil: none
	Close     func() // releases the network; nil: nothing to release

	Remote   bool             // the user is on another machine: the deck writes no files on this one
	Replayed bool             // the responses come from a recording, which the header shows
	Recorded uint64           // height of the highest block of the recording
	Ends     time.Time        // end of the recording by Now, which stops then
	Now      func() time.Time // nil: the system's clock

	First     *target.Link   // opened at the start; nil: Home
	Wall      *wallfile.Wall // opened at the start; nil: none; without pages: the default one
	Clipboard *clipboard.Clipboard
	Terminal  io.Writer              // for the bell and the window title; nil: none
	Desktop   func(text.Safe) string // encodes a desktop notification for Terminal; nil: it has none
	// HasHyperlinks reports whether the terminal copes with hyperlinks.
	HasHyperlinks bool
	Plain         bool // screen reader mode: the deck is not drawn
	// After returns a command that delivers msg after d; nil: a timer.
	After func(d time.Duration, msg tea.Msg) tea.Cmd
	// Browse opens an address in the web browser; nil: the system's.
	Browse func(ctx context.Context, address string) error
	// RunCommand runs the commands of the config file; nil: they are not available, as for visitors of this machine.
	RunCommand custom.Runner
}

// Prices configure the price service of the network.
type Prices struct {
	Client   *client.Prices // nil: there is none
	Endpoint load.Endpoint
	Keyed    bool     // requests have an API key
	Pairs    []string // watched by default
}

// notice returns why the data of the network is not live, empty if it is.
func (o *Options) notice() text.Safe {
	switch {
	case o.Replayed:
		return text.Const("replaying a recording; nothing here is live")
	case o.Simulated:
		return text.Const("simulated network; nothing here is real")
	}
	return text.Safe{}
}

// newEnv returns what screens share on every network.
func newEnv(options *Options) *screen.Env {
	env := &screen.Env{Clock: screen.NewClock(options.Now), Loader: load.NewLoader(options.Now), Theme: options.Themes.Theme.Unknown}
	env.HasHyperlinks = options.HasHyperlinks
	env.Depth, env.End, env.OpenNode, env.After, env.Remote = options.Themes.Depth, options.Ends, options.OpenNode, options.After, options.Remote
	env.Configure(options.Reading.Settings)
	env.Units = text.ParseUnits(env.Config.Units)
	return env
}

// connect returns what screens share on the network in options.
func connect(env *screen.Env, options Options) *screen.Deps {
	if options.Requests == nil {
		options.Requests = new(transport.Recorder)
	}
	deps := &screen.Deps{
		Env:       env,
		Node:      options.Node,
		Checks:    load.Checks{Nodes: options.Checked},
		Endpoint:  options.Endpoint,
		Simulated: options.Simulated,
		Flags:     options.Flags,
		Notice:    options.notice(),
		Blocks:    blockindex.New(options.Heights...),
	}
	if deps.Source = options.Source; deps.Source == nil {
		deps.Source = options.Node
	}
	if options.Replayed {
		deps.Blocks.SetLast(options.Recorded)
	}
	if len(options.Checked) > 0 {
		deps.Checks.Checker = health.New(options.Checked...)
	}
	env.Loader.Connect(options.Requests, load.CheckedNodes(options.Nodes, deps.Checks.Checker))
	env.Networks = options.Networks.List
	deps.Connect(options.Store, options.Names)
	deps.Seen.Hashes = options.Hashes
	deps.Prices = prices.New(prices.Options{
		Service: options.Prices.Client, Endpoint: options.Prices.Endpoint, Keyed: options.Prices.Keyed, DefaultPairs: options.Prices.Pairs,
		Held:   func() []string { return portfolio.Pairs(deps) },
		Loader: env.Loader, Store: options.Store, RecordingEnd: options.Ends,
	})
	return deps
}

// Run opens the deck in a terminal and returns when it is closed. It restores the terminal and cancels all requests. It returns nil
// if ctx ends, as it does on a signal.
func Run(ctx context.Context, t *terminal.Terminal, options Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := New(ctx, options)
	if options.Wall == nil { // nobody dismisses it there
		m.prefs.Welcome()
	}
	if options.Warning != nil {
		m.deps.Post(screen.StatusMsg{Text: text.Clean(options.Warning.Error()), Warn: true})
	}
	var err error
	if options.Plain {
		err = t.RunLines(ctx, NewLineMode(m, t))
	} else {
		err = t.Run(ctx, m)
	}
	m.blocks.End()
	m.alerts.End()
	m.custom.End()
	if m.networks.close != nil {
		m.networks.close()
	}
	return errors.Join(err, m.deps.Store.Flush()) // the last key may have changed it
}
