package load

import (
	"context"
	"errors"
	"slices"

	"foredeck/client"
)

// NewestHeight finds the newest block of a node with executed blocks. Others are not searched for it, which takes hundreds of requests: the
// error is client.ErrUnsupported. hints are heights near it.
func NewestHeight(ctx context.Context, node *client.Node, hints []uint64) (uint64, error) {
	if !node.HasExecutedBlocks() {
		at := uint64(1)
		if len(hints) > 0 {
			at = slices.Max(hints)
		}
		if _, err := node.Block(ctx, at, client.WithTransactions()); errors.Is(err, client.ErrUnsupported) {
			return 0, err
		}
	}
	block, err := node.FindHead(ctx, client.HeadSearch{Hints: hints})
	return block.Height, err
}
