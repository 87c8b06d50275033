package tui

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	require.EqualValues(t, 40<<20, memoryLimit(0))
	require.EqualValues(t, 54<<20, memoryLimit(40<<20))
	require.EqualValues(t, 129<<20, memoryLimit(100<<20))
}

// Responses that fill the memory cost some collections, not one for each megabyte: while one lasts, keys wait.
func TestCollectionsWhileMemoryGrows(t *testing.T) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		t.Skip("the environment sets the pace of the garbage collector")
	}
	before := debug.SetMemoryLimit(-1)
	ctx, cancel := context.WithCancel(t.Context())
	var limiting sync.WaitGroup
	limiting.Go(func() { LimitMemory(ctx) })
	defer func() {
		cancel()
		limiting.Wait()
		debug.SetMemoryLimit(before)
	}()
	const megabytes = 256
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	var held [][]byte
	for range megabytes {
		held = append(held, bytes.Repeat([]byte{1}, 1<<20))
		for turn := 0; turn < 5000; turn++ { // a collection ends and the limit follows, if it does: responses arrive slower than this
			if metrics.Read(live); debug.SetMemoryLimit(-1) >= memoryLimit(live[0].Value.Uint64()) {
				break
			}
			runtime.Gosched()
		}
	}
	runtime.ReadMemStats(&end)
	runtime.KeepAlive(held)
	require.Less(t, end.NumGC-start.NumGC, uint32(megabytes/5))
}
