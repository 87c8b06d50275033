package main

import (
	"context"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// blockUpdate is an update of the chain, or the error that ends following.
type blockUpdate struct {
	client.BlockUpdate
	err error
}

// follow finds the newest block and sends the blocks from there on. While no node responds, that is sent and the search repeated.
func (w *watcher) follow(ctx context.Context, updates chan<- blockUpdate) {
	send := func(update blockUpdate) bool {
		select {
		case updates <- update:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for {
		head, err := w.in.head()
		switch kind := load.Explain(err, w.in.endpoint).Kind; {
		case ctx.Err() != nil:
			return
		case kind == load.Unauthorized || kind == load.Unsupported:
			send(blockUpdate{err: err})
			return
		case err != nil:
			if !send(blockUpdate{BlockUpdate: client.BlockUpdate{Kind: client.NodeSilent, Err: err}}) || !sleep(ctx, followRetry) {
				return
			}
			continue
		}
		for update, err := range w.in.s.node.WatchBlocks(ctx, head.Height, client.WithEventVotes()) {
			if !send(blockUpdate{update, err}) || err != nil {
				return
			}
		}
		return
	}
}

// update counts an update of the chain and returns its alerts.
func (w *watcher) update(update client.BlockUpdate) []live.Alert {
	switch update.Kind {
	case client.BlockArrived:
		row := live.NewRow(update.Block)
		w.noteEpoch(&row)
		w.metrics.Block(&row)
		w.past.Block(&row)
		w.checker.SetHint(row.Height)
		return w.monitor.Block(&row, time.Now())
	case client.VotesArrived:
		row := live.NewRow(update.Block)
		w.noteEpoch(&row)
		w.metrics.Votes(&row)
		w.past.Votes(&row)
		return w.monitor.Votes(&row, time.Now())
	case client.BlocksSkipped:
		w.metrics.Skipped(update.Last - update.First + 1)
	case client.NodeSilent, client.NodeBehind:
		w.metrics.SetConnected(false)
		if update.Err != nil {
			update.Err = &explainedError{w.explain(update.Err), update.Err}
		}
	case client.NodeBack:
		w.metrics.SetConnected(true)
	case client.ChainReplaced, client.BlocksReplaced:
		w.metrics.Reverted(update.Last - min(update.First, update.Last) + 1)
	}
	return w.monitor.Update(update, time.Now())
}

// checkMember fails if the first block says that the user's validator is not in the committee: its votes would never be missed. A committee
// that shrinks later is a warning, as it can grow again.
func (w *watcher) checkMember(update client.BlockUpdate) error {
	if update.Kind != client.BlockArrived && update.Kind != client.VotesArrived || update.Block.Certificate == nil {
		return nil
	}
	members := int32(len(update.Block.Certificate.Voters))
	if members == 0 || members == w.committee {
		return nil
	}
	isFirst := w.committee == 0
	w.committee = members
	member := w.monitor.Member()
	if member < int(members) {
		return nil
	}
	err := usagef("validator %d is not in the committee: it has %d members at block %d, 0 to %d; set --validator, or m in the deck", member, members, update.Block.Height, members-1)
	if isFirst {
		return err
	}
	w.warn(text.Clean(err.Error()))
	return nil
}

// explainedError is an error with the text that users read.
type explainedError struct {
	reason string
	err    error
}

func (e *explainedError) Error() string { return e.reason }
func (e *explainedError) Unwrap() error { return e.err }
