// Package compare compares what two nodes serve: blocks, accounts, resources, modules, and how far one head is behind the other.
//
//	report, err := compare.Pair{A: a, B: b}.Run(ctx, compare.Options{Last: 100})
//	if err == nil && !report.IsEqual() { ... }
//
// A node that fails is an error, a *NodeError that says which one, and never counts as equal. The texts of differences come from
// the network: sanitize them before printing to a terminal.
package compare

import (
	"context"
	"sync"

	"foredeck/client"
)

// Pair is two nodes to compare. Each must be a single node: with failover, both could be the same one.
type Pair struct {
	A, B *client.Node
}

// Side is one of the nodes of a Pair.
type Side int

// The sides.
const (
	A Side = iota
	B
)

// String returns A or B.
func (s Side) String() string { return [...]string{"A", "B"}[s] }

// NodeError is the failure of one of the nodes.
type NodeError struct {
	Side Side
	Err  error
}

func (e *NodeError) Error() string { return "node " + e.Side.String() + ": " + e.Err.Error() }
func (e *NodeError) Unwrap() error { return e.Err }

// Difference is a value that differs between the nodes.
type Difference struct {
	// Height is the height of the block, nil if the difference is not in a block.
	Height *uint64 `json:"height"`
	// Field is the name of the value: that of a block's JSON shape, such as certificate.voters, or a path in a resource.
	Field string `json:"field"`
	// A and B are the values as text, nil if absent. Voters have a digit per member: 1 voted, 0 did not.
	A *string `json:"a"`
	B *string `json:"b"`
}

// both calls a function for each side concurrently. The error is that of A if both fail.
func both[T any](p Pair, call func(*client.Node) (T, error)) (a, b T, err error) {
	var calls sync.WaitGroup
	var errA, errB error
	calls.Go(func() { a, errA = call(p.A) })
	b, errB = call(p.B)
	calls.Wait()
	return a, b, sideError(errA, errB)
}

// sideError returns the failure of either side, that of A if both failed.
func sideError(errA, errB error) error {
	switch {
	case errA != nil:
		return &NodeError{A, errA}
	case errB != nil:
		return &NodeError{B, errB}
	}
	return nil
}

// Heads are the newest blocks of the nodes.
type Heads struct {
	A, B client.Block
}

// Common returns the highest height that both nodes have.
func (h Heads) Common() uint64 { return min(h.A.Height, h.B.Height) }

// Lag returns how many blocks B is behind A, less than 0 if it is ahead.
func (h Heads) Lag() int64 { return int64(h.A.Height) - int64(h.B.Height) }

// Heads finds the newest block of each node. hints are heights close to them.
func (p Pair) Heads(ctx context.Context, hints ...uint64) (Heads, error) {
	a, b, err := both(p, func(node *client.Node) (client.Block, error) {
		return node.FindHead(ctx, client.HeadSearch{Hints: hints})
	})
	return Heads{a, b}, err
}
