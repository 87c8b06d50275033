package transport

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// built returns the transport of a policy and collects its exchanges.
func built(t *testing.T, policy Policy) (http.RoundTripper, func() []Exchange) {
	t.Helper()
	var lock sync.Mutex
	var exchanges []Exchange
	policy.Observer = func(exchange Exchange) {
		lock.Lock()
		defer lock.Unlock()
		exchanges = append(exchanges, exchange)
	}
	top, err := policy.Transport()
	require.NoError(t, err)
	t.Cleanup(top.(interface{ CloseIdleConnections() }).CloseIdleConnections)
	return top, func() []Exchange {
		lock.Lock()
		defer lock.Unlock()
		return append([]Exchange(nil), exchanges...)
	}
}

// Each attempt is observed with its number and label, and equal calls share them.
func TestPolicyObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failing := respond(503, "", "Set-Cookie", "s3cret")
		network := play(late(time.Second, failing), down, late(time.Second, failing), respond(200, "here"))
		top, exchanges := built(t, Policy{Next: network, Bases: []string{"http://node/one", "http://node/two"}, MaxAttempts: 3, Coalesce: true, Rate: 100})
		ctx := WithLabel(t.Context(), "account")
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				req := request(ctx, t, "GET", "http://node/one/a?token=s3cret", "")
				req.Header.Set("Authorization", "s3cret")
				_, body, err := call(t, top, req)
				require.NoError(t, err)
				require.Equal(t, "here", body)
			})
		}
		all.Wait()
		seen := exchanges()
		require.Len(t, seen, 4)
		for i, want := range []struct {
			base   string
			status int
			err    error
		}{{"one", 503, nil}, {"two", 0, errReset}, {"one", 503, nil}, {"two", 200, nil}} {
			require.Equal(t, i+1, seen[i].Attempt)
			require.Equal(t, "account", seen[i].Label)
			require.Equal(t, "http://node/"+want.base+"/a?token=(removed)", seen[i].URL)
			require.Equal(t, want.status, seen[i].Status)
			require.Equal(t, want.err, seen[i].Err)
			require.Equal(t, "(removed)", seen[i].RequestHeader.Get("Authorization"))
		}
		require.Equal(t, "(removed)", seen[0].ResponseHeader.Get("Set-Cookie"))
		require.Equal(t, time.Second, seen[0].Took)
		require.Equal(t, int64(4), seen[3].Bytes)

		_, _, err := call(t, top, request(t.Context(), t, "GET", "http://two/a", ""))
		require.NoError(t, err)
		require.Equal(t, 1, exchanges()[4].Attempt, "each call counts from one")
		require.Empty(t, exchanges()[4].Label)
	})
}

func TestPolicyTiming(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
	t.Cleanup(server.Close)
	top, exchanges := built(t, Policy{Next: server.Client().Transport})
	for range 2 {
		_, _, err := call(t, top, request(t.Context(), t, "GET", server.URL, ""))
		require.NoError(t, err)
	}
	first, second := exchanges()[0].Timing, exchanges()[1].Timing
	require.False(t, first.Reused)
	for _, part := range []time.Duration{first.Connect, first.TLS, first.Wait, first.Body, second.Wait, second.Body} {
		require.Positive(t, part)
	}
	require.True(t, second.Reused)
	require.Zero(t, second.DNS+second.Connect+second.TLS)
	require.GreaterOrEqual(t, exchanges()[0].Took, first.Connect+first.TLS+first.Wait+first.Body)
}

func TestTimingDNS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch := new(stopwatch)
		trace := watch.trace()
		step := func() { time.Sleep(time.Second) } // on the bubble's clock
		trace.DNSStart(httptrace.DNSStartInfo{})
		step()
		trace.DNSDone(httptrace.DNSDoneInfo{})
		trace.ConnectStart("tcp", "a")
		step()
		trace.ConnectStart("tcp", "b") // the second address
		step()
		trace.ConnectDone("tcp", "a", errors.New("refused"))
		step()
		trace.ConnectDone("tcp", "b", nil)
		require.Equal(t, Timing{DNS: time.Second, Connect: 3 * time.Second}, watch.snapshot())
		trace.GotConn(httptrace.GotConnInfo{Reused: true}) // another connection became idle meanwhile
		step()
		trace.TLSHandshakeStart()
		trace.TLSHandshakeDone(tls.ConnectionState{}, nil)
		trace.WroteRequest(httptrace.WroteRequestInfo{})
		step()
		trace.GotFirstResponseByte()
		require.Equal(t, Timing{Reused: true, Wait: time.Second}, watch.snapshot())
	})
}

