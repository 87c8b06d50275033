package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

const (
	// recentLatencies is the number of newest responses that the quantiles of a node cover.
	recentLatencies = 128
	// SilentAfter is how long a node may send nothing until a request that was given up counts as unanswered.
	SilentAfter = time.Second
)

// Nodes has the state of the nodes of a network, one per base URL, as seen by the requests of a Policy. It makes no requests. The
// zero value is ready for use and safe for concurrent use; its methods accept nil, which has no nodes.
type Nodes struct {
	lock  sync.Mutex
	nodes []*node
	last  *node // answered last
	waits []*Wait
}

// NodeStatus is the state of one node. Times are those of time.Now.
type NodeStatus struct {
	BaseURL string // without a trailing slash
	// Running is the number of attempts that have been sent and have not ended.
	Running int
	// SilentSince is since when a request has not received a byte: the oldest running one, or one that the caller gave up after
	// SilentAfter if the node has not responded since. It is zero if there is none.
	SilentSince  time.Time
	LastResponse time.Time     // zero before the first
	Latency      time.Duration // of the last response, until its headers
	P50, P95     time.Duration // of the last 128 responses; 0 before the first
	// Requests and Errors count attempts that ended. An error is an attempt without a complete response, or with 429 or a status
	// from 500.
	Requests, Errors uint64
	LastError        error     // nil if there was none
	LastErrorAt      time.Time // zero if there was none
	// FailingSince is the start of the first attempt since which all have failed; zero if the last one succeeded.
	FailingSince time.Time
	CoolingUntil time.Time // end of the time in which failover skips the node; zero or past if it is used
	// Rank is that of the last Nodes.Rank.
	Rank Rank
}

// Rank is how far a node can be trusted, as somebody found who compared it with the others. Failover prefers a lower one; nodes of the same
// rank are used in the order of the base URLs.
type Rank int

// The ranks.
const (
	Good   Rank = iota // or unknown
	Poor               // it answers, but others answer better, such as sooner
	Failed             // it does not answer, or what it says is wrong or old: it is used if no other node is left
)

// Wait is a pause of a request before another attempt, or before its turn.
type Wait struct {
	BaseURL string // of the node that failed, "" if unknown
	Status  int    // of the response that failed; 0 without one, and for a rate limit of the Policy
	Err     error  // why there was no response; nil if there was one, and for a rate limit of the Policy
	Until   time.Time
}

// NodesSnapshot is the state of all nodes at one time.
type NodesSnapshot struct {
	At    time.Time
	Nodes []NodeStatus // in the order of the base URLs
	Last  int          // index of the node that answered last, -1 before the first response
	Waits []Wait       // of all requests that wait, the one that ends first is first
}

// node is the state of one node. Its fields are guarded by the lock of Nodes.
type node struct {
	status    NodeStatus
	running   []*nodeAttempt
	latencies []time.Duration // ring buffer
	next      int             // index in latencies
	isSorted  bool            // the quantiles are up to date
	failed    chan struct{}   // closed once the Rank is Failed
}

// nodeAttempt is a running attempt.
type nodeAttempt struct {
	started time.Time
	// awaiting is since when the node is expected to send; zero while the caller does not read.
	awaiting time.Time
}

// Add adds nodes by base URL, those of a network that is known later than the Policy.
func (n *Nodes) Add(baseURLs ...string) {
	for _, baseURL := range baseURLs {
		n.add(baseURL)
	}
}

// add returns the node with a base URL.
func (n *Nodes) add(baseURL string) *node {
	baseURL = strings.TrimRight(baseURL, "/")
	n.lock.Lock()
	defer n.lock.Unlock()
	if at := slices.IndexFunc(n.nodes, func(known *node) bool { return known.status.BaseURL == baseURL }); at >= 0 {
		return n.nodes[at]
	}
	added := &node{status: NodeStatus{BaseURL: baseURL}, failed: make(chan struct{})}
	n.nodes = append(n.nodes, added)
	return added
}

