package tui

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// smallMemory is the size in bytes up to which the garbage collector has its default pace.
	smallMemory = 40 << 20
	// memoryInterval is the time between two adjustments of the limit.
	memoryInterval = time.Second
)

// memoryLimit returns the soft limit of the process for a number of bytes in use: a quarter more, instead of the double that the
// garbage collector allows by default. Most of a large heap is the index of blocks, which is cheap to scan.
func memoryLimit(inUse uint64) int64 {
	return max(smallMemory, int64(inUse+inUse/4)+(4<<20))
}

// LimitMemory adjusts the memory limit of the process until ctx ends, unless the environment has set the pace of the garbage collector.
func LimitMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	ticker := time.NewTicker(memoryInterval)
	defer ticker.Stop()
	limit := int64(0)
	for {
		metrics.Read(sample)
		if now := memoryLimit(sample[0].Value.Uint64()); now != limit {
			limit = now
			debug.SetMemoryLimit(limit)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
