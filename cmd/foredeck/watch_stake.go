package main

import (
	"context"
	"errors"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/live"
	"foredeck/tui/lookup"
	"foredeck/tui/text"
)

// stakeQuery says which stakes to read.
type stakeQuery struct {
	epoch  uint64
	member int           // the user's validator; negative if none is set, or no alert is about its stake
	pool   *move.Address // its stake pool; nil if it is not known
}

// stakes are what the chain says of its stakes.
type stakes struct {
	committee *client.Committee // of the epoch; nil if it cannot be read
	own       *live.Stake       // of the user's validator; nil if it was not read
	err       error             // why it was not
}

// noteEpoch makes followStakes read the stakes if the epoch of the newest block or the user's validator is another one than before.
func (w *watcher) noteEpoch(row *live.Row) {
	if !row.HasEpoch() || w.asked != nil && w.asked.epoch == row.Epoch && w.asked.member == w.stakeOwner() {
		return
	}
	query := w.stakesOf(row.Epoch)
	w.asked = &query
	select {
	case <-w.queries: // was not taken yet
	default:
	}
	w.queries <- query
}

// stakeOwner returns the user's validator whose stake is read, or a negative number.
func (w *watcher) stakeOwner() int {
	if !w.monitor.WantsStake() {
		return -1
	}
	return w.monitor.Member()
}

func (w *watcher) stakesOf(epoch uint64) stakeQuery {
	query := stakeQuery{epoch: epoch, member: w.stakeOwner()}
	if query.member >= 0 {
		query.pool = w.stakePools.PoolOf(query.member, w.monitor.OwnStake())
	}
	return query
}

// followStakes reads the stakes when there is a query, and at a slow pace after that, and sends them. A failure is repeated at the same pace.
func (w *watcher) followStakes(ctx context.Context, to chan<- stakes) {
	ticker := time.NewTicker(lookup.StakeInterval)
	defer ticker.Stop()
	var query *stakeQuery
	var held *client.Committee
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-w.queries:
			query = &next
		case <-ticker.C:
		}
		if query == nil {
			continue
		}
		read := w.readStakes(ctx, *query, held)
		held = read.committee
		if read.own != nil && query.pool == nil {
			if pool, err := move.ParseAddress(read.own.Pool); err == nil { // it stays that of the user if the members change
				query.pool = &pool
			}
		}
		select {
		case to <- read:
		case <-ctx.Done():
			return
		}
	}
}

// readStakes reads the stakes. held is the committee of the reading before, which is not read again; nil for none.
func (w *watcher) readStakes(ctx context.Context, query stakeQuery, held *client.Committee) (read stakes) {
	if held != nil && held.Epoch == query.epoch {
		read.committee = held
	} else if committee, err := w.in.s.node.Committee(ctx, query.epoch); err == nil {
		read.committee = &committee
	}
	if query.member < 0 {
		return read
	}
	own, err := lookup.ReadStake(ctx, w.in.s.node, lookup.StakeQuery{Member: query.member, Pool: query.pool, Committee: read.committee})
	if read.err = err; err == nil {
		read.own = &own
	}
	return read
}

// takeStakes evaluates what was read. Without the committee, members count the same; what cannot be read of the user's validator raises nothing.
func (w *watcher) takeStakes(read stakes) []live.Alert {
	w.monitor.SetCommittee(read.committee)
	w.metrics.SetCommittee(read.committee)
	if errors.Is(read.err, lookup.ErrPoolUnknown) && !w.isPoolless {
		w.isPoolless = true
		w.warn(text.Format("no alerts about the stake: %s", text.Clean(read.err.Error())))
	}
	if read.own == nil {
		return nil
	}
	w.metrics.SetStake(*read.own)
	return w.monitor.Stake(*read.own, time.Now())
}
