package tui

import (
	"context"
	"errors"
	"io"
	"time"

	"foredeck/tui/custom"
	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// Options configure a deck: what the program provides, the network that it opens first, and its configuration.
type Options struct {
	screen.Program
	screen.Connection

	Config  prefs.Source
	Reading prefs.Reading
	Themes  prefs.Themes
	Now     func() time.Time // nil: the system's clock

	First     *target.Link   // opened at the start; nil: Home
	Wall      *wallfile.Wall // opened at the start; nil: none; without pages: the default one
	Clipboard *terminal.Clipboard
	Terminal  io.Writer              // for the bell and the window title; nil: none
	Desktop   func(text.Safe) string // encodes a desktop notification for Terminal; nil: it has none
	Plain     bool                   // screen reader mode: the deck is not drawn
	// Browse opens an address in the web browser; nil: the system's.
	Browse func(ctx context.Context, address string) error
	// RunCommand runs the commands of the config file; nil: they are not available, as for visitors of this machine.
	RunCommand custom.Runner
}

// newEnv returns what screens share on every network.
func newEnv(options *Options) *screen.Env {
	env := &screen.Env{
		Program: options.Program, Clock: screen.NewClock(options.Now), Loader: load.NewLoader(options.Now),
		Theme: options.Themes.Theme.Unknown, Depth: options.Themes.Depth,
	}
	env.Configure(options.Reading.Settings)
	env.Units = text.ParseUnits(env.Config.Units)
	return env
}

// connect returns what screens share on a network.
func connect(env *screen.Env, network screen.Connection) *screen.Deps {
	deps := &screen.Deps{Env: env, Connection: network}
	deps.Connect()
	deps.Prices = market.New(market.Options{
		Service: deps.Service, Held: func() []string { return desk.PortfolioPairs(deps) }, Loader: env.Loader, Store: deps.Store, RecordingEnd: deps.Ends,
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
	if m.deps.Close != nil {
		m.deps.Close()
	}
	return errors.Join(err, m.deps.Store.Flush()) // the last key may have changed it
}
