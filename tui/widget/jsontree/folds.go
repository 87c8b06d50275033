package jsontree

import "sort"

// folds is what a branch knows of the lines below it. The branches directly inside it, its twigs, stand side by side in
// document.twigs, and in the same places of sums is a Fenwick tree over the lines that show below each twig. So a line
// is found, and a fold counted, in steps that grow with the depth and the logarithm of the number of twigs; leaves, the
// bulk of every document, need no counting because they are one line each.
type folds struct {
	open   bool
	inside int32 // lines below it when it is open
	first  int32 // its twigs are twigs[first:first+count]
	count  int32
	place  int32 // its own place among the twigs of its parent
}

// twigs holds the branches grouped by the branch they are in.
type twigs struct {
	of   []int32
	sums []int32
}

// shown is the number of lines that a branch shows below its own.
func (b *branch) shown() int32 {
	if b.open {
		return b.inside
	}
	return 0
}

// above is the branch that holds branch b, -1 for the outermost.
func (m *Model) above(b int32) int32 { return m.nodes[m.branches[b].node].parent }

// group brings the branches in order, once.
func (m *Model) group() {
	m.twigs = twigs{of: make([]int32, len(m.branches)), sums: make([]int32, len(m.branches))}
	for b := range m.branches {
		if parent := m.above(int32(b)); parent >= 0 {
			m.branches[b].place = m.branches[parent].count
			m.branches[parent].count++
		}
	}
	first := int32(0)
	for b := range m.branches {
		m.branches[b].first = first
		first += m.branches[b].count
		if parent := m.above(int32(b)); parent >= 0 {
			m.twigs.of[m.branches[parent].first+m.branches[b].place] = int32(b)
		}
	}
}

// foldAll opens exactly the branches that open says and counts anew.
func (m *Model) foldAll(open func(*branch) bool) {
	for b := range m.branches {
		m.branches[b].inside = m.branches[b].children
		m.branches[b].open = open(&m.branches[b])
	}
	for i := len(m.branches) - 1; i > 0; i-- { // a branch stands behind the one that holds it
		b, parent := &m.branches[i], &m.branches[m.above(int32(i))]
		parent.inside += b.shown()
		m.twigs.sums[parent.first+b.place] = b.shown()
	}
	for i := range m.branches {
		sums := m.sums(int32(i))
		for at := 1; at <= len(sums); at++ {
			if up := at + at&-at; up <= len(sums) {
				sums[up-1] += sums[at-1]
			}
		}
	}
}

func (m *Model) sums(b int32) []int32 {
	return m.twigs.sums[m.branches[b].first:][:m.branches[b].count]
}

// fold opens or closes one branch and tells those around it, up to the first that hides the change.
func (m *Model) fold(b int32, open bool) {
	before := m.branches[b].shown()
	m.branches[b].open = open
	change := m.branches[b].shown() - before
	for parent := m.above(b); parent >= 0; b, parent = parent, m.above(parent) {
		sums := m.sums(parent)
		for at := int(m.branches[b].place) + 1; at <= len(sums); at += at & -at {
			sums[at-1] += change
		}
		m.branches[parent].inside += change
		if !m.branches[parent].open {
			return
		}
	}
}

// nodeAt is the node of a visible line, which must exist.
func (m *Model) nodeAt(line int) int32 {
	if line == 0 {
		return 0
	}
	b := int32(0)
	for left := int32(line) - 1; ; { // left counts from the first line below branch b
		// How many twigs end, with all that they show, before the line?
		sums, twigs := m.sums(b), m.twigs.of[m.branches[b].first:]
		passed, sum := int32(0), int32(0)
		for step := highestBit(int32(len(sums))); step > 0; step >>= 1 {
			to := passed + step
			if to <= int32(len(sums)) && m.ordinal(twigs[to-1])+1+sum+sums[to-1] <= left {
				passed, sum = to, sum+sums[to-1]
			}
		}
		ordinal := left - sum
		if passed < int32(len(sums)) {
			twig := twigs[passed]
			if before := m.ordinal(twig); ordinal == before {
				return m.branches[twig].node
			} else if ordinal > before {
				b, left = twig, ordinal-before-1
				continue
			}
		}
		if passed == 0 {
			return m.branches[b].node + 1 + ordinal
		}
		last := twigs[passed-1]
		return m.branches[last].after + ordinal - m.ordinal(last) - 1
	}
}

// ordinal is the place of a branch among all the children of the branch that holds it.
func (m *Model) ordinal(b int32) int32 { return m.nodes[m.branches[b].node].ordinal }

// lineOf is the line of a visible node.
func (m *Model) lineOf(n int32) int {
	line := int32(0)
	for m.nodes[n].parent >= 0 {
		parent := m.nodes[n].parent
		sums, twigs := m.sums(parent), m.twigs.of[m.branches[parent].first:]
		before := sort.Search(len(sums), func(i int) bool { return m.branches[twigs[i]].node >= n })
		line += 1 + m.nodes[n].ordinal
		for at := before; at > 0; at -= at & -at {
			line += sums[at-1]
		}
		n = m.branches[parent].node
	}
	return int(line)
}

// visible is the node itself or, where it is folded away, the closed branch that hides it.
func (m *Model) visible(n int32) int32 {
	seen := n
	for parent := m.nodes[n].parent; parent >= 0; parent = m.above(parent) {
		if !m.branches[parent].open {
			seen = m.branches[parent].node
		}
	}
	return seen
}
