package screen

import (
	"context"
	"time"

	"foredeck/client"
)

// Network is a network that the deck can look at.
type Network struct {
	Name    string
	Address string // of its first node; empty: it is inside of the program
	ChainID uint64 // that its nodes should tell; 0: any
	// Ask asks how it is. It is nil for the one inside of the program, which runs only while one looks at it.
	Probe func(context.Context) (NetworkState, error)
}

// NetworkState is how a network is.
type NetworkState struct {
	ChainID uint64
	Version client.Version
	Latency time.Duration
}

// WrongChain tells that a chain id is not the one that the network should have.
func (n *Network) WrongChain(id uint64) bool { return n.ChainID != 0 && id != n.ChainID }

// SwitchMsg asks the deck to look at another network.
type SwitchMsg struct {
	Network string
}

// ProbeNetwork asks a node how it is.
func ProbeNetwork(ctx context.Context, node *client.Node, now func() time.Time) (NetworkState, error) {
	started := now()
	id, err := node.ChainID(ctx)
	return NetworkState{ChainID: id, Version: node.Version(), Latency: now().Sub(started)}, err
}