// Rank sets how far a node can be trusted. Running attempts at one that is now Failed end, so that failover continues with another.
func (n *Nodes) Rank(baseURL string, rank Rank) {
	if n == nil {
		return
	}
	of := n.add(baseURL)
	n.lock.Lock()
	defer n.lock.Unlock()
	was := of.status.Rank
	of.status.Rank = rank
	switch {
	case was != Failed && rank == Failed:
		close(of.failed)
	case was == Failed && rank != Failed:
		of.failed = make(chan struct{})
	}
}

// find returns the node that a request goes to, nil if it goes elsewhere.
func (n *Nodes) find(address *url.URL) *node {
	if n == nil {
		return nil
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	if len(n.nodes) == 0 {
		return nil
	}
	text := address.String()
	var found *node // with the longest base URL
	for _, known := range n.nodes {
		if _, ok := cutBase(text, known.status.BaseURL); ok && (found == nil || len(known.status.BaseURL) > len(found.status.BaseURL)) {
			found = known
		}
	}
	return found
}

// baseOf returns the base URL of the node that a request goes to, or else the host.
func (n *Nodes) baseOf(address *url.URL) string {
	if to := n.find(address); to != nil {
		return to.status.BaseURL
	}
	return address.Scheme + "://" + address.Host
}

// cutBase returns the part of a URL after a base URL. ok is false if the URL is not below it.
func cutBase(address, base string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(address, base)
	return rest, ok && (rest == "" || rest[0] == '/' || rest[0] == '?')
}

// Snapshot returns the state of all nodes.
func (n *Nodes) Snapshot() NodesSnapshot {
	snapshot := NodesSnapshot{At: time.Now(), Last: -1}
	if n == nil {
		return snapshot
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	snapshot.Nodes = make([]NodeStatus, len(n.nodes))
	for i, known := range n.nodes {
		snapshot.Nodes[i] = known.snapshot()
		if known == n.last {
			snapshot.Last = i
		}
	}
	for _, wait := range n.waits {
		snapshot.Waits = append(snapshot.Waits, *wait)
	}
	sort.SliceStable(snapshot.Waits, func(i, j int) bool { return snapshot.Waits[i].Until.Before(snapshot.Waits[j].Until) })
	return snapshot
}

func (k *node) snapshot() NodeStatus {
	if !k.isSorted {
		sorted := slices.Sorted(slices.Values(k.latencies))
		k.status.P50, k.status.P95 = Quantile(sorted, 0.5), Quantile(sorted, 0.95)
		k.isSorted = true
	}
	status := k.status
	status.Running = len(k.running)
	for _, attempt := range k.running {
		if since := attempt.awaiting; !since.IsZero() && (status.SilentSince.IsZero() || since.Before(status.SilentSince)) {
			status.SilentSince = since
		}
	}
	return status
}

// Quantile returns the nearest-rank quantile of sorted durations, for a share from 0 to 1. It is 0 if there are none.
func Quantile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(share*float64(len(sorted)) + 0.9999999)
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// begin adds an attempt.
func (n *Nodes) begin(to *node) *nodeAttempt {
	now := time.Now()
	attempt := &nodeAttempt{started: now, awaiting: now}
	n.lock.Lock()
	defer n.lock.Unlock()
	to.running = append(to.running, attempt)
	return attempt
}

// await records that a node is expected to send something.
func (n *Nodes) await(attempt *nodeAttempt) {
	n.lock.Lock()
	defer n.lock.Unlock()
	attempt.awaiting = time.Now()
}

// receive records that a node sent something.
func (n *Nodes) receive(from *node, attempt *nodeAttempt) {
	n.lock.Lock()
	defer n.lock.Unlock()
	attempt.awaiting, from.status.SilentSince = time.Time{}, time.Time{}
}

// respond records the headers of a response.
func (n *Nodes) respond(from *node, attempt *nodeAttempt) {
	n.lock.Lock()
	defer n.lock.Unlock()
	now := time.Now()
	attempt.awaiting, from.status.SilentSince = time.Time{}, time.Time{}
	from.status.LastResponse, from.status.Latency = now, now.Sub(attempt.started)
	if len(from.latencies) < recentLatencies {
		from.latencies = append(from.latencies, 0)
	}
	from.latencies[from.next%recentLatencies] = from.status.Latency
	from.next++
	from.isSorted = false
	n.last = from
}

// end removes an attempt. failed is nil if it succeeded.
func (n *Nodes) end(of *node, attempt *nodeAttempt, failed error, isCaller bool) {
	n.lock.Lock()
	defer n.lock.Unlock()
	at := slices.Index(of.running, attempt)
	if at < 0 {
		return // already ended
	}
	of.running = slices.Delete(of.running, at, at+1)
	now := time.Now()
	status := &of.status
	switch {
	case isCaller:
		// The node owes an answer if nothing arrived from it in the meantime.
		if since := attempt.awaiting; !since.IsZero() && now.Sub(since) >= SilentAfter && !status.LastResponse.After(since) &&
			(status.SilentSince.IsZero() || since.Before(status.SilentSince)) {
			status.SilentSince = since
		}
	case failed != nil:
		status.Requests++
		status.Errors++
		status.LastError, status.LastErrorAt = failed, now
		if status.FailingSince.IsZero() {
			status.FailingSince = attempt.started
		}
		status.SilentSince = time.Time{} // FailingSince says more
	default:
		status.Requests++
		status.FailingSince = time.Time{}
	}
}

// wait records a pause of a call until the returned function is called.
func (n *Nodes) wait(ctx context.Context, wait Wait) (ended func()) {
	trace := traceOf(ctx)
	trace.wait.Store(&wait)
	remove := func() {}
	if n != nil {
		remove = listed(&n.lock, &n.waits, &wait)
	}
	return func() {
		trace.wait.Store(nil)
		remove()
	}
}

// nodeTracker reports attempts to Nodes.
type nodeTracker struct {
	layer
	nodes *Nodes
}

func (t *nodeTracker) RoundTrip(request *http.Request) (*http.Response, error) {
	to := t.nodes.find(request.URL)
	if to == nil {
		return t.next.RoundTrip(request)
	}
	attempt := t.nodes.begin(to)
	response, err := t.next.RoundTrip(request)
	if err != nil {
		t.nodes.end(to, attempt, err, isCallers(request.Context(), err))
		return nil, err
	}
	t.nodes.respond(to, attempt)
	var failed error
	if response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= http.StatusInternalServerError && response.StatusCode != http.StatusNotImplemented {
		failed = statusError(response.StatusCode)
	}
	response.Body = &trackedBody{body: response.Body, ctx: request.Context(), nodes: t.nodes, node: to, attempt: attempt, failed: failed}
	return response, nil
}

// isCallers reports whether an attempt ended without a fault of the node: the caller canceled it, or a recording has no response.
func isCallers(ctx context.Context, err error) bool {
	return context.Cause(ctx) == context.Canceled || errors.Is(err, ErrNotRecorded)
}

// trackedBody reports reads to Nodes.
type trackedBody struct {
	body    io.ReadCloser
	ctx     context.Context
	nodes   *Nodes
	node    *node
	attempt *nodeAttempt
	failed  error // status that counts as a failure
}

func (b *trackedBody) Read(into []byte) (int, error) {
	b.nodes.await(b.attempt)
	count, err := b.body.Read(into)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		b.nodes.receive(b.node, b.attempt)
		if err != nil {
			b.nodes.end(b.node, b.attempt, b.failed, false)
		}
	default:
		b.nodes.end(b.node, b.attempt, err, isCallers(b.ctx, err))
	}
	return count, err
}

func (b *trackedBody) Close() error {
	b.nodes.end(b.node, b.attempt, b.failed, false)
	return b.body.Close()
}
