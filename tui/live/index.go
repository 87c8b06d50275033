package live

import (
	"slices"
	"time"

	"foredeck/client"
)

// maxRows is the maximum number of rows: twelve days at one block per second. The oldest are dropped first.
const maxRows = 1 << 20

// Index is the list of known blocks. It must be used from the program's update loop only.
type Index struct {
	hints    []uint64
	rows     sequence
	last     *uint64 // height of the last block there will be; nil if the chain continues
	chainID  *uint64
	newest   *client.Block
	cached   []client.Block // full blocks, most recently used last
	arrived  time.Time      // when the newest block was received
	arrivals []arrival      // of the latest blocks, the newest last
	followed *uint64        // highest height delivered by the follower
	isVoted  bool           // some rows have votes of events
}

// NewIndex returns an empty index. The hints are heights near which the newest block may be.
func NewIndex(hints ...uint64) *Index { return &Index{hints: hints} }

// HasEventVotes reports whether rows have votes of events; those of the newest block are known with the next one.
func (ix *Index) HasEventVotes() bool { return ix.isVoted }

// NewestVoted returns the newest block if its votes are known, or the one before it, whose votes the newest one may say; nil if they are not.
func (ix *Index) NewestVoted() *Row {
	for i := range min(ix.Len(), maxVotesLag+1) {
		if row := ix.Row(i); row.Kind == Block && row.Members > 0 {
			return row
		} else if !ix.isVoted {
			return nil
		}
	}
	return nil
}

// maxVotesLag is the number of the newest rows whose votes may become known later.
const maxVotesLag = 8

// Hints returns heights near which the newest block may be.
func (ix *Index) Hints() []uint64 {
	if ix.newest != nil {
		return append(slices.Clone(ix.hints), ix.newest.Height)
	}
	return ix.hints
}

// SetLast sets the height of the last block of a chain that has ended, such as that of a recording.
func (ix *Index) SetLast(height uint64) { ix.last = &height }

// Complete reports whether no block follows the newest one.
func (ix *Index) Complete() bool {
	return ix.last != nil && ix.newest != nil && ix.newest.Height >= *ix.last
}

// Len returns the number of rows.
func (ix *Index) Len() int { return ix.rows.length }

// Row returns a copy of row i, counted from the newest.
func (ix *Index) Row(i int) *Row { return ix.rows.at(ix.rows.length - 1 - i) }

// Read sets row to row i, counted from the newest. Unlike Row, it allocates nothing.
func (ix *Index) Read(i int, row *Row) { ix.rows.read(ix.rows.length-1-i, row) }

// IndexOf returns the index of the row that contains the height, as a block or within a hole, or the nearest one if the
// height is out of range.
func (ix *Index) IndexOf(height uint64) int {
	i := ix.rows.find(height)
	return max(min(ix.rows.length-1-i, ix.rows.length-1), 0)
}

// Block returns a copy of the row of the block at the height, or nil.
func (ix *Index) Block(height uint64) *Row {
	if row := new(Row); ix.read(height, row) {
		return row
	}
	return nil
}

// read sets row to that of the block at the height, if the block is known.
func (ix *Index) read(height uint64, row *Row) (ok bool) {
	i := ix.rows.find(height)
	if i >= ix.rows.length {
		return false
	}
	ix.rows.read(i, row)
	return row.Kind == Block && row.Height == height
}

// Parent returns the row of the block's parent, or nil.
func (ix *Index) Parent(row *Row) *Row {
	if parent := new(Row); ix.readParent(row, parent) {
		return parent
	}
	return nil
}

func (ix *Index) readParent(row, parent *Row) (ok bool) {
	return row.Kind == Block && row.Height > 0 && ix.read(row.Height-1, parent)
}

// Gap returns the time between the block and its parent. ok is false if either time is unknown.
func (ix *Index) Gap(row *Row) (gap time.Duration, ok bool) {
	var parent Row
	if !ix.readParent(row, &parent) {
		return 0, false
	}
	return GapBetween(&parent, row)
}

// GapBetween is Gap for a given parent, which may be nil.
func GapBetween(parent, row *Row) (gap time.Duration, ok bool) {
	if parent == nil || !parent.hasTime || !row.hasTime {
		return 0, false
	}
	return row.time.Time().Sub(parent.time.Time()), true
}

// Skipped returns the number of rounds without a block between the block and its parent.
func (ix *Index) Skipped(row *Row) uint64 {
	var parent Row
	if !ix.readParent(row, &parent) || !parent.hasRound || !row.hasRound || parent.Epoch != row.Epoch || row.Round <= parent.Round {
		return 0
	}
	return row.Round - parent.Round - 1
}

