package live

import (
	"slices"
	"sort"
)

// maxChunk is the maximum number of rows in a chunk, and so the number of rows that an update copies.
const maxChunk = 512

// chunk is a list of consecutive rows. Exactly one of its fields is set.
type chunk struct {
	rows   []Row // of a chunk that was changed last
	packed *packed
}

func (c *chunk) length() int {
	if c.packed != nil {
		return c.packed.length
	}
	return len(c.rows)
}

// end returns the highest height of row i.
func (c *chunk) end(i int) uint64 {
	if c.packed != nil {
		return c.packed.end(i)
	}
	return c.rows[i].end()
}

// read sets row to row i of the chunk.
func (c *chunk) read(i int, row *Row) {
	if c.packed != nil {
		c.packed.read(i, row)
		return
	}
	*row = c.rows[i]
}

// marks returns the indexes of the rows that are not blocks.
func (c *chunk) marks() []int {
	if c.packed != nil {
		return c.packed.marks
	}
	var marks []int
	for i := range c.rows {
		if c.rows[i].Kind != Block {
			marks = append(marks, i)
		}
	}
	return marks
}

// blocks returns the number of blocks.
func (c *chunk) blocks() int { return c.length() - len(c.marks()) }

// lowestEpoch returns the lowest epoch of the blocks, 0 if there are none.
func (c *chunk) lowestEpoch() uint64 {
	if c.packed != nil {
		return c.packed.epochs.base
	}
	lowest, found := uint64(0), false
	for i := range c.rows {
		if row := &c.rows[i]; row.Kind == Block && (!found || row.Epoch < lowest) {
			lowest, found = row.Epoch, true
		}
	}
	return lowest
}

// unpacked returns the rows, which must not be changed.
func (c *chunk) unpacked() []Row {
	if c.packed != nil {
		return c.packed.unpack()
	}
	return c.rows
}

// sequence is a list of rows in ascending order, stored in chunks of bounded size: an insertion costs the same among a
// thousand rows and a million. All chunks but the newest one and the one changed last are packed. Existing rows are never
// modified in place, so a copy of the chunk list is safe to read elsewhere.
type sequence struct {
	chunks []chunk
	starts []int // number of rows before each chunk
	length int
	names  nameTable
}

// at returns a copy of row i.
func (s *sequence) at(i int) *Row {
	row := new(Row)
	s.read(i, row)
	return row
}

// read sets row to row i.
func (s *sequence) read(i int, row *Row) {
	chunk, at := s.locate(i)
	s.chunks[chunk].read(at, row)
}

// locate returns the chunk of row i and the index within it.
func (s *sequence) locate(i int) (chunk, at int) {
	chunk = sort.Search(len(s.starts), func(n int) bool { return s.starts[n] > i }) - 1
	return chunk, i - s.starts[chunk]
}

func (s *sequence) push(row Row) {
	last := len(s.chunks) - 1
	if last < 0 || s.chunks[last].length() >= maxChunk {
		s.insertChunk(last+1, row)
		return
	}
	s.chunks[last] = chunk{rows: append(s.chunks[last].unpacked(), row)}
	s.length++
}

// insertChunk inserts a chunk of one row.
func (s *sequence) insertChunk(at int, row Row) {
	s.chunks = slices.Insert(s.chunks, at, chunk{rows: append(make([]Row, 0, 16), row)})
	s.update(at)
}

// replace replaces count rows from row i on, all in one chunk.
func (s *sequence) replace(i, count int, rows ...Row) {
	if len(s.chunks) == 0 || i == s.length {
		for _, row := range rows {
			s.push(row)
		}
		return
	}
	at, from := s.locate(i)
	old := s.chunks[at].unpacked()
	if from == 0 && count == 0 && len(rows) == 1 && len(old) >= maxChunk { // blocks that are loaded from the newest down fill chunks
		s.insertChunk(at, rows[0])
		return
	}
	changed := slices.Concat(old[:from], rows, old[from+count:])
	switch half := len(changed) / 2; {
	case len(changed) == 0:
		s.chunks = slices.Delete(s.chunks, at, at+1)
	case len(changed) > maxChunk:
		s.chunks = slices.Replace(s.chunks, at, at+1, chunk{rows: changed[:half:half]}, chunk{rows: changed[half:]})
	default:
		s.chunks[at] = chunk{rows: changed}
	}
	s.update(at)
}

// update packs the chunks that are not in use, and counts the rows. changed is the chunk that was changed last.
func (s *sequence) update(changed int) {
	s.starts, s.length = s.starts[:0], 0
	for i := range s.chunks {
		c := &s.chunks[i]
		if c.packed == nil && i != changed && i != len(s.chunks)-1 {
			*c = chunk{packed: pack(c.rows, &s.names)}
		}
		s.starts = append(s.starts, s.length)
		s.length += c.length()
	}
}

// truncate removes the rows from row i on.
func (s *sequence) truncate(i int) {
	if i >= s.length {
		return
	}
	at, from := s.locate(i)
	if from > 0 {
		s.chunks[at] = chunk{rows: slices.Clone(s.chunks[at].unpacked()[:from])} // a snapshot may share the chunk
		at++
	}
	clear(s.chunks[at:])
	s.chunks = s.chunks[:at]
	s.update(at)
}

func (s *sequence) dropChunk() {
	s.chunks = slices.Delete(s.chunks, 0, 1)
	s.update(len(s.chunks))
}

// find returns the index of the first row that contains the height or is above it, s.length if there is none.
func (s *sequence) find(height uint64) int {
	at := sort.Search(len(s.chunks), func(n int) bool { return s.chunks[n].end(s.chunks[n].length()-1) >= height })
	if at == len(s.chunks) {
		return s.length
	}
	c := &s.chunks[at]
	return s.starts[at] + sort.Search(c.length(), func(n int) bool { return c.end(n) >= height })
}

// end returns the highest height of the row. An epoch row sorts before the first block of the epoch.
func (r *Row) end() uint64 {
	switch r.Kind {
	case Epoch:
		return r.Height - 1
	case Hole:
		return r.Last
	}
	return r.Height
}
