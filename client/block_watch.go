package client

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"foredeck/client/internal/paging"
)

const (
	// maxBehind is the number of blocks that are caught up one by one. A watch that is further behind skips to the head.
	maxBehind = 500
	// minInterval and maxInterval limit the time between requests for the next block.
	minInterval = 250 * time.Millisecond
	maxInterval = 5 * time.Second
	// defaultInterval applies until the block time is known.
	defaultInterval = time.Second
	// maxRetryAfter is the longest pause that a node can ask for.
	maxRetryAfter = 30 * time.Second
	// maxGaps is the number of gaps between blocks that the block time is computed from.
	maxGaps = 32
	// searchEvery is the number of rounds between searches for the head of a node that is behind.
	searchEvery = 16
	// nearBlocks is how far a node may be behind, as after a failover to another one, before it is reported at once. A node that
	// is nearer is reported after nearRounds.
	nearBlocks = 8
	nearRounds = 10
	// decodeAttempts is the number of requests for a block that cannot be decoded before it is skipped.
	decodeAttempts = 3
)

// BlockUpdateKind is the kind of a BlockUpdate.
type BlockUpdateKind int

// The kinds of BlockUpdate.
const (
	// BlockArrived: Block is the next one.
	BlockArrived BlockUpdateKind = iota
	// BlocksSkipped: the heights First to Last were skipped: the watch was more than 500 blocks behind, the node pruned
	// them, or, with Err set, one could not be decoded.
	BlocksSkipped
	// NodeSilent: requests fail because of Err. It is reported once per outage, which NodeBack ends.
	NodeSilent
	// NodeBehind: the newest block of the node is First, although Last was seen before. The watch waits until NodeBack. If
	// no block is found, Err is set and First is 0. A few blocks are reported only if they last.
	NodeBehind
	// NodeBack: the node responds again and has the blocks that were seen before.
	NodeBack
	// ChainReplaced: the node serves another chain. Last was the newest height of the old one; the watch continues at First,
	// so heights can be reported again.
	ChainReplaced
	// BlocksReplaced: the node serves other blocks than those that were seen from First to Last, as after a fork. Block is the
	// one below them. The watch continues at First, so these heights are reported again.
	BlocksReplaced
	// VotesArrived: Block is one that arrived before, now with its votes; see WithEventVotes.
	VotesArrived
)

// BlockUpdate is an event of WatchBlocks. Its Kind determines its fields.
type BlockUpdate struct {
	Kind        BlockUpdateKind
	Block       Block
	First, Last uint64 // heights, inclusive
	Err         error
}

