package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// endless is a body without an end.
type endless struct{}

func (endless) Read(into []byte) (int, error) { return len(into), nil }

// readLarge reads a body through a buffer.
func readLarge(ctx context.Context, memory *memory, limit int64, body io.Reader, length int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://node/", http.NoBody)
	if err != nil {
		return nil, err
	}
	next := steadily(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(body), ContentLength: length}, nil
	})
	response, err := (&buffer{layer{next}, limit, memory}).RoundTrip(request)
	if err != nil {
		return nil, err
	}
	return ReadBody(response.Body, limit+2)
}

func requireFree(t *testing.T, memory *memory) {
	t.Helper()
	require.True(t, memory.free.TryAcquire(memory.limit), "memory is still reserved")
	memory.release(memory.limit)
}

func TestLargeBodies(t *testing.T) {
	t.Parallel()
	memory := newMemory(8 << 20)
	for _, size := range []int{0, 1, maxSmall, maxSmall + 1, chunkBytes + maxSmall + 1, 3<<20 + 5} {
		content := bytes.Repeat([]byte{7}, size)
		for _, length := range []int64{int64(size), -1} {
			body, err := readLarge(t.Context(), memory, 4<<20, bytes.NewReader(content), length)
			require.NoError(t, err)
			require.True(t, bytes.Equal(content, body), size)
		}
		body, err := readLarge(t.Context(), memory, 4<<20, io.MultiReader(bytes.NewReader(content), iotest.ErrReader(io.ErrUnexpectedEOF)), -1)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Len(t, body, size, "the part that arrived")
	}
	for _, limit := range []int64{10, maxSmall, 4 << 20} {
		body, err := readLarge(t.Context(), memory, limit, endless{}, -1)
		require.ErrorIs(t, err, ErrTooLarge)
		require.Len(t, body, int(min(limit+1, tooLargeStart)))
	}
	requireFree(t, memory)
}

// A body counts as long as anything uses it, and then no longer.
func TestLargeBodyInUse(t *testing.T) {
	t.Parallel()
	memory := newMemory(maxUncounted + 1<<20)
	body, err := readLarge(t.Context(), memory, maxUncounted+1, bytes.NewReader(make([]byte, maxUncounted+1)), -1)
	require.NoError(t, err)
	part := body[maxUncounted/2 : maxUncounted/2+1 : maxUncounted/2+1] // as a record is a part of its page
	body = nil
	runtime.GC()
	require.False(t, memory.free.TryAcquire(memory.limit))
	runtime.KeepAlive(part)
	_, err = readLarge(t.Context(), memory, maxUncounted+1, bytes.NewReader(make([]byte, maxUncounted+1)), -1)
	require.NoError(t, err, "waits for the collector")
}

// Concurrent large bodies wait for each other, but not forever.
func TestLargeBodiesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 3 << 20
		memory := newMemory(4 << 20)
		first, write := io.Pipe()
		done := make(chan error)
		read := func(ctx context.Context, body io.Reader) {
			_, err := readLarge(ctx, memory, size, body, -1)
			done <- err
		}
		go read(t.Context(), first)
		_, err := write.Write(make([]byte, maxSmall+2)) // more than is read without a reservation
		require.NoError(t, err)
		synctest.Wait()

		start := time.Now()
		go read(t.Context(), bytes.NewReader(make([]byte, size)))
		require.ErrorIs(t, <-done, ErrMemoryLimit)
		require.Equal(t, maxWait, time.Since(start))

		ctx, cancel := context.WithCancelCause(t.Context())
		go read(ctx, bytes.NewReader(make([]byte, size)))
		synctest.Wait()
		cancel(errors.New("left"))
		require.ErrorIs(t, <-done, context.Canceled)

		go read(t.Context(), bytes.NewReader(make([]byte, size)))
		synctest.Wait()
		require.NoError(t, write.Close())
		require.NoError(t, <-done)
		require.NoError(t, <-done, "waited for the first")
		requireFree(t, memory)
	})
}
