package client

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/client/transport"
)

// through returns an option with the transport of a policy.
func through(t *testing.T, policy transport.Policy) Option {
	t.Helper()
	roundTripper, err := policy.Transport()
	require.NoError(t, err)
	return WithTransport(roundTripper)
}

// inTurn responds to each request with the next handler, then repeatedly with the last one.
func inTurn(calls *atomic.Int32, handlers ...http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, request *http.Request) {
		handlers[min(int(calls.Add(1)), len(handlers))-1](w, request)
	}
}

func resetting(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_ = connection.(*net.TCPConn).SetLinger(0)
	_ = connection.Close()
}

// cutting announces more of a body than it sends.
func cutting(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		_, _ = io.WriteString(w, body)
	}
}

// A temporary failure is over at the next attempt and not reported.
func TestNodeRetries(t *testing.T) {
	t.Parallel()
	for name, failing := range map[string]http.HandlerFunc{
		"reset": resetting, "cut": cutting(accountBody[:20]), "503": responding(503, `{"message":"archive not ready"}`), "502": responding(502, "<html>"),
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			node := serve(t, inTurn(&calls, failing, failing, responding(200, accountBody)), through(t, transport.Default()))
			account, err := node.Account(t.Context(), sender)
			require.NoError(t, err)
			require.Equal(t, uint64(1204), account.SequenceNumber)
			require.Equal(t, int32(3), calls.Load())
		})
	}
}

// A permanent failure is reported as without retries.
func TestNodeReturnsLastFailure(t *testing.T) {
	t.Parallel()
	record := deployedRecord(9, 1)
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		kind    any
		is      error
		calls   int32
		items   int
	}{
		{"reset", resetting, new(*TransportError), nil, 3, 0},
		{"cut", cutting("[" + record + "," + record[:40]), new(*TransportError), io.ErrUnexpectedEOF, 3, 1},
		{"429", responding(429, `{"message":"Too many requests"}`), new(*StatusError), ErrRateLimited, 3, 0},
		{"404", responding(404, `{"message":"Information not available"}`), new(*StatusError), ErrNotFound, 1, 0},
		{"500", responding(500, `{"message":"store lookup failed"}`), new(*StatusError), nil, 1, 0},
		{"gzip that is none", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, strings.Repeat("no", 100))
		}, new(*DecodeError), gzip.ErrHeader, 1, 0},
		{"gzip bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			for zeros := make([]byte, 1<<20); ; {
				if _, err := packed.Write(zeros); err != nil {
					return
				}
			}
		}, new(*DecodeError), errBodyTooLarge, 1, 0},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			for spaces := []byte(strings.Repeat(" ", 1<<16)); ; {
				if _, err := w.Write(spaces); err != nil {
					return
				}
			}
		}, new(*DecodeError), errBodyTooLarge, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var calls atomic.Int32
			node := serve(t, inTurn(&calls, test.handler), WithVersion(V3), through(t, transport.Default()))
			page, err := node.Transactions(t.Context(), sender, PageRequest{})
			require.ErrorAs(t, err, test.kind)
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
			require.NotContains(t, err.Error(), "\n")
			require.Len(t, page.Items, test.items)
			require.Equal(t, test.calls, calls.Load())
		})
	}
}

// The timeout ends requests to a server that stalls or trickles.
func TestNodeTimeoutIncludesRetries(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"stalled": func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() },
		"trickling": func(w http.ResponseWriter, request *http.Request) {
			tick := time.NewTicker(time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-request.Context().Done():
					return
				case <-tick.C:
					_, _ = io.WriteString(w, " ")
					w.(http.Flusher).Flush()
				}
			}
		},
		"resetting": resetting,
	} {
		t.Run(name, func(t *testing.T) {
			policy := transport.Default()
			policy.MaxAttempts = 1 << 20
			if name == "stalled" {
				policy.IdleTimeout = 5 * time.Millisecond
			}
			node := serve(t, handler, WithTimeout(200*time.Millisecond), through(t, policy))
			_, err := node.Account(t.Context(), sender)
			var failed *TransportError
			require.ErrorAs(t, err, &failed)
			require.NotContains(t, err.Error(), "\n")
			if name == "trickling" {
				require.True(t, failed.Timeout())
				require.ErrorContains(t, err, "no complete response within 200ms: try again or increase the timeout")
			}
		})
	}
}

