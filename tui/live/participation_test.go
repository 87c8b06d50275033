package live

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

type testBlock struct {
	height uint64
	author string
	voters []bool
}

func rowOf(block testBlock) Row {
	return NewRow(client.Block{Height: block.height, Author: block.author, Certificate: &client.Certificate{Voters: block.voters}})
}

// counted computes the expected results of Members and Authors.
func counted(blocks []testBlock, members int) ([]MemberVotes, map[string]int) {
	votes := make([]MemberVotes, members)
	authors := map[string]int{}
	for i := range votes {
		votes[i].Member = i
		run := 0
		for at, block := range blocks {
			if at > 0 && blocks[at-1].height+1 != block.height {
				run = 0
			}
			switch {
			case i >= len(block.voters):
				run = 0
				continue
			case block.voters[i]:
				run = 0
				votes[i].Votes++
			default:
				run++
				if votes[i].FirstMiss == nil {
					votes[i].FirstMiss = new(block.height)
				}
				votes[i].LastMiss = new(block.height)
				votes[i].LongestRun = max(votes[i].LongestRun, run)
			}
			votes[i].Blocks++
		}
	}
	slices.SortStableFunc(votes, func(a, b MemberVotes) int { return cmp.Compare(b.Misses(), a.Misses()) })
	for _, block := range blocks {
		if block.author != "" {
			authors[block.author]++
		}
	}
	return votes, authors
}

func TestParticipationProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var p Participation
		var blocks []testBlock
		height, members := uint64(0), 0
		for range rapid.IntRange(0, 120).Draw(rt, "steps") {
			height += rapid.SampledFrom([]uint64{1, 1, 1, 1, 5}).Draw(rt, "step")
			block := testBlock{
				height: height,
				author: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(rt, "author"),
				voters: rapid.SliceOfN(rapid.Bool(), 0, 4).Draw(rt, "voters"),
			}
			members = max(members, len(block.voters))
			row := rowOf(block)
			p.Add(&row)
			p.Add(&row) // ignored
			blocks = append(blocks, block)
			votes, authors := counted(blocks, members)
			require.Equal(rt, votes, p.Members())
			found := map[string]int{}
			for i, author := range p.Authors() {
				found[author.Author] = author.Blocks
				require.LessOrEqual(rt, author.First, author.Last)
				if i > 0 {
					require.LessOrEqual(rt, author.Blocks, p.Authors()[i-1].Blocks)
				}
			}
			require.Equal(rt, authors, found)
		}
	})
}

func TestParticipationShares(t *testing.T) {
	t.Parallel()
	var p Participation
	for height := range uint64(10) {
		row := rowOf(testBlock{height, fmt.Sprint(height / 8), []bool{height != 3, true}})
		p.Add(&row)
	}
	members := p.Members()
	require.Equal(t, 1, members[0].Misses())
	require.InDelta(t, 0.9, members[0].Share(), 1e-9)
	require.InDelta(t, 1.0, members[1].Share(), 1e-9)
	require.InDelta(t, 0.8, p.Authors()[0].Share(), 1e-9)
	require.InDelta(t, 5.0, p.Authors()[0].Expected, 1e-9)
	fraction, ok := p.Authors()[0].OfExpected()
	require.True(t, ok)
	require.InDelta(t, 1.6, fraction, 1e-9)
	require.Zero(t, MemberVotes{}.Share())
}
