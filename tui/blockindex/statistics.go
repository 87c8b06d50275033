package blockindex

import (
	"cmp"
	"slices"

	"foredeck/client"
)

// Statistics are who voted for and who made the blocks of a slice of the chain.
type Statistics struct {
	Blocks      int
	First, Last uint64               // heights
	Members     []client.MemberVotes // most misses first
	Authors     []client.AuthorBlocks
}

// Count counts the blocks of a snapshot. It takes time by their number and is not for the program's loop.
func Count(snapshot [][]Row) Statistics {
	var votes client.Participation
	var statistics Statistics
	patterns := map[string][]bool{} // each pattern of votes once, for many blocks have the same
	for _, piece := range snapshot {
		for i := range piece {
			row := &piece[i]
			if row.Kind != Block {
				continue
			}
			voters, known := patterns[row.voters]
			if !known || len(voters) != int(row.Members) {
				voters = make([]bool, row.Members)
				for member := range voters {
					voters[member], _ = row.Voted(member)
				}
				patterns[row.voters] = voters
			}
			votes.Add(client.ConsensusBlock{Height: row.Height, Author: row.Author, Certificate: &client.Certificate{Voters: voters}})
			if statistics.Blocks == 0 {
				statistics.First = row.Height
			}
			statistics.Blocks++
			statistics.Last = row.Height
		}
	}
	statistics.Members, statistics.Authors = votes.Members(), votes.Authors()
	slices.SortStableFunc(statistics.Members, func(a, b client.MemberVotes) int { return cmp.Compare(b.Misses(), a.Misses()) })
	return statistics
}