// A Retry-After beyond the deadline is not waited for.
func TestNodeLongRetryAfter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		policy := transport.Default()
		policy.Next = roundTrip(func(request *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"600"}}, Body: http.NoBody, Request: request}, nil
		})
		node, err := NewNode("http://node", through(t, policy))
		require.NoError(t, err)
		start := time.Now()
		_, err = node.Account(t.Context(), sender)
		require.ErrorIs(t, err, ErrRateLimited)
		require.Zero(t, time.Since(start))

		// With time, it waits 30 seconds at most, and leaves when the caller does.
		node, err = NewNode("http://node", through(t, policy), WithTimeout(time.Hour))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(45*time.Second, cancel)
		_, err = node.Account(ctx, sender)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 45*time.Second, time.Since(start))
	})
}

func TestNodeFailover(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	var calls atomic.Int32
	alive := httptest.NewServer(inTurn(&calls, responding(200, accountBody)))
	t.Cleanup(alive.Close)

	policy := transport.Default()
	policy.Bases = []string{closed, alive.URL}
	node, err := NewNode(closed, through(t, policy))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	for range 2 {
		account, err := node.Account(t.Context(), sender)
		require.NoError(t, err)
		require.Equal(t, uint64(1204), account.SequenceNumber)
	}
	require.Equal(t, int32(2), calls.Load())

	policy.MaxAttempts = 1
	policy.Bases = []string{closed, closed + "/b"}
	node, err = NewNode(closed, through(t, policy))
	require.NoError(t, err)
	_, err = node.Account(t.Context(), sender)
	var failed *TransportError
	require.ErrorAs(t, err, &failed)
	require.ErrorContains(t, err, fmt.Sprintf("cannot connect: none of 2 base URLs responds: %s: dial", closed))
	require.NotContains(t, err.Error(), "\n")
}

// A token is sent to each base URL and to no other host, also not by a redirect of one of them.
func TestTokenStaysOnBases(t *testing.T) {
	t.Parallel()
	own := httptest.NewServer(responding(503, ""))
	t.Cleanup(own.Close)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		t.Errorf("%s reached the other host with %q", request.URL, request.Header.Get("Authorization"))
	}))
	t.Cleanup(other.Close)
	second := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		require.Equal(t, "Bearer t0ken", request.Header.Get("Authorization"))
		http.Redirect(w, request, other.URL+request.URL.Path, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(second.Close)
	policy := transport.Default()
	policy.MaxAttempts = 2
	policy.Bases = []string{own.URL, second.URL}
	node, err := NewNode(own.URL, WithConsensusToken("t0ken"), through(t, policy))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	_, err = node.Block(t.Context(), 1)
	var refused *StatusError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, 307, refused.Status)
	require.Contains(t, refused.URL, second.URL)
}

// A body of 32 MiB with millions of records or elements is rejected before it is decoded into gigabytes.
func TestTooManyRecords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, reason string }{
		"records":        {"[" + strings.Repeat("{},", maxPageRecords) + "{}]", "more than 10000 records in one response: the node ignores the requested count"},
		"events":         {`[{"output":{"Move":{"events":[` + strings.Repeat("{},", maxElements) + `{}]}}}]`, "more than 524288 elements in one response"},
		"type arguments": {`[{"payload":{"Move":{"type":"entry_function_payload","type_arguments":[` + strings.Repeat(`"",`, maxElements) + `""]}}}]`, "more than 524288 elements in one response"},
	} {
		node := nodeResponding(t, c.body)
		_, err := node.Transactions(t.Context(), move.Address{31: 1}, PageRequest{Count: 100})
		require.ErrorContains(t, err, c.reason, name)
		require.ErrorAs(t, err, new(*DecodeError), name)
	}
	node := nodeResponding(t, "["+strings.Repeat("{},", maxPageRecords-1)+"{}]")
	_, err := node.Modules(t.Context(), move.Address{31: 1}, PageRequest{Count: 100})
	require.ErrorContains(t, err, "full page without a cursor", "decoded")
}

// nodeResponding returns a client of a node with the same response to each request.
func nodeResponding(t *testing.T, body string) *Node {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	t.Cleanup(server.Close)
	node, err := NewNode(server.URL)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	return node
}
