// Package live knows the blocks and nodes of a followed chain: the index of its blocks and their statistics, the conditions that alerts
// are about, and the parts of a grid of votes. Nothing in it makes a request or knows a screen.
package live

import (
	"cmp"
	"sort"

	"foredeck/tui/text"
)

// Participation counts the votes and authors of a range of blocks. The zero value is an empty range.
type Participation struct {
	blocks     int
	newest     uint64 // height
	committees []committeeCount
	byKey      map[committeeKey]int
	current    committeeKey
	at         int // index of the current committee
	authors    map[string]*AuthorBlocks
	expected   float64
}

// CommitteeBlocks counts the blocks of a committee. A committee is identified by its hash, or by its epoch if the node sends no
// hash.
type CommitteeBlocks struct {
	Hash                  string // as sent by the node; empty if missing
	Members               int    // size
	Blocks                int
	FirstEpoch, LastEpoch *uint64 // nil if the node sent none
}

// Epochs returns the epochs with blocks of the committee, such as 214 or 214-216.
func (c CommitteeBlocks) Epochs() text.Safe {
	switch {
	case c.FirstEpoch == nil:
		return text.None
	case *c.FirstEpoch == *c.LastEpoch:
		return text.Integer(*c.FirstEpoch)
	}
	return text.Format("%s-%s", text.Integer(*c.FirstEpoch), text.Integer(*c.LastEpoch))
}

// MemberVotes counts the votes of a committee member in a range of blocks. Members are identified by their index in the
// certificates of a committee; in another one the same index can be another member.
type MemberVotes struct {
	Committee int // index of the committee, in the order of their first blocks
	Member    int
	Blocks    int // blocks whose committee includes the member
	Votes     int
	// LongestRun is the highest number of consecutive misses. A missing height interrupts a run.
	LongestRun          int
	FirstMiss, LastMiss *uint64 // heights, nil if there is no miss
	// LeftOutBy is the author that left out votes which were probably cast: nearly all misses are in its blocks, or most of them are and nearly
	// all of its blocks lack the vote. It is empty if there is none, or too few misses to tell.
	LeftOutBy string
}

// Misses returns the number of blocks without the member's vote.
func (m MemberVotes) Misses() int { return m.Blocks - m.Votes }

// Share returns the fraction of blocks with the member's vote, 0 to 1; 0 if there are no blocks.
func (m MemberVotes) Share() float64 { return share(m.Votes, m.Blocks) }

// AuthorBlocks counts the blocks of an author in a range of blocks.
type AuthorBlocks struct {
	Author      string
	Blocks      int
	Of          int     // blocks in the range that have an author
	Expected    float64 // the author's equal share of the blocks among the members of their committees; 0 if unknown
	First, Last uint64  // heights
}

// Share returns the fraction of the blocks that are the author's, 0 to 1.
func (a AuthorBlocks) Share() float64 { return share(a.Blocks, a.Of) }

