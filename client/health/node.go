package health

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/transport"
)

// recentBlocks is the number of newest blocks of a node whose digests are compared.
const recentBlocks = 32

// node is a node with its state. Its fields are guarded by the lock of the Checker, except the Node.
type node struct {
	Node
	status Status
	result Status        // of the last round
	done   chan struct{} // closed at the end of the running check, nil if there is none
	best   uint64        // newest block of all nodes at the start of the last check
	limit  time.Duration // of SetTimeout, 0 for none
	headAt time.Time     // when Head was known to be the newest block; zero before

	outcomes []outcome // ring buffer
	next     int       // index in outcomes
	advanced uint64    // number of blocks that arrived between the last two checks

	heights []uint64 // of digests, oldest first
	digests map[uint64]string

	searched time.Time // last search without a hint, by the running check
	examined bool      // the details are known
}

// outcome is the result of one request.
type outcome struct {
	took   time.Duration // 0 without a response
	failed bool
}

// plan is what a check requests.
type plan struct {
	head     *Head   // known so far
	expected uint64  // height that the node is expected to have now
	hint     uint64  // newest known block of the chain, 0 if unknown
	compare  *uint64 // height to compare with the other nodes
}

// plan returns the next check. best is the newest block of all nodes, hint a recent height.
func (n *node) plan(best, hint uint64) plan {
	n.best = best
	p := plan{head: n.status.Head, hint: max(best, hint)}
	if p.head == nil {
		return p
	}
	p.expected = p.head.Height + max(n.advanced, 1)
	if n.status.Lag == 0 {
		p.expected = max(p.expected, best)
	}
	return p
}

// check makes the requests of a plan.
func (c *Checker) check(ctx context.Context, n *node, p plan) {
	search := headSearch{check: func(height uint64) (client.Block, error) { return c.block(ctx, n, height) }}
	var head client.Block
	var err error
	if p.head == nil {
		head, err = c.firstHead(ctx, n, p.hint, search)
	} else {
		head, err = search.find(p.head.Height, p.expected)
	}
	if err == nil && p.compare != nil && *p.compare <= head.Height && !c.hasDigest(n, *p.compare) {
		_, _ = c.block(ctx, n, *p.compare) // to know its digest; block records its error
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	s := &n.status
	switch {
	case err == nil:
		n.setHead(head)
		n.headAt = time.Now()
		s.LastAnswer, s.HeadErr = time.Now(), nil
	case errors.Is(err, client.ErrNotFound):
		s.Head, s.HeadErr = nil, err // search again
	default:
		s.HeadErr = err
	}
	close(n.done)
	n.done = nil
}

// firstHead searches for the newest block without a known one. hint is the newest known block of the chain, 0 if unknown.
func (c *Checker) firstHead(ctx context.Context, n *node, hint uint64, search headSearch) (client.Block, error) {
	if hint > 0 {
		head, err := search.find(hint, hint+1)
		if !errors.Is(err, client.ErrNotFound) {
			return head, err
		}
	} else if _, err := search.has(0); err != nil {
		return client.Block{}, err // the node does not respond, or serves no blocks
	}
	if now := time.Now(); n.searched.IsZero() || now.Sub(n.searched) >= searchInterval {
		n.searched = now
		ctx, cancel := context.WithTimeout(ctx, searchTimeout)
		defer cancel()
		return n.Client.FindHead(ctx, client.HeadSearch{})
	}
	return client.Block{}, fmt.Errorf("newest block unknown: %w", client.ErrNotFound)
}

// block requests a block and records the outcome.
func (c *Checker) block(ctx context.Context, n *node, height uint64) (client.Block, error) {
	block, err := request(ctx, c, n, func(ctx context.Context) (client.Block, error) { return n.Client.Block(ctx, height) })
	if err == nil {
		c.lock.Lock()
		defer c.lock.Unlock()
		n.remember(height, block.Digest)
	}
	return block, err
}

// request makes a request and records its outcome.
func request[T any](ctx context.Context, c *Checker, n *node, do func(context.Context) (T, error)) (T, error) {
	began := time.Now()
	c.lock.Lock()
	ctx, cancel := context.WithTimeout(ctx, max(requestTimeout, n.limit))
	defer cancel()
	if n.status.NoAnswerSince.IsZero() {
		n.status.NoAnswerSince = began
	}
	c.lock.Unlock()
	found, err := do(ctx)
	now := time.Now()
	c.lock.Lock()
	defer c.lock.Unlock()
	s := &n.status
	if errors.Is(err, context.Canceled) { // by the caller, which says nothing unless the node was silent for long
		if s.NoAnswerSince.Equal(began) && now.Sub(began) < roundTime {
			s.NoAnswerSince = time.Time{}
		}
		return found, err
	}
	s.CheckedAt = now
	if errors.Is(err, client.ErrUnsupported) && s.Can != nil { // the node was replaced by one of another release
		s.Can, n.examined = nil, false
	}
	result := outcome{took: max(now.Sub(began), 1), failed: isFailure(err)} // clocks can be coarse
	if _, noResponse := errors.AsType[*client.TransportError](err); noResponse {
		result.took = 0
	} else {
		s.LastAnswer, s.Latency, s.NoAnswerSince = now, result.took, time.Time{}
	}
	if result.failed {
		s.LastError, s.LastErrorAt = err, now
	}
	if len(n.outcomes) < recentRequests {
		n.outcomes = append(n.outcomes, outcome{})
	}
	n.outcomes[n.next%recentRequests] = result
	n.next++
	return found, err
}

// isFailure reports whether a node is to blame for an error: there is no response, a server error or a rate limit.
func isFailure(err error) bool {
	if status, ok := errors.AsType[*client.StatusError](err); ok {
		return status.Status == http.StatusTooManyRequests || status.Status >= http.StatusInternalServerError && status.Status != http.StatusNotImplemented
	}
	_, noResponse := errors.AsType[*client.TransportError](err)
	_, invalid := errors.AsType[*client.DecodeError](err)
	return noResponse || invalid
}

// remember stores the digest of a block.
func (n *node) remember(height uint64, digest string) {
	if digest == "" {
		return
	}
	if _, known := n.digests[height]; !known {
		at, _ := slices.BinarySearch(n.heights, height)
		n.heights = slices.Insert(n.heights, at, height)
	}
	n.digests[height] = digest
	if len(n.heights) > recentBlocks {
		delete(n.digests, n.heights[0])
		n.heights = slices.Delete(n.heights, 0, 1)
	}
}

func (c *Checker) hasDigest(n *node, height uint64) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return n.digests[height] != ""
}

