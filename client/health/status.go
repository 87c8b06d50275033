package health

import (
	"time"

	"foredeck/client"
	"foredeck/client/transport"
)

// State is the state of a node in a word.
type State int

// The states, from good to bad.
const (
	Unknown    State = iota // not checked yet
	OK                      // it responds
	Slow                    // the median of the last responses took SlowAfter or longer
	Recovering              // it responds again, for less than RecoverTime
	Limited                 // it refuses requests for some time, with 429
	Lagging                 // its newest block is LagLimit or more blocks behind that of the best node
	Frozen                  // so far behind, and without a new block for FrozenAfter
	NoBlocks                // it responds, but has no block
	Failing                 // it responds with errors of the server
	Invalid                 // it responds with what is no block, as a proxy may
	OtherChain              // its chain ID is not that of the network
	Forked                  // it has another block than the other nodes at the same height
	Silent                  // a request has no response, although the connection may work
	Down                    // the last request failed without a response, such as with "connection refused"
)

var states = [...]string{
	"unknown", "ok", "slow", "recovering", "limited", "lagging", "frozen", "no_blocks", "failing", "invalid", "other_chain", "forked", "silent", "down",
}

// States returns all states, from good to bad.
func States() []State {
	all := make([]State, len(states))
	for i := range all {
		all[i] = State(i)
	}
	return all
}

// String returns the name of the state in lower case, as metrics and JSON have it.
func (s State) String() string { return states[s] }

// Responds reports whether the node answers requests, if only slowly or with errors.
func (s State) Responds() bool { return s != Unknown && s != Silent && s != Down }

// Serves reports whether the node answers with blocks of its chain, if only old ones.
func (s State) Serves() bool { return s.IsCurrent() || s == Lagging || s == Frozen }

// IsCurrent reports whether the node answers with the newest blocks of its chain.
func (s State) IsCurrent() bool { return s == OK || s == Slow || s == Recovering }

// rank returns how far to trust a node in this state.
func (s State) rank() transport.Rank {
	switch s {
	case OK, Unknown:
		return transport.Good
	case Slow, Recovering:
		return transport.Poor
	}
	return transport.Failed
}

// Status is the state of a node, with figures of its last 128 requests.
type Status struct {
	Name, BaseURL string // as in the Node

	State     State
	Since     time.Time // start of the State
	CheckedAt time.Time // end of the last request; zero before the first
	RoundAt   time.Time // end of the round that the Status is of; zero before the first
	// NoAnswerSince is the start of the first request without a response since LastAnswer; zero while the node responds.
	NoAnswerSince time.Time
	LastAnswer    time.Time // zero before the first

	Head *Head // its newest block, nil if unknown; the last known one while the node does not respond
	// Lag is the number of blocks that Head is behind that of the best node. It is 0 if Head is nil.
	Lag uint64
	// HeadErr is why Head is unknown although the node responds, such as client.ErrUnauthorized; nil if it is known.
	HeadErr error
	Fork    *Fork // nil if the node has the same blocks as the others, as far as known
	// NextCheck is when the node is checked again: not every round while it fails, or before a node that refuses requests says.
	NextCheck time.Time

	Latency          time.Duration // of the last response
	P50, P95         time.Duration
	Requests, Errors int       // Errors have no response, a server error or a rate limit
	LastError        error     // nil if there was none
	LastErrorAt      time.Time // zero if there was none

	ChainID *uint64 // nil if it is unknown

	// Details that Checker.Examine finds; nil before.
	Versions    []client.Version // of the RPC that the node serves
	OldestBlock *uint64          // lowest height that the node has
	// Can is what the node serves beside the calls of the specification. It is nil again once a call is gone, until the next Examine.
	Can *client.Capabilities
}

// Head is the newest block of a node.
type Head struct {
	Height uint64
	Digest string    // "" if the block has none
	Time   time.Time // of the block; zero if it has none
	SeenAt time.Time // when the node was first seen with it
	Voters []bool    // of its certificate; nil if it has none
}

// Fork is a height at which a node has another block than the others.
type Fork struct {
	Height        uint64 // the newest height at which that was seen
	First         uint64 // the lowest height at which it was seen since the node was last not Forked
	Digest        string // of the block of this node at Height
	Expected      string // of the blocks of the others
	ReferenceName string // Name of a node with Expected
}

// ErrorRate returns the share of the last requests that failed, from 0 to 1.
func (s *Status) ErrorRate() float64 {
	if s.Requests == 0 {
		return 0
	}
	return float64(s.Errors) / float64(s.Requests)
}
