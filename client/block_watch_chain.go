package client

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
)

// maxRecent is the number of recent blocks that a watch remembers: the depth of the deepest fork that it recognizes as one.
const maxRecent = 500

// seenBlock identifies a block that was reported.
type seenBlock struct {
	height    uint64
	digest    string     // empty if the node did not send it
	timestamp *Timestamp // nil if the node did not send it
}

// WatchOption configures WatchBlocks, such as AfterBlocks.
type WatchOption func(*blockWatch)

// AfterBlocks passes blocks below the first height of the watch that were seen before, in ascending order. The watch uses
// their Height, Digest and Timestamp to notice if the node has replaced them in the meantime.
func AfterBlocks(blocks ...Block) WatchOption {
	return func(w *blockWatch) {
		for _, block := range blocks {
			w.remember(block)
		}
	}
}

// remember makes a block the last one.
func (w *blockWatch) remember(block Block) {
	if len(w.recent) == 2*maxRecent {
		w.recent = slices.Delete(w.recent, 0, maxRecent)
	}
	w.recent = append(w.recent, seenBlock{block.Height, block.Digest, block.Timestamp})
	w.last = &block
}

// continues reports whether the next block follows from the last one. If it does not, because the node has replaced the last
// one, it reports that.
func (w *blockWatch) continues(ctx context.Context, block Block) (bool, error) {
	last := w.last
	if last == nil || last.Height+1 != block.Height || last.Digest == "" || block.Parent == "" || isSameDigest(last.Digest, block.Parent) {
		return true, nil
	}
	current := w.node.blockAt(ctx, last.Height)
	switch {
	case errors.Is(current.err, ErrNotFound):
		return true, nil // pruned
	case current.err != nil:
		return false, current.err
	case isSameBlock(current.block, *last):
		return true, nil // the node contradicts itself
	}
	return false, w.replaced(ctx, current.block)
}

// isOther reports whether a block belongs to another chain than the reported ones: it differs from the one at its height, or is
// newer than a higher one.
func (w *blockWatch) isOther(block Block) bool {
	at := sort.Search(len(w.recent), func(i int) bool { return w.recent[i].height >= block.Height })
	if at < len(w.recent) && w.recent[at].height == block.Height && !w.recent[at].isSame(block) {
		return true
	}
	last := w.last
	return block.Height < last.Height && block.Timestamp != nil && last.Timestamp != nil && *block.Timestamp > *last.Timestamp
}

// replaced continues above the highest recent block that the node still has, or else with a block of another chain.
func (w *blockWatch) replaced(ctx context.Context, block Block) error {
	count, common, err := w.commonBlocks(ctx)
	if err != nil {
		return err // the next round finds the difference again
	}
	w.outage = BlockArrived
	w.gaps, w.gap, w.idle, w.full = nil, 0, -1, 0
	last := w.last.Height
	w.recent = w.recent[:count]
	if count == 0 {
		w.voteless = nil
		w.emit(BlockUpdate{Kind: ChainReplaced, First: block.Height, Last: last})
		w.report(block)
		return nil
	}
	w.last, w.next = &common, common.Height+1
	w.forgetVotes(w.next)
	w.emit(BlockUpdate{Kind: BlocksReplaced, Block: common, First: w.next, Last: last})
	return nil
}

// commonBlocks returns how many of the recent blocks the node still has, and the highest of them. The last one was replaced.
func (w *blockWatch) commonBlocks(ctx context.Context) (count int, common Block, err error) {
	for end := len(w.recent) - 1; count < end; {
		middle := (count + end) / 2
		response := w.node.blockAt(ctx, w.recent[middle].height)
		switch {
		case response.err != nil && !errors.Is(response.err, ErrNotFound):
			return 0, Block{}, response.err
		case response.err == nil && w.recent[middle].isSame(response.block):
			count, common = middle+1, response.block
		default:
			end = middle
		}
	}
	return count, common, nil
}

// isSame reports whether no value that both blocks have differs.
func (s seenBlock) isSame(block Block) bool {
	return isSameBlock(block, Block{Digest: s.digest, Timestamp: s.timestamp})
}

// isSameBlock reports whether no value that both blocks have differs.
func isSameBlock(a, b Block) bool {
	isEqualTime := a.Timestamp == nil || b.Timestamp == nil || *a.Timestamp == *b.Timestamp
	return isEqualTime && (a.Digest == "" || b.Digest == "" || isSameDigest(a.Digest, b.Digest))
}

// isSameDigest compares digests in any notation: a caller of AfterBlocks may have stored them as bytes.
func isSameDigest(a, b string) bool {
	return strings.EqualFold(strings.TrimPrefix(a, "0x"), strings.TrimPrefix(b, "0x"))
}
