// Package health checks each node of a network on its own: whether it responds, how fast, which block is its newest, and whether it
// has the same blocks as the other nodes.
//
// A [Checker] usually makes one or two requests per node and round, and fewer to a node that fails. Run it with an interval of a second to know
// within two seconds of a node that was stopped or lags behind, within three of one on a fork, and within four of one that hangs:
//
//	checker := health.New(nodes...)
//	go checker.Run(ctx, func(statuses []health.Status) { ... })
//
// or call Check at times of one's own. The figures of a round are values, which the caller may keep.
package health

import (
	"context"
	"slices"
	"sync"
	"time"

	"foredeck/client"
	"foredeck/client/transport"
)

const (
	// DefaultInterval is the time between two rounds of Run.
	DefaultInterval = time.Second
	// SlowAfter is the median latency of the last five requests from which a node is Slow.
	SlowAfter = time.Second
	// LagLimit is the number of blocks behind the best node from which a node is Lagging. Fewer can arrive between two requests.
	LagLimit = 3
	// FrozenAfter is how long a node that lags has no new block until it is Frozen.
	FrozenAfter = 5 * time.Second
	// RecoverTime is how long a node that failed is Recovering after its first proper response.
	RecoverTime = 5 * time.Second

	// roundTime is how long a round waits for nodes.
	roundTime = 800 * time.Millisecond
	// patience is how long a request may take until the node is Silent, or three times as long as the node usually takes.
	patience = 2500 * time.Millisecond
	// maxPause is the longest time between checks of a node that fails, unless it asks for more.
	maxPause = 4 * time.Second
	// maxLimited is the longest time for which a node that asks for it is not checked.
	maxLimited = time.Minute
	// chainInterval is the time between requests for the chain ID.
	chainInterval = time.Minute
	// otherInterval is that time for a node of another chain.
	otherInterval = 5 * time.Second
	// recentRound is the age up to which the result of a round is that of a Check: a bit less than the interval of callers.
	recentRound = 900 * time.Millisecond
	// requestTimeout is the timeout of a request, after which the next round tries again with another connection.
	requestTimeout = 3 * time.Second
	// searchTimeout is the timeout of the first search for the newest block, with many requests.
	searchTimeout = 10 * time.Second
	// searchInterval is the time between two such searches that found nothing.
	searchInterval = time.Minute
	// recentRequests is the number of newest requests that figures cover.
	recentRequests = 128
)

// Node is a node to check.
type Node struct {
	Name    string // such as its host and port; unique
	BaseURL string
	// Client makes the requests. Its transport must have neither failover nor retries, which would hide how the node is.
	Client *client.Node
}

// Checker checks the nodes of one network. It is safe for concurrent use.
type Checker struct {
	lock     sync.Mutex
	nodes    []*node
	interval time.Duration
	changed  chan struct{} // has an element after SetInterval
	rounds   sync.Mutex    // one round at a time
	ended    time.Time     // of the last round
	hint     uint64        // a recent height, 0 if unknown
	chain    *uint64       // of SetChain; nil: that of most nodes
	ranks    *transport.Nodes
	isOnce   bool // of SetOnce
}

// New returns a Checker of the nodes of a network in order of preference: if two nodes disagree about a block, the first one counts.
// It makes no request.
func New(nodes ...Node) *Checker {
	c := &Checker{interval: DefaultInterval, changed: make(chan struct{}, 1)}
	for _, n := range nodes {
		c.nodes = append(c.nodes, &node{Node: n, status: Status{Name: n.Name, BaseURL: n.BaseURL}, digests: map[uint64]string{}})
	}
	return c
}

// SetInterval sets the time between two rounds of Run: 1 second to know of a broken node within 2 seconds.
func (c *Checker) SetInterval(interval time.Duration) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.interval == interval {
		return
	}
	c.interval = interval
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// SetChain sets the chain ID of the network, nil if it is unknown: then that of most nodes counts.
func (c *Checker) SetChain(id *uint64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.chain = id
}

