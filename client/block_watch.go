package client

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

const (
	// mostBehind is how many blocks are caught up one by one; more are jumped over.
	mostBehind = 500
	// shortestWait and longestWait bound the time between two questions for the next block.
	shortestWait = 250 * time.Millisecond
	longestWait  = 5 * time.Second
	// firstWait is taken until the pace of the blocks is known.
	firstWait = time.Second
	// longestPause is the most that a node is left alone when it asks for that.
	longestPause = 30 * time.Second
	// gapsKept is how many gaps between blocks the pace is taken from.
	gapsKept = 32
	// patience is how many rounds without a block pass until the node's head is looked for
	// again, while it is behind.
	patience = 16
	// garbledTries is how often a block that cannot be read is asked for before it is
	// skipped.
	garbledTries = 3
)

// WatchBlocks follows the chain from a height on: it asks for the next block at the pace
// of the newest ones, between 250 ms and 5 s, and catches up with up to 16 questions at a
// time. Each height is told once, in order, as arrived or as skipped; what goes wrong
// meanwhile is told too and waited out, however long it takes. The walk ends when the
// context does, and with an error only when the node refuses blocks from the start on.
func (n *Node) WatchBlocks(ctx context.Context, from uint64) iter.Seq2[BlockUpdate, error] {
	return func(yield func(BlockUpdate, error) bool) {
		w := blockWatch{node: n, next: from, yield: yield, digests: map[uint64]string{}}
		for !w.isStopped && ctx.Err() == nil {
			if pause := w.round(ctx); pause > 0 {
				w.wait(ctx, pause)
			}
		}
	}
}

// blockWatch is what a watch knows.
type blockWatch struct {
	node      *Node
	yield     func(BlockUpdate, error) bool
	isStopped bool

	next    uint64            // the height to be told next
	last    *ConsensusBlock   // that arrived
	digests map[uint64]string // of the newest that arrived, by height
	gaps    []time.Duration   // between the newest blocks, in a ring
	gap     int               // place of the next one in gaps

	hasAnswered bool            // the node gave an answer about a block
	trouble     BlockUpdateKind // NodeSilent or NodeBehind while that lasts, else 0
	full        int             // rounds in a row of which every block was there
	idle        int             // rounds in a row without a block, -1 right after one
	failed      int             // rounds in a row that failed
	garbled     int             // rounds in a row in which the next block could not be read
}

// round asks for the next blocks and tells what comes of it. It gives the time to wait
// until the next round.
func (w *blockWatch) round(ctx context.Context) time.Duration {
	width := w.width()
	heights := make([]uint64, 0, blocksAtOnce)
	for height := w.next; len(heights) < width && height >= w.next; height++ {
		heights = append(heights, height)
	}
	asked := len(heights)
	isFar := w.full > 0 && w.full%patience == 0 && w.next < plus(w.next, mostBehind)
	asksLast := w.idle > 0 && w.last != nil
	switch {
	case isFar:
		asked--
		heights[asked] = w.next + mostBehind
	case asksLast:
		heights = append(heights, w.last.Height)
	}
	answers := w.node.blocksAt(ctx, heights)
	if ctx.Err() != nil {
		return 0
	}
	count := 0
	for count < asked && answers[count].err == nil {
		w.arrived(ctx, answers[count].block)
		count++
		if w.isStopped {
			return 0
		}
	}
	if count == asked {
		w.full++
		if isFar && answers[asked].err == nil {
			w.jump(ctx, answers[asked].height)
		}
		return 0
	}
	w.full = 0
	if missing := answers[count].err; !errors.Is(missing, ErrNotFound) {
		return w.failure(missing, count+1 < asked && answers[count+1].err == nil)
	}
	w.failed, w.garbled, w.hasAnswered = 0, 0, true
	if count > 0 {
		return w.pace()
	}
	w.idle++
	if asksLast {
		w.compare(ctx, answers[len(answers)-1])
	} else {
		w.settle(NodeSilent)
		if w.last == nil && w.idle%patience == 2 {
			w.seek(ctx)
		}
	}
	return w.pace()
}

// width is how many blocks to ask for: one, then more while all of them are there.
func (w *blockWatch) width() int {
	switch {
	case w.garbled > 0:
		return 2
	case w.full < 2:
		return 1
	}
	return min(1<<min(w.full-1, patience), blocksAtOnce)
}

// arrived tells a block that is the next one.
func (w *blockWatch) arrived(ctx context.Context, block ConsensusBlock) {
	w.idle, w.failed, w.garbled, w.hasAnswered = -1, 0, 0, true
	w.settle(NodeSilent)
	w.settle(NodeBehind)
	if last := w.last; last != nil && last.Height+1 == block.Height {
		if last.Digest != "" && block.Parent != "" && last.Digest != block.Parent {
			if again := w.node.blockAt(ctx, last.Height); again.err == nil && !isSameBlock(again.block, *last) {
				w.replaced(again.block)
			}
		}
		if w.last.Timestamp != nil && block.Timestamp != nil {
			w.addGap(block.Timestamp.Time().Sub(w.last.Timestamp.Time()))
		}
	}
	w.tell(block)
}

// tell tells a block, and remembers it.
func (w *blockWatch) tell(block ConsensusBlock) {
	w.emit(BlockUpdate{Kind: BlockArrived, Block: block})
	w.digests[block.Height] = block.Digest
	delete(w.digests, block.Height-mostBehind)
	w.last, w.next = &block, block.Height+1
}

// jump goes to the newest block where that is too far to be caught up with, over what is
// between, which is told.
func (w *blockWatch) jump(ctx context.Context, known uint64) {
	head, err := w.node.FindHead(ctx, HeadSearch{Hints: []uint64{known}})
	if err != nil || head.Height < plus(w.next, mostBehind) {
		return // the next round says what is wrong, or catches up
	}
	w.skipTo(head.Height)
}

func (w *blockWatch) skipTo(height uint64) {
	w.emit(BlockUpdate{Kind: BlocksSkipped, First: w.next, Last: height - 1})
	w.next, w.full, w.idle = height, 0, -1
	clear(w.digests)
}

// emit tells an update, unless who listens has enough.
func (w *blockWatch) emit(update BlockUpdate) {
	if !w.isStopped && !w.yield(update, nil) {
		w.isStopped = true
	}
}

// addGap takes up the time between two blocks.
func (w *blockWatch) addGap(gap time.Duration) {
	if len(w.gaps) < gapsKept {
		w.gaps = append(w.gaps, gap)
		return
	}
	w.gaps[w.gap] = gap
	w.gap = (w.gap + 1) % gapsKept
}

// pace is the time to wait for a block: the median gap of the newest, within bounds.
func (w *blockWatch) pace() time.Duration {
	if len(w.gaps) == 0 {
		return firstWait
	}
	return min(max(slices.Sorted(slices.Values(w.gaps))[len(w.gaps)/2], shortestWait), longestWait)
}

func (w *blockWatch) wait(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
