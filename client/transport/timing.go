package transport

import (
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"
)

// Timing is how long the parts of a try took; 0 for a part that did not happen. On a
// connection that was kept from an earlier request DNS, Connect and TLS are 0.
type Timing struct {
	Kept    bool          // the connection was there already
	DNS     time.Duration // finding the address of the host
	Connect time.Duration
	TLS     time.Duration
	Wait    time.Duration // from the request being sent to the first byte of the answer
	Body    time.Duration // from the headers to the end of the body
}

// stopwatch takes the times of one try. The connection is made in another goroutine,
// which may go on when the try has ended.
type stopwatch struct {
	lock   sync.Mutex
	timing Timing
	// When the parts began; zero where they have not.
	lookup, dial, handshake, sent time.Time
	connected                     bool
}

// trace gives the hooks that net/http calls. Of several addresses that are tried at
// once, the first start and the first that works count.
func (s *stopwatch) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { s.begin(&s.lookup) },
		DNSDone: func(lookup httptrace.DNSDoneInfo) {
			if lookup.Err == nil {
				s.end(&s.lookup, &s.timing.DNS)
			}
		},
		ConnectStart: func(string, string) { s.begin(&s.dial) },
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				s.end(&s.dial, &s.timing.Connect)
			}
		},
		TLSHandshakeStart: func() { s.begin(&s.handshake) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				s.end(&s.handshake, &s.timing.TLS)
			}
		},
		GotConn:              s.got,
		WroteRequest:         func(httptrace.WroteRequestInfo) { s.wrote() },
		GotFirstResponseByte: s.answered,
	}
}

func (s *stopwatch) begin(part *time.Time) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if part.IsZero() {
		*part = time.Now()
	}
}

// end takes the time of a part. What is dialled when the try has got its connection is
// for another one.
func (s *stopwatch) end(part *time.Time, took *time.Duration) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.connected && *took == 0 {
		*took = time.Since(*part)
	}
}

func (s *stopwatch) got(connection httptrace.GotConnInfo) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if connection.Reused {
		s.timing = Timing{Kept: true}
	}
	s.connected = true
	s.sent = time.Now()
}

func (s *stopwatch) wrote() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.sent = time.Now()
}

func (s *stopwatch) answered() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.timing.Wait = time.Since(s.sent)
}

// soFar gives the times taken until now.
func (s *stopwatch) soFar() Timing {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.timing
}