// Newest returns the newest block, nil if none is known, and when it was received.
func (ix *Index) Newest() (block *client.Block, arrived time.Time) {
	return ix.newest, ix.arrived
}

// Oldest returns the lowest known height.
func (ix *Index) Oldest() (height uint64, ok bool) {
	if ix.rows.length == 0 {
		return 0, false
	}
	return ix.rows.at(0).Height, true
}

// Neighbor returns the block to pass to client.NextTo for a row, or nil if the row is not a block.
func (ix *Index) Neighbor(row *Row) *client.Block {
	if row == nil || row.Kind != Block || ix.chainID == nil {
		return nil
	}
	return &client.Block{Height: row.Height, Digest: row.Digest.String(), Parent: row.Parent.String(), ChainID: ix.chainID}
}

// UpdateNewest stores the block if it is newer than the newest one.
func (ix *Index) UpdateNewest(block client.Block, now time.Time) {
	if ix.newest != nil {
		if block.Height <= ix.newest.Height {
			return
		}
		if len(ix.arrivals) == maxArrivals {
			ix.arrivals = slices.Delete(ix.arrivals, 0, 1)
		}
		ix.arrivals = append(ix.arrivals, arrival{block.Height, now})
	}
	ix.newest, ix.arrived = &block, now
	if block.ChainID != nil {
		ix.chainID = block.ChainID
	}
}

// arrival is when a block was received that was newer than all others.
type arrival struct {
	height uint64
	at     time.Time
}

// maxArrivals is more than the rows of a window.
const maxArrivals = 64

// Arrived returns when a block was received at the top of the list. It is zero for the first block, for older ones that were loaded
// below it, and for those that arrived long ago.
func (ix *Index) Arrived(height uint64) time.Time {
	for _, a := range slices.Backward(ix.arrivals) {
		if a.height == height {
			return a.at
		}
	}
	return time.Time{}
}

// Add inserts a block by height. Unknown heights next to it become a hole; a block within a hole splits it. Add reports
// false if the block exists.
func (ix *Index) Add(row Row) bool {
	ix.isVoted = ix.isVoted || row.Certificate == client.EventVotes
	row.Author, row.Committee = ix.rows.names.intern(row.Author), ix.rows.names.intern(row.Committee)
	i := ix.rows.find(row.Height)
	switch {
	case ix.rows.length == 0:
		ix.rows.push(row)
	case i == ix.rows.length:
		ix.ExtendHole(row.Height - 1)
		ix.rows.push(row)
		i = ix.rows.length - 1
	default:
		var added bool
		if i, added = ix.insertAt(i, row); !added {
			return false
		}
	}
	ix.markEpoch(i + 1)
	ix.markEpoch(i)
	for ix.rows.length > maxRows {
		ix.rows.dropChunk()
		if ix.rows.at(0).Kind == Epoch { // its first block was dropped
			ix.rows.replace(0, 1)
		}
	}
	return true
}

// Put adds a block, or replaces the one at its height if that has another digest, as after a fork, or no votes.
func (ix *Index) Put(row Row) {
	if existing := ix.Block(row.Height); existing != nil && (existing.Digest != row.Digest || existing.Members == 0 && row.Members > 0) {
		ix.Replace(row)
		return
	}
	ix.Add(row)
}

// Replace replaces the block at the same height and reports whether there was one.
func (ix *Index) Replace(row Row) bool {
	if ix.Block(row.Height) == nil {
		return false
	}
	ix.isVoted = ix.isVoted || row.Certificate == client.EventVotes
	row.Author, row.Committee = ix.rows.names.intern(row.Author), ix.rows.names.intern(row.Committee)
	ix.rows.replace(ix.rows.find(row.Height), 1, row) // copy on write: a snapshot may hold the row
	return true
}

// insertAt inserts a block at row i: below it if that is the lowest known block, else into it if that is a hole. It returns the index
// of the block.
func (ix *Index) insertAt(i int, row Row) (at int, added bool) {
	next, replaced := *ix.rows.at(i), 1
	switch {
	case next.Kind == Block && next.Height == row.Height:
		return i, false
	case next.Kind != Hole:
		next, replaced = Row{Height: row.Height, Last: next.Height - 1}, 0
	}
	rows := appendHole(nil, next.Height, row.Height)
	at = i + len(rows)
	rows = appendHole(append(rows, row), row.Height+1, next.Last+1)
	ix.rows.replace(i, replaced, rows...)
	return at, true
}

// appendHole appends a hole from height first to end (exclusive) unless it is empty.
func appendHole(rows []Row, first, end uint64) []Row {
	if first >= end {
		return rows
	}
	return append(rows, Row{Kind: Hole, Height: first, Last: end - 1})
}

