package blockindex

import (
	"slices"

	"foredeck/client"
)

// mostHeld bounds the blocks that are kept whole.
const mostHeld = 64

// Hold keeps a block whole, so that it is not asked for again. Its batches stay with it once they were asked for.
func (c *Index) Hold(block client.ConsensusBlock) {
	if at := c.heldAt(block.Height); at >= 0 {
		if block.Batches == nil && c.held[at].Digest == block.Digest {
			block.Batches = c.held[at].Batches
		}
		c.held = slices.Delete(c.held, at, at+1)
	}
	if len(c.held) == mostHeld {
		c.held = slices.Delete(c.held, 0, 1)
	}
	c.held = append(c.held, block)
}

// Held is the block at the height, nil where it is not kept whole.
func (c *Index) Held(height uint64) *client.ConsensusBlock {
	if at := c.heldAt(height); at >= 0 {
		return &c.held[at]
	}
	return nil
}

func (c *Index) heldAt(height uint64) int {
	return slices.IndexFunc(c.held, func(block client.ConsensusBlock) bool { return block.Height == height })
}
