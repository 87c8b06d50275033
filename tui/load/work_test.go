package load_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/load"
)

func TestComputeIsNotRequest(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var state load.State[int]
	work := state.Compute(loader, func() (int, error) { return 0, errors.New("wrong") })
	require.True(t, state.Loading())
	require.Zero(t, loader.InFlight())
	require.True(t, state.Accept(work().(load.Result[int])))
	require.EqualError(t, state.Err(), "wrong")
	require.Empty(t, loader.Health())
	_, known := loader.Latency()
	require.False(t, known)

	late := state.Compute(loader, func() (int, error) { return 1, nil })
	newest := state.Compute(loader, func() (int, error) { return 2, nil })
	require.False(t, state.Accept(late().(load.Result[int])))
	require.True(t, state.Accept(newest().(load.Result[int])))
	value, ok := state.Value()
	require.True(t, ok)
	require.Equal(t, 2, value)
}
