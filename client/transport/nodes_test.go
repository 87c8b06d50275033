package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// trackedBases returns a Policy's transport over scripted hosts, with the state of its nodes.
func trackedBases(t *testing.T, policy Policy, network bases) (http.RoundTripper, *Nodes) {
	t.Helper()
	policy.Next, policy.Nodes = network, new(Nodes)
	built, err := policy.Transport()
	require.NoError(t, err)
	return built, policy.Nodes
}

func fetch(ctx context.Context, t *testing.T, through http.RoundTripper, address string) error {
	t.Helper()
	response, err := through.RoundTrip(request(ctx, t, "GET", address, ""))
	if err == nil {
		_, err = io.ReadAll(response.Body)
		err = errors.Join(err, response.Body.Close())
	}
	return err
}

func TestNodesFailover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := failing(syscall.ECONNREFUSED)
		built, nodes := trackedBases(t, Policy{Bases: threeBases}, bases{"one": play(refused), "two:8443": play(late(30*time.Millisecond, ok)), "three": play(ok)})
		require.Equal(t, -1, nodes.Snapshot().Last)
		began := time.Now()
		require.NoError(t, fetch(t.Context(), t, built, "http://one/api/a"))
		time.Sleep(50 * time.Second) // on the bubble's clock
		for range 2 {
			require.NoError(t, fetch(t.Context(), t, built, "http://one/api/a"))
		}
		s := nodes.Snapshot()
		require.Equal(t, []string{"http://one/api", "https://two:8443", "http://three/x/y"}, []string{s.Nodes[0].BaseURL, s.Nodes[1].BaseURL, s.Nodes[2].BaseURL})
		require.Equal(t, 1, s.Last)
		one, two := s.Nodes[0], s.Nodes[1]
		require.Equal(t, began, one.FailingSince, "of the first failure")
		require.ErrorIs(t, one.LastError, syscall.ECONNREFUSED)
		require.Equal(t, uint64(2), one.Requests)
		require.Equal(t, uint64(2), one.Errors)
		require.Equal(t, began.Add(50*time.Second+30*time.Millisecond+baseCooldown), one.CoolingUntil)
		require.Zero(t, one.LastResponse)
		require.Equal(t, uint64(3), two.Requests)
		require.Equal(t, 30*time.Millisecond, two.P95)
		require.Equal(t, s.At, two.LastResponse)
		require.Zero(t, two.FailingSince)
		require.Zero(t, s.Nodes[2].Requests)
	})
}

// A node that hangs is silent from the start of its request until its first byte, also if the caller gives up.
func TestNodesSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		built, nodes := trackedBases(t, Policy{Bases: []string{"http://one"}, IdleTimeout: 10 * time.Second},
			bases{"one": play(ok, hanging, hanging, hanging, ok)})
		require.NoError(t, fetch(t.Context(), t, built, "http://one/a"))
		require.Zero(t, nodes.Snapshot().Nodes[0].SilentSince)

		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var all sync.WaitGroup
		all.Go(func() { require.ErrorIs(t, fetch(ctx, t, built, "http://one/a"), context.Canceled) })
		time.Sleep(4 * time.Second) // on the bubble's clock
		s := nodes.Snapshot().Nodes[0]
		require.Equal(t, began, s.SilentSince)
		require.Equal(t, 1, s.Running)
		cancel()
		all.Wait()
		s = nodes.Snapshot().Nodes[0]
		require.Equal(t, began, s.SilentSince, "a request that was given up got no answer")
		require.Zero(t, s.Running)
		require.Zero(t, s.Errors)

		// One that is canceled at once says nothing.
		ctx, cancel = context.WithTimeout(t.Context(), time.Nanosecond)
		cancel()
		require.Error(t, fetch(ctx, t, built, "http://one/a"))

		failedAt := time.Now()
		require.ErrorAs(t, fetch(t.Context(), t, built, "http://one/a"), new(*IdleTimeoutError))
		s = nodes.Snapshot().Nodes[0]
		require.Equal(t, failedAt, s.FailingSince, "of the request, not of its end")
		require.Zero(t, s.SilentSince)

		require.NoError(t, fetch(t.Context(), t, built, "http://one/a"))
		s = nodes.Snapshot().Nodes[0]
		require.Zero(t, s.FailingSince)
		require.ErrorAs(t, s.LastError, new(*IdleTimeoutError))
	})
}

// A body that stalls is silence too, and the time in which the caller does not read is not.
func TestNodesSilentBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read, write := io.Pipe()
		nodes := new(Nodes)
		nodes.Add("http://one/")
		tracked := &nodeTracker{layer{play(func(request *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Body: read, Request: request}, nil
		})}, nodes}
		response, err := tracked.RoundTrip(request(t.Context(), t, "GET", "http://one/a", ""))
		require.NoError(t, err)
		time.Sleep(time.Minute) // on the bubble's clock
		require.Zero(t, nodes.Snapshot().Nodes[0].SilentSince)
		began := time.Now()
		go func() {
			time.Sleep(3 * time.Second) // on the bubble's clock
			_, _ = write.Write([]byte("a"))
		}()
		go func() { _, _ = io.ReadAll(response.Body) }()
		time.Sleep(2 * time.Second) // on the bubble's clock
		require.Equal(t, began, nodes.Snapshot().Nodes[0].SilentSince)
		time.Sleep(2 * time.Second) // on the bubble's clock
		require.Equal(t, began.Add(3*time.Second), nodes.Snapshot().Nodes[0].SilentSince)
		require.NoError(t, write.CloseWithError(errReset))
		synctest.Wait()
		s := nodes.Snapshot().Nodes[0]
		require.Equal(t, uint64(1), s.Errors, "the body broke off")
		require.Zero(t, s.Running)
	})
}

