package transport

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRateLimitPerHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(respond(200, ""))
		limit := newRateLimit(network, nil, 4, 2)
		start := time.Now()
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				_, _, err := call(t, limit, request(t.Context(), t, "GET", "http://node/a", ""))
				require.NoError(t, err)
			})
		}
		all.Wait()
		quarter := 250 * time.Millisecond
		require.Equal(t, []time.Duration{0, 0, quarter, 2 * quarter, 3 * quarter, 4 * quarter}, network.after(start))
		_, _, err := call(t, limit, request(t.Context(), t, "GET", "http://other/a", ""))
		require.NoError(t, err)
		require.Equal(t, time.Second, time.Since(start), "each host has its own limit")
	})
}

func TestRateLimitDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := newRateLimit(play(respond(200, "")), nil, 0.1, 0)
		_, _, err := call(t, limit, request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err, "a burst is at least one")

		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		closed := false
		req := request(ctx, t, "POST", "http://node/a", "body")
		req.Body = closing{req.Body, &closed}
		_, _, err = call(t, limit, req)
		require.ErrorAs(t, err, new(*queueError))
		require.True(t, closed)
		require.Zero(t, time.Since(start))

		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, _, err = call(t, limit, request(ctx, t, http.MethodGet, "http://node/a", ""))
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, time.Second, time.Since(start))
	})
}
