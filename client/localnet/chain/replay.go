package chain

import (
	"context"
	"encoding/binary"

	"foredeck/client/localnet/internal/rng"
)

// Fork is where a chain leaves another one with the same seed. The zero value is no fork.
type Fork struct {
	Height uint64 // of the first block that differs
	Salt   uint64 // tells forks apart; not 0
}

// Replay returns a new chain with the blocks of this one up to a height, except those from the fork on. The blocks of the fork
// have the times of the originals. It fails only if the context ends.
func (c *Chain) Replay(ctx context.Context, head uint64, fork Fork) (*Chain, error) {
	replay := New(c.config)
	replay.genesis, replay.startHeight = c.genesis, c.startHeight
	original := c.Records()
	replay.records.fork, replay.records.firstBlockTime, replay.records.drops = fork, original.firstBlockTime, original.drops
	if err := replay.createAccounts(ctx); err != nil {
		return nil, err
	}
	return replay, replay.Follow(ctx, c, head)
}

// Follow adds blocks up to a height at the times of those of another chain, which must have as many. It fails only if the context ends.
func (c *Chain) Follow(ctx context.Context, other *Chain, head uint64) error {
	original := other.Records()
	for height := c.records.Count(); height <= head; height++ {
		if height%contextCheckInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fill := c.addWorkload
		switch height {
		case uint64(c.records.computed):
			fill = func(*Block) {}
		case c.startHeight:
			fill = c.createNewcomer
		}
		if height > uint64(c.records.computed) && c.buildingHistory {
			c.historyInterval() // Build draws it before each of these blocks
		}
		c.addBlock(original.age(uint32(height)), fill)
		if height == c.startHeight {
			c.buildingHistory = false
		}
	}
	return nil
}

// startFork changes the random numbers if the next block is the first of the fork.
func (c *Chain) startFork() {
	if fork := c.records.fork; fork.Salt != 0 && c.records.Count() == max(fork.Height, uint64(c.records.computed)) {
		c.rng = rng.New(rng.Mix(c.seed) ^ rng.Mix(fork.Salt))
	}
}

// appendFork appends the salt of the fork if the block at a height belongs to it, so that its hash differs from that of the original.
func (r *Records) appendFork(buffer []byte, height uint32) []byte {
	if r.fork.Salt == 0 || uint64(height) < r.fork.Height {
		return buffer
	}
	return binary.LittleEndian.AppendUint64(append(buffer, "fork"...), r.fork.Salt)
}