// Misbehaving servers lead to a clear error while there is time for another attempt.
func TestPolicyBadServers(t *testing.T) {
	var calls atomic.Int32
	tests := []struct {
		name    string
		handler http.HandlerFunc
		check   func(t *testing.T, body string, err error)
		tries   int
	}{
		{"stalled", func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() }, func(t *testing.T, _ string, err error) {
			require.ErrorAs(t, err, new(*IdleTimeoutError))
		}, 2},
		{"stalled in the body", func(w http.ResponseWriter, request *http.Request) {
			_, _ = io.WriteString(w, "[1,")
			w.(http.Flusher).Flush()
			<-request.Context().Done()
		}, func(t *testing.T, _ string, err error) {
			require.ErrorAs(t, err, new(*IdleTimeoutError))
		}, 2},
		{"reset", func(w http.ResponseWriter, _ *http.Request) {
			connection, _, _ := http.NewResponseController(w).Hijack()
			_ = connection.(*net.TCPConn).SetLinger(0)
			_ = connection.Close()
		}, func(t *testing.T, _ string, err error) {
			require.True(t, errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF), "%v", err)
		}, 2},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "[1,")
		}, func(t *testing.T, body string, err error) {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Equal(t, "[1,", body)
		}, 2},
		{"gzip bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			_, _ = io.WriteString(packed, strings.Repeat("a", 1<<20))
			_ = packed.Close()
		}, func(t *testing.T, body string, err error) {
			require.ErrorIs(t, err, ErrTooLarge)
			require.Len(t, body, 1001)
		}, 1},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					return
				}
			}
		}, func(t *testing.T, body string, err error) {
			require.ErrorIs(t, err, ErrTooLarge)
			require.Len(t, body, 1001)
		}, 1},
		{"exactly the limit", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1000)) }, func(t *testing.T, body string, err error) {
			require.NoError(t, err)
			require.Len(t, body, 1000)
		}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			calls.Store(0)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
				calls.Add(1)
				test.handler(w, request)
			}))
			t.Cleanup(server.Close)
			patience := time.Minute // more than any of them needs
			stalled := strings.HasPrefix(test.name, "stalled")
			if stalled {
				patience = 50 * time.Millisecond
			}
			top, exchanges := built(t, Policy{Next: New(), IdleTimeout: patience, MaxBody: 1000, MaxAttempts: 2, Coalesce: true})
			_, body, err := call(t, top, request(t.Context(), t, "GET", server.URL, ""))
			test.check(t, body, err)
			require.Len(t, exchanges(), test.tries)
			if !stalled { // a busy machine may not get through to the server in that time
				require.Equal(t, int32(test.tries), calls.Load())
			}
		})
	}
}

// A server that trickles is read until the deadline.
func TestPolicyTrickle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		top, exchanges := built(t, func() Policy {
			policy := Default()
			policy.Next = play(func(req *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 200, Body: &trickle{ctx: req.Context(), bytes: 1 << 20, pause: 9 * time.Second}, Request: req}, nil
			})
			return policy
		}())
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		start := time.Now()
		_, _, err := call(t, top, request(ctx, t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 30*time.Second, time.Since(start))
		synctest.Wait()
		require.Len(t, exchanges(), 1)
		require.Equal(t, int64(4), exchanges()[0].Bytes)
	})
}

func TestDefaultPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policy := Default()
		policy.Next = play(hanging, respond(502, ""), respond(200, strings.Repeat("x", 1<<20)))
		top, exchanges := built(t, policy)
		start := time.Now()
		_, body, err := call(t, top, request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		require.Len(t, body, 1<<20)
		require.Len(t, exchanges(), 3)
		require.ErrorAs(t, exchanges()[0].Err, new(*IdleTimeoutError))
		require.GreaterOrEqual(t, time.Since(start), 10*time.Second)
		require.LessOrEqual(t, time.Since(start), 10*time.Second+3*minPause)
		policy.Next.(*script).idle = false
		top.(interface{ CloseIdleConnections() }).CloseIdleConnections()
		require.True(t, policy.Next.(*script).idle)
	})
}

func TestZeroPolicy(t *testing.T) {
	network := play(respond(503, ""))
	top, err := Policy{Next: network}.Transport()
	require.NoError(t, err)
	_, _, err = call(t, top, request(t.Context(), t, "GET", "http://node/a", ""))
	require.NoError(t, err)
	require.Len(t, network.requests, 1)
	top, err = Policy{}.Transport()
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	client := &http.Client{Transport: top}
	t.Cleanup(client.CloseIdleConnections)
	get(t, client, server.URL)
}

// BenchmarkPolicy measures the overhead of the layers for a page.
func BenchmarkPolicy(b *testing.B) {
	page := strings.Repeat("x", 200<<10)
	secretive := Default()
	secretive.Redactor = new(Redactor)
	secretive.Redactor.Add("6b1f0a9d-7c55-4e0e-9f7c-2b1a8a3f5d10", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJmb3JlZGVjayJ9.c2lnbmF0dXJl")
	for _, test := range []struct {
		name   string
		policy Policy
	}{{"bare", Policy{}}, {"default", Default()}, {"secrets", secretive}} {
		b.Run(test.name, func(b *testing.B) {
			test.policy.Next = steadily(respond(200, page))
			var top http.RoundTripper = test.policy.Next
			if test.name != "bare" {
				top, _ = test.policy.Transport()
			}
			b.ReportAllocs()
			for b.Loop() {
				req, err := http.NewRequest(http.MethodGet, "http://node/a", nil)
				require.NoError(b, err)
				response, err := top.RoundTrip(req)
				require.NoError(b, err)
				_, err = io.Copy(io.Discard, response.Body)
				require.NoError(b, err)
			}
		})
	}
}

// steadily responds to all requests alike.
type steadily step

func (s steadily) RoundTrip(request *http.Request) (*http.Response, error) { return s(request) }

func TestNew_LimitsTheHeader(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("a", maxResponseHeader))
	}))
	defer server.Close()
	pool := New()
	defer pool.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	response, err := pool.RoundTrip(request)
	if err == nil {
		_ = response.Body.Close()
	}
	require.ErrorContains(t, err, "exceeded")
}
