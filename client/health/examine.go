package health

import (
	"context"
	"errors"
	"sync"

	"foredeck/client"
)

// Examine finds the details of the nodes that respond and were not examined: ChainID, Versions and OldestBlock. The oldest block is
// searched by bisection, with about 30 requests one after another. Statuses have the details when Examine returns; those that a node
// does not report stay nil.
func (c *Checker) Examine(ctx context.Context) {
	var all sync.WaitGroup
	for _, n := range c.unexamined() {
		all.Go(func() { c.examine(ctx, n) })
	}
	all.Wait()
	c.evaluate()
}

// unexamined returns the nodes that respond, which count as examined from now on.
func (c *Checker) unexamined() []*node {
	c.lock.Lock()
	defer c.lock.Unlock()
	var nodes []*node
	for _, n := range c.nodes {
		if !n.examined && n.status.State.Responds() {
			n.examined = true
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// examine finds the details of a node. If it stops responding, the next Examine tries again.
func (c *Checker) examine(ctx context.Context, n *node) {
	var id *uint64
	var versions []client.Version
	found, err := request(ctx, c, n, n.Client.ChainID)
	if err == nil {
		id = &found
	}
	if !isFailure(err) {
		versions, err = request(ctx, c, n, n.Client.Versions)
	}
	oldest, oldestErr := c.oldestBlock(ctx, n)
	c.lock.Lock()
	defer c.lock.Unlock()
	s := &n.status
	s.ChainID, s.Versions, s.OldestBlock = id, versions, oldest
	n.examined = !isFailure(err) && !isFailure(oldestErr) && ctx.Err() == nil
}

// oldestBlock returns the lowest height that a node has, nil if it is unknown.
func (c *Checker) oldestBlock(ctx context.Context, n *node) (*uint64, error) {
	c.lock.Lock()
	head := n.status.Head
	c.lock.Unlock()
	if head == nil {
		return nil, nil
	}
	absent, has := uint64(0), head.Height
	for height := uint64(0); ; height = absent + (has-absent)/2 {
		_, err := c.block(ctx, n, height)
		switch {
		case err == nil:
			has = height
		case !errors.Is(err, client.ErrNotFound):
			return nil, err
		default:
			absent = height
			if status, ok := errors.AsType[*client.StatusError](err); ok && status.OldestBlock != nil {
				return status.OldestBlock, nil
			}
		}
		if has-absent <= 1 || has == 0 {
			return &has, nil
		}
	}
}
