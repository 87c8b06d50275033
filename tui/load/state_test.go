package load_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// clock is a fake clock.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 11, 21, 12, 4, 31, 0, time.UTC)} }

func (c *clock) read() time.Time { return c.now }

func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

// responding returns a call that completes immediately.
func responding(value string, err error) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return value, err }
}

var errBroken = errors.New("broken")

func TestStateLoads(t *testing.T) {
	c := newClock()
	loader := load.NewLoader(c.read)
	var state load.State[string]
	_, ok := state.Value()
	require.False(t, ok)
	require.False(t, state.Loading())
	require.Equal(t, text.Const("not loaded"), state.Status(c.now).Text())

	ask := state.Load(t.Context(), loader, responding("good", nil))
	require.True(t, state.Loading())
	require.Empty(t, state.Status(c.now).Text(), "a new call has no status yet")
	c.pass(2 * time.Second)
	require.Equal(t, text.Const("loading 2s"), state.Status(c.now).Text())

	result := ask().(load.Result[string])
	require.Equal(t, c.now, result.At)
	require.True(t, state.Accept(result))
	require.False(t, state.Loading())
	value, ok := state.Value()
	require.True(t, ok)
	require.Equal(t, "good", value)
	require.NoError(t, state.Err())
	c.pass(3 * time.Second)
	require.Equal(t, 3*time.Second, state.Age(c.now))
	require.Equal(t, load.Status{Has: true, Age: 3 * time.Second, Waited: 5 * time.Second}, state.Status(c.now))

	require.False(t, state.Accept(result), "a response is accepted once")
}

func TestStaleResultIsDropped(t *testing.T) {
	loader := load.NewLoader(newClock().read)
	var state, other load.State[string]
	first := state.Load(t.Context(), loader, responding("first", nil))
	second := state.Load(t.Context(), loader, responding("second", nil))
	elsewhere := other.Load(t.Context(), loader, responding("elsewhere", nil))

	require.False(t, state.Accept(first().(load.Result[string])))
	require.False(t, state.Accept(elsewhere().(load.Result[string])))
	require.False(t, state.Accept(load.Result[string]{Value: "nobody's"}))
	_, ok := state.Value()
	require.False(t, ok)
	require.True(t, state.Loading(), "still pending")

	require.True(t, state.Accept(second().(load.Result[string])))
	value, _ := state.Value()
	require.Equal(t, "second", value)
	require.False(t, state.Accept(load.Result[string]{Value: "nobody's"}), "a result without a ticket is rejected")
}

func TestReloadCancelsFirstCall(t *testing.T) {
	loader := load.NewLoader(newClock().read)
	var state load.State[string]
	waiting := func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	first := state.Load(t.Context(), loader, waiting)
	ended := make(chan load.Result[string])
	go func() { ended <- first().(load.Result[string]) }()

	var second context.Context
	ask := state.Load(t.Context(), loader, func(ctx context.Context) (string, error) {
		second = ctx
		return "second", ctx.Err()
	})
	late := <-ended
	require.ErrorIs(t, late.Err, context.Canceled)
	require.False(t, state.Accept(late))
	require.NoError(t, state.Err())

	result := ask().(load.Result[string])
	require.NoError(t, result.Err, "the second call is not cancelled with it")
	require.True(t, state.Accept(result))
	require.Error(t, second.Err(), "a completed call holds no context")
}

func TestCancelIsNotAFailure(t *testing.T) {
	loader := load.NewLoader(newClock().read)
	var state load.State[string]
	state.Cancel()
	ask := state.Load(t.Context(), loader, func(ctx context.Context) (string, error) { return "", ctx.Err() })
	state.Cancel()
	require.False(t, state.Loading())
	result := ask().(load.Result[string])
	require.ErrorIs(t, result.Err, context.Canceled)
	require.False(t, state.Accept(result))
	require.NoError(t, state.Err())

	// Leaving a screen cancels its context, and with it the call.
	place, leave := context.WithCancel(t.Context())
	ask = state.Load(place, loader, func(ctx context.Context) (string, error) {
		return "", &client.TransportError{Method: "GET", URL: "http://node.test", Err: ctx.Err()}
	})
	leave()
	require.True(t, state.Accept(ask().(load.Result[string])))
	require.NoError(t, state.Err())
	require.False(t, state.Loading())
}