// Requests that wait for a retry are known with the status that caused it, also to callers that share them.
func TestNodesWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		built, nodes := trackedBases(t, Policy{MaxAttempts: 2, Coalesce: true, Bases: []string{"http://one"}},
			bases{"one": play(respond(429, "", "Retry-After", "12"), ok)})
		began := time.Now()
		var all sync.WaitGroup
		waiters := make([]Waiter, 2)
		for i := range waiters {
			all.Go(func() {
				require.NoError(t, fetch(WithWaiter(t.Context(), &waiters[i]), t, built, "http://one/a"))
			})
		}
		time.Sleep(5 * time.Second) // on the bubble's clock
		s := nodes.Snapshot()
		require.Len(t, s.Waits, 1)
		wait := s.Waits[0]
		require.Equal(t, 429, wait.Status)
		require.Equal(t, "http://one", wait.BaseURL)
		require.WithinRange(t, wait.Until, began.Add(12*time.Second), began.Add(12*time.Second+minPause))
		require.Zero(t, s.Nodes[0].Running)
		require.False(t, s.Nodes[0].FailingSince.IsZero())
		for i := range waiters {
			own, ok := waiters[i].Current()
			require.True(t, ok)
			require.Equal(t, wait, own)
		}
		all.Wait()
		require.Empty(t, nodes.Snapshot().Waits)
		_, ok := waiters[0].Current()
		require.False(t, ok)
	})
}

// A Waiter knows which node owes a response, from the first attempt without one on, also for callers that share the request. A response
// that asks for a pause ends the wait for it.
func TestWaiterAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		built, _ := trackedBases(t, Policy{MaxAttempts: 3, Coalesce: true, IdleTimeout: 4 * time.Second, Bases: []string{"http://one"}},
			bases{"one": play(hanging, late(2*time.Second, respond(429, "", "Retry-After", "3")), late(2*time.Second, ok))})
		began := time.Now()
		var all sync.WaitGroup
		waiters := make([]Waiter, 2)
		for i := range waiters {
			all.Go(func() { require.NoError(t, fetch(WithWaiter(t.Context(), &waiters[i]), t, built, "http://one/a")) })
		}
		for _, at := range []struct{ now, since time.Duration }{{3 * time.Second, 0}, {5 * time.Second, 0}, {8 * time.Second, -1}, {10 * time.Second, 9 * time.Second}} {
			time.Sleep(time.Until(began.Add(at.now))) // on the bubble's clock
			for i := range waiters {
				awaited, ok := waiters[i].Awaited()
				require.Equal(t, at.since >= 0, ok, at.now)
				if ok {
					require.Equal(t, "http://one", awaited.BaseURL)
					require.WithinRange(t, awaited.Since, began.Add(at.since), began.Add(at.since+time.Second)) // pauses are random
				}
			}
		}
		all.Wait()
		_, ok := waiters[0].Awaited()
		require.False(t, ok)
	})
}

func TestRateLimitWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		built, nodes := trackedBases(t, Policy{Rate: 0.1}, bases{"one": play(ok)})
		require.NoError(t, fetch(t.Context(), t, built, "http://one/a"))
		began := time.Now()
		go func() { _ = fetch(t.Context(), t, built, "http://one/a") }()
		synctest.Wait()
		require.Equal(t, []Wait{{BaseURL: "http://one", Until: began.Add(10 * time.Second)}}, nodes.Snapshot().Waits)
		time.Sleep(time.Minute) // on the bubble's clock
	})
}

func TestNodesMatchesLongestBase(t *testing.T) {
	built, nodes := trackedBases(t, Policy{}, bases{"one": play(ok)})
	nodes.Add("http://one", "http://one/b/", "http://one")
	for _, address := range []string{"http://one/b/x", "http://one/bc", "http://one/b?x"} {
		require.NoError(t, fetch(t.Context(), t, built, address))
	}
	s := nodes.Snapshot()
	require.Len(t, s.Nodes, 2)
	require.Equal(t, uint64(1), s.Nodes[0].Requests)
	require.Equal(t, uint64(2), s.Nodes[1].Requests)
}

func TestQuantile(t *testing.T) {
	require.Zero(t, Quantile(nil, 0.5))
	var sorted []time.Duration
	for i := range 100 {
		sorted = append(sorted, time.Duration(i+1))
	}
	require.Equal(t, time.Duration(50), Quantile(sorted, 0.5))
	require.Equal(t, time.Duration(95), Quantile(sorted, 0.95))
	require.Equal(t, time.Duration(1), Quantile(sorted, 0))
	require.Equal(t, time.Duration(100), Quantile(sorted, 1))
	require.Equal(t, time.Duration(1), Quantile(sorted[:1], 0.95))
}