// setHead stores the newest block. Blocks above it are gone.
func (n *node) setHead(block client.Block) {
	old := n.status.Head
	n.advanced = 0
	if old != nil && block.Height > old.Height {
		n.advanced = block.Height - old.Height
	}
	above, _ := slices.BinarySearch(n.heights, block.Height+1)
	for _, height := range n.heights[above:] {
		delete(n.digests, height)
	}
	n.heights = n.heights[:above]
	n.remember(block.Height, block.Digest)
	if old != nil && old.Height == block.Height && old.Digest == block.Digest {
		return
	}
	head := &Head{Height: block.Height, Digest: block.Digest, SeenAt: time.Now()}
	if block.Timestamp != nil {
		head.Time = block.Timestamp.Time()
	}
	n.status.Head = head
}

// state returns the state of a node, and since when it has it if it is new.
func (n *node) state(now time.Time) (state State, since time.Time) {
	s := &n.status
	last := outcome{}
	if n.next > 0 {
		last = n.outcomes[(n.next-1)%recentRequests]
	}
	noResponse := n.next > 0 && last.took == 0
	timedOut := false
	if noResponse {
		failure, ok := errors.AsType[*client.TransportError](s.LastError)
		timedOut = ok && failure.Timeout()
	}
	switch {
	case noResponse && !timedOut:
		return Down, s.NoAnswerSince
	case noResponse || !s.NoAnswerSince.IsZero() && now.Sub(s.NoAnswerSince) >= n.patience():
		return Silent, s.NoAnswerSince
	case n.next == 0:
		return Unknown, now
	case s.Fork != nil:
		return Forked, now
	case last.failed:
		return Failing, now
	case s.Lag >= LagLimit:
		return Lagging, now
	case s.Latency >= SlowAfter:
		return Slow, now
	}
	return OK, now
}

// patience is how long a request may take until the node counts as silent: longer for a node that is always slow.
func (n *node) patience() time.Duration {
	if n.limit > 0 {
		return n.limit
	}
	return min(max(roundTime*9/10, 3*max(n.status.P95, n.status.Latency)), requestTimeout)
}

// figures updates the figures of the last requests.
func (n *node) figures() {
	s := &n.status
	s.Requests, s.Errors = len(n.outcomes), 0
	var latencies []time.Duration
	for _, result := range n.outcomes {
		if result.failed {
			s.Errors++
		}
		if result.took > 0 {
			latencies = append(latencies, result.took)
		}
	}
	slices.Sort(latencies)
	s.P50, s.P95 = transport.Quantile(latencies, 0.5), transport.Quantile(latencies, 0.95)
}
