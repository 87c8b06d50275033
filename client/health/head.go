package health

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"foredeck/client"
)

// maxRequests limits the requests of one search. Usually there are two: the newest block, and the next one, which is missing.
const maxRequests = 24

// fewRequests limits most searches on a node that had no block before. They find one that is up to 30 blocks behind.
const fewRequests = 6

// headSearch finds the newest block of a node near a height that it had.
type headSearch struct {
	check    func(height uint64) (client.Block, error)
	found    *client.Block // the highest so far
	limit    int           // of requests
	requests int
}

// has reports whether the node has a height.
func (s *headSearch) has(height uint64) (bool, error) {
	s.requests++
	block, err := s.check(height)
	switch {
	case err == nil:
		if s.found == nil || block.Height >= s.found.Height {
			s.found = &block
		}
		return true, nil
	case errors.Is(err, client.ErrNotFound):
		return false, nil
	}
	return false, err
}

// find returns the newest block of a node that had known and is expected to have another height by now.
func (s headSearch) find(known, expected uint64) (client.Block, error) {
	ok, err := s.has(expected)
	if err != nil {
		return client.Block{}, err
	}
	if ok {
		return s.above(expected, expected+1)
	}
	head, err := s.between(known, expected)
	if err != nil || s.found != nil {
		return head, err
	}
	// There is nothing above known: the node still has it, or has gone back.
	absent := known + 1
	for step := uint64(0); ; step = max(1, 2*step) {
		height := known - min(step, known)
		ok, err := s.has(height)
		switch {
		case err != nil:
			return client.Block{}, err
		case ok:
			return s.between(height, absent)
		case height == 0 || s.requests >= s.limit:
			return client.Block{}, fmt.Errorf("no block from %d to %d: %w", height, known, client.ErrNotFound)
		}
		absent = height
	}
}

// above returns the newest block of a node that has a height, in steps that double.
func (s headSearch) above(has, next uint64) (client.Block, error) {
	for step := uint64(1); s.requests < s.limit; step *= 2 {
		ok, err := s.has(next)
		if err != nil {
			return client.Block{}, err
		}
		if !ok {
			return s.between(has, next)
		}
		has, next = next, next+2*step
	}
	return *s.found, nil
}

// between returns the newest block between a height that the node has, if s.found is set, and one that it does not have. Without any
// block s.found stays nil.
func (s *headSearch) between(has, absent uint64) (client.Block, error) {
	for absent-has > 1 && s.requests < s.limit {
		middle := has + (absent-has)/2
		ok, err := s.has(middle)
		if err != nil {
			return client.Block{}, err
		}
		if ok {
			has = middle
		} else {
			absent = middle
		}
	}
	if s.found == nil {
		return client.Block{}, nil
	}
	return *s.found, nil
}

// Examine finds the details of the nodes that respond and were not examined: ChainID, Versions, OldestBlock and Can. The oldest
// block is searched by bisection, with about 30 requests one after another. Statuses have the details when Examine returns; those that a node
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
	can := c.capabilities(ctx, n)
	if can != nil {
		versions = can.Versions
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	s := &n.status
	s.ChainID, s.Versions, s.OldestBlock, s.Can = id, versions, oldest, can
	n.examined = !isFailure(err) && !isFailure(oldestErr) && ctx.Err() == nil
}

// capabilities returns what a node serves, nil if its newest block is unknown. The requests are not in the figures: some of them are for
// what the node does not have, and their time is not that of one request.
func (c *Checker) capabilities(ctx context.Context, n *node) *client.Capabilities {
	c.lock.Lock()
	head := n.status.Head
	c.lock.Unlock()
	if head == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	can, err := n.Client.Capabilities(ctx, head.Height)
	if err != nil {
		return nil
	}
	return &can
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
