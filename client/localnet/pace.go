package localnet

import (
	"context"
	"time"
)

// mostLateBlocks is how many overdue blocks are made at once. After a longer pause, such
// as a machine that slept, the rest is left out and the pace goes on from now.
const mostLateBlocks = 3

// pace calls produce for each block that is due, the first one interval after begun,
// until the context ends.
func pace(ctx context.Context, begun time.Time, interval time.Duration, produce func(due time.Time)) {
	due := begun.Add(interval)
	timer := time.NewTimer(time.Until(due))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		now := time.Now()
		if late := now.Sub(due) / interval; late >= mostLateBlocks {
			due = due.Add((late - mostLateBlocks + 1) * interval)
		}
		for ; !due.After(now); due = due.Add(interval) {
			produce(due)
		}
		timer.Reset(time.Until(due))
	}
}
