package screen

import (
	"context"
	"io"
	"iter"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/market"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Program is what the program provides while the deck runs, on every network.
type Program struct {
	HasHyperlinks bool                                 // the terminal copes with hyperlinks
	Remote        bool                                 // the user is on another machine: no files are written on this one
	OpenNode      NodeOpener                           // nil: no other node can be opened
	Getenv        func(name string) string             // environment variables with secrets, which child processes do not get; nil: none are hidden
	After         func(time.Duration, tea.Msg) tea.Cmd // delivers a message after a delay
}

// Connection is a network as the program has opened it.
type Connection struct {
	Endpoint     load.Endpoint
	Node         *client.Node
	load.Traffic                // of the node's transport
	Service      market.Service // of prices
	Checks       load.Checks    // of the nodes, one by one; without nodes they are not checked
	Simulated    bool           // the network runs inside the program
	Provided     []target.Name  // names of addresses that come with the network
	Seen         *lookup.Seen   // the transactions that were seen; nil: none yet
	Heights      []uint64       // candidates near which to search for the newest block
	Source       BlockSource    // of new blocks, which decks can share; nil: Node
	Flags        []string       // of a command line for the same network, such as --network mine
	Store        *store.Store
	Past         *store.History // of the blocks, nodes and alerts; nil: none is kept
	Warning      error          // shown at the start; nil: none

	Networks []Network // that can be opened
	// Open prepares another network. It may block.
	Open  func(ctx context.Context, name string) (Connection, error)
	Close func() // releases the network; nil: nothing to release
	// RunLine runs the words of a command line on the network, without the program's name, and writes what it prints to output until ctx
	// ends. Nil where no line may run.
	RunLine func(ctx context.Context, words []string, output io.Writer) error
	// Calls returns the list of the calls of a function by anyone, newest first, from the newest blocks and what this machine has indexed.
	// Nil where there is none.
	Calls func(function move.FunctionID) load.TransactionList
	// Indexed is the index of whole blocks of this machine, whether it has any yet or not. Nil where there is none.
	Indexed client.Index
	// Query queries the index. Nil where there is none.
	Query func(ctx context.Context, query load.Query) (load.Table, error)
	// FindHash finds a transaction that the node does not find by its hash in the index of this machine. Nil where there is none.
	FindHash func(ctx context.Context, hash string) (client.Transaction, error)

	Replayed bool      // the responses come from a recording
	Recorded uint64    // height of the highest block of the recording
	Ends     time.Time // end of the recording, when the clock stops
}

// Notice returns why the data of the network is not live, empty if it is.
func (c *Connection) Notice() text.Safe {
	switch {
	case c.Replayed:
		return text.Const("replaying a recording; nothing here is live")
	case c.Simulated:
		return text.Const("simulated network; nothing here is real")
	}
	return text.Safe{}
}

// BlockSource finds and follows the blocks of a network, as client.Node and client.BlockFeed do.
type BlockSource interface {
	FindHead(ctx context.Context, search client.HeadSearch) (client.Block, error)
	WatchBlocks(ctx context.Context, from uint64, opts ...client.WatchOption) iter.Seq2[client.BlockUpdate, error]
}

// Network is a network that the deck can connect to.
type Network struct {
	Name      string
	Addresses []string // base URLs of its nodes; none for the simulated network
	ChainID   uint64   // expected; 0 for any
	// Checker returns what checks its nodes, always the same. It is nil for the simulated network, which runs only while it is open, and
	// in a replay.
	Checker func() NodeChecker
}

// NodeChecker checks the nodes of a network, each on its own. *health.Checker is one.
type NodeChecker interface {
	// Check requests the states of the nodes.
	Check(ctx context.Context) []health.Status
	// Examine requests the details that change seldom. Check returns them from then on.
	Examine(ctx context.Context)
}

// NetworkState is the state that a node reports.
type NetworkState struct {
	ChainID uint64
	Version client.Version
	Latency time.Duration
}

// WrongChain reports whether a chain ID differs from the expected one.
func (n *Network) WrongChain(id uint64) bool { return n.ChainID != 0 && id != n.ChainID }

// SwitchMsg asks the deck to switch to another network.
type SwitchMsg struct {
	Network string
}

// ProbeNetwork requests the state of the network from a node.
func ProbeNetwork(ctx context.Context, node *client.Node, now func() time.Time) (NetworkState, error) {
	started := now()
	id, err := node.ChainID(ctx)
	return NetworkState{ChainID: id, Version: node.Version(), Latency: now().Sub(started)}, err
}

// Node is one node, opened by its name.
type Node struct {
	*client.Node
	Endpoint load.Endpoint
	Close    func() // releases it
}

// NodeOpener opens one node by its name as config.Settings.FindNode takes it, without failover. It may block.
type NodeOpener func(ctx context.Context, name string) (*Node, error)

// ConfigFile is the config file as the settings screen shows it.
type ConfigFile struct {
	Path     string // empty if there is no directory for it
	Fields   func() []config.Field
	Problems []config.Problem
	// CheckKeys returns an error if the keys cannot be bound to the action.
	CheckKeys func(action string, keys []string) error
}

// ConfigMsg reports that the config file was reloaded.
type ConfigMsg struct{}

// PreviewThemeMsg asks the deck to apply a theme while the user chooses one. An empty name restores the previous theme.
type PreviewThemeMsg struct {
	Name string
}

// WriteSettingMsg asks the deck to change the config file.
type WriteSettingMsg struct {
	Edit   config.Edit
	Status string // status message on success
}
