package screen

import (
	"context"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
)

// Network is a network that the deck can connect to.
type Network struct {
	Name    string
	Address string // base URL of its first node; empty for the simulated network
	ChainID uint64 // expected; 0 for any
	// Probe requests the state of the network. It is nil for the simulated network, which runs only while it is open.
	Probe func(context.Context) (NetworkState, error)
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
