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

// counting yields the numbers below count, then the error or, without one, blocks until the context ends.
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

func TestStreamDeliversInOrder(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var stream load.Stream[int]
	require.False(t, stream.Running())
	cmd := stream.Start(t.Context(), loader, counting(1_000, errBroken))
	require.True(t, stream.Running())
	require.Zero(t, loader.InFlight(), "a stream does not count as in flight")
	var heard []int
	for cmd != nil {
		msg := cmd().(load.StreamBatch[int])
		require.LessOrEqual(t, len(msg.Items), 64, "at most 64 items per message")
		heard = append(heard, msg.Items...)
		again, ok := stream.Accept(msg)
		require.True(t, ok)
		if again == nil {
			require.ErrorIs(t, msg.Err, errBroken)
			require.True(t, msg.Done)
		}
		cmd = again
	}
	require.False(t, stream.Running())
	require.Len(t, heard, 1_000)
	for i, n := range heard {
		require.Equal(t, i, n)
	}
}

func TestEndedStreamIsSilent(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var stream load.Stream[int]
	first := stream.Start(t.Context(), loader, counting(1, nil))().(load.StreamBatch[int])
	again, ok := stream.Accept(first)
	require.True(t, ok)
	second := stream.Start(t.Context(), loader, counting(1, nil))
	late := again().(load.StreamBatch[int])
	require.True(t, late.Done)
	_, ok = stream.Accept(late)
	require.False(t, ok, "replaced by another stream")
	_, ok = stream.Accept(second().(load.StreamBatch[int]))
	require.True(t, ok)
	stream.Stop()
	require.False(t, stream.Running())
	_, ok = stream.Accept(load.StreamBatch[int]{})
	require.False(t, ok)
}

func TestStreamRunner(t *testing.T) {
	loader := load.NewLoader(time.Now)
	var aside []tea.Cmd
	loader.SetRunner(func(cmd tea.Cmd) tea.Cmd { aside = append(aside, cmd); return nil })
	var stream load.Stream[int]
	require.Nil(t, stream.Start(t.Context(), loader, counting(1, nil)))
	again, ok := stream.Accept(aside[0]().(load.StreamBatch[int]))
	require.True(t, ok)
	require.Nil(t, again)
	require.Len(t, aside, 2)
	stream.Stop()
	require.True(t, aside[1]().(load.StreamBatch[int]).Done)

	loader.ReportHealth(errors.New("odd"))
	require.Equal(t, "failing", loader.Health().String())
	loader.ReportHealth(nil)
	require.Empty(t, loader.Health())
}
