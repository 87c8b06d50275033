package live

import "iter"

// Snapshot is an unchanging copy of the rows of an index.
type Snapshot struct{ chunks []chunk }

// NewestFirst iterates over the blocks with their parents, nil if unknown. The rows are valid until the next iteration.
func (s Snapshot) NewestFirst() iter.Seq2[*Row, *Row] {
	return func(yield func(row, parent *Row) bool) {
		var rows [2]Row
		above, row := (*Row)(nil), &rows[0]
		for at := len(s.chunks) - 1; at >= 0; at-- {
			for i := s.chunks[at].length() - 1; i >= 0; i-- {
				if s.chunks[at].read(i, row); row.Kind != Block {
					continue
				}
				next := &rows[1]
				if above != nil {
					parent := row
					if row.Height+1 != above.Height {
						parent = nil
					}
					if !yield(above, parent) {
						return
					}
					next = above
				}
				above, row = row, next
			}
		}
		if above != nil {
			yield(above, nil)
		}
	}
}

// blocks iterates over the blocks of a window, oldest first. The row is valid until the next iteration.
func (s Snapshot) blocks(window Window) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		from, skipped, epoch := s.start(window)
		var row Row
		for at := from; at < len(s.chunks); at++ {
			for i := range s.chunks[at].length() {
				switch s.chunks[at].read(i, &row); {
				case row.Kind != Block:
				case skipped > 0:
					skipped--
				case epoch != nil && (!row.hasEpoch || row.Epoch != *epoch):
					if row.hasEpoch && row.Epoch > *epoch {
						return
					}
				case !yield(&row):
					return
				}
			}
		}
	}
}

// start returns where a window starts: the chunk, the number of blocks of the chunk before the window, and the only epoch in
// the window, nil if it may have several.
func (s Snapshot) start(window Window) (at, skipped int, epoch *uint64) {
	if window == ThisEpoch || window == LastEpoch {
		epoch = new(s.newestBlock().Epoch)
		if window == LastEpoch {
			*epoch-- // of epoch 0, there is no epoch before
		}
	}
	count := 0
	for at = len(s.chunks) - 1; at > 0; at-- {
		c := &s.chunks[at]
		count += c.blocks()
		if epoch != nil && c.lowestEpoch() < *epoch || window.Size() > 0 && count >= window.Size() {
			break
		}
	}
	if at == 0 {
		count += s.chunks[0].blocks()
	}
	if window.Size() > 0 {
		skipped = max(count-window.Size(), 0)
	}
	return max(at, 0), skipped, epoch
}
