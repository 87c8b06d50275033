package blockindex

import (
	"iter"
	"slices"
	"time"

	"foredeck/client"
)

// mostRows bounds what is kept in view: more than a week at a block a second. The oldest go first.
const mostRows = 660_000

// Index is the blocks that were asked for. It is used from the program's loop only.
type Index struct {
	Watch    Watch
	hints    []uint64
	rows     sequence
	authors  interned
	chainID  *uint64
	newest   *client.ConsensusBlock
	held     []client.ConsensusBlock // whole, as they were looked at, the newest look last
	arrived  time.Time               // when the newest was heard of
	followed *uint64                 // the highest height that following has told
}

// New knows no block. The hints are heights near which the newest block may be.
func New(hints ...uint64) *Index { return &Index{hints: hints} }

// Hints are heights near which the newest block may be.
func (c *Index) Hints() []uint64 {
	if c.newest != nil {
		return append(slices.Clone(c.hints), c.newest.Height)
	}
	return c.hints
}

// Len is the number of rows.
func (c *Index) Len() int { return c.rows.length }

// Row is row i of the list, of which the newest is the first.
func (c *Index) Row(i int) *Row { return c.rows.at(c.rows.length - 1 - i) }

// Place is the row at which the height stands, in a hole or as a block; the nearest where it is beyond the ends.
func (c *Index) Place(height uint64) int {
	i := c.rows.find(height)
	return max(min(c.rows.length-1-i, c.rows.length-1), 0)
}

// Block is the row of the block at the height, nil where it is not here.
func (c *Index) Block(height uint64) *Row {
	for i := c.rows.find(height); i < c.rows.length; i++ {
		switch row := c.rows.at(i); {
		case row.Kind == Block && row.Height == height:
			return row
		case row.Height > height:
			return nil
		}
	}
	return nil
}

// Parent is the row of the block below, nil where it is not here.
func (c *Index) Parent(row *Row) *Row {
	if row.Kind != Block || row.Height == 0 {
		return nil
	}
	return c.Block(row.Height - 1)
}

// Gap is how long after its parent the block was made. It is not ok where one of the two times is not known.
func (c *Index) Gap(row *Row) (gap time.Duration, ok bool) {
	return GapBetween(c.Parent(row), row)
}

// GapBetween is how long after its parent, which may be nil, the block was made.
func GapBetween(parent, row *Row) (gap time.Duration, ok bool) {
	if parent == nil || !parent.hasTime || !row.hasTime {
		return 0, false
	}
	return row.time.Time().Sub(parent.time.Time()), true
}

// Skipped is how many rounds between the block and its parent have no block.
func (c *Index) Skipped(row *Row) uint64 {
	parent := c.Parent(row)
	if parent == nil || !parent.hasRound || !row.hasRound || parent.Epoch != row.Epoch || row.Round <= parent.Round {
		return 0
	}
	return row.Round - parent.Round - 1
}

// Newest is the newest block whole, nil before the first, and when it was heard of.
func (c *Index) Newest() (block *client.ConsensusBlock, arrived time.Time) {
	return c.newest, c.arrived
}

// Oldest is the lowest height that is here.
func (c *Index) Oldest() (height uint64, ok bool) {
	if c.rows.length == 0 {
		return 0, false
	}
	return c.rows.at(0).Height, true
}

// Whole is what tells a walk of the client which block stands beside its first one; nil where the row is none.
func (c *Index) Whole(row *Row) *client.ConsensusBlock {
	if row == nil || row.Kind != Block || c.chainID == nil {
		return nil
	}
	return &client.ConsensusBlock{Height: row.Height, Digest: row.Digest.String(), Parent: row.Parent.String(), ChainID: c.chainID}
}

// Saw takes up the newest block whole, as far as it is the newest.
func (c *Index) Saw(block client.ConsensusBlock, now time.Time) {
	if c.newest != nil && block.Height <= c.newest.Height {
		return
	}
	c.newest, c.arrived = &block, now
	if block.ChainID != nil {
		c.chainID = block.ChainID
	}
}

