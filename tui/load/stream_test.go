package load_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/load"
)

// counting tells the numbers below count, then the error or, without one, nothing until the context ends.
func counting(count int, err error) func(context.Context) iter.Seq2[int, error] {
	return func(ctx context.Context) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			for n := range count {
				if !yield(n, nil) {
					return
				}
			}
			if err != nil {
				yield(0, err)
				return
			}
			<-ctx.Done()
		}
	}
}

func TestAStreamTellsAllInOrder(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var stream load.Stream[int]
	require.False(t, stream.Running())
	cmd := stream.Begin(t.Context(), loader, counting(1_000, errBroken))
	require.True(t, stream.Running())
	require.Zero(t, loader.InFlight(), "it waits most of the time")
	var heard []int
	for cmd != nil {
		msg := cmd().(load.Told[int])
		require.LessOrEqual(t, len(msg.Items), 64, "a frame is drawn between")
		heard = append(heard, msg.Items...)
		again, ok := stream.Take(msg)
		require.True(t, ok)
		if again == nil {
			require.ErrorIs(t, msg.Err, errBroken)
			require.True(t, msg.Ended)
		}
		cmd = again
	}
	require.False(t, stream.Running())
	require.Len(t, heard, 1_000)
	for i, n := range heard {
		require.Equal(t, i, n)
	}
}

func TestAStreamThatWasEndedTellsNobody(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var stream load.Stream[int]
	first := stream.Begin(t.Context(), loader, counting(1, nil))().(load.Told[int])
	again, ok := stream.Take(first)
	require.True(t, ok)
	second := stream.Begin(t.Context(), loader, counting(1, nil))
	late := again().(load.Told[int])
	require.True(t, late.Ended)
	_, ok = stream.Take(late)
	require.False(t, ok, "another one has taken its place")
	_, ok = stream.Take(second().(load.Told[int]))
	require.True(t, ok)
	stream.End()
	require.False(t, stream.Running())
	_, ok = stream.Take(load.Told[int]{})
	require.False(t, ok)
}

func TestStreamsAreSetAside(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var aside []tea.Cmd
	loader.SetAside(func(cmd tea.Cmd) tea.Cmd { aside = append(aside, cmd); return nil })
	var stream load.Stream[int]
	require.Nil(t, stream.Begin(t.Context(), loader, counting(1, nil)))
	again, ok := stream.Take(aside[0]().(load.Told[int]))
	require.True(t, ok)
	require.Nil(t, again)
	require.Len(t, aside, 2)
	stream.End()
	require.True(t, aside[1]().(load.Told[int]).Ended)

	loader.Hear(errors.New("odd"))
	require.Equal(t, "failing", string(loader.Health()))
	loader.Hear(nil)
	require.Empty(t, loader.Health())
}
