package index

import (
	"context"
	"errors"

	"foredeck/client"
)

// FirstHeight returns the lowest height from low to head whose block the node has and whose time is not before a time in microseconds; 0 for
// any time.
func (x *Indexer) FirstHeight(ctx context.Context, low uint64, head client.Block, since int64) (uint64, error) {
	is := func(height uint64) (bool, error) {
		block, err := x.Node.Block(ctx, height, client.WithStatistics())
		if errors.Is(err, client.ErrNotFound) {
			return false, nil // pruned: those above it may be there
		}
		return err == nil && (block.Timestamp == nil || int64(*block.Timestamp) >= since), err
	}
	high := head.Height // that one is
	for first := true; low < high; first = false {
		middle := low + (high-low)/2
		if first {
			middle = low // most often the node has it
		}
		found, err := is(middle)
		switch {
		case err != nil:
			return 0, err
		case found:
			high = middle
		default:
			low = middle + 1
		}
	}
	return high, nil
}
