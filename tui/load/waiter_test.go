package load_test

import (
	"context"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// A call that waits for a rate limit is not in flight, and its panel and the header count down.
func TestRateLimitedCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "429"}, transport.Policy{MaxAttempts: 2}, "http://h:28000")
		var state load.State[string]
		cmd := state.Load(t.Context(), n.loader, func(ctx context.Context) (string, error) { return "value", n.send(ctx) })
		require.Equal(t, 1, n.loader.InFlight())
		result := make(chan any, 1)
		go func() { result <- cmd() }()
		synctest.Wait()
		require.Zero(t, n.loader.InFlight())
		panel := func() text.Safe {
			status := state.Status(time.Now())
			return status.Text()
		}
		require.Contains(t, panel().String(), "rate limited (429): retrying in 1")
		time.Sleep(11*time.Second + time.Second/2) // on the bubble's clock
		require.Equal(t, text.Const("rate limited (429): retrying in 1 s"), panel())
		n.shows(load.Warning, "rate limited (429): retrying in 1 s", "retrying in 1 s", "wait 1 s")
		n.fate("h:28000", "ok")
		require.True(t, state.Accept((<-result).(load.Result[string])))
		require.Equal(t, text.Const("updated 0s ago"), panel())
		n.shows(load.Healthy, "h:28000 0 ms ok", "0 ms ok", "ok")
		require.Zero(t, n.loader.InFlight())
	})
}

// wordsOf returns what the title of a panel says.
func wordsOf(status load.Status) string { return status.Text().String() }

// The panel and the header count up while a call hangs, across attempts, and the call stays in flight.
func TestHangingCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "hang"}, transport.Policy{MaxAttempts: 2, IdleTimeout: 10 * time.Second}, "http://h:28000")
		var state load.State[string]
		send := func(ctx context.Context) (string, error) { return "value", n.send(ctx) }
		cmd := state.Load(t.Context(), n.loader, send)
		result := make(chan any, 1)
		go func() { result <- cmd() }()
		panel := func() string {
			synctest.Wait()
			require.Equal(t, 1, n.loader.InFlight())
			return wordsOf(state.Status(time.Now()))
		}
		time.Sleep(2*time.Second - 1) // on the bubble's clock
		require.Equal(t, "loading 1s", panel())
		n.shows(load.Idle, "no response yet")
		time.Sleep(time.Nanosecond) // on the bubble's clock
		require.Equal(t, "waiting for node h:28000: 2 s", panel())
		n.shows(load.Warning, "waiting for node h:28000: 2 s", "waiting 2 s", "wait 2 s")
		time.Sleep(7 * time.Second) // on the bubble's clock
		require.Equal(t, "waiting for node h:28000: 9 s", panel())
		time.Sleep(4 * time.Second) // on the bubble's clock: the first attempt timed out
		require.Equal(t, "waiting for node h:28000: 13 s", panel())
		n.shows(load.Failed, "waiting for node h:28000: 13 s", "waiting 13 s", "wait 13 s")
		n.fate("h:28000", "ok")
		require.True(t, state.Accept((<-result).(load.Result[string])))
		n.shows(load.Failed, "h:28000 no answer 20s", "no answer 20s", "down 20s")

		cmd = state.Load(t.Context(), n.loader, send)
		require.True(t, state.Accept(cmd().(load.Result[string])))
		require.Equal(t, "updated 0s ago", wordsOf(state.Status(time.Now())))
		n.fate("h:28000", "hang")
		cmd = state.Load(t.Context(), n.loader, send)
		go func() { result <- cmd() }()
		time.Sleep(3 * time.Second) // on the bubble's clock
		require.Equal(t, "waiting for node h:28000: 3 s, 3s old", panel())
		state.Cancel()
		<-result
		require.Equal(t, "updated 3s ago", wordsOf(state.Status(time.Now())))
	})
}

// Other services than the node are named by their host alone.
func TestHangingExternalCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"prices.test": "hang"}, transport.Policy{}, "http://prices.test")
		var state load.State[string]
		cmd := state.LoadExternal(t.Context(), n.loader, func(ctx context.Context) (string, error) { return "", n.send(ctx) })
		result := make(chan any, 1)
		go func() { result <- cmd() }()
		time.Sleep(61 * time.Second) // on the bubble's clock
		require.Equal(t, "waiting for prices.test: 1 min", wordsOf(state.Status(time.Now())))
		state.Cancel()
		<-result
	})
}

// A list says what it waits for while it loads its first page, newer records or all of its pages again.
func TestHangingList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "hang"}, transport.Policy{}, "http://h:28000")
		source := load.Source[int]{
			Page: func(ctx context.Context, _ client.PageRequest) (client.Page[int], error) {
				return client.Page[int]{Items: []int{7}}, n.send(ctx)
			},
			Key:   func(*int) string { return "7" },
			Newer: func(*int) client.Cursor { return "7" },
		}
		list := load.NewPages(source, client.NewestFirst)
		var reload load.Reload[int]
		hang := func(name string, start func() tea.Cmd) {
			n.fate("h:28000", "hang")
			cmd, result := start(), make(chan any, 1)
			go func() { result <- cmd() }()
			time.Sleep(3 * time.Second) // on the bubble's clock
			require.Contains(t, wordsOf(reload.Status(list.Status(time.Now()), time.Now())), "waiting for node h:28000: 3 s", name)
			list.Cancel()
			reload.Cancel()
			<-result
			require.NotContains(t, wordsOf(reload.Status(list.Status(time.Now()), time.Now())), "waiting", name)
			n.fate("h:28000", "ok")
		}
		hang("first page", func() tea.Cmd { return list.LoadMore(t.Context(), n.loader) })
		_, _, ok := list.Accept(t.Context(), n.loader, list.LoadMore(t.Context(), n.loader)().(load.Result[client.Page[*int]]))
		require.True(t, ok)
		hang("newer", func() tea.Cmd { return list.LoadNewer(t.Context(), n.loader) })
		hang("reload", func() tea.Cmd { return reload.Start(t.Context(), n.loader, load.NewPages(source, client.NewestFirst)) })
	})
}

// A cache says what the load of a key waits for.
func TestHangingCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "hang"}, transport.Policy{}, "http://h:28000")
		cache := load.NewCache(n.loader, 1, func(ctx context.Context, _ string) (int, error) { return 1, n.send(ctx) })
		cache.Want("a")
		ctx, cancel := context.WithCancel(t.Context())
		cmd := cache.Fetch(ctx)
		result := make(chan []load.CacheMsg, 1)
		go func() { result <- messages(cmd) }()
		time.Sleep(3 * time.Second) // on the bubble's clock
		require.Equal(t, "waiting for node h:28000: 3 s", wordsOf(cache.Status("a")))
		cancel()
		for _, msg := range <-result {
			msg.Deliver()
		}
		require.Equal(t, "not loaded", wordsOf(cache.Status("a")))
	})
}

// A stream says what its next item waits for.
func TestHangingStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "hang"}, transport.Policy{}, "http://h:28000")
		var stream load.Stream[int]
		cmd := stream.Start(t.Context(), n.loader, func(ctx context.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) { yield(1, n.send(ctx)) }
		})
		result := make(chan any, 1)
		go func() { result <- cmd() }()
		time.Sleep(3 * time.Second) // on the bubble's clock
		require.Equal(t, "waiting for node h:28000: 3 s", stream.Wait().String())
		stream.Stop()
		<-result
		require.Empty(t, stream.Wait())
	})
}
