package blockindex

import "sort"

// mostInPiece bounds the rows that a change copies.
const mostInPiece = 1024

// sequence is rows in ascending order, in pieces of bounded size: to put one in costs no more among a million than among a
// thousand. Rows that are in place are not written to again, so that a copy of the list of pieces can be read elsewhere.
type sequence struct {
	pieces [][]Row
	starts []int // rows before each piece
	length int
}

func (s *sequence) at(i int) *Row {
	piece := sort.Search(len(s.starts), func(n int) bool { return s.starts[n] > i }) - 1
	return &s.pieces[piece][i-s.starts[piece]]
}

// push puts a row behind all others.
func (s *sequence) push(row Row) {
	last := len(s.pieces) - 1
	if last < 0 || len(s.pieces[last]) >= mostInPiece {
		s.pieces = append(s.pieces, make([]Row, 0, mostInPiece))
		s.starts = append(s.starts, s.length)
		last++
	}
	s.pieces[last] = append(s.pieces[last], row)
	s.length++
}

// replace puts rows in the place of so many rows from i on, which stand in one piece.
func (s *sequence) replace(i, count int, rows ...Row) {
	if len(s.pieces) == 0 || i == s.length {
		for _, row := range rows {
			s.push(row)
		}
		return
	}
	piece := sort.Search(len(s.starts), func(n int) bool { return s.starts[n] > i }) - 1
	old := s.pieces[piece]
	at := i - s.starts[piece]
	changed := make([]Row, 0, mostInPiece)
	changed = append(append(append(changed, old[:at]...), rows...), old[at+count:]...)
	if len(changed) <= mostInPiece {
		s.pieces[piece] = changed
	} else {
		half := len(changed) / 2
		lower := append(make([]Row, 0, mostInPiece), changed[:half]...)
		upper := append(make([]Row, 0, mostInPiece), changed[half:]...)
		pieces := append(make([][]Row, 0, len(s.pieces)+1), s.pieces[:piece]...)
		s.pieces = append(append(pieces, lower, upper), s.pieces[piece+1:]...)
	}
	s.count()
}

// count counts the rows before each piece again.
func (s *sequence) count() {
	s.starts, s.length = s.starts[:0], 0
	for _, piece := range s.pieces {
		s.starts = append(s.starts, s.length)
		s.length += len(piece)
	}
}

// dropPiece takes the oldest rows away, a piece of them.
func (s *sequence) dropPiece() {
	s.pieces = append([][]Row(nil), s.pieces[1:]...)
	s.count()
}

// find is the first row that is at the height or above it, or holds it; s.length where there is none.
func (s *sequence) find(height uint64) int {
	piece := sort.Search(len(s.pieces), func(n int) bool { last := s.pieces[n]; return last[len(last)-1].end() >= height })
	if piece == len(s.pieces) {
		return s.length
	}
	rows := s.pieces[piece]
	return s.starts[piece] + sort.Search(len(rows), func(n int) bool { return rows[n].end() >= height })
}

// end is the highest height of the row. The rule of an epoch stands below the block of its height.
func (r *Row) end() uint64 {
	switch r.Kind {
	case Epoch:
		return r.Height - 1
	case Hole:
		return r.Last
	}
	return r.Height
}
