package tuitest

import (
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
)

// StallingTransport is a transport whose requests wait until their context ends while On. Its Wrap is a Setup.Transport.
type StallingTransport struct {
	On      atomic.Bool
	waiting atomic.Int64
	next    http.RoundTripper
}

// Wrap wraps a transport.
func (s *StallingTransport) Wrap(next http.RoundTripper) http.RoundTripper {
	s.next = next
	return s
}

// Waiting returns the number of requests that wait.
func (s *StallingTransport) Waiting() int { return int(s.waiting.Load()) }

// RoundTrip implements http.RoundTripper.
func (s *StallingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if !s.On.Load() {
		return s.next.RoundTrip(request)
	}
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// FailingTransport is a transport whose requests fail while On. Its Wrap is a Setup.Transport.
type FailingTransport struct {
	On   atomic.Bool
	next http.RoundTripper
}

// Wrap wraps a transport.
func (f *FailingTransport) Wrap(next http.RoundTripper) http.RoundTripper {
	f.next = next
	return f
}

// RoundTrip implements http.RoundTripper.
func (f *FailingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if f.On.Load() {
		return nil, errRefused
	}
	return f.next.RoundTrip(request)
}

var errRefused = errors.New("connection refused")

// Connection is the connection of a deck to its node.
type Connection struct {
	Status int // of all responses; 0: those of the node; -1: the connection is refused
	next   http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (c *Connection) RoundTrip(request *http.Request) (*http.Response, error) {
	switch {
	case c.Status < 0:
		return nil, errRefused
	case c.Status > 0:
		header := http.Header{"Content-Type": {"application/json"}}
		return &http.Response{StatusCode: c.Status, Header: header, Body: io.NopCloser(strings.NewReader(`{"message": "not now"}`)), Request: request}, nil
	}
	return c.next.RoundTrip(request)
}

// RequestLog is a transport that logs its requests. Its Wrap is a Setup.Transport.
type RequestLog struct {
	lock sync.Mutex
	urls []string // path and query
	read int      // number of urls returned by Since
	next http.RoundTripper
}

// Wrap wraps a transport.
func (r *RequestLog) Wrap(next http.RoundTripper) http.RoundTripper {
	r.next = next
	return r
}

// RoundTrip implements http.RoundTripper. Like a real transport, it sends nothing after the context has ended.
func (r *RequestLog) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	r.lock.Lock()
	r.urls = append(r.urls, request.URL.RequestURI())
	r.lock.Unlock()
	return r.next.RoundTrip(request)
}

// Since returns the paths and queries of the requests since the last call, one per line.
func (r *RequestLog) Since() string {
	r.lock.Lock()
	defer r.lock.Unlock()
	since := strings.Join(r.urls[r.read:], "\n")
	r.read = len(r.urls)
	return since
}

// Has reports whether the last part of a request's path was name.
func (r *RequestLog) Has(name string) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.ContainsFunc(r.urls, func(requested string) bool {
		route, _, _ := strings.Cut(requested, "?")
		return path.Base(route) == name
	})
}

// RecordingTransport wraps a transport and records its requests.
func RecordingTransport(t testing.TB, next http.RoundTripper, recorder *transport.Recorder) http.RoundTripper {
	t.Helper()
	recorded, err := transport.Policy{Next: next, Recorder: recorder}.Transport()
	require.NoError(t, err)
	return recorded
}
