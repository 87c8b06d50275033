// Package transport builds HTTP transports for package client: with retries, failover between base URLs, rate limits,
// timeouts and recording.
//
// A [Policy] lists the features and its Transport method returns an http.RoundTripper that has them. The context of a
// request carries further properties: see [Safe] and [WithLabel].
//
// For debugging, a [Recorder] keeps recent requests with their responses in memory, and a [Recording] writes them to a file,
// from which a [Replay] responds without a network. All of them remove secrets.
package transport

import (
	"fmt"
	"net/http"
	"time"
)

const (
	defaultIdleTimeout = 10 * time.Second
	defaultMaxAttempts = 3
	defaultMaxBody     = 32 << 20
)

// Policy configures a transport. A field that is zero leaves its feature out, except as noted. A request passes them in
// this order:
//
//	coalescing    concurrent equal GETs share one request
//	retries       a call that failed temporarily is repeated
//	failover      the request goes to a base URL that works
//	rate limit    the request waits for its turn
//	observer      sees each attempt, as do the Recorder and the Recording
//	buffer        the body is read to its end, up to MaxBody
//	nodes         the state of the node is updated
//	redaction     secrets are removed from the response
//	idle timeout  an attempt fails if the host sends nothing
//
// Canceling a request ends it at once in all of them.
type Policy struct {
	// Next sends the requests; nil for the result of New.
	Next http.RoundTripper
	// Observer is called after each attempt, as in Observe.
	Observer func(Exchange)
	// Recorder stores each attempt.
	Recorder *Recorder
	// Recording writes each attempt to a file.
	Recording *Recording
	// Redactor removes secrets from responses, also those that requests of this transport sent; nil for only these.
	Redactor *Redactor
	// Nodes has the state of each node: of the Bases, and of those that were added. Transports of one network can share it. nil for
	// one of this transport.
	Nodes *Nodes
	// Notices stores which calls are deprecated.
	Notices *Notices
	// Now is the clock for Exchange.Started; nil for time.Now.
	Now func() time.Time
	// IdleTimeout is how long a host may send nothing, before the headers or within the body, until the attempt fails with
	// an *IdleTimeoutError.
	IdleTimeout time.Duration
	// MaxBody is the maximum size of an uncompressed body in bytes; 0 means 32 MiB. Of a larger body only the start is
	// preserved, followed by ErrTooLarge. Bodies over 512 KiB share 64 MiB of memory in a process, as long as those over 4 MiB
	// are in use; a body that does not get its part within 10 seconds ends with ErrMemoryLimit.
	MaxBody int64
	// Rate is the maximum number of attempts per second and host, after a first Burst; 0 means no limit. A request whose
	// turn would come after its deadline fails at once.
	Rate  float64
	Burst int
	// Bases are base URLs of one deployment in order of preference. Requests for the first one go to the first that works. A
	// base URL that fails (no response, 429, 502, 503 or 504) is not used for 15 seconds, or for as long as it asks. With
	// fewer than two there is no failover. A token in the header Authorization goes to each of them and to no other host; requests
	// with another secret, such as a key or a cookie, go only to the host of the first one, even if it is down.
	Bases []string
	// MaxAttempts is the maximum number of attempts for a call. GET, HEAD and calls marked with Safe are repeated after no
	// response, a truncated body, 429, 502, 503 or 504, as long as the deadline allows. In the long run a host gets at most
	// one retry per ten responses, so that retries do not pile up while it is down.
	MaxAttempts int
	// Coalesce sends one request for concurrent equal GETs.
	Coalesce bool
	// Hold is how long a successful response is for later equal GETs too, up to 256 kB; 0 for not at all. It requires Coalesce. It is
	// for programs with many users.
	Hold time.Duration
}

// Default returns a Policy for a public node: three attempts, an idle timeout of ten seconds, and coalescing.
func Default() Policy {
	return Policy{IdleTimeout: defaultIdleTimeout, MaxAttempts: defaultMaxAttempts, Coalesce: true}
}

