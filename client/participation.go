package client

import (
	"cmp"
	"slices"
)

// Participation counts the votes and authors of a range of blocks. Add extends the range at the new end, RemoveOldest
// shortens it at the old end; both take time proportional to the number of committee members. The zero value is an
// empty range. It is not safe for concurrent use.
type Participation struct {
	blocks  []countedBlock // in ascending order
	members []memberCount  // by index in the committee
	authors map[string][]uint64
}

// MemberVotes counts the votes of a committee member in a range of blocks. Members are identified by their index in the
// certificates; in another epoch the same index can be another member.
type MemberVotes struct {
	Member int
	Blocks int // blocks whose committee includes the member
	Votes  int
	// LongestRun is the highest number of consecutive misses. A missing height interrupts a run.
	LongestRun          int
	FirstMiss, LastMiss *uint64 // heights, nil if there is no miss
}

// Misses returns the number of blocks without the member's vote.
func (m MemberVotes) Misses() int { return m.Blocks - m.Votes }

// Share returns the fraction of blocks with the member's vote, 0 to 1; 0 if there are no blocks.
func (m MemberVotes) Share() float64 { return share(m.Votes, m.Blocks) }

// AuthorBlocks counts the blocks of an author in a range of blocks.
type AuthorBlocks struct {
	Author      string
	Blocks      int
	Of          int    // blocks in the range that have an author
	First, Last uint64 // heights
}

// Share returns the fraction of the blocks that are the author's, 0 to 1.
func (a AuthorBlocks) Share() float64 { return share(a.Blocks, a.Of) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// countedBlock is what RemoveOldest needs to know of a block.
type countedBlock struct {
	height uint64
	author string
	voters []bool
}

// memberCount counts the votes of one member.
type memberCount struct {
	blocks, votes int
	runs          []missRun // in ascending order
	removed       int       // number of runs removed at the old end
	// longest has the number of the longest run, then that of the longest run after it, and so on, counted from the
	// first run ever: when the longest run is removed, the next longest is known.
	longest []int
}

// missRun is a range of missed heights, inclusive.
type missRun struct{ first, last uint64 }

func (r missRun) length() int { return int(r.last - r.first + 1) }

// Add adds a block at the new end. It returns false and does nothing if the block is not above the newest one.
func (p *Participation) Add(block ConsensusBlock) bool {
	if len(p.blocks) > 0 && block.Height <= p.blocks[len(p.blocks)-1].height {
		return false
	}
	counted := countedBlock{height: block.Height, author: block.Author}
	if block.Certificate != nil {
		counted.voters = block.Certificate.Voters
	}
	isNeighbor := len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].height+1 == block.Height
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
			member.miss(block.Height, isNeighbor)
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

// miss adds a miss at the new end.
func (m *memberCount) miss(height uint64, isNeighbor bool) {
	if last := len(m.runs) - 1; isNeighbor && last >= 0 && m.runs[last].last+1 == height {
		m.runs[last].last = height
		m.longest = m.longest[:len(m.longest)-1]
	} else {
		m.runs = append(m.runs, missRun{height, height})
	}
	newest := m.removed + len(m.runs) - 1
	for len(m.longest) > 0 && m.run(m.longest[len(m.longest)-1]).length() <= m.run(newest).length() {
		m.longest = m.longest[:len(m.longest)-1]
	}
	m.longest = append(m.longest, newest)
}

// run returns a run by its number.
func (m *memberCount) run(number int) missRun { return m.runs[number-m.removed] }

// RemoveOldest removes the oldest block, if there is one.
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
			member.removeOldestMiss()
		}
	}
	if made := p.authors[oldest.author]; len(made) > 1 {
		p.authors[oldest.author] = made[1:]
	} else {
		delete(p.authors, oldest.author)
	}
}

// removeOldestMiss removes a miss at the old end.
func (m *memberCount) removeOldestMiss() {
	isLongest := m.longest[0] == m.removed
	m.runs[0].first++
	isOver := m.runs[0].first > m.runs[0].last
	if isLongest && (isOver || len(m.longest) > 1 && m.run(m.longest[1]).length() >= m.runs[0].length()) {
		m.longest = m.longest[1:]
	}
	if isOver {
		m.runs = m.runs[1:]
		m.removed++
	}
}

// Len returns the number of blocks.
func (p *Participation) Len() int { return len(p.blocks) }

// Members returns the counts of all members, by index.
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

// Authors returns the counts of all authors, the one with the most blocks first.
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
