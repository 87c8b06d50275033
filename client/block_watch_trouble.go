package client

import (
	"context"
	"errors"
	"time"
)

// failure tells of a node that does not answer, once, and gives the time to wait, which
// grows while it lasts. A block that cannot be read again and again, while the one above
// it can, is skipped.
func (w *blockWatch) failure(err error, isAboveThere bool) time.Duration {
	if isLasting(err) && !w.hasAnswered {
		w.isStopped = true
		w.yield(BlockUpdate{}, err)
		return 0
	}
	var unreadable *DecodeError
	if errors.As(err, &unreadable) {
		w.garbled++
		if isAboveThere && w.garbled >= garbledTries {
			w.settle(NodeSilent)
			w.emit(BlockUpdate{Kind: BlocksSkipped, First: w.next, Last: w.next, Err: err})
			w.next++
			w.failed, w.garbled = 0, 0
			return w.pace()
		}
	} else {
		w.garbled = 0
	}
	if w.trouble != NodeSilent {
		w.trouble = NodeSilent
		w.emit(BlockUpdate{Kind: NodeSilent, Err: err})
	}
	pause := min(w.pace()<<min(w.failed, 5), longestWait)
	w.failed++
	var status *StatusError
	if errors.As(err, &status) {
		pause = min(max(pause, status.RetryAfter), longestPause)
	}
	return pause
}

// settle tells that a trouble is over, if it was there.
func (w *blockWatch) settle(trouble BlockUpdateKind) {
	if w.trouble == trouble && trouble != BlockArrived {
		w.trouble = BlockArrived
		w.emit(BlockUpdate{Kind: NodeBack})
	}
}

// compare takes what the node holds now at the height that arrived last.
func (w *blockWatch) compare(ctx context.Context, answer blockAnswer) {
	switch {
	case answer.err == nil && !isSameBlock(answer.block, *w.last):
		w.replaced(answer.block)
	case answer.err == nil:
		w.settle(NodeSilent)
		w.settle(NodeBehind)
	case errors.Is(answer.err, ErrNotFound):
		w.settle(NodeSilent)
		if w.trouble != NodeBehind || w.idle%patience == 0 {
			w.seek(ctx)
		}
	}
}

// seek looks for the newest block of a node that does not hold what it should, and tells
// what it is: behind, another chain, or without the older blocks.
func (w *blockWatch) seek(ctx context.Context) {
	hints := []uint64{w.next}
	for distance := uint64(1); distance < w.next && len(hints) < mostHints; distance *= 8 {
		hints = append(hints, w.next-distance)
	}
	head, err := w.node.FindHead(ctx, HeadSearch{Hints: hints})
	switch {
	case errors.Is(err, ErrNotFound):
		w.behind(BlockUpdate{Err: err})
	case err != nil: // the next round says so
	case w.last != nil && w.isOther(head):
		w.replaced(head)
	case head.Height >= w.next:
		// What was asked for is not held, and newer ones are: it was dropped, unless it came
		// in the meantime.
		if again := w.node.blockAt(ctx, w.next); errors.Is(again.err, ErrNotFound) && head.Height > w.next {
			w.skipTo(head.Height)
		}
	case head.Height+1 < w.next:
		w.behind(BlockUpdate{First: head.Height})
	}
}

// behind tells of a node that holds less than it should, once.
func (w *blockWatch) behind(update BlockUpdate) {
	if w.trouble == NodeBehind {
		return
	}
	w.trouble = NodeBehind
	update.Kind, update.Last = NodeBehind, max(w.next, 1)-1
	w.emit(update)
}

// isOther tells whether a block is of another chain than the blocks that arrived: not the
// one that arrived at its height, or later in time than a higher one.
func (w *blockWatch) isOther(block ConsensusBlock) bool {
	if digest := w.digests[block.Height]; digest != "" && block.Digest != "" && digest != block.Digest {
		return true
	}
	last := w.last
	return block.Height < last.Height && block.Timestamp != nil && last.Timestamp != nil && *block.Timestamp > *last.Timestamp
}

// replaced goes on with a block of another chain.
func (w *blockWatch) replaced(block ConsensusBlock) {
	w.trouble = BlockArrived
	w.emit(BlockUpdate{Kind: ChainReplaced, First: block.Height, Last: w.last.Height})
	w.gaps, w.gap, w.idle, w.full = nil, 0, -1, 0
	clear(w.digests)
	w.tell(block)
}

// isSameBlock tells whether nothing that both blocks give says that they differ.
func isSameBlock(a, b ConsensusBlock) bool {
	isEqualTime := a.Timestamp == nil || b.Timestamp == nil || *a.Timestamp == *b.Timestamp
	return isEqualTime && (a.Digest == "" || b.Digest == "" || a.Digest == b.Digest)
}
