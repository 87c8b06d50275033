package compare

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"time"

	"foredeck/client"
)

// Sample is the state of both heads at one time.
type Sample struct {
	At           time.Time
	HeadA, HeadB uint64 // the newest heights that were seen
	ErrA, ErrB   error  // why the node does not respond, nil if it does
	// Skipped is the number of blocks so far that could not be compared, because one of the nodes has pruned them.
	Skipped uint64
}

// Lag returns how many blocks B is behind A, less than 0 if it is ahead. ok is false while a node does not respond.
func (s *Sample) Lag() (blocks int64, ok bool) {
	return int64(s.HeadA) - int64(s.HeadB), s.ErrA == nil && s.ErrB == nil
}

// Err returns the failure of a node, nil if both respond.
func (s *Sample) Err() error { return sideError(s.ErrA, s.ErrB) }

// maxPending is the number of blocks that are buffered from the node that is ahead. Older ones are fetched again when the other node has
// them.
const maxPending = 500

// follower follows the chain of one node.
type follower struct {
	node    *client.Node
	head    uint64
	err     error
	pending map[uint64]client.Block // that the other node does not have yet
}

// watch follows both nodes.
type watch struct {
	sides   [2]*follower
	next    uint64 // the next height to compare
	skipped uint64
}

// sideUpdate is an update of one of the nodes.
type sideUpdate struct {
	side   Side
	update client.BlockUpdate
	err    error
}

// Watch follows both nodes above their heads until the context ends. It yields a sample at once and
// at each interval, and the comparison of each
// height as soon as both nodes have it. A node that stops responding is part of the samples; the error, yielded last, is that of a
// node that does not serve blocks at all, or a block that cannot be decoded.
func (p Pair) Watch(ctx context.Context, heads Heads, interval time.Duration) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		updates := make(chan sideUpdate)
		w := watch{next: heads.Common() + 1, sides: [2]*follower{
			{node: p.A, head: heads.A.Height, pending: map[uint64]client.Block{}},
			{node: p.B, head: heads.B.Height, pending: map[uint64]client.Block{}},
		}}
		ended := make(chan struct{}, len(w.sides))
		for side, follower := range w.sides {
			go func() {
				defer func() { ended <- struct{}{} }()
				for update, err := range follower.node.WatchBlocks(ctx, w.next) {
					select {
					case updates <- sideUpdate{Side(side), update, err}:
					case <-ctx.Done():
						return
					}
				}
			}()
		}
		defer func() {
			cancel()
			for range w.sides {
				<-ended
			}
		}()
		if !yield(Event{Sample: w.sample(time.Now())}, nil) {
			return
		}
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case at := <-ticker.C:
				if !yield(Event{Sample: w.sample(at)}, nil) {
					return
				}
			case update := <-updates:
				if update.err != nil {
					yield(Event{}, &NodeError{update.side, update.err})
					return
				}
				w.apply(update)
				if replaced := update.replaced(); replaced != nil && !yield(Event{Replaced: replaced}, nil) {
					return
				}
			}
			for w.next <= min(w.sides[A].head, w.sides[B].head) && ctx.Err() == nil {
				block, err := w.compareNext(ctx)
				if _, isFinal := errors.AsType[*client.DecodeError](err); isFinal {
					yield(Event{}, err)
					return
				}
				if err != nil {
					break // the next update or sample tries again
				}
				if block != nil && !yield(Event{Block: block}, nil) {
					return
				}
			}
		}
	}
}

func (w *watch) sample(at time.Time) *Sample {
	return &Sample{At: at, HeadA: w.sides[A].head, HeadB: w.sides[B].head, ErrA: w.sides[A].err, ErrB: w.sides[B].err, Skipped: w.skipped}
}

// replaced returns the blocks that the node has replaced, nil if there are none.
func (u *sideUpdate) replaced() *Replaced {
	switch u.update.Kind {
	case client.ChainReplaced, client.BlocksReplaced:
		return &Replaced{u.side, Range{u.update.First, u.update.Last}}
	}
	return nil
}

func (w *watch) apply(u sideUpdate) {
	side, update := w.sides[u.side], u.update
	switch update.Kind {
	case client.BlockArrived:
		height := update.Block.Height
		side.head, side.err = max(side.head, height), nil // the first blocks are below the head that was found
		side.pending[height] = update.Block
		if height >= maxPending {
			delete(side.pending, height-maxPending)
		}
	case client.BlocksSkipped:
		side.head, side.err = update.Last, nil
	case client.NodeSilent:
		side.err = update.Err
	case client.NodeBehind:
		if side.err = update.Err; update.Err == nil {
			side.head = update.First
		}
	case client.NodeBack:
		side.err = nil
	case client.ChainReplaced, client.BlocksReplaced:
		side.head, side.err = max(update.First, 1)-1, nil
		maps.DeleteFunc(side.pending, func(height uint64, _ client.Block) bool { return height >= update.First })
		w.next = min(w.next, update.First)
	}
}

// compareNext compares the next height. The block is nil if one of the nodes has pruned it.
func (w *watch) compareNext(ctx context.Context) (*Block, error) {
	var blocks [2]client.Block
	for i, side := range w.sides {
		var err error
		if blocks[i], err = side.block(ctx, w.next); errors.Is(err, client.ErrNotFound) {
			w.skipped++
			w.next++
			return nil, nil
		}
		err = cmp.Or(err, blocks[i].Problems.Err())
		if err != nil {
			side.err = err
			return nil, &NodeError{Side(i), err}
		}
	}
	for _, side := range w.sides {
		delete(side.pending, w.next)
	}
	w.next++
	compared := compareBlocks(blocks[A], blocks[B])
	return &compared, nil
}

// block returns a block that has arrived, or fetches it.
func (f *follower) block(ctx context.Context, height uint64) (client.Block, error) {
	if block, ok := f.pending[height]; ok {
		return block, nil
	}
	return f.node.Block(ctx, height)
}
