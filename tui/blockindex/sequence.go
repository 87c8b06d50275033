package blockindex

import (
	"slices"
	"sort"
)

// maxChunk is the maximum number of rows in a chunk, and so the number of rows that an update copies.
const maxChunk = 1024

// sequence is a list of rows in ascending order, stored in chunks of bounded size: an insertion costs the same among a
// thousand rows and a million. Existing rows are never modified in place, so a copy of the chunk list is safe to read
// elsewhere.
type sequence struct {
	chunks [][]Row
	starts []int // number of rows before each chunk
	length int
}

func (s *sequence) at(i int) *Row {
	chunk, at := s.locate(i)
	return &s.chunks[chunk][at]
}

// locate returns the chunk of row i and the index within it.
func (s *sequence) locate(i int) (chunk, at int) {
	chunk = sort.Search(len(s.starts), func(n int) bool { return s.starts[n] > i }) - 1
	return chunk, i - s.starts[chunk]
}

func (s *sequence) push(row Row) {
	last := len(s.chunks) - 1
	if last < 0 || len(s.chunks[last]) >= maxChunk {
		s.chunks = append(s.chunks, make([]Row, 0, maxChunk))
		s.starts = append(s.starts, s.length)
		last++
	}
	s.chunks[last] = append(s.chunks[last], row)
	s.length++
}

// replace replaces count rows from row i on, all in one chunk.
func (s *sequence) replace(i, count int, rows ...Row) {
	if len(s.chunks) == 0 || i == s.length {
		for _, row := range rows {
			s.push(row)
		}
		return
	}
	chunk, at := s.locate(i)
	old := s.chunks[chunk]
	changed := [][]Row{slices.Concat(old[:at], rows, old[at+count:])}
	if all := changed[0]; len(all) > maxChunk {
		half := len(all) / 2
		changed = [][]Row{all[:half:half], all[half:]}
	}
	s.chunks = slices.Replace(s.chunks, chunk, chunk+1, changed...)
	s.recount()
}

func (s *sequence) recount() {
	s.starts, s.length = s.starts[:0], 0
	for _, chunk := range s.chunks {
		s.starts = append(s.starts, s.length)
		s.length += len(chunk)
	}
}

// truncate removes the rows from row i on.
func (s *sequence) truncate(i int) {
	if i >= s.length {
		return
	}
	chunk, at := s.locate(i)
	kept := slices.Clone(s.chunks[:chunk])
	if at > 0 {
		kept = append(kept, slices.Clone(s.chunks[chunk][:at])) // a snapshot may share the chunk
	}
	s.chunks = kept
	s.recount()
}

func (s *sequence) dropChunk() {
	s.chunks = slices.Clone(s.chunks[1:])
	s.recount()
}

// find returns the index of the first row that contains the height or is above it, s.length if there is none.
func (s *sequence) find(height uint64) int {
	chunk := sort.Search(len(s.chunks), func(n int) bool { last := s.chunks[n]; return last[len(last)-1].end() >= height })
	if chunk == len(s.chunks) {
		return s.length
	}
	rows := s.chunks[chunk]
	return s.starts[chunk] + sort.Search(len(rows), func(n int) bool { return rows[n].end() >= height })
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