// WatchBlocks follows the chain from a height on. It polls at the interval of recent blocks, between 250 ms and 5 s, or receives
// blocks as WithStream describes, and catches up with up to 16 concurrent requests. Each height is reported once, in order, as arrived or skipped, and again if
// the node has replaced its block. It ends with the context, or with an error if the node does not serve blocks at all.
func (n *Node) WatchBlocks(ctx context.Context, from uint64, opts ...WatchOption) iter.Seq2[BlockUpdate, error] {
	return func(yield func(BlockUpdate, error) bool) {
		w := blockWatch{node: n, next: from, yield: yield}
		for _, option := range opts {
			option(&w)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer func() {
			cancel()
			if w.stream != nil {
				w.stream.wait.Wait()
			}
		}()
		for !w.isStopped && ctx.Err() == nil {
			pause := w.round(ctx)
			w.readVotes(ctx)
			w.wait(ctx, pause)
		}
	}
}

// blockWatch is the state of WatchBlocks.
type blockWatch struct {
	node      *Node
	yield     func(BlockUpdate, error) bool
	isStopped bool
	stream    *blockStream // announces new blocks; nil if it is not used

	next   uint64          // the next height to report
	last   *Block          // the newest block
	recent []seenBlock     // up to last, in ascending order
	gaps   []time.Duration // between recent blocks, a ring buffer
	gap    int             // index of the next one in gaps

	hasResponded bool            // the node has responded to a request for a block
	outage       BlockUpdateKind // NodeSilent or NodeBehind while it lasts, else 0
	full         int             // consecutive rounds in which all blocks existed
	idle         int             // consecutive rounds without a block, -1 right after one
	isNear       bool            // the node is a few blocks behind, which is not reported yet
	failed       int             // consecutive rounds that failed
	undecodable  int             // consecutive rounds in which the next block could not be decoded

	wantsVotes  bool
	voteless    []Block   // executed ones whose votes are not known, in ascending order
	votesAt     time.Time // when to ask for them
	votesMissed int       // requests in turn that found no votes
}

// round requests the next blocks, reports the result and returns the time until the next round.
func (w *blockWatch) round(ctx context.Context) time.Duration {
	width := w.width()
	heights := make([]uint64, 0, blocksAtOnce)
	for height := w.next; len(heights) < width && height >= w.next; height++ {
		heights = append(heights, height)
	}
	requested := len(heights)
	isFar := w.full > 0 && w.full%searchEvery == 0 && w.next < paging.SaturatingAdd(w.next, maxBehind)
	checksLast := w.idle > 0 && w.last != nil
	switch {
	case isFar:
		requested--
		heights[requested] = w.next + maxBehind
	case checksLast:
		heights = append(heights, w.last.Height)
	}
	responses := w.node.blocksAt(ctx, heights)
	if ctx.Err() != nil {
		return 0
	}
	count := 0
	for count < requested && responses[count].err == nil {
		continues, err := w.continues(ctx, responses[count].block)
		switch {
		case err != nil:
			return w.failure(err, false)
		case !continues:
			return 0
		}
		w.arrived(responses[count].block)
		count++
		if w.isStopped {
			return 0
		}
	}
	if count == requested {
		w.full++
		if isFar && responses[requested].err == nil {
			w.jump(ctx, responses[requested].height)
		}
		return 0
	}
	w.full = 0
	if missing := responses[count].err; !errors.Is(missing, ErrNotFound) {
		return w.failure(missing, count+1 < requested && responses[count+1].err == nil)
	}
	w.failed, w.undecodable, w.hasResponded = 0, 0, true
	if count > 0 {
		return w.interval()
	}
	w.idle++
	if checksLast {
		if err := w.compare(ctx, responses[len(responses)-1]); err != nil {
			return w.failure(err, false)
		}
	} else {
		w.endOutage(NodeSilent)
		if w.last == nil && w.idle%searchEvery == 2 {
			_ = w.seek(ctx) // without a last block it only fails to find the newest one: the next round reports that
		}
	}
	return w.interval()
}

// width returns the number of blocks to request: one, and more while all of them exist.
func (w *blockWatch) width() int {
	switch {
	case w.undecodable > 0:
		return 2
	case w.full < 2:
		return 1
	}
	return min(1<<min(w.full-1, searchEvery), blocksAtOnce)
}

// arrived reports the next block.
func (w *blockWatch) arrived(block Block) {
	w.idle, w.failed, w.undecodable, w.hasResponded, w.isNear = -1, 0, 0, true, false
	w.endOutage(NodeSilent)
	w.endOutage(NodeBehind)
	if last := w.last; last != nil && last.Height+1 == block.Height && last.Timestamp != nil && block.Timestamp != nil {
		w.addGap(block.Timestamp.Time().Sub(last.Timestamp.Time()))
	}
	w.report(block)
}

// report reports a block and remembers it.
func (w *blockWatch) report(block Block) {
	w.emit(BlockUpdate{Kind: BlockArrived, Block: block})
	w.remember(block)
	w.awaitVotes(block)
	w.next = block.Height + 1
}

// jump skips to the newest block if it is too far away to catch up. known is a height that exists.
func (w *blockWatch) jump(ctx context.Context, known uint64) {
	head, err := w.node.FindHead(ctx, HeadSearch{Hints: []uint64{known}})
	if err != nil || head.Height < paging.SaturatingAdd(w.next, maxBehind) {
		return // the next round reports the error or catches up
	}
	w.skipTo(head.Height)
}

func (w *blockWatch) skipTo(height uint64) {
	w.emit(BlockUpdate{Kind: BlocksSkipped, First: w.next, Last: height - 1})
	w.next, w.full, w.idle = height, 0, -1
}

// emit yields an update, unless the consumer has stopped.
func (w *blockWatch) emit(update BlockUpdate) {
	if !w.isStopped && !w.yield(update, nil) {
		w.isStopped = true
	}
}

// addGap adds the time between two blocks.
func (w *blockWatch) addGap(gap time.Duration) {
	if len(w.gaps) < maxGaps {
		w.gaps = append(w.gaps, gap)
		return
	}
	w.gaps[w.gap] = gap
	w.gap = (w.gap + 1) % maxGaps
}

// interval returns the time to wait for a block: the median gap between recent ones, within limits.
func (w *blockWatch) interval() time.Duration {
	if len(w.gaps) == 0 {
		return defaultInterval
	}
	return min(max(slices.Sorted(slices.Values(w.gaps))[len(w.gaps)/2], minInterval), maxInterval)
}

// failure reports an outage once and returns the time to wait, which grows while it lasts. A block that repeatedly cannot be
// decoded is skipped if the next one exists.
func (w *blockWatch) failure(err error, hasNext bool) time.Duration {
	if isPermanent(err) && !w.hasResponded {
		w.isStopped = true
		w.yield(BlockUpdate{}, err)
		return 0
	}
	if _, ok := errors.AsType[*DecodeError](err); ok {
		w.undecodable++
		if hasNext && w.undecodable >= decodeAttempts {
			w.endOutage(NodeSilent)
			w.emit(BlockUpdate{Kind: BlocksSkipped, First: w.next, Last: w.next, Err: err})
			w.next++
			w.failed, w.undecodable = 0, 0
			return w.interval()
		}
	} else {
		w.undecodable = 0
	}
	if w.outage != NodeSilent {
		w.outage = NodeSilent
		w.emit(BlockUpdate{Kind: NodeSilent, Err: err})
	}
	pause := min(w.interval()<<min(w.failed, 5), maxInterval)
	w.failed++
	if status, ok := errors.AsType[*StatusError](err); ok {
		pause = min(max(pause, status.RetryAfter), maxRetryAfter)
	}
	return pause
}

// endOutage reports the end of an outage of a kind, if there is one.
func (w *blockWatch) endOutage(kind BlockUpdateKind) {
	if w.outage == kind && kind != BlockArrived {
		w.outage = BlockArrived
		w.emit(BlockUpdate{Kind: NodeBack})
	}
}

// compare checks the block that the node has at the height of the last one.
func (w *blockWatch) compare(ctx context.Context, response blockResponse) error {
	switch {
	case response.err == nil && !isSameBlock(response.block, *w.last):
		return w.replaced(ctx, response.block)
	case response.err == nil:
		w.endOutage(NodeSilent)
		w.endOutage(NodeBehind)
	case errors.Is(response.err, ErrNotFound):
		w.endOutage(NodeSilent)
		waits := w.outage == NodeBehind || w.isNear && w.idle < nearRounds
		if !waits || w.idle%searchEvery == 0 {
			return w.seek(ctx)
		}
	}
	return nil
}

// seek finds the newest block of a node that lacks an expected one, and reports whether it is behind, serves another chain,
// or has pruned older blocks.
func (w *blockWatch) seek(ctx context.Context) error {
	hints := []uint64{w.next}
	for distance := uint64(1); distance < w.next && len(hints) < maxHints; distance *= 8 {
		hints = append(hints, w.next-distance)
	}
	head, err := w.node.FindHead(ctx, HeadSearch{Hints: hints})
	switch {
	case errors.Is(err, ErrNotFound):
		w.behind(BlockUpdate{Err: err})
	case err != nil: // the next round reports it
	case w.last != nil && w.isOther(head):
		return w.replaced(ctx, head)
	case head.Height >= w.next:
		// Newer blocks exist: the next one was pruned, unless it has arrived in the meantime.
		if current := w.node.blockAt(ctx, w.next); errors.Is(current.err, ErrNotFound) && head.Height > w.next {
			w.skipTo(head.Height)
		}
	case head.Height+nearBlocks >= w.next && w.idle < nearRounds:
		w.isNear = true
	case head.Height+1 < w.next:
		w.behind(BlockUpdate{First: head.Height})
	}
	return nil
}

// behind reports a node that is behind, once.
func (w *blockWatch) behind(update BlockUpdate) {
	if w.outage == NodeBehind {
		return
	}
	w.outage = NodeBehind
	update.Kind, update.Last = NodeBehind, max(w.next, 1)-1
	w.emit(update)
}