// Rank makes each round set the ranks of the nodes, so that requests go to the best one. Call it before the first check.
func (c *Checker) Rank(nodes *transport.Nodes) { c.ranks = nodes }

// SetTimeout sets how long a node may take to respond until it counts as Silent, in place of 2.5 seconds or, for a node that is always
// slow, up to three. It applies to requests that begin after it.
func (c *Checker) SetTimeout(limit time.Duration) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, n := range c.nodes {
		n.limit = limit
	}
}

// SetHint passes a recent height of the chain, where the search for the newest block of a node starts. Without one, the search takes
// hundreds of requests, and finds nothing if the node has pruned its old blocks.
func (c *Checker) SetHint(height uint64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.hint = height
}

// SetOnce makes the checker check each node once: later rounds wait for the nodes that have not responded yet, and leave the others alone.
func (c *Checker) SetOnce() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.isOnce = true
}

// Run checks all nodes now and then at the interval, and calls report with the statuses after each round. It returns when the
// context ends.
func (c *Checker) Run(ctx context.Context, report func([]Status)) {
	for {
		began := time.Now()
		if statuses := c.round(ctx, ctx); ctx.Err() == nil {
			report(statuses)
		}
		if !c.pause(ctx, began) {
			return
		}
	}
}

// pause waits for the next round, also if the interval changes. It is false if the context ended.
func (c *Checker) pause(ctx context.Context, began time.Time) bool {
	for {
		c.lock.Lock()
		timer := time.NewTimer(time.Until(began.Add(c.interval)))
		c.lock.Unlock()
		select {
		case <-timer.C:
			return true
		case <-c.changed:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return false
		}
	}
}

// Check checks all nodes and returns their statuses in the order of New. It takes less than a second: the status of a node that
// does not respond by then says so, and the next round has its response. Right after another round, such as one of Run, it returns
// the result of that.
func (c *Checker) Check(ctx context.Context) []Status {
	c.lock.Lock()
	isRecent := !c.ended.IsZero() && time.Since(c.ended) < recentRound
	c.lock.Unlock()
	if isRecent {
		return c.Statuses()
	}
	return c.round(ctx, context.WithoutCancel(ctx))
}

// Statuses returns the result of the last round in the order of New. It makes no request.
func (c *Checker) Statuses() []Status {
	c.lock.Lock()
	defer c.lock.Unlock()
	statuses := make([]Status, len(c.nodes))
	for i, n := range c.nodes {
		statuses[i] = n.result
	}
	return statuses
}

// round checks the nodes that are not being checked and waits until they respond, or until one of them counts as silent. requests is
// the context of the requests, which can outlive the round.
func (c *Checker) round(ctx, requests context.Context) []Status {
	c.rounds.Lock()
	defer c.rounds.Unlock()
	var done []chan struct{}
	c.lock.Lock()
	best := c.best()
	common, hasCommon := c.commonHeight()
	now := time.Now()
	for _, n := range c.nodes {
		if n.done == nil && (now.Before(n.status.NextCheck) || c.isOnce && n.isChecked) {
			continue
		}
		if n.done == nil {
			n.done, n.began = make(chan struct{}), now
			plan := n.plan(best, c.hint)
			if hasCommon {
				plan.compare = &common
			}
			go c.check(requests, n, plan)
		}
		done = append(done, n.done)
	}
	c.lock.Unlock()
	limit := time.NewTimer(roundTime)
	defer limit.Stop()
	for _, finished := range done {
		select {
		case <-finished:
			continue
		case <-limit.C:
		case <-ctx.Done():
		}
		break
	}
	c.evaluate()
	c.lock.Lock()
	c.ended = time.Now()
	c.lock.Unlock()
	return c.Statuses()
}

// best returns the highest block of the nodes that are on the chain of the network, 0 if none is known.
func (c *Checker) best() uint64 {
	best := uint64(0)
	for _, n := range c.nodes {
		if n.status.Head != nil && n.isOfChain() {
			best = max(best, n.status.Head.Height)
		}
	}
	return best
}

