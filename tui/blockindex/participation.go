package blockindex

import "sort"

// Participation counts the votes and authors of a range of blocks. The zero value is an empty range.
type Participation struct {
	blocks  int
	newest  uint64 // height
	members []memberCount
	authors map[string]AuthorBlocks
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

type memberCount struct {
	MemberVotes
	run int // consecutive misses up to LastMiss
}

// Add adds a block at the new end. It ignores a block that is not above the newest one. voters has the votes by member.
func (p *Participation) Add(height uint64, author string, voters []bool) {
	if p.blocks > 0 && height <= p.newest {
		return
	}
	p.blocks++
	p.newest = height
	for i, voted := range voters {
		if i == len(p.members) {
			p.members = append(p.members, memberCount{MemberVotes: MemberVotes{Member: i}})
		}
		member := &p.members[i]
		member.Blocks++
		if voted {
			member.Votes++
		} else {
			member.miss(height)
		}
	}
	if author == "" {
		return
	}
	if p.authors == nil {
		p.authors = map[string]AuthorBlocks{}
	}
	made, found := p.authors[author]
	if !found {
		made = AuthorBlocks{Author: author, First: height}
	}
	made.Blocks++
	made.Last = height
	p.authors[author] = made
}

func (m *memberCount) miss(height uint64) {
	if m.FirstMiss == nil {
		m.FirstMiss = &height
	}
	if m.LastMiss == nil || *m.LastMiss+1 != height {
		m.run = 0
	}
	m.run++
	m.LastMiss, m.LongestRun = &height, max(m.LongestRun, m.run)
}

// Members returns the counts of all members, the one with the most misses first.
func (p *Participation) Members() []MemberVotes {
	votes := make([]MemberVotes, len(p.members))
	for i, member := range p.members {
		votes[i] = member.MemberVotes
	}
	sort.SliceStable(votes, func(i, j int) bool { return votes[j].Misses() < votes[i].Misses() })
	return votes
}

// Authors returns the counts of all authors, the one with the most blocks first.
func (p *Participation) Authors() []AuthorBlocks {
	authors := make([]AuthorBlocks, 0, len(p.authors))
	all := 0
	for _, made := range p.authors {
		authors = append(authors, made)
		all += made.Blocks
	}
	for i := range authors {
		authors[i].Of = all
	}
	sort.Slice(authors, func(i, j int) bool {
		a, b := authors[i], authors[j]
		return a.Blocks > b.Blocks || a.Blocks == b.Blocks && a.Author < b.Author
	})
	return authors
}
