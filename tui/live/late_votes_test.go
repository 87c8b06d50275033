package live_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
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

// While the user's validator misses votes, its alert says on how many of the nodes they are missing.
func TestMissedOnNodes(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	node := func(name string, height uint64, voted bool) live.Node {
		voters := make([]bool, 31)
		voters[17] = voted
		return live.Node{Name: name, State: health.OK, Height: &height, Voters: voters}
	}
	c.vote(1)
	c.add(c.Nodes([]live.Node{node("a", 1, true), node("b", 1, true), node("c", 1, true)}, c.now))
	c.miss(2)
	c.miss(3)
	open := func() string { return c.Open()[0].Text(live.Begin, c.now).String() }
	c.add(c.Nodes([]live.Node{node("a", 3, false), node("b", 1, true), node("c", 1, true)}, c.now))
	require.Equal(t, "your validator (17) stopped voting at 2 (2 misses so far)", open(), "one node is what is followed")
	c.add(c.Nodes([]live.Node{node("a", 3, false), node("b", 2, true), node("c", 3, false)}, c.now))
	require.Equal(t, "your validator (17) stopped voting at 2 (2 misses so far, on 2 of 3 nodes)", open())
	down := node("c", 3, false)
	down.Down = true
	c.add(c.Nodes([]live.Node{node("a", 3, false), node("b", 3, false), down}, c.now))
	require.Equal(t, "your validator (17) stopped voting at 2 (2 misses so far, on both nodes)", open())
	c.add(c.Nodes([]live.Node{node("a", 3, false), node("b", 3, false), node("c", 3, false)}, c.now))
	require.Equal(t, "your validator (17) stopped voting at 2 (2 misses so far, on all 3 nodes)", open())
	c.vote(4)
	c.add(c.Nodes([]live.Node{node("a", 4, true), node("b", 4, true), node("c", 4, true)}, c.now))
	require.Empty(t, c.Open())
}
