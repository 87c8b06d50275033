package tui

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// smallMemory is the size in bytes up to which the garbage collector has its default pace.
const smallMemory = 40 << 20

// memoryLimit returns the soft limit of the process for a number of bytes in use: a quarter more, instead of the double that the
// garbage collector allows by default. Most of a large heap is the index of blocks, which is cheap to scan.
func memoryLimit(inUse uint64) int64 {
	return max(smallMemory, int64(inUse+inUse/4)+(4<<20))
}

// LimitMemory adjusts the memory limit of the process until ctx ends, unless the environment has set the pace of the garbage collector.
// It does so after each collection: adjusted at longer intervals, the limit stays below the memory in use while large responses arrive,
// and collections follow one another and delay keys.
func LimitMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	// The first collection comes at 8 MB, as the later ones do, rather than at 4 MB, which the deck reaches before its first frame.
	pace := debug.SetGCPercent(200)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	limit := int64(0)
	for {
		collected := afterCollection()
		metrics.Read(sample)
		if now := memoryLimit(sample[0].Value.Uint64()); now != limit {
			limit = now
			debug.SetMemoryLimit(limit)
		}
		select {
		case <-ctx.Done():
			debug.SetGCPercent(pace)
			return
		case <-collected:
			debug.SetGCPercent(pace)
		}
	}
}

// afterCollection returns a channel that is closed after the next garbage collection, by the cleanup of an unreachable value.
func afterCollection() <-chan struct{} {
	collected := make(chan struct{})
	runtime.AddCleanup(new([16]byte), func(done chan struct{}) { close(done) }, collected)
	return collected
}
