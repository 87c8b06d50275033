package screen

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Session is what all screens of the deck share. It is used from the program's loop only.
type Session struct {
	Node      *client.Node
	Loader    *load.Loader
	Requests  *transport.Recorder // of all screens
	Place     load.Place
	Simulated bool // the network is the one inside of the program
	Decimals  int  // of the unit in which fees are written
	Theme     theme.Theme
	Names     []target.Name
	Seen      *Seen
	Opens     func(target.Kind) bool // whether there is a screen for it
	Visits    func() []Visit         // places visited, the newest first

	posted []tea.Msg
	runs   []ViewRun // the newest last
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

// mostRuns bounds the calls of view functions that are remembered.
const mostRuns = 500

// AddRun remembers a call of a view function for as long as the deck is open.
func (s *Session) AddRun(run ViewRun) {
	if len(s.runs) == mostRuns {
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	s.runs = append(s.runs, run)
}

// RunsOf is the calls of a view function, the newest first.
func (s *Session) RunsOf(function move.FunctionID) []ViewRun {
	var runs []ViewRun
	for _, run := range slices.Backward(s.runs) {
		if run.Function == function {
			runs = append(runs, run)
		}
	}
	return runs
}

// Post gives the deck a message, to be taken before any other: a key that opens a place does so before the next key is
// read. It answers with no command, for a screen to return.
func (s *Session) Post(msg tea.Msg) tea.Cmd {
	s.posted = append(s.posted, msg)
	return nil
}

// Posted takes the messages that were posted since the last time.
func (s *Session) Posted() []tea.Msg {
	posted := s.posted
	s.posted = nil
	return posted
}

// Visit is a place that was visited.
type Visit struct {
	ID     int
	At     time.Time
	Crumbs []text.Safe
}

// Now is the time that the deck goes by.
func (s *Session) Now() time.Time { return s.Loader.Now() }

// NameOf is the name that was given to the address, or "".
func (s *Session) NameOf(address move.Address) text.Safe {
	for _, name := range s.Names {
		if name.Address == address {
			return text.Clean(name.Name)
		}
	}
	return ""
}

// Explain is the failure in words.
func (s *Session) Explain(err error) load.Failure { return load.Explain(err, s.Place) }

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