// Transport builds the transport. It fails if one of the Bases is invalid.
func (p Policy) Transport() (http.RoundTripper, error) {
	top := p.Next
	if top == nil {
		top = New()
	}
	if p.IdleTimeout > 0 {
		top = &idleTimeout{layer{top}, p.IdleTimeout}
	}
	redactor := p.Redactor
	if redactor == nil {
		redactor = new(Redactor)
	}
	top = &redaction{layer{top}, redactor}
	nodes := p.Nodes
	if nodes == nil {
		nodes = new(Nodes)
	}
	nodes.Add(p.Bases...)
	top = &nodeTracker{layer{top}, nodes}
	if p.Notices != nil {
		top = &deprecations{layer{top}, p.Notices}
	}
	limit := p.MaxBody
	if limit <= 0 {
		limit = defaultMaxBody
	}
	top = &buffer{layer{top}, limit, largeBodies}
	top = &awaitLayer{layer{top}, nodes}
	switch {
	case p.Recorder != nil || p.Recording != nil:
		var began func(Exchange) (ended func())
		if p.Recorder != nil {
			began = p.Recorder.begin
		}
		top = &observer{layer: layer{top}, now: p.clock(), redactor: redactor, maxBody: maxBodyBytes, nodes: nodes, onStart: began, onEnd: func(exchange Exchange) {
			if p.Observer != nil {
				observed := exchange
				observed.Sent, observed.Body = nil, nil
				p.Observer(observed)
			}
			if p.Recording != nil {
				p.Recording.record(exchange)
			}
			if p.Recorder != nil {
				p.Recorder.Record(exchange)
			}
		}}
	case p.Observer != nil:
		top = &observer{layer: layer{top}, now: p.clock(), redactor: redactor, nodes: nodes, onEnd: p.Observer}
	}
	if p.Rate > 0 {
		top = newRateLimit(top, nodes, p.Rate, p.Burst)
	}
	if len(p.Bases) > 1 {
		var err error
		if top, err = newFailover(top, nodes, p.Bases); err != nil {
			return nil, fmt.Errorf("transport: %w", err)
		}
	}
	if p.MaxAttempts > 1 {
		top = newRetry(top, nodes, p.MaxAttempts)
	}
	if p.Coalesce {
		top = newCoalesce(top, p.Hold)
	}
	return tracedCall{layer{top}}, nil
}

func (p *Policy) clock() func() time.Time {
	if p.Now == nil {
		return time.Now
	}
	return p.Now
}

// tracedCall traces each call: its attempts, waits and nodes.
type tracedCall struct{ layer }

func (c tracedCall) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, trace := withTrace(request.Context())
	if waiter, ok := ctx.Value(waiterKey{}).(*Waiter); ok {
		defer waiter.follow(trace)()
	}
	response, err := c.next.RoundTrip(request.WithContext(ctx))
	if baseURL := trace.baseURL.Load(); err != nil && ctx.Err() != nil && baseURL != nil && !is[*NodeError](err) {
		err = &NodeError{*baseURL, err} // which node let the time run out
	}
	if response != nil {
		response.Request = request
	}
	return response, err
}

// idlePerHost is the number of idle connections per host: the default of net/http, 2, is too low for concurrent calls.
const idlePerHost = 16

// maxResponseHeader limits the header of a response. The default of net/http, 10 MiB, is read again by every attempt and connection.
const maxResponseHeader = 256 << 10

// New returns a transport like http.DefaultTransport (proxies from the environment, HTTP/2, gzip) with its own connection
// pool, sized for many calls to few hosts. A response with a header above 256 KiB fails.
func New() *http.Transport {
	pool := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	// The program may have replaced the default.
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		pool = standard.Clone()
	}
	pool.MaxIdleConnsPerHost, pool.MaxResponseHeaderBytes = idlePerHost, maxResponseHeader
	return pool
}

// layer is embedded by the parts of a transport. next is the part below.
type layer struct {
	next http.RoundTripper
}

// CloseIdleConnections forwards http.Client.CloseIdleConnections to the connection pool.
func (l layer) CloseIdleConnections() {
	if pool, ok := l.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// closeBody closes the body of a request that is not sent, as http.RoundTripper requires.
func closeBody(request *http.Request) {
	if request.Body != nil {
		_ = request.Body.Close() // nothing was written
	}
}
