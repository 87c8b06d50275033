package screen

import (
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/blockindex"
	"foredeck/tui/command"
	"foredeck/tui/load"
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
	Decimals  int       // of the unit in which fees are written
	Folder    string    // where files are written; empty: where the program was started
	Theme     theme.Theme
	Networks  []Network // that the deck can look at; one of them by the name of Place
	Settings  *Settings // nil: there are none
	Still     bool      // nothing moves while one waits
	Periods   config.Periods
	Zone      *time.Location // in which times are written; nil: UTC
	Prices    *prices.Prices
	Names     []target.Name // of addresses: those of the user, then those that the network brings along
	Store     *store.Store
	Units     text.Units // in which amounts are written
	Seen      *Seen
	Blocks    *blockindex.Index
	Opens     func(target.Kind) bool // whether there is a screen for it
	Visits    func() []Visit         // places visited, the newest first
	// Key is the key that does what has this id, as it is written: words that name a key name the one that acts.
	Key func(action string) text.Safe
	// KeyAt is the key for one of the things between which an action chooses, as tabs are, the first is 0; empty where the user has
	// left it without one.
	KeyAt func(action string, at int) text.Safe

	brought []target.Name // names that the network brings along
	own     []target.Name // names of the settings
	posted  []tea.Msg
	runs    []ViewRun // the newest last
	coins   coins

	interfaces interfaces
}

// KeysOf are the keys for the things between which an action chooses.
func (d *Deps) KeysOf(action string) func(i int) text.Safe {
	return func(i int) text.Safe { return d.KeyAt(action, i) }
}

// ViewRun is a call of a view function with what came of it.
type ViewRun struct {
	Function move.FunctionID
	Inputs   []string // what was typed: type arguments, then arguments
	BCS      bool
	At       time.Time
	Took     time.Duration
	Values   []client.MoveValue
	Err      error
}

// ErrPast is in the place of what a call returned on an earlier start of a chain that begins anew.
var ErrPast = errors.New("run on an earlier start of this network, whose chain has begun anew since")

// mostRuns bounds the calls of view functions that are remembered.
const mostRuns = 500

// TypeArguments are those of the call, which are its first inputs.
func (r *ViewRun) TypeArguments(count int) []move.TypeTag {
	var tags []move.TypeTag
	for _, input := range r.Inputs[:min(count, len(r.Inputs))] {
		if tag, err := move.ParseTypeTag(input); err == nil {
			tags = append(tags, tag)
		}
	}
	return tags
}

// AddRun remembers a call of a view function for as long as the deck is open, and in the notebook where it returned.
func (d *Deps) AddRun(run ViewRun) tea.Cmd {
	if len(d.runs) == mostRuns {
		d.runs = slices.Delete(d.runs, 0, 1)
	}
	d.runs = append(d.runs, run)
	if run.Err != nil {
		return nil
	}
	kept := store.Run{Function: run.Function, Inputs: run.Inputs, BCS: run.BCS, At: run.At, Took: run.Took}
	for _, value := range run.Values {
		kept.Values = append(kept.Values, store.Value{Type: value.Type, JSON: value.JSON})
	}
	d.Store.AddRun(kept)
	return d.Keep()
}

// OpenStore takes over what the user has written down of this network, beside the names of the settings and those that the
// network brings along.
func (d *Deps) OpenStore(kept *store.Store, own, brought []target.Name) {
	d.Store, d.own, d.brought = kept, own, brought
	d.Rename()
	d.openWatch()
	for _, run := range kept.Runs() {
		again := ViewRun{Function: run.Function, Inputs: run.Inputs, BCS: run.BCS, At: run.At, Took: run.Took}
		for _, value := range run.Values {
			again.Values = append(again.Values, client.MoveValue{Type: value.Type, JSON: value.JSON})
		}
		if run.Past {
			again.Values, again.Err = nil, ErrPast
		}
		d.runs = append(d.runs, again)
	}
}

// SetNames takes over the names of the settings.
func (d *Deps) SetNames(own []target.Name) {
	d.own = own
	d.Rename()
}

// Rename takes changed names over from the notebook. An address that the user has named goes by that name alone.
func (d *Deps) Rename() {
	d.Names = d.Store.Addresses()
	for _, name := range slices.Concat(d.own, d.brought) {
		if d.Store.Name(store.Subject{Kind: store.Address, Key: name.Address.String()}) == "" {
			d.Names = append(d.Names, name)
		}
	}
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

// RunsOf is the calls of a view function, the newest first.
func (d *Deps) RunsOf(function move.FunctionID) []ViewRun {
	var runs []ViewRun
	for _, run := range slices.Backward(d.runs) {
		if run.Function == function {
			runs = append(runs, run)
		}
	}
	return runs
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

// NameOf is the name that was given to the address, or "".
func (d *Deps) NameOf(address move.Address) text.Safe {
	for _, name := range d.Names {
		if name.Address == address {
			return text.Clean(name.Name)
		}
	}
	return ""
}

// Explain is the failure in words.
func (d *Deps) Explain(err error) load.Failure { return load.Explain(err, d.Endpoint) }

// mostSeen bounds the records that are remembered by hash.
const mostSeen = 10_000

// Seen is what passed by while the deck was used: records by their hash (the node has no look-up by hash) and the newest
// height that any record named (the node has no call for it).
type Seen struct {
	byHash map[string]*client.Transaction
	oldest []string // ring of the hashes, to forget the oldest
	next   int

	height uint64
	at     time.Time

	resources []SeenResource // the newest last
}

// NewSeen has seen nothing.
func NewSeen() *Seen { return &Seen{byHash: map[string]*client.Transaction{}} }

// Add remembers a record.
func (s *Seen) Add(record *client.Transaction) {
	if record.Block != nil && (s.at.IsZero() || record.Block.Height > s.height) {
		s.height, s.at = record.Block.Height, record.Block.Timestamp.Time()
	}
	if _, known := s.byHash[record.Hash]; known || record.Hash == "" {
		return
	}
	s.byHash[record.Hash] = record
	if len(s.oldest) < mostSeen {
		s.oldest = append(s.oldest, record.Hash)
		return
	}
	delete(s.byHash, s.oldest[s.next])
	s.oldest[s.next] = record.Hash
	s.next = (s.next + 1) % mostSeen
}

// Transaction is the record with this hash, nil when none was seen.
func (s *Seen) Transaction(hash string) *client.Transaction { return s.byHash[hash] }

// Newest is the newest height that was seen and the time of its block. It is not ok before the first.
func (s *Seen) Newest() (height uint64, at time.Time, ok bool) { return s.height, s.at, !s.at.IsZero() }