// commonHeight returns the newest height that all nodes had that respond.
func (c *Checker) commonHeight() (height uint64, ok bool) {
	for _, n := range c.nodes {
		if head := n.status.Head; head != nil && n.status.State.Responds() && !n.isOther && (!ok || head.Height < height) {
			height, ok = head.Height, true
		}
	}
	return height, ok && len(c.nodes) > 1
}

// evaluate compares the nodes and sets their states.
func (c *Checker) evaluate() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.findForks()
	now := time.Now()
	chain := c.chainID()
	for _, n := range c.nodes {
		s := &n.status
		n.isOther = chain != nil && s.ChainID != nil && *s.ChainID != *chain
		if n.done == nil || !s.State.Responds() { // else the check that is running says more
			s.Lag = c.lag(n)
		}
		if state, since := n.state(now); state != s.State {
			s.State, s.Since = state, since
		}
		if n.failures > 0 && s.State == Recovering {
			s.Lag = 0 // unknown: Head is that of before the failure until the check has ended
		}
		n.figures()
		s.RoundAt = now
		n.result = *s
		n.result.Versions = slices.Clone(s.Versions) // Can is never changed
		rank := s.State.rank()
		if !n.isOfChain() {
			rank = transport.Failed // also before its State says so
		}
		c.ranks.Rank(n.BaseURL, rank)
	}
}

// chainID returns the chain ID of the network: what was set, or that of most nodes, or of the first one if there is none. It is nil if
// none is known.
func (c *Checker) chainID() *uint64 {
	if c.chain != nil {
		return c.chain
	}
	var chain *uint64
	votes, most := map[uint64]int{}, 0
	for _, n := range c.nodes {
		if id := n.status.ChainID; id != nil {
			votes[*id]++
		}
	}
	for _, n := range c.nodes {
		if id := n.status.ChainID; id != nil && votes[*id] > most {
			chain, most = id, votes[*id]
		}
	}
	return chain
}

// lag returns the number of blocks that a node is behind the others. Nodes are not checked at the same time: only what another one is
// known to have had before counts, unless the node does not respond.
func (c *Checker) lag(n *node) uint64 {
	head := n.status.Head
	if head == nil {
		return 0
	}
	best := max(n.best, head.Height)
	for _, other := range c.nodes {
		if newest := other.status.Head; newest != nil && other.isOfChain() && (!other.headAt.After(n.headAt) || !n.status.State.Responds()) {
			best = max(best, newest.Height)
		}
	}
	return best - head.Height
}

// findForks compares the blocks of the nodes at the newest height that each has in common with others. The block of the majority
// counts, or that of the first node if there is none. A node that says of which chain it is counts as forked once it has said so again: it can
// have been moved to another chain.
func (c *Checker) findForks() {
	for _, n := range c.nodes {
		was, differed := n.status.Fork, n.differsSince
		n.status.Fork, n.differsSince = nil, time.Time{}
		if n.isOther {
			continue
		}
		for i := len(n.heights) - 1; i >= 0 && n.status.State != Down; i-- {
			height := n.heights[i]
			expected, reference, count := c.majority(height)
			if count < 2 {
				continue // only this node has it
			}
			if own := n.digests[height]; own != expected {
				if n.differsSince = differed; differed.IsZero() {
					n.differsSince = n.began
				}
				if n.status.ChainID != nil && !n.chainAt.After(n.differsSince) {
					break
				}
				n.status.Fork = &Fork{Height: height, First: height, Digest: own, Expected: expected, ReferenceName: reference}
				if was != nil {
					n.status.Fork.First = min(was.First, height)
				}
			}
			break
		}
	}
}

// majority returns the digest that most nodes have at a height, a node that has it, and the number of nodes with any.
func (c *Checker) majority(height uint64) (digest, name string, count int) {
	votes, most := map[string]int{}, 0
	for _, n := range c.nodes {
		if own := n.digests[height]; own != "" && !n.isOther {
			votes[own]++
			count++
		}
	}
	for _, n := range c.nodes {
		if own := n.digests[height]; own != "" && !n.isOther && votes[own] > most {
			digest, name, most = own, n.Name, votes[own]
		}
	}
	return digest, name, count
}