// markEpoch inserts an epoch row before row i if row i is the first block of an epoch.
func (ix *Index) markEpoch(i int) {
	if i <= 0 || i >= ix.rows.length {
		return
	}
	below, row := ix.rows.at(i-1), ix.rows.at(i)
	if below.Kind == Block && row.Kind == Block && below.hasEpoch && row.hasEpoch && below.Epoch != row.Epoch {
		ix.rows.replace(i, 0, Row{Kind: Epoch, Height: row.Height, Last: row.Height, Epoch: row.Epoch})
	}
}

// ExtendHole adds a hole up to height last above the newest row.
func (ix *Index) ExtendHole(last uint64) {
	if ix.rows.length == 0 {
		return
	}
	if top := ix.rows.at(ix.rows.length - 1); top.end() < last {
		hole := Row{Kind: Hole, Height: top.end() + 1, Last: last}
		if top.Kind == Hole {
			hole.Height = top.Height
			ix.rows.replace(ix.rows.length-1, 1, hole)
			return
		}
		ix.rows.push(hole)
	}
}

// Clear removes all blocks, for use after a chain change.
func (ix *Index) Clear() {
	ix.rows, ix.newest, ix.arrivals, ix.cached, ix.chainID, ix.followed = sequence{}, nil, nil, nil, nil, nil
	ix.isVoted = false
}

// RemoveFrom removes the blocks from a height on, for use after a fork. newest is the block below.
func (ix *Index) RemoveFrom(height uint64, newest client.Block) {
	ix.truncate(height)
	ix.newest = &newest
	ix.SetFollowed(height - 1)
}

// Skip makes a hole of the heights from first to last, which the follower skipped, and removes all blocks from first on: those that
// were loaded by others may be of a chain that was replaced.
func (ix *Index) Skip(first, last uint64) {
	ix.truncate(first)
	if ix.newest != nil && ix.newest.Height >= first {
		ix.newest = nil
	}
	ix.ExtendHole(last)
	ix.SetFollowed(last)
}

// truncate removes the blocks from a height on.
func (ix *Index) truncate(height uint64) {
	ix.rows.truncate(ix.rows.find(height))
	if ix.rows.length > 0 && ix.rows.at(ix.rows.length-1).Kind == Epoch { // its first block was removed
		ix.rows.truncate(ix.rows.length - 1)
	}
	ix.cached = slices.DeleteFunc(ix.cached, func(block client.Block) bool { return block.Height >= height })
	ix.ExtendHole(height - 1) // the removed rows may have begun with a hole below the height
}

// FollowFrom returns the height at which to continue following the chain.
func (ix *Index) FollowFrom() (from uint64, ok bool) {
	if ix.followed == nil {
		return 0, false
	}
	return *ix.followed + 1, true
}

// SetFollowed stores the highest height delivered by the follower.
func (ix *Index) SetFollowed(height uint64) { ix.followed = &height }

// Recent returns the newest blocks below a height, up to a number of them, in ascending order: their heights, digests and times.
func (ix *Index) Recent(below uint64, limit int) []client.Block {
	var blocks []client.Block
	for i := 0; i < ix.Len() && len(blocks) < limit; i++ {
		if row := ix.Row(i); row.Kind == Block && row.Height < below {
			block := client.Block{Height: row.Height, Digest: row.Digest.String()}
			if row.hasTime {
				block.Timestamp = &row.time
			}
			blocks = append(blocks, block)
		}
	}
	slices.Reverse(blocks)
	return blocks
}

// Snapshot returns the current rows. It is safe to read in other goroutines.
func (ix *Index) Snapshot() Snapshot { return Snapshot{slices.Clone(ix.rows.chunks)} }

const maxCached = 64

// Cache stores a full block so that it need not be requested again. Batches that were loaded before are preserved.
func (ix *Index) Cache(block client.Block) {
	if at := ix.cacheIndex(block.Height); at >= 0 {
		if block.Batches == nil && ix.cached[at].Digest == block.Digest {
			block.Batches = ix.cached[at].Batches
		}
		ix.cached = slices.Delete(ix.cached, at, at+1)
	}
	if len(ix.cached) == maxCached {
		ix.cached = slices.Delete(ix.cached, 0, 1)
	}
	ix.cached = append(ix.cached, block)
}

// Cached returns the full block at the height, or nil if it is not cached.
func (ix *Index) Cached(height uint64) *client.Block {
	if at := ix.cacheIndex(height); at >= 0 {
		return &ix.cached[at]
	}
	return nil
}

func (ix *Index) cacheIndex(height uint64) int {
	return slices.IndexFunc(ix.cached, func(block client.Block) bool { return block.Height == height })
}
