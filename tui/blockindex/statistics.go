package blockindex

// Statistics are the votes and blocks per validator in a range of the chain.
type Statistics struct {
	Blocks      int
	First, Last uint64        // heights
	Members     []MemberVotes // most missed votes first
	Authors     []AuthorBlocks
}

// Count evaluates the blocks of a snapshot. It takes time proportional to their number and should run outside the
// update loop.
func Count(snapshot [][]Row) Statistics {
	var votes Participation
	var statistics Statistics
	patterns := map[string][]bool{} // decoded voter bitmaps; many blocks share one
	for _, chunk := range snapshot {
		for i := range chunk {
			row := &chunk[i]
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
			votes.Add(row.Height, row.Author, voters)
			if statistics.Blocks == 0 {
				statistics.First = row.Height
			}
			statistics.Blocks++
			statistics.Last = row.Height
		}
	}
	statistics.Members, statistics.Authors = votes.Members(), votes.Authors()
	return statistics
}
