// Package transport holds what stands between the client and the network: pieces of
// type http.RoundTripper that are put around one another. A Policy puts them in their
// order; what a caller has to say about a request (Safe, WithLabel) travels in the
// request's context.
//
// A Recorder keeps what was asked and answered to be looked at, and a Recording writes it to
// a file, from which a Replay answers when there is no network. No secret reaches either.
package transport

import (
	"fmt"
	"net/http"
	"time"
)

const (
	defaultSilence = 10 * time.Second
	defaultTries   = 3
	defaultMaxBody = 32 << 20
)

// Policy says how requests travel. Default gives a good one; a field that is zero leaves
// its piece out. The pieces stand in this order, from the caller to the network:
//
//	coalescing   equal GETs that are made at the same time become one
//	retries      a call that failed in passing is made again
//	failover     the base URL that is well is asked
//	rate limit   each host is asked so often at most
//	buffer       the body is read to its end, up to MaxBody
//	silence      a host that sends nothing is given up
//	observer     sees each try, and the Recorder and the Recording keep it
//
// Calling off a request ends it at once in each of them.
type Policy struct {
	// Next sends the requests; what New gives when nil.
	Next http.RoundTripper
	// Observer is told of each try, as Observe does.
	Observer func(Exchange)
	// Recorder keeps each try; nil for none.
	Recorder *Recorder
	// Recording has each try written down; nil for none.
	Recording *Recording
	// Now is the clock by which exchanges are dated; time.Now when nil.
	Now func() time.Time
	// Silence is how long a host may send nothing, before the headers or in the middle of
	// a body, until the try fails with a *SilenceError.
	Silence time.Duration
	// MaxBody is how many bytes of a body are read, unpacked; 0 is 32 MiB. After one more
	// the body ends with ErrTooLarge.
	MaxBody int64
	// Rate is how many tries a second each host gets after a first Burst; 0 for any
	// number. One whose turn would come after its deadline fails at once.
	Rate  float64
	Burst int
	// Bases are the base URLs of one deployment in order of preference. Requests for the
	// first go to the first that is well. One that fails (no answer, or 429, 502, 503,
	// 504) is left for 15 seconds, or for as long as it asks. With fewer than two there
	// is no failover.
	Bases []string
	// ShareSecrets lets requests that carry a key, a token or a cookie go to the hosts of
	// all Bases. Without it they go to the host of the first alone, even when it is down.
	ShareSecrets bool
	// Tries is how often a call is made at most. GET, HEAD and what Safe marks are made
	// again after no answer, a body that breaks off, or 429, 502, 503 or 504, as long as
	// the deadline of the call allows. In the long run a host is asked for one retry in
	// ten answers, so that they do not pile up while it is down.
	Tries int
	// Coalesce makes equal GETs that are in flight at the same time one.
	Coalesce bool
}

// Default is a Policy for a public node: three tries, ten seconds of silence, coalescing.
// It has no rate limit, as nodes publish none, and no observer.
func Default() Policy {
	return Policy{Silence: defaultSilence, Tries: defaultTries, Coalesce: true}
}

// Transport builds what the Policy says. The error tells of a base URL that is none.
func (p Policy) Transport() (http.RoundTripper, error) {
	top := p.Next
	if top == nil {
		top = New()
	}
	switch {
	case p.Recorder != nil || p.Recording != nil:
		var began func(Exchange) (ended func())
		if p.Recorder != nil {
			began = p.Recorder.begin
		}
		top = &observer{layer: layer{top}, now: p.clock(), kept: mostKeptBytes, began: began, done: func(exchange Exchange) {
			if p.Observer != nil {
				told := exchange
				told.Sent, told.Body = nil, nil
				p.Observer(told)
			}
			if p.Recording != nil {
				p.Recording.record(exchange)
			}
			if p.Recorder != nil {
				p.Recorder.Record(exchange)
			}
		}}
	case p.Observer != nil:
		top = &observer{layer: layer{top}, now: p.clock(), done: p.Observer}
	}
	if p.Silence > 0 {
		top = &silence{layer{top}, p.Silence}
	}
	limit := p.MaxBody
	if limit <= 0 {
		limit = defaultMaxBody
	}
	top = &buffer{layer{top}, limit}
	if p.Rate > 0 {
		top = newRateLimit(top, p.Rate, p.Burst)
	}
	if len(p.Bases) > 1 {
		var err error
		if top, err = newFailover(top, p.Bases, p.ShareSecrets); err != nil {
			return nil, fmt.Errorf("transport: %w", err)
		}
	}
	if p.Tries > 1 {
		top = newRetry(top, p.Tries)
	}
	if p.Coalesce {
		top = newCoalesce(top)
	}
	return counted{layer{top}}, nil
}

func (p *Policy) clock() func() time.Time {
	if p.Now == nil {
		return time.Now
	}
	return p.Now
}

// counted numbers the tries of each call.
type counted struct{ layer }

func (c counted) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := countTries(request.Context())
	response, err := c.next.RoundTrip(request.WithContext(ctx))
	if response != nil {
		response.Request = request
	}
	return response, err
}
