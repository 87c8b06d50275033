package main

import (
	"context"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
)

// stakeInterval is the time between readings of the stakes within an epoch.
const stakeInterval = 5 * time.Minute

// stakes are what the chain says of its stakes in an epoch.
type stakes struct {
	committee *client.Committee // nil if it cannot be read
}

// noteEpoch makes followStakes read the stakes if a block has another epoch than the one before.
func (w *watcher) noteEpoch(row *live.Row) {
	if !row.HasEpoch() || w.epoch != nil && *w.epoch == row.Epoch {
		return
	}
	w.epoch = new(row.Epoch)
	select {
	case <-w.epochs: // was not taken yet
	default:
	}
	w.epochs <- row.Epoch
}

// followStakes reads the stakes when an epoch begins, and sends them. A failure is repeated after some time.
func (w *watcher) followStakes(ctx context.Context, to chan<- stakes) {
	ticker := time.NewTicker(stakeInterval)
	defer ticker.Stop()
	var epoch *uint64
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-w.epochs:
			epoch = &next
		case <-ticker.C:
		}
		if epoch == nil {
			continue
		}
		select {
		case to <- w.readStakes(ctx, *epoch):
		case <-ctx.Done():
			return
		}
	}
}

// readStakes reads the stakes of the newest epoch. It is used from one goroutine at a time.
func (w *watcher) readStakes(ctx context.Context, epoch uint64) (read stakes) {
	if committee, err := w.in.s.node.Committee(ctx, epoch); err == nil {
		read.committee = &committee
	}
	return read
}

// takeStakes evaluates what was read. A committee that cannot be read weighs nothing: members count the same.
func (w *watcher) takeStakes(read stakes) []live.Alert {
	w.monitor.SetCommittee(read.committee)
	w.metrics.SetCommittee(read.committee)
	return nil
}