// Add puts a block in its place. Heights between it and the others become a hole, and one in a hole divides it. It is false
// where the block is here already.
func (c *Index) Add(row Row) bool {
	row.Author = c.authors.intern(row.Author)
	i := c.rows.find(row.Height)
	switch {
	case c.rows.length == 0:
		c.rows.push(row)
	case i == c.rows.length:
		c.Skip(row.Height - 1)
		c.rows.push(row)
		i = c.rows.length - 1
	default:
		var added bool
		if i, added = c.within(i, row); !added {
			return false
		}
	}
	c.rule(i + 1)
	c.rule(i)
	for c.rows.length > mostRows {
		c.rows.dropPiece()
		if c.rows.at(0).Kind == Epoch { // which stands above the block that went
			c.rows.replace(0, 1)
		}
	}
	return true
}

// Replace puts a block into the place of the one at its height, and tells whether there was one.
func (c *Index) Replace(row Row) bool {
	if c.Block(row.Height) == nil {
		return false
	}
	row.Author = c.authors.intern(row.Author)
	c.rows.replace(c.rows.find(row.Height), 1, row) // a snapshot has the row that was there
	return true
}

// within puts a block in before the row i or, where that is a hole that has its height, into it. It answers with its place.
func (c *Index) within(i int, row Row) (at int, added bool) {
	next := *c.rows.at(i)
	switch {
	case next.Kind == Block && next.Height == row.Height:
		return i, false
	case next.Height > row.Height && next.Kind == Hole: // below all others, as the next
		next.Height = row.Height + 1
		c.rows.replace(i, 1, row, next)
		return i, true
	case next.Height > row.Height:
		rows := []Row{row}
		if row.Height+1 < next.Height {
			rows = append(rows, Row{Kind: Hole, Height: row.Height + 1, Last: next.Height - 1})
		}
		c.rows.replace(i, 0, rows...)
		return i, true
	}
	var rows []Row
	at = i
	if next.Height < row.Height {
		rows = append(rows, Row{Kind: Hole, Height: next.Height, Last: row.Height - 1})
		at++
	}
	rows = append(rows, row)
	if row.Height < next.Last {
		rows = append(rows, Row{Kind: Hole, Height: row.Height + 1, Last: next.Last})
	}
	c.rows.replace(i, 1, rows...)
	return at, true
}

// rule puts the rule of an epoch before row i where it is the first block of that.
func (c *Index) rule(i int) {
	if i <= 0 || i >= c.rows.length {
		return
	}
	below, row := c.rows.at(i-1), c.rows.at(i)
	if below.Kind == Block && row.Kind == Block && below.hasEpoch && row.hasEpoch && below.Epoch != row.Epoch {
		c.rows.replace(i, 0, Row{Kind: Epoch, Height: row.Height, Last: row.Height, Epoch: row.Epoch})
	}
}

// Skip makes a hole up to the height above all that is here.
func (c *Index) Skip(last uint64) {
	if c.rows.length == 0 {
		return
	}
	if top := c.rows.at(c.rows.length - 1); top.end() < last {
		hole := Row{Kind: Hole, Height: top.end() + 1, Last: last}
		if top.Kind == Hole {
			hole.Height = top.Height
			c.rows.replace(c.rows.length-1, 1, hole)
			return
		}
		c.rows.push(hole)
	}
}

// Clear forgets all blocks: another chain has taken the place of theirs.
func (c *Index) Clear() {
	c.rows, c.newest, c.held, c.chainID, c.followed = sequence{}, nil, nil, nil, nil
	c.authors = interned{}
}

// Follow is the height from which on the chain is to be followed.
func (c *Index) Follow() (from uint64, ok bool) {
	if c.followed == nil {
		return 0, false
	}
	return *c.followed + 1, true
}

// Follows notes the highest height that following has told.
func (c *Index) Follows(height uint64) { c.followed = &height }

// Snapshot is the rows as they are now, the oldest first, to be read beside the program's loop.
func (c *Index) Snapshot() [][]Row { return slices.Clone(c.rows.pieces) }

// NewestFirst gives the blocks of a snapshot, each with its parent where that is in it.
func NewestFirst(snapshot [][]Row) iter.Seq2[*Row, *Row] {
	return func(yield func(row, parent *Row) bool) {
		var above *Row
		for _, piece := range slices.Backward(snapshot) {
			for i := len(piece) - 1; i >= 0; i-- {
				row := &piece[i]
				if row.Kind != Block {
					continue
				}
				if above != nil {
					parent := row
					if row.Height+1 != above.Height {
						parent = nil
					}
					if !yield(above, parent) {
						return
					}
				}
				above = row
			}
		}
		if above != nil {
			yield(above, nil)
		}
	}
}
