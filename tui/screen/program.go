package screen

import (
	"context"
	"iter"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
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
	Warning      error // shown at the start; nil: none

	Networks []Network // that can be opened
	// Open prepares another network. It may block.
	Open  func(ctx context.Context, name string) (Connection, error)
	Close func() // releases the network; nil: nothing to release

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
	FindHead(ctx context.Context, search client.HeadSearch) (client.ConsensusBlock, error)
	WatchBlocks(ctx context.Context, from uint64, opts ...client.WatchOption) iter.Seq2[client.BlockUpdate, error]
}
