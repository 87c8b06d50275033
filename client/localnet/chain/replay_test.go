package chain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// extend adds blocks, one a second.
func extend(c *Chain, blocks int) {
	for range blocks {
		c.Produce(c.NewestTime().Add(time.Second))
	}
}

// A replay has the same blocks, transactions and balances, at every length.
func TestReplay(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 5)
	start := c.Head()
	early, err := c.Replay(t.Context(), start-200, Fork{})
	require.NoError(t, err)
	extend(c, 40)
	c.Drop(3, c.Head()+1)
	early.Drop(3, c.Head()+1)
	extend(c, 100)
	c.Restore(3, c.Head()+1)
	early.Restore(3, c.Head()+1)
	extend(c, 10)
	require.NoError(t, early.Follow(t.Context(), c, c.Head()))
	late, err := c.Replay(t.Context(), c.Head(), Fork{})
	require.NoError(t, err)
	for _, replay := range []*Chain{early, late} {
		require.Equal(t, c.records, replay.records)
		require.Equal(t, c.accounts, replay.accounts)
		require.Equal(t, c.supply, replay.supply)
		require.Equal(t, c.rng, replay.rng)
		require.Equal(t, c.NewestTime(), replay.NewestTime())
	}
	head := start - 7
	short, err := c.Replay(t.Context(), head, Fork{})
	require.NoError(t, err)
	require.Equal(t, head, short.Head())
	require.Equal(t, c.records.blocks[:head+1], short.records.blocks)
}

// A fork has the same blocks below its height and other ones from there on, which refer to each other.
func TestFork(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 6)
	extend(c, 20)
	for _, height := range []uint64{1, 700, c.Head() - 20, c.Head(), c.Head() + 5} {
		fork, err := c.Replay(t.Context(), c.Head(), Fork{Height: height, Salt: 1})
		require.NoError(t, err)
		extend(c, 10)
		require.NoError(t, fork.Follow(t.Context(), c, c.Head()))
		other, err := c.Replay(t.Context(), c.Head(), Fork{Height: height, Salt: 2})
		require.NoError(t, err)
		require.Equal(t, c.records.blocks[:height], fork.records.blocks[:height])
		for at := height; at <= c.Head(); at++ {
			require.NotEqual(t, c.records.blocks[at].Hash, fork.records.blocks[at].Hash, at)
			require.NotEqual(t, other.records.blocks[at].Hash, fork.records.blocks[at].Hash, at)
			require.Equal(t, c.records.blocks[at].Age, fork.records.blocks[at].Age)
			require.Equal(t, fork.records.blocks[at-1].Hash, fork.records.ParentHash(uint32(at)))
		}
	}
}

// A dropped validator neither votes nor proposes while it is dropped, on a chain that is consistent with that.
func TestDrop(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 7)
	from := c.Head() + 1
	for validator := range DefaultMembers - 21 {
		require.NoError(t, c.records.CanDrop(validator))
		c.Drop(validator, from)
		c.Drop(validator, from)
	}
	require.ErrorContains(t, c.records.CanDrop(20), "resume one first")
	require.NoError(t, c.records.CanDrop(3), "dropped already")
	for _, none := range []int{-1, DefaultMembers} {
		require.ErrorContains(t, c.records.CheckMember(none), "must be from 0 to 30")
	}
	extend(c, 3*DefaultMembers)
	to := c.Head()
	c.Restore(3, to+1)
	require.Equal(t, []int{0, 1, 2, 4, 5, 6, 7, 8, 9}, c.records.Dropped())
	extend(c, 3*DefaultMembers)

	voted, proposed, failed := 0, 0, 0
	for height := from; height <= c.Head(); height++ {
		at := uint32(height)
		author := int(c.records.blocks[height].Author)
		require.GreaterOrEqual(t, author, 3)
		votes, signers := c.records.Voters(at), 0
		for validator, vote := range votes {
			if vote {
				signers++
				require.True(t, validator == 3 && height > to || validator > 9)
			}
		}
		require.GreaterOrEqual(t, signers, 21)
		require.True(t, votes[author])
		if votes[3] {
			voted++
		}
		if author == 3 {
			require.Greater(t, height, to)
			proposed++
		}
		for _, validator := range c.records.FailedProposers(at) {
			require.NotEqual(t, author, int(validator))
			failed++
		}
	}
	require.Greater(t, voted, DefaultMembers)
	require.GreaterOrEqual(t, proposed, 1)
	require.Greater(t, failed, 30)
	before := c.records
	require.Equal(t, []int{0, 1, 2, 4, 5, 6, 7, 8, 9}, before.Dropped())
	c.Restore(0, c.Head()+1)
	require.Equal(t, 0, before.Dropped()[0], "records do not change")
}
