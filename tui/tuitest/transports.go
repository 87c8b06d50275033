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

// Broken is a transport whose requests fail while On. Its Over is a Setup.Transport.
type Broken struct {
	On   atomic.Bool
	next http.RoundTripper
}

// Over wraps a transport.
func (b *Broken) Over(next http.RoundTripper) http.RoundTripper {
	b.next = next
	return b
}

// RoundTrip fails while On.
func (b *Broken) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.On.Load() {
		return nil, errors.New("connection refused")
	}
	return b.next.RoundTrip(request)
}

// Line is the connection of a deck to its node.
type Line struct {
	Status int // answered to every request; 0 means the node answers, -1 that the connection is refused
	next   http.RoundTripper
}

// RoundTrip answers with the status.
func (l *Line) RoundTrip(request *http.Request) (*http.Response, error) {
	switch {
	case l.Status < 0:
		return nil, errors.New("connection refused")
	case l.Status > 0:
		header := http.Header{"Content-Type": {"application/json"}}
		return &http.Response{StatusCode: l.Status, Header: header, Body: io.NopCloser(strings.NewReader(`{"message": "not now"}`)), Request: request}, nil
	}
	return l.next.RoundTrip(request)
}

// Requested is a transport that remembers its requests. Its Over is a Setup.Transport.
type Requested struct {
	lock  sync.Mutex
	paths []string // with their queries
	read  int      // of paths, by Since
	next  http.RoundTripper
}

// Over wraps a transport.
func (r *Requested) Over(next http.RoundTripper) http.RoundTripper {
	r.next = next
	return r
}

// RoundTrip remembers the request.
func (r *Requested) RoundTrip(request *http.Request) (*http.Response, error) {
	r.lock.Lock()
	r.paths = append(r.paths, request.URL.RequestURI())
	r.lock.Unlock()
	return r.next.RoundTrip(request)
}

// Since returns the paths with queries of the requests since the last call, a line each.
func (r *Requested) Since() string {
	r.lock.Lock()
	defer r.lock.Unlock()
	since := strings.Join(r.paths[r.read:], "\n")
	r.read = len(r.paths)
	return since
}

// Has reports whether the last part of the path of a request was name.
func (r *Requested) Has(name string) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.ContainsFunc(r.paths, func(requested string) bool {
		route, _, _ := strings.Cut(requested, "?")
		return path.Base(route) == name
	})
}

// Recorded wraps a transport so that its requests are recorded.
func Recorded(t testing.TB, next http.RoundTripper, recorder *transport.Recorder) http.RoundTripper {
	t.Helper()
	recorded, err := transport.Policy{Next: next, Recorder: recorder}.Transport()
	require.NoError(t, err)
	return recorded
}
