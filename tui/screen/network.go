package screen

import (
	"context"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/load"
)

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