func TestValueSurvivesFailedRefresh(t *testing.T) {
	c := newClock()
	loader := load.NewLoader(c.read)
	var state load.State[string]
	take := func(value string, err error) {
		require.True(t, state.Accept(state.Load(t.Context(), loader, responding(value, err))().(load.Result[string])))
	}
	take("", errBroken)
	_, ok := state.Value()
	require.False(t, ok)
	require.ErrorIs(t, state.Err(), errBroken)
	require.Equal(t, text.Const("failed"), state.Status(c.now).Text())

	take("good", nil)
	require.NoError(t, state.Err(), "a success clears the error")
	c.pass(41 * time.Second)
	take("half", errBroken)
	value, ok := state.Value()
	require.True(t, ok)
	require.Equal(t, "good", value)
	require.Equal(t, text.Const("failed, 41s old"), state.Status(c.now).Text())

	cancelled := state.Load(t.Context(), loader, responding("", context.Canceled))
	require.ErrorIs(t, state.Err(), errBroken, "the failure remains until a response arrives")
	require.True(t, state.Accept(cancelled().(load.Result[string])))
	require.ErrorIs(t, state.Err(), errBroken, "a cancelled call does not clear the error")
}

func TestStatusText(t *testing.T) {
	unauthorized := &client.StatusError{Method: "GET", URL: "http://node.test", Status: 401}
	limited := &client.StatusError{Method: "GET", URL: "http://node.test", Status: 429}
	for _, c := range []struct {
		state  string
		status load.Status
		want   text.Safe
	}{
		{"not loaded", load.Status{}, text.Const("not loaded")},
		{"first load, just begun", load.Status{Loading: true}, text.Safe{}},
		{"first load, 99 ms", load.Status{Loading: true, Waited: 100*time.Millisecond - 1}, text.Safe{}},
		{"first load, 100 ms", load.Status{Loading: true, Waited: 100 * time.Millisecond}, text.Const("loading 0s")},
		{"first load, 2 s", load.Status{Loading: true, Waited: 2*time.Second + 999*time.Millisecond}, text.Const("loading 2s")},
		{"first load, a minute", load.Status{Loading: true, Waited: time.Minute}, text.Const("loading 1m")},
		{"fresh", load.Status{Has: true}, text.Const("updated 0s ago")},
		{"fresh, the node's clock ahead", load.Status{Has: true, Age: -time.Second}, text.Const("updated 0s ago")},
		{"fresh, 2 s", load.Status{Has: true, Age: 2 * time.Second}, text.Const("updated 2s ago")},
		{"fresh, to the last", load.Status{Has: true, Age: time.Minute - 1}, text.Const("updated 59s ago")},
		{"stale, from the first", load.Status{Has: true, Age: time.Minute}, text.Const("stale 1m")},
		{"stale", load.Status{Has: true, Age: 3*time.Minute + 59*time.Second}, text.Const("stale 3m")},
		{"stale for hours", load.Status{Has: true, Age: 5 * time.Hour}, text.Const("stale 5h")},
		{"old, refreshed by the user alone", load.Status{Has: true, Age: 5 * time.Hour, Manual: true}, text.Const("updated 5h ago")},
		{"refreshing, started now", load.Status{Has: true, Age: 41 * time.Second, Loading: true}, text.Const("updated 41s ago")},
		{"refreshing stale data, started now", load.Status{Has: true, Age: 2 * time.Minute, Loading: true}, text.Const("stale 2m")},
		{"refreshing", load.Status{Has: true, Age: 41 * time.Second, Loading: true, Waited: 100 * time.Millisecond}, text.Const("updated 41s ago, refreshing")},
		{"refreshing, about to be stale", load.Status{Has: true, Age: time.Minute - 1, Loading: true, Waited: time.Second}, text.Const("updated 59s ago, refreshing")},
		{"refreshing stale data", load.Status{Has: true, Age: time.Minute, Loading: true, Waited: time.Second}, text.Const("stale 1m, refreshing")},
		{"failed, old data", load.Status{Has: true, Age: 41 * time.Second, Err: errBroken}, text.Const("failed, 41s old")},
		{"failed, old data, loading", load.Status{Has: true, Age: 41 * time.Second, Err: errBroken, Loading: true, Waited: time.Second}, text.Const("failed, 41s old")},
		{"failed, no data", load.Status{Err: errBroken}, text.Const("failed")},
		{"failed, no data, loading", load.Status{Err: errBroken, Loading: true, Waited: time.Second}, text.Const("loading 1s")},
		{"rate limited, no data", load.Status{Err: limited}, text.Const("rate limited")},
		{"rate limited, old data", load.Status{Has: true, Age: 12 * time.Second, Err: limited}, text.Const("rate limited, 12s old")},
		{"unauthorized, no data", load.Status{Err: unauthorized}, text.Const("unauthorized")},
		{"unauthorized, old data", load.Status{Has: true, Age: time.Minute, Err: unauthorized}, text.Const("unauthorized, 1m old")},
	} {
		require.Equal(t, c.want, c.status.Text(), c.state)
	}
}
