package jsontree

import "slices"

// lines returns the nodes that are not folded away, in document order: one per line. Copies of the model share them.
func (m *Model) lines() []int32 {
	if m.shown == nil {
		return nil
	}
	return *m.shown
}

// foldAll opens exactly the branches for which open returns true.
func (m *Model) foldAll(open func(*branch) bool) {
	for b := range m.branches {
		m.branches[b].open = open(&m.branches[b])
	}
	*m.shown = m.linesBetween(0, int32(len(m.nodes)))
}

// fold opens or closes a branch.
func (m *Model) fold(b int32, open bool) {
	own := &m.branches[b]
	own.open = open
	line, found := slices.BinarySearch(m.lines(), own.node)
	if !found { // inside a closed branch
		return
	}
	var inside []int32
	if open {
		inside = m.linesBetween(own.node+1, own.after)
	}
	after, _ := slices.BinarySearch(m.lines(), own.after)
	*m.shown = slices.Replace(m.lines(), line+1, after, inside...)
}

// linesBetween returns the nodes from n to end that no closed branch among them hides.
func (d *document) linesBetween(n, end int32) []int32 {
	var lines []int32
	for n < end {
		lines = append(lines, n)
		if b := d.nodes[n].branch; b >= 0 && !d.branches[b].open {
			n = d.branches[b].after
		} else {
			n++
		}
	}
	return lines
}

// lineOf returns the line of a node or, if it is folded away, of the closed branch that hides it.
func (m *Model) lineOf(n int32) int {
	line, found := slices.BinarySearch(m.lines(), n)
	if !found {
		line--
	}
	return line
}

// FoldLike copies folds and selection from another tree, usually an earlier snapshot of the same value. Objects and arrays with the
// same path are open or closed as they are there, and the same value is selected on the same line of the screen. If it is gone, its
// closest existing ancestor is. The time is linear in the sum of both lengths.
func (m *Model) FoldLike(old Model) {
	if len(m.branches) == 0 || len(old.branches) == 0 {
		return
	}
	old.clamp()
	selected, at := old.selected(), int32(0)
	match(&old.document, &m.document, func(o, n int32) {
		if o == missing || n == missing {
			return
		}
		if o <= selected && selected < old.after(o) {
			at = n
		}
		if ob, nb := old.nodes[o].branch, m.nodes[n].branch; ob >= 0 && nb >= 0 {
			m.branches[nb].open = old.branches[ob].open
		}
	})
	m.foldAll(func(b *branch) bool { return b.open })
	m.level, m.folded = old.level, old.folded
	m.position = m.lineOf(at)
	m.first = m.position - (old.position - old.first)
	m.clamp()
}
