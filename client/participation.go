package client

import (
	"cmp"
	"slices"
)

// Participation counts who voted for and who made the blocks of a slice of the chain. It
// grows at the new end and shrinks at the old one; both take time by the number of
// members alone. The zero value is an empty slice. It is not safe for concurrent use.
type Participation struct {
	blocks  []countedBlock // in ascending order
	members []memberCount  // by number
	authors map[string][]uint64
}

// MemberVotes is what a member of the committee did in a slice of the chain. Members are
// known by their number in the certificates; in another epoch the same number may be
// another member.
type MemberVotes struct {
	Member int
	Blocks int // whose certificate has a place for this member
	Votes  int
	// LongestRun is the most misses in a row. Where a height of the slice is lacking a run
	// ends, since nothing is known of it.
	LongestRun          int
	FirstMiss, LastMiss *uint64 // heights, nil without a miss
}

// Misses is how many blocks the member did not vote for.
func (m MemberVotes) Misses() int { return m.Blocks - m.Votes }

// Share is the part of the blocks that the member voted for, 0 to 1; 0 of no blocks.
func (m MemberVotes) Share() float64 { return share(m.Votes, m.Blocks) }

// AuthorBlocks is how much of a slice of the chain an author made.
type AuthorBlocks struct {
	Author      string
	Blocks      int
	Of          int    // all blocks of the slice whose author is given
	First, Last uint64 // heights
}

// Share is the part of the blocks that are the author's, 0 to 1.
func (a AuthorBlocks) Share() float64 { return share(a.Blocks, a.Of) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// countedBlock is what is needed to take a block out again.
type countedBlock struct {
	height uint64
	author string
	voters []bool
}

// memberCount counts one member.
type memberCount struct {
	blocks, votes int
	runs          []missRun // of misses, in ascending order
	gone          int       // how many runs were taken out at the old end
	// longest names the longest run, then the longest of those after it and so on, by their
	// number from the beginning: when the oldest run wears off, the next longest is known.
	longest []int
}

// missRun is a run of misses, both heights included.
type missRun struct{ first, last uint64 }

func (r missRun) length() int { return int(r.last - r.first + 1) }

// Add adds a block at the new end. One that is not above the newest is left out, and false
// is the answer.
func (p *Participation) Add(block ConsensusBlock) bool {
	if len(p.blocks) > 0 && block.Height <= p.blocks[len(p.blocks)-1].height {
		return false
	}
	counted := countedBlock{height: block.Height, author: block.Author}
	if block.Certificate != nil {
		counted.voters = block.Certificate.Voters
	}
	isNeighbour := len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].height+1 == block.Height
	p.blocks = append(p.blocks, counted)
	for len(p.members) < len(counted.voters) {
		p.members = append(p.members, memberCount{})
	}
	for i, voted := range counted.voters {
		member := &p.members[i]
		member.blocks++
		if voted {
			member.votes++
		} else {
			member.miss(block.Height, isNeighbour)
		}
	}
	if block.Author != "" {
		if p.authors == nil {
			p.authors = map[string][]uint64{}
		}
		p.authors[block.Author] = append(p.authors[block.Author], block.Height)
	}
	return true
}

// miss counts a miss at the new end.
func (m *memberCount) miss(height uint64, isNeighbour bool) {
	if last := len(m.runs) - 1; isNeighbour && last >= 0 && m.runs[last].last+1 == height {
		m.runs[last].last = height
		m.longest = m.longest[:len(m.longest)-1]
	} else {
		m.runs = append(m.runs, missRun{height, height})
	}
	newest := m.gone + len(m.runs) - 1
	for len(m.longest) > 0 && m.run(m.longest[len(m.longest)-1]).length() <= m.run(newest).length() {
		m.longest = m.longest[:len(m.longest)-1]
	}
	m.longest = append(m.longest, newest)
}

// run gives a run by its number from the beginning.
func (m *memberCount) run(number int) missRun { return m.runs[number-m.gone] }

// RemoveOldest takes the oldest block out, if there is one.
func (p *Participation) RemoveOldest() {
	if len(p.blocks) == 0 {
		return
	}
	oldest := p.blocks[0]
	p.blocks = p.blocks[1:]
	for i, voted := range oldest.voters {
		member := &p.members[i]
		member.blocks--
		if voted {
			member.votes--
		} else {
			member.forget()
		}
	}
	if made := p.authors[oldest.author]; len(made) > 1 {
		p.authors[oldest.author] = made[1:]
	} else {
		delete(p.authors, oldest.author)
	}
}

// forget takes the oldest miss out.
func (m *memberCount) forget() {
	isLongest := m.longest[0] == m.gone
	m.runs[0].first++
	isOver := m.runs[0].first > m.runs[0].last
	if isLongest && (isOver || len(m.longest) > 1 && m.run(m.longest[1]).length() >= m.runs[0].length()) {
		m.longest = m.longest[1:]
	}
	if isOver {
		m.runs = m.runs[1:]
		m.gone++
	}
}

// Len is how many blocks there are.
func (p *Participation) Len() int { return len(p.blocks) }

// Members gives what each member did, by number.
func (p *Participation) Members() []MemberVotes {
	votes := make([]MemberVotes, len(p.members))
	for i := range p.members {
		member := &p.members[i]
		votes[i] = MemberVotes{Member: i, Blocks: member.blocks, Votes: member.votes}
		if runs := member.runs; len(runs) > 0 {
			first, last := runs[0].first, runs[len(runs)-1].last
			votes[i].FirstMiss, votes[i].LastMiss = &first, &last
			votes[i].LongestRun = member.run(member.longest[0]).length()
		}
	}
	return votes
}

// Authors gives how much each author made, the one of the most blocks first.
func (p *Participation) Authors() []AuthorBlocks {
	authors := make([]AuthorBlocks, 0, len(p.authors))
	all := 0
	for author, made := range p.authors {
		authors = append(authors, AuthorBlocks{Author: author, Blocks: len(made), First: made[0], Last: made[len(made)-1]})
		all += len(made)
	}
	for i := range authors {
		authors[i].Of = all
	}
	slices.SortFunc(authors, func(a, b AuthorBlocks) int {
		return cmp.Or(b.Blocks-a.Blocks, cmp.Compare(a.Author, b.Author))
	})
	return authors
}
