package live_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
)

// late passes blocks whose votes are known only after the block that follows by lag, and those of the heights in unknown never.
func (c *chain) late(blocks []client.Block, lag int, unknown ...uint64) {
	skipped := map[uint64]bool{}
	for _, height := range unknown {
		skipped[height] = true
	}
	tell := func(block client.Block) {
		if !skipped[block.Height] {
			c.add(c.Update(client.BlockUpdate{Kind: client.VotesArrived, Block: block}, c.now))
		}
	}
	for i, block := range blocks {
		bare := block
		bare.Certificate, bare.Statistics = nil, &client.BlockStatistics{}
		c.pass(bare)
		if i >= lag {
			tell(blocks[i-lag])
		}
	}
	for _, block := range blocks[len(blocks)-lag:] {
		tell(block)
	}
}

// Votes that become known after their block raise the same alerts as those of certificates.
func TestLateVotes(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertSlow].Severity, rules[config.AlertMissedOften].Count, rules[config.AlertMissedOften].Window = config.Off, 4, 20
	for _, rules[config.AlertMissed].Count = range []int{1, 3, 30} {
		direct, late := newChain(rules), newChain(rules)
		var blocks []client.Block
		for height := uint64(1); height <= 60; height++ {
			missing := []int{}
			if height > 10 && height < 16 || height%7 == 0 && height < 40 {
				missing = append(missing, 17)
			}
			if height == 50 {
				missing = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
			}
			blocks = append(blocks, direct.block(height, missing...))
		}
		for _, block := range blocks {
			direct.pass(block)
		}
		late.late(blocks, 2)
		texts := direct.texts()
		require.NotEmpty(t, texts)
		require.Equal(t, texts, late.texts(), "%d in a row", rules[config.AlertMissed].Count)
	}
}

// An unknown vote interrupts a run of missed ones, and votes of blocks that were not evaluated or were evaluated before count for nothing.
func TestUnknownLateVotes(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertMissed].Count, rules[config.AlertSlow].Severity = 3, config.Off
	c := newChain(rules)
	blocks := []client.Block{c.block(1), c.block(2, 17), c.block(3, 17), c.block(4, 17), c.block(5, 17)}
	c.late(blocks, 1, 4)
	require.Empty(t, c.texts())
	for _, block := range []client.Block{c.block(3, 17), c.block(90, 17)} {
		c.add(c.Update(client.BlockUpdate{Kind: client.VotesArrived, Block: block}, c.now))
	}
	require.Empty(t, c.texts())
	c.late([]client.Block{c.block(6, 17), c.block(7, 17)}, 1)
	require.Equal(t, []string{"critical begin: your validator (17) stopped voting at 5 (3 misses so far)"}, c.texts())
}

// The index shows the votes of the newest block that has some. They replace the row without.
func TestIndexOfLateVotes(t *testing.T) {
	t.Parallel()
	ix, voted := live.NewIndex(), &client.Certificate{Kind: client.EventVotes, Voters: []bool{true, false}}
	block := func(height uint64, certificate *client.Certificate) live.Row {
		return live.NewRow(client.Block{Height: height, Digest: fmt.Sprintf("0x%064x", height), Certificate: certificate})
	}
	for height := range uint64(3) {
		ix.Put(block(height, nil))
	}
	require.Nil(t, ix.NewestVoted())
	require.False(t, ix.HasEventVotes())
	ix.Put(block(1, voted))
	require.True(t, ix.HasEventVotes())
	require.EqualValues(t, 1, ix.NewestVoted().Height)
	require.EqualValues(t, 1, ix.NewestVoted().Votes)
	ix.Put(block(1, nil))
	require.EqualValues(t, 1, ix.NewestVoted().Height, "a page without votes takes none away")
	ix.Clear()
	require.False(t, ix.HasEventVotes())
}
