package load_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

func TestLoaderCountsCallsInFlight(t *testing.T) {
	loader := load.NewLoader(newClock().read)
	require.Zero(t, loader.InFlight())
	var during []int
	call := func(context.Context) (string, error) {
		during = append(during, loader.InFlight())
		return "", nil
	}
	first := load.Do(t.Context(), loader, 1, call)
	second := load.Do(t.Context(), loader, 2, call)
	require.Equal(t, 2, loader.InFlight(), "a call counts before its command runs")
	first()
	require.Equal(t, 1, loader.InFlight())
	second()
	require.Zero(t, loader.InFlight())
	require.Equal(t, []int{2, 1}, during)
}

func TestDoReturnsTicket(t *testing.T) {
	c := newClock()
	began := c.now
	loader := load.NewLoader(c.read)
	require.Equal(t, began, loader.Now())
	type key struct{}
	result := load.Do(context.WithValue(t.Context(), key{}, "this place"), loader, 7, func(ctx context.Context) (any, error) {
		c.pass(84 * time.Millisecond)
		return ctx.Value(key{}), errBroken
	})()
	require.Equal(t, load.Result[any]{Ticket: 7, Value: "this place", Err: errBroken, At: began.Add(84 * time.Millisecond)}, result)
}

func TestNodeHealth(t *testing.T) {
	c := newClock()
	loader := load.NewLoader(c.read)
	ask := func(took time.Duration, err error) {
		load.Do(t.Context(), loader, 1, func(context.Context) (string, error) {
			c.pass(took)
			return "", err
		})()
	}
	_, ok := loader.Latency()
	require.False(t, ok)
	require.Empty(t, loader.Health())

	unreachable := &client.TransportError{Method: "GET", URL: "http://node.test", Err: net.ErrClosed}
	slow := &client.TransportError{Method: "GET", URL: "http://node.test", Err: context.DeadlineExceeded}
	missing := &client.StatusError{Method: "GET", URL: "http://node.test", Status: 404, Message: "no", Body: []byte(`"no"`)}
	ask(time.Second, unreachable)
	_, ok = loader.Latency()
	require.False(t, ok, "no latency without a response")
	require.Equal(t, text.Const("no response"), loader.Health())

	for _, step := range []struct {
		name   string
		took   time.Duration
		err    error
		delay  time.Duration
		health text.Safe
	}{
		{"responded", 84 * time.Millisecond, nil, 84 * time.Millisecond, text.Safe{}},
		{"at once", 0, nil, 0, text.Safe{}},
		{"not found counts as healthy", 90 * time.Millisecond, missing, 90 * time.Millisecond, text.Safe{}},
		{"unreachable", time.Second, unreachable, 90 * time.Millisecond, text.Const("no response")},
		{"canceled does not count", time.Second, context.Canceled, 90 * time.Millisecond, text.Const("no response")},
		{"an invalid argument does not count", time.Second, &client.ArgumentError{Field: "cursor"}, 90 * time.Millisecond, text.Const("no response")},
		{"invalid response", 70 * time.Millisecond, &client.DecodeError{Err: errors.New("HTML page")}, 70 * time.Millisecond, text.Const("failing")},
		{"too late", 30 * time.Second, slow, 70 * time.Millisecond, text.Const("no response")},
		{"rate limited", 5 * time.Millisecond, &client.StatusError{Status: 429}, 5 * time.Millisecond, text.Const("rate limited")},
		{"unauthorized", 6 * time.Millisecond, &client.StatusError{Status: 401}, 6 * time.Millisecond, text.Const("unauthorized")},
		{"server error", 7 * time.Millisecond, &client.StatusError{Status: 500}, 7 * time.Millisecond, text.Const("failing")},
		{"unsupported call", 8 * time.Millisecond, &client.StatusError{Status: 404}, 8 * time.Millisecond, text.Safe{}},
		{"what foredeck itself found does not count", time.Second, errors.New("the stake pool is not known"), 8 * time.Millisecond, text.Safe{}},
		{"a call that the version lacks does not count", time.Second, fmt.Errorf("%w: not in v2", client.ErrUnsupported), 8 * time.Millisecond, text.Safe{}},
		{"other error", 9 * time.Millisecond, &client.StatusError{Status: 418}, 9 * time.Millisecond, text.Const("failing")},
		{"healthy again", 10 * time.Millisecond, nil, 10 * time.Millisecond, text.Safe{}},
	} {
		ask(step.took, step.err)
		delay, ok := loader.Latency()
		require.True(t, ok, step.name)
		require.Equal(t, step.delay, delay, step.name)
		require.Equal(t, step.health, loader.Health(), step.name)
	}
}

func TestTicketsAreUniqueAcrossLoaders(t *testing.T) {
	loader := load.NewLoader(newClock().read)
	seen := map[load.Ticket]bool{}
	var states [3]load.State[string]
	for range 10 {
		for i := range states {
			ticket := states[i].Load(t.Context(), loader, responding("", nil))().(load.Result[string]).Ticket
			require.NotZero(t, ticket)
			require.False(t, seen[ticket])
			seen[ticket] = true
		}
	}
}
