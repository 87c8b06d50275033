package screen

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/blockindex"
	"foredeck/tui/command"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/prices"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Deps is what all screens of the deck share. It is used from the program's loop only.
type Deps struct {
	Node      *client.Node
	Loader    *load.Loader
	Others    *load.Loader        // of calls to networks that are not looked at, which say nothing about the one that is
	Requests  *transport.Recorder // of all screens
	Endpoint  load.Endpoint
	Simulated bool      // the network is the one inside of the program
	Replayed  bool      // the answers come from a recording
	Recorded  uint64    // height of the highest block of the recording
	Ends      time.Time // when all of the recording was over
	Folder    string    // where files are written; empty: where the program was started
	Theme     theme.Theme
	Networks  []Network // that the deck can look at; one of them by the name of Place
	Settings  *Settings // nil: there are none
	Still     bool      // nothing moves while one waits
	Periods   config.Periods
	Zone      *time.Location // in which times are written; nil: UTC
	Prices    *prices.Prices
	Names     *lookup.Names
	ABIs      *lookup.ABIs
	Amounts   *lookup.Amounts
	Runs      *lookup.Runs
	Seen      *lookup.Seen
	Store     *store.Store
	Blocks    *blockindex.Index
	Opens     func(target.Kind) bool // whether there is a screen for it
	Visits    func() []Visit         // places visited, the newest first
	// Key is the key that does what has this id, as it is written: words that name a key name the one that acts.
	Key func(action string) text.Safe
	// KeyAt is the key for one of the things between which an action chooses, as tabs are, the first is 0; empty where the user has
	// left it without one.
	KeyAt func(action string, at int) text.Safe

	posted []tea.Msg
}

// KeysOf are the keys for the things between which an action chooses.
func (d *Deps) KeysOf(action string) func(i int) text.Safe {
	return func(i int) text.Safe { return d.KeyAt(action, i) }
}

// Connect opens what is looked up on the network of Node. The names of addresses are the user's, the configured ones, then those
// that the network provides.
func (d *Deps) Connect(book *store.Store, configured, provided []target.Name) {
	d.Store = book
	d.Names = lookup.NewNames(book, configured, provided)
	d.ABIs = lookup.NewABIs(d.Loader, d.Node)
	d.Amounts = lookup.NewAmounts(d.Loader, d.Node)
	d.Runs = lookup.NewRuns(book, d.ABIs)
	d.Seen = lookup.NewSeen()
	if d.Blocks == nil {
		d.Blocks = blockindex.New()
	}
	d.Blocks.Watch.Limits, d.Blocks.Watch.Member = book.Limits(), book.Member()
}

// Fetch loads what screens want to look up.
func (d *Deps) Fetch(ctx context.Context) tea.Cmd {
	return tea.Batch(d.Amounts.Fetch(ctx), d.ABIs.Fetch(ctx))
}

// Expire has everything that is remembered of the chain loaded again.
func (d *Deps) Expire() {
	d.Node.Debug().Reset()
	d.Amounts.Expire()
	d.ABIs.Expire()
}

// Keep writes what has changed in the notebook, and says so only where that fails.
func (d *Deps) Keep() tea.Cmd {
	return func() tea.Msg {
		if err := d.Store.Flush(); err != nil {
			return StatusMsg{Text: text.Clean(err.Error()), Warn: true}
		}
		return nil
	}
}

// Post gives the deck a message, to be taken before any other: a key that opens a place does so before the next key is
// read. It answers with no command, for a screen to return.
func (d *Deps) Post(msg tea.Msg) tea.Cmd {
	d.posted = append(d.posted, msg)
	return nil
}

// Posted takes the messages that were posted since the last time.
func (d *Deps) Posted() []tea.Msg {
	posted := d.posted
	d.posted = nil
	return posted
}

// Visit is a place that was visited.
type Visit struct {
	ID    int
	At    time.Time
	Kind  text.Safe // what it is, in a word
	Place text.Safe
	Link  target.Link // the zero one where none leads there
}

// Ended tells that a recording is played which is at its end: the clock stands, so that nothing is looked at again.
func (d *Deps) Ended() bool { return d.Replayed && !d.Loader.Now().Before(d.Ends) }

// ByItself is what a screen says that it goes on to do by itself: nothing at the end of a recording.
func (d *Deps) ByItself(said text.Line) text.Line {
	if d.Ended() {
		return nil
	}
	return said
}

// Now is the time that the deck goes by, in its time zone.
func (d *Deps) Now() time.Time { return d.Local(d.Loader.Now()) }

// Local is a time in the time zone of the deck.
func (d *Deps) Local(at time.Time) time.Time {
	if d.Zone == nil {
		return at.UTC()
	}
	return at.In(d.Zone)
}

// Instant writes a time in full, in the time zone of the deck.
func (d *Deps) Instant(at time.Time) text.Safe { return text.InstantIn(at, d.Now().Location()) }

// Command is the command line of the program that asks the same network.
func (d *Deps) Command(words ...string) string {
	words = append([]string{"foredeck"}, words...)
	if !d.Simulated {
		words = append(words, "--base-url", d.Node.BaseURL())
	}
	return command.Quote(words...)
}

// Explain is the failure in words.
func (d *Deps) Explain(err error) load.Failure { return load.Explain(err, d.Endpoint) }
