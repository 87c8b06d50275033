package chain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// buildLong builds a chain whose first blocks are computed.
func buildLong(t testing.TB, config Config) *Chain {
	t.Helper()
	config.Accounts, config.Transactions = 40, 50
	c := New(config)
	require.NoError(t, c.Build(t.Context(), start))
	return c
}

// Computed blocks are consistent with each other and with the first stored ones.
func TestComputedBlocks(t *testing.T) {
	t.Parallel()
	c := buildLong(t, Config{Seed: 9, Members: 200, EpochBlocks: 1_000, Blocks: 30_000})
	require.EqualValues(t, 30_000, c.records.Count())
	require.Equal(t, start, c.NewestTime().UTC())
	require.Greater(t, int(c.records.computed), 29_000)

	skips, longest, users, misses, authors, hashes := 0, 0, 0, 0, map[uint16]int{}, map[Digest]bool{}
	for height := uint32(1); height < uint32(c.records.Count()); height++ {
		before, block := c.records.Block(height-1), c.records.Block(height)
		hashes[block.Hash] = true
		authors[block.Author]++
		require.Equal(t, before.Hash, c.records.ParentHash(height))
		require.Greater(t, block.Age, before.Age, height)
		require.Equal(t, block.Age, c.records.age(height))
		failed := c.records.FailedProposers(height)
		skips += len(failed)
		longest = max(longest, len(failed))
		require.EqualValues(t, height/1_000+1, block.Epoch)
		require.Equal(t, c.records.leader(block.Epoch, block.Round), block.Author)
		if block.Epoch == before.Epoch {
			require.EqualValues(t, len(failed), block.Round-before.Round-1)
		} else {
			require.EqualValues(t, len(failed), block.Round)
		}
		if height < c.records.computed { // others choose their times before their rounds
			require.InDelta(t, time.Second.Microseconds()*int64(len(failed)+1), block.Age-before.Age, 0.11e6)
		}
		if height%50 != 0 {
			continue
		}
		users += len(c.records.userTransactions(height))
		votes := c.records.Voters(height)
		require.Len(t, votes, 200)
		require.True(t, votes[block.Author])
		signers := 0
		for _, vote := range votes {
			if vote {
				signers++
			}
		}
		require.GreaterOrEqual(t, signers, 134)
		misses += 200 - signers
	}
	require.Len(t, hashes, 29_999)
	require.Len(t, authors, 200)
	require.InDelta(t, 30_000*(1.0/64+1.0/80+3.0/1_500+14.0/9_000), skips, 100)
	require.GreaterOrEqual(t, longest, 14)
	require.InDelta(t, 2*600, users, 150)
	require.InDelta(t, 0.07*200*600, misses, 0.03*200*600)
}

// A chain with a computed history is replayed and forked like others, also within that history.
func TestReplayOfComputedBlocks(t *testing.T) {
	t.Parallel()
	c := buildLong(t, Config{Seed: 9, Blocks: 5_000})
	extend(c, 20)
	replay, err := c.Replay(t.Context(), c.Head(), Fork{})
	require.NoError(t, err)
	require.Equal(t, c.records, replay.records)
	require.Equal(t, c.accounts, replay.accounts)
	for _, height := range []uint32{1, 2_000, c.records.computed - 1, c.records.computed, 4_999} {
		fork, err := c.Replay(t.Context(), c.Head(), Fork{Height: uint64(height), Salt: 1})
		require.NoError(t, err)
		require.Equal(t, c.records.Count(), fork.records.Count())
		require.Equal(t, c.records.Block(height-1), fork.records.Block(height-1))
		for at := height; at < uint32(c.records.Count()); at++ {
			require.NotEqual(t, c.records.Block(at).Hash, fork.records.Block(at).Hash, "%d %d", height, at)
			require.Equal(t, c.records.age(at), fork.records.age(at))
		}
	}
}

// The number of blocks is a minimum: transactions may need more.
func TestLeastBlocks(t *testing.T) {
	t.Parallel()
	c := buildLong(t, Config{Seed: 9, Blocks: 10})
	require.Greater(t, c.records.Count(), uint64(40))
	require.Zero(t, c.records.computed)
	require.EqualValues(t, 150, buildLong(t, Config{Seed: 9, Blocks: 150}).records.Count())
}

// BenchmarkBuildLong builds a chain of a million blocks.
func BenchmarkBuildLong(b *testing.B) {
	for b.Loop() {
		buildLong(b, Config{Members: 200, Blocks: 1_000_000})
	}
}

// BenchmarkComputedVoters computes the votes for a block.
func BenchmarkComputedVoters(b *testing.B) {
	c := buildLong(b, Config{Members: 200, Blocks: 1_000_000})
	height := uint32(0)
	for b.Loop() {
		height = (height + 7_919) % 900_000
		c.records.Voters(height)
	}
}
