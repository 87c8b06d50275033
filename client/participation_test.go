package client

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// counted computes the expected results of Members and Authors.
func counted(blocks []ConsensusBlock, members int) ([]MemberVotes, map[string]int) {
	votes := make([]MemberVotes, members)
	authors := map[string]int{}
	for i := range votes {
		votes[i].Member = i
		run := 0
		for at, block := range blocks {
			if at > 0 && blocks[at-1].Height+1 != block.Height {
				run = 0
			}
			switch {
			case block.Certificate == nil || i >= len(block.Certificate.Voters):
				run = 0
				continue
			case block.Certificate.Voters[i]:
				run = 0
				votes[i].Votes++
			default:
				run++
				if votes[i].FirstMiss == nil {
					votes[i].FirstMiss = new(block.Height)
				}
				votes[i].LastMiss = new(block.Height)
				votes[i].LongestRun = max(votes[i].LongestRun, run)
			}
			votes[i].Blocks++
		}
	}
	for _, block := range blocks {
		if block.Author != "" {
			authors[block.Author]++
		}
	}
	return votes, authors
}

func TestParticipationProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var p Participation
		var blocks []ConsensusBlock
		height, members := uint64(0), 0
		for range rapid.IntRange(0, 120).Draw(rt, "steps") {
			if rapid.IntRange(0, 3).Draw(rt, "remove") == 0 {
				p.RemoveOldest()
				blocks = blocks[min(len(blocks), 1):]
			} else {
				height += rapid.SampledFrom([]uint64{1, 1, 1, 1, 5}).Draw(rt, "step")
				block := ConsensusBlock{Height: height, Author: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(rt, "author")}
				if rapid.IntRange(0, 9).Draw(rt, "certificate") > 0 {
					voters := rapid.SliceOfN(rapid.Bool(), 0, 4).Draw(rt, "voters")
					block.Certificate = &Certificate{Voters: voters}
					members = max(members, len(voters))
				}
				require.True(rt, p.Add(block))
				require.False(rt, p.Add(block))
				blocks = append(blocks, block)
			}
			votes, authors := counted(blocks, members)
			require.Equal(rt, votes, p.Members())
			require.Equal(rt, len(blocks), p.Len())
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
		p.Add(ConsensusBlock{Height: height, Author: fmt.Sprint(height / 8), Certificate: &Certificate{Voters: []bool{height != 3, true}}})
	}
	members := p.Members()
	require.Equal(t, 1, members[0].Misses())
	require.InDelta(t, 0.9, members[0].Share(), 1e-9)
	require.InDelta(t, 1.0, members[1].Share(), 1e-9)
	require.InDelta(t, 0.8, p.Authors()[0].Share(), 1e-9)
	require.Zero(t, MemberVotes{}.Share())
}

// Adding and removing a block takes constant time.
func BenchmarkParticipation(b *testing.B) {
	for _, length := range []int{100, 10_000, 600_000} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			var p Participation
			height := uint64(0)
			add := func() {
				voters := make([]bool, 41)
				for i := range voters {
					voters[i] = (height*31+uint64(i)*17)%23 > 0
				}
				p.Add(ConsensusBlock{Height: height, Author: "a", Certificate: &Certificate{Voters: voters}})
				height++
			}
			for range length {
				add()
			}
			for b.Loop() {
				add()
				p.RemoveOldest()
				p.Members()
			}
		})
	}
}
