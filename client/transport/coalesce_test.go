package transport

import (
	"context"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func coalescing(next http.RoundTripper) *coalesce {
	return newCoalesce(&buffer{layer{next}, defaultMaxBody, largeBodies}, 0)
}

func TestCoalesceSendsOneRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(late(time.Second, respond(200, "shared", "X-Cursor", "7")))
		c := coalescing(network)
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				req := request(t.Context(), t, "GET", "http://node/a", "")
				response, err := c.RoundTrip(req)
				require.NoError(t, err)
				require.Same(t, req, response.Request)
				// Changing one response does not change the others.
				require.Equal(t, "7", response.Header.Get("X-Cursor"))
				response.Header.Set("X-Cursor", "changed")
				body, err := io.ReadAll(response.Body)
				require.NoError(t, err)
				require.Equal(t, "shared", string(body))
			})
		}
		all.Wait()
		require.Len(t, network.requests, 1)
		_, _, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		require.Len(t, network.requests, 2, "a finished request was reused")
		require.Empty(t, c.flights)
	})
}

func TestCoalesceOnlyEqualRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(late(time.Second, respond(200, "")))
		c := coalescing(network)
		with := func(headers ...string) *http.Request {
			req := request(t.Context(), t, "GET", "http://node/a", "")
			for i := 0; i < len(headers); i += 2 {
				req.Header.Add(headers[i], headers[i+1])
			}
			return req
		}
		another := with()
		another.Host = "other"
		var all sync.WaitGroup
		for _, req := range []*http.Request{
			with(), with("Authorization", "a"), with("Authorization", "b"), with("Accept", "a"), with("Accept", "a", "Accept", "b"), another,
			request(t.Context(), t, "GET", "http://node/a?b", ""), request(t.Context(), t, "GET", "https://node/a", ""),
			request(t.Context(), t, "HEAD", "http://node/a", ""), request(t.Context(), t, "HEAD", "http://node/a", ""),
			request(Safe(t.Context()), t, "POST", "http://node/a", "x"), request(Safe(t.Context()), t, "POST", "http://node/a", "x"),
			request(t.Context(), t, "GET", "http://node/a", "body"), request(t.Context(), t, "GET", "http://node/a", "body"),
		} {
			all.Go(func() {
				_, _, err := call(t, c, req)
				require.NoError(t, err)
			})
		}
		all.Wait()
		require.Len(t, network.requests, 14)
	})
}

func TestCoalesceOneCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(late(10*time.Second, respond(200, "here")))
		c := coalescing(network)
		first, leave := context.WithCancel(t.Context())
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		start := time.Now()
		var all sync.WaitGroup
		all.Go(func() {
			_, _, err := call(t, c, request(first, t, "GET", "http://node/a", ""))
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, time.Second, time.Since(start), "it leaves at once")
		})
		synctest.Wait()
		all.Go(func() {
			_, _, err := call(t, c, request(short, t, "GET", "http://node/a", ""))
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, 2*time.Second, time.Since(start))
		})
		all.Go(func() {
			_, body, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
			require.NoError(t, err)
			require.Equal(t, "here", body)
		})
		time.AfterFunc(time.Second, leave)
		all.Wait()
		require.Len(t, network.requests, 1)
	})
}

func TestCoalesceAllCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var cause error
		network := play(func(request *http.Request) (*http.Response, error) {
			<-request.Context().Done()
			cause = context.Cause(request.Context())
			return nil, request.Context().Err()
		}, respond(200, "new"))
		c := coalescing(network)
		var all sync.WaitGroup
		for after := range 3 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(after+1)*time.Second)
				defer cancel()
				_, _, err := call(t, c, request(ctx, t, "GET", "http://node/a", ""))
				require.ErrorIs(t, err, context.DeadlineExceeded)
			})
		}
		all.Wait()
		require.Empty(t, c.flights)
		_, body, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err, "a canceled request was joined")
		require.Equal(t, "new", body)
		synctest.Wait()
		require.ErrorIs(t, cause, context.DeadlineExceeded, "reason of the last caller")

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, _, err = call(t, c, request(ctx, t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, context.Canceled)
		require.Len(t, network.requests, 2)
	})
}

// Lower layers see the latest deadline of the callers, so that they start nothing that would exceed it.
func TestCoalesceDeadline(t *testing.T) {
	for _, test := range []struct {
		name string
		wait []time.Duration // of the callers, 0 for any time
		want time.Duration   // 0 for none
	}{
		{"of one", []time.Duration{5}, 5},
		{"of the first", []time.Duration{7, 5}, 7},
		{"of the second", []time.Duration{5, 7}, 7},
		{"none in the end", []time.Duration{5, 0}, 0},
		{"none at first", []time.Duration{0, 5}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var got time.Duration
				var limited bool
				c := coalescing(play(late(time.Second, func(req *http.Request) (*http.Response, error) {
					var end time.Time
					if end, limited = req.Context().Deadline(); limited {
						got = end.Sub(start)
					}
					return respond(200, "")(req)
				})))
				var all sync.WaitGroup
				for _, wait := range test.wait {
					ctx := t.Context()
					if wait > 0 {
						limited, cancel := context.WithTimeout(ctx, wait*time.Second)
						defer cancel()
						ctx = limited
					}
					all.Go(func() {
						_, _, err := call(t, c, request(ctx, t, "GET", "http://node/a", ""))
						require.NoError(t, err)
					})
					synctest.Wait()
				}
				all.Wait()
				require.Equal(t, test.want > 0, limited)
				require.Equal(t, test.want*time.Second, got)
			})
		})
	}
}

func TestCoalesceSharesFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, failed := range []step{failing(errReset), cutOff("[1,", errReset)} {
			network := play(late(time.Second, failed))
			c := coalescing(network)
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					_, _, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
					require.ErrorIs(t, err, errReset)
				})
			}
			all.Wait()
			require.Len(t, network.requests, 1)
		}
	})
}

// A successful response is shared for a while, but neither a failure nor that there is nothing yet.
func TestCoalesceHolds(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{`{"price":"1"}`: 2, "null": 4} {
		synctest.Test(t, func(t *testing.T) {
			network := play(respond(200, body), respond(200, body), respond(200, body), respond(200, body), respond(200, body))
			c := coalescing(network)
			c.hold = time.Second
			for range 2 {
				for range 2 {
					_, got, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
					require.NoError(t, err)
					require.Equal(t, body, got)
				}
				time.Sleep(time.Second) // the clock of the bubble
				synctest.Wait()
			}
			require.Len(t, network.requests, want)
			require.Empty(t, c.flights)
		})
	}
	synctest.Test(t, func(t *testing.T) {
		network := play(respond(500, "it failed"), respond(200, "it works"))
		c := coalescing(network)
		c.hold = time.Second
		for _, want := range []int{500, 200} {
			status, _, err := call(t, c, request(t.Context(), t, "GET", "http://node/a", ""))
			require.NoError(t, err)
			require.Equal(t, want, status)
		}
		time.Sleep(time.Second) // the clock of the bubble
	})
}
