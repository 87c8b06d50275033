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
	status    Status
	result    Status        // of the last round
	done      chan struct{} // closed at the end of the running check, nil if there is none
	began     time.Time     // start of the last check
	isChecked bool          // a check has ended
	best      uint64        // newest block of all nodes at that time
	limit     time.Duration // of SetTimeout, 0 for none
	headAt    time.Time     // when Head was known to be the newest block; zero before

	outcomes []outcome // ring buffer
	next     int       // index in outcomes
	advanced uint64    // number of blocks that arrived between the last two checks

	heights []uint64 // of digests, oldest first
	digests map[uint64]string

	searched time.Time // last search without a hint, by the running check
	examined bool      // the details are known

	chainAt time.Time // end of the last request for the chain ID
	isOther bool      // it is of another chain than the network
	// differsSince is the start of the check that found a block which differs from that of the other nodes; zero if there is none.
	differsSince time.Time
	failures     int       // checks in a row that failed
	failedAt     time.Time // end of the last one; zero if none did
	answered     time.Time // end of the first proper check since then
}

// isOfChain reports whether the blocks of the node are those of the network, as far as known.
func (n *node) isOfChain() bool { return n.differsSince.IsZero() && !n.isOther }

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
	limit    int     // of requests for the search
}

// plan returns the next check. best is the newest block of all nodes, hint a recent height.
func (n *node) plan(best, hint uint64) plan {
	n.best = best
	p := plan{head: n.status.Head, hint: max(best, hint), limit: maxRequests}
	if p.head == nil && n.failures%4 != 0 {
		p.limit = fewRequests
	}
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
	search := headSearch{check: func(height uint64) (client.Block, error) { return c.block(ctx, n, height) }, limit: p.limit}
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
	if responds := err == nil || !isFailure(err); responds && ctx.Err() == nil {
		c.findChain(ctx, n)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	s := &n.status
	n.note(err, ctx.Err() != nil)
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
	n.done, n.isChecked = nil, true
}

// findChain requests the chain ID: a node can be moved to another chain at any time.
func (c *Checker) findChain(ctx context.Context, n *node) {
	c.lock.Lock()
	isDue := n.chainAt.IsZero() || time.Since(n.chainAt) >= chainInterval || n.failures > 0 || n.chainAt.Before(n.differsSince) ||
		n.isOther && time.Since(n.chainAt) >= otherInterval
	c.lock.Unlock()
	if !isDue {
		return
	}
	id, err := request(ctx, c, n, n.Client.ChainID)
	c.lock.Lock()
	defer c.lock.Unlock()
	n.chainAt = time.Now()
	if err != nil {
		return // blocks say whether the node works
	}
	if was := n.status.ChainID; was != nil && *was != id { // its blocks are others now
		clear(n.digests)
		n.heights, n.differsSince = nil, time.Time{}
	}
	n.status.ChainID = &id
}

// note counts a check, and says when the next one is: later each time while the node fails.
func (n *node) note(err error, isCanceled bool) {
	s, now := &n.status, time.Now()
	switch {
	case isCanceled:
		return
	case err == nil, !isFailure(err) && !errors.Is(err, client.ErrNotFound):
		if n.failures > 0 {
			n.answered = now
		}
		n.failures, s.NextCheck = 0, time.Time{}
		return
	}
	n.failures++
	n.failedAt = now
	if failure, ok := errors.AsType[*client.TransportError](err); ok && failure.Timeout() {
		return // the request took long enough
	}
	pause := min(DefaultInterval<<min(n.failures-1, 8), maxPause)
	if status, ok := errors.AsType[*client.StatusError](err); ok && status.RetryAfter > pause {
		pause = min(status.RetryAfter, maxLimited)
	}
	s.NextCheck = now.Add(pause - DefaultInterval/10) // in time for the round
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
	if block.Certificate != nil {
		head.Voters = block.Certificate.Voters
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
	case n.isOther:
		return OtherChain, now
	case s.Fork != nil:
		return Forked, now
	case n.failures > 0 && !last.failed && n.done != nil && !errors.Is(s.HeadErr, client.ErrNotFound):
		return Recovering, now // the check that is running has proper responses: the failure is that of the one before
	case n.failures > 0 || last.failed:
		return n.failure(), now
	case s.Lag >= LagLimit && now.Sub(s.Head.SeenAt) >= FrozenAfter:
		return Frozen, now
	case s.Lag >= LagLimit:
		return Lagging, now
	case !n.failedAt.IsZero() && now.Sub(n.answered) < RecoverTime:
		return Recovering, n.answered
	case n.typical() >= SlowAfter:
		return Slow, now
	}
	return OK, now
}

// failure returns the state of a node that responds, but not with what was asked for.
func (n *node) failure() State {
	err := n.status.HeadErr
	if err == nil {
		err = n.status.LastError
	}
	status, isStatus := errors.AsType[*client.StatusError](err)
	_, isInvalid := errors.AsType[*client.DecodeError](err)
	switch {
	case isStatus && status.Status == http.StatusTooManyRequests:
		return Limited
	case errors.Is(err, client.ErrNotFound):
		return NoBlocks
	case isInvalid:
		return Invalid
	}
	return Failing
}

// typicalRequests is the number of newest requests whose median latency tells whether a node is slow.
const typicalRequests = 5

// typical returns the median latency of the last requests, 0 without any.
func (n *node) typical() time.Duration {
	var latencies []time.Duration
	for i := max(n.next-typicalRequests, 0); i < n.next; i++ {
		if took := n.outcomes[i%recentRequests].took; took > 0 {
			latencies = append(latencies, took)
		}
	}
	slices.Sort(latencies)
	return transport.Quantile(latencies, 0.5)
}

// patience is how long a request may take until the node counts as silent: longer for a node that is always slow.
func (n *node) patience() time.Duration {
	if n.limit > 0 {
		return n.limit
	}
	return min(max(patience, 3*max(n.status.P95, n.status.Latency)), requestTimeout)
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
