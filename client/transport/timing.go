package transport

import (
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"
)

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