// OfExpected returns the number of blocks as a fraction of the expected number. ok is false if that is unknown.
func (a AuthorBlocks) OfExpected() (fraction float64, ok bool) {
	if a.Expected == 0 {
		return 0, false
	}
	return float64(a.Blocks) / a.Expected, true
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// committeeKey identifies a committee.
type committeeKey struct {
	hash  string
	epoch uint64
}

type committeeCount struct {
	CommitteeBlocks
	members []memberCount
	sized   int // newest blocks with the size; their members have not counted them yet
}

type memberCount struct {
	blocks, misses, run, longestRun int
	first, last                     uint64 // heights of misses
	by                              missesBy
}

// missesBy counts the misses of a member by the authors of the blocks.
type missesBy map[string]int

const (
	// minLeftOut is the number of misses from which they can be put down to an author, which has at most one of maxLeftOutShare blocks: the misses
	// of a member that is absent now and then are rarely all in blocks of one author.
	minLeftOut      = 5
	maxLeftOutShare = 4
)

// leftOutBy returns the author that left out a member with a number of misses in some blocks; empty if there is none. made returns the number
// of blocks of an author.
func (m missesBy) leftOutBy(misses, blocks int, made func(author string) int) string {
	if misses < minLeftOut {
		return ""
	}
	for author, count := range m {
		all := made(author)
		isClear := count*10 >= misses*9 || count*10 >= all*9 && count*2 > misses
		if count >= minLeftOut && isClear && all*maxLeftOutShare <= blocks {
			return author
		}
	}
	return ""
}

// Add adds a block at the new end. It ignores a block that is not above the newest one. The cost grows with the number of missing
// votes, not with the size of the committee.
func (p *Participation) Add(row *Row) {
	if row.Kind != Block || p.blocks > 0 && row.Height <= p.newest {
		return
	}
	key := committeeKey{hash: row.Committee}
	if key.hash == "" {
		key.epoch = row.Epoch
	}
	if p.byKey == nil {
		p.byKey, p.authors = map[committeeKey]int{}, map[string]*AuthorBlocks{}
	}
	if p.blocks == 0 || key != p.current {
		p.enter(key)
	}
	p.blocks++
	p.newest = row.Height
	p.committees[p.at].add(row)
	if row.Author == "" {
		return
	}
	if row.Members > 0 {
		p.expected += 1 / float64(row.Members)
	}
	made := p.authors[row.Author]
	if made == nil {
		made = &AuthorBlocks{Author: row.Author, First: row.Height}
		p.authors[row.Author] = made
	}
	made.Blocks++
	made.Last = row.Height
}

// enter makes a committee the current one.
func (p *Participation) enter(key committeeKey) {
	at, known := p.byKey[key]
	if !known {
		at = len(p.committees)
		p.byKey[key] = at
		p.committees = append(p.committees, committeeCount{CommitteeBlocks: CommitteeBlocks{Hash: key.hash}})
	}
	p.current, p.at = key, at
}

func (c *committeeCount) add(row *Row) {
	c.Blocks++
	if row.hasEpoch && (c.LastEpoch == nil || *c.LastEpoch != row.Epoch) {
		epoch := row.Epoch
		c.LastEpoch = &epoch
		if c.FirstEpoch == nil {
			c.FirstEpoch = &epoch
		}
	}
	if size := int(row.Members); size != c.Members {
		c.flush()
		c.Members = size
		if more := size - len(c.members); more > 0 {
			c.members = append(c.members, make([]memberCount, more)...)
		}
	}
	c.sized++
	for member := range row.ballot.absent(c.Members) {
		c.members[member].miss(row)
	}
}

// flush counts the blocks of the current size for their members.
func (c *committeeCount) flush() {
	for i := range c.members[:c.Members] {
		c.members[i].blocks += c.sized
	}
	c.sized = 0
}

func (m *memberCount) miss(row *Row) {
	height := row.Height
	if row.Author != "" {
		if m.by == nil {
			m.by = missesBy{}
		}
		m.by[row.Author]++
	}
	if m.misses == 0 {
		m.first = height
	}
	if m.misses == 0 || m.last+1 != height {
		m.run = 0
	}
	m.misses++
	m.run++
	m.last, m.longestRun = height, max(m.longestRun, m.run)
}

// Committees returns the counts of all committees, in the order of their first blocks.
func (p *Participation) Committees() []CommitteeBlocks {
	committees := make([]CommitteeBlocks, len(p.committees))
	for i := range p.committees {
		committees[i] = p.committees[i].CommitteeBlocks
		committees[i].Members = len(p.committees[i].members)
	}
	return committees
}

// Members returns the counts of all members, the one with the most misses first.
func (p *Participation) Members() []MemberVotes {
	votes := []MemberVotes{}
	for at := range p.committees {
		committee := &p.committees[at]
		committee.flush()
		for i, m := range committee.members {
			v := MemberVotes{Committee: at, Member: i, Blocks: m.blocks, Votes: m.blocks - m.misses, LongestRun: m.longestRun}
			if m.misses > 0 {
				v.FirstMiss, v.LastMiss = new(m.first), new(m.last)
				v.LeftOutBy = m.by.leftOutBy(m.misses, m.blocks, func(author string) int { return p.authors[author].Blocks })
			}
			votes = append(votes, v)
		}
	}
	sort.SliceStable(votes, func(i, j int) bool { return votes[i].Misses() > votes[j].Misses() })
	return votes
}

// Authors returns the counts of all authors, the one with the most blocks first.
func (p *Participation) Authors() []AuthorBlocks {
	authors := make([]AuthorBlocks, 0, len(p.authors))
	all := 0
	for _, made := range p.authors {
		authors = append(authors, *made)
		all += made.Blocks
	}
	for i := range authors {
		authors[i].Of, authors[i].Expected = all, p.expected
	}
	sort.Slice(authors, func(i, j int) bool {
		a, b := &authors[i], &authors[j]
		return cmp.Or(cmp.Compare(b.Blocks, a.Blocks), cmp.Compare(a.Author, b.Author)) < 0
	})
	return authors
}
