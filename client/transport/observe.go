package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// Exchange is one attempt of a request and its result. It contains no secrets: user info is removed from URLs, and the values
// of headers and query parameters with keys, tokens or cookies are replaced by Removed.
type Exchange struct {
	Label          string // from WithLabel
	Attempt        int    // 1 for the first attempt of a call
	Method         string
	URL            string        // after failover
	Node           string        // base URL of the node, without a trailing slash; "" if the request went elsewhere
	RequestHeader  http.Header   // without those that net/http adds (Host, Accept-Encoding)
	Status         int           // 0 without a response
	ResponseHeader http.Header   // nil without a response
	Bytes          int64         // read from the body, uncompressed
	Started        time.Time     // by the clock of the Policy; in a Replay, of the recording
	Took           time.Duration // until the body was read, or the attempt failed
	Timing         *Timing       // parts of Took; nil if unknown, as in a Replay
	Err            error         // of the attempt or of reading the body
	Sent, Body     []byte        // bodies of request and response, only for a Recorder; nil if too large
}

// observer passes requests on and calls onEnd exactly once per attempt: when the body of the response has been read, or when the attempt
// failed. Redirects and retries are attempts of their own. onEnd must not block. The layers below must buffer bodies.
type observer struct {
	layer
	onEnd    func(Exchange)
	now      func() time.Time // clock for Exchange.Started
	redactor *Redactor
	nodes    *Nodes // may be nil
	maxBody  int64  // largest body to include in an exchange
	// onStart, if not nil, is called when an attempt starts. It returns a function to call when it ends.
	onStart func(Exchange) (ended func())
}

func (o *observer) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	watch, began := new(stopwatch), time.Now()
	exchange := Exchange{
		Label:         labelOf(ctx),
		Attempt:       countAttempt(ctx),
		Method:        request.Method,
		URL:           cleanURL(request.URL),
		RequestHeader: redactHeader(request.Header),
		Started:       o.now(),
	}
	if to := o.nodes.find(request.URL); to != nil {
		exchange.Node = to.status.BaseURL
	}
	done := o.onEnd
	if o.onStart != nil {
		ended := o.onStart(exchange)
		done = func(exchange Exchange) {
			ended()
			o.onEnd(exchange)
		}
	}
	played := new(recordedTimes)
	traced := context.WithValue(httptrace.WithClientTrace(ctx, watch.trace()), recordedKey{}, played)
	response, err := o.next.RoundTrip(request.WithContext(traced))
	exchange.Timing = new(watch.snapshot())
	if o.maxBody > 0 { // now the secrets of the request are known
		exchange.Sent = o.redactor.Redact(sentBody(request, o.maxBody))
	}
	exchange.Took, exchange.Err = time.Since(began), cause(ctx, err)
	if err == nil {
		body := response.Body.(*bufferedBody)
		response.Request = request // without the trace
		exchange.Status, exchange.ResponseHeader = response.StatusCode, redactHeader(response.Header)
		exchange.Bytes, exchange.Err = int64(len(body.bytes)), cause(ctx, body.err)
		if o.maxBody > 0 && exchange.Bytes <= o.maxBody {
			exchange.Body = body.bytes
		}
		exchange.Timing.Body = time.Since(body.headers)
	}
	if !played.started.IsZero() {
		exchange.Started, exchange.Took, exchange.Timing = played.started, played.took, nil
	}
	done(exchange)
	return response, err
}

// recordedKey is the key of the *recordedTimes in the context of a request, which a Replay sets.
type recordedKey struct{}

// recordedTimes are the times of an exchange in a recording, zero without one.
type recordedTimes struct {
	started time.Time
	took    time.Duration
}

// sentBody returns the body of a request, nil if it is longer than limit or cannot be read twice.
func sentBody(request *http.Request, limit int64) []byte {
	if request.GetBody == nil {
		return nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil
	}
	defer body.Close()
	content, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil || int64(len(content)) > limit {
		return nil
	}
	return content
}

// cause returns the cause of a canceled context, and other errors unchanged.
func cause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		return cause
	}
	return err
}

// Canceled reports whether the caller canceled the request before the response was read.
func (e Exchange) Canceled() bool { return errors.Is(e.Err, context.Canceled) }

// Failed reports whether there was no complete response, or one with a status of 400 or more. A canceled request has not
// failed.
func (e Exchange) Failed() bool {
	return e.Err != nil && !e.Canceled() || e.Status >= http.StatusBadRequest
}

// Timing is the duration of the parts of an attempt; 0 for a part that did not happen. On a reused connection DNS, Connect
// and TLS are 0.
type Timing struct {
	Reused  bool          // the connection was reused
	DNS     time.Duration // host name lookup
	Connect time.Duration
	TLS     time.Duration
	Wait    time.Duration // from the last byte of the request to the first of the response
	Body    time.Duration // from the end of the headers to the end of the body
}

// stopwatch measures one attempt. The connection is made in another goroutine, which can outlive the attempt.
type stopwatch struct {
	lock   sync.Mutex
	timing Timing
	// Starts of the parts, zero if they have not started.
	lookup, dial, handshake, sent time.Time
	connected                     bool
}

// trace returns the hooks for net/http. If several addresses are tried concurrently, the first start and the first success
// count.
func (s *stopwatch) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { s.start(&s.lookup) },
		DNSDone: func(lookup httptrace.DNSDoneInfo) {
			if lookup.Err == nil {
				s.end(&s.lookup, &s.timing.DNS)
			}
		},
		ConnectStart: func(string, string) { s.start(&s.dial) },
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				s.end(&s.dial, &s.timing.Connect)
			}
		},
		TLSHandshakeStart: func() { s.start(&s.handshake) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				s.end(&s.handshake, &s.timing.TLS)
			}
		},
		GotConn: func(connection httptrace.GotConnInfo) {
			s.locked(func() {
				if connection.Reused {
					s.timing = Timing{Reused: true}
				}
				s.connected, s.sent = true, time.Now()
			})
		},
		WroteRequest:         func(httptrace.WroteRequestInfo) { s.locked(func() { s.sent = time.Now() }) },
		GotFirstResponseByte: func() { s.locked(func() { s.timing.Wait = time.Since(s.sent) }) },
	}
}

func (s *stopwatch) start(part *time.Time) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if part.IsZero() {
		*part = time.Now()
	}
}

// end measures a part. A dial that ends after the attempt has its connection belongs to another one.
func (s *stopwatch) end(part *time.Time, took *time.Duration) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.connected && *took == 0 {
		*took = time.Since(*part)
	}
}

// locked runs a hook with the lock.
func (s *stopwatch) locked(hook func()) {
	s.lock.Lock()
	defer s.lock.Unlock()
	hook()
}

// snapshot returns the durations measured so far.
func (s *stopwatch) snapshot() Timing {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.timing
}
