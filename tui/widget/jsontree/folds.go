package jsontree

import "sort"

// folds is the state of a branch that line counts depend on. The branches directly inside it, its subbranches, are adjacent in
// Model.subbranches; the same positions of sums hold a Fenwick tree over the lines shown below each of them. Finding a line and
// folding a branch thus take time proportional to the depth times the logarithm of the number of subbranches. Leaves, the bulk of
// every document, are one line each and need no counting.
type folds struct {
	open  bool
	lines int32 // lines below it when open
	first int32 // its subbranches are list[first:first+count]
	count int32
	index int32 // among the subbranches of its parent
}

// subbranches lists all branches grouped by parent.
type subbranches struct {
	list []int32
	sums []int32
}

// shownLines returns the number of lines shown below the branch's own.
func (b *branch) shownLines() int32 {
	if b.open {
		return b.lines
	}
	return 0
}

// parentOf returns the branch that contains branch b, or -1 for the outermost.
func (m *Model) parentOf(b int32) int32 { return m.nodes[m.branches[b].node].parent }

// groupBranches fills subbranches. It runs once per tree.
func (m *Model) groupBranches() {
	m.subbranches = subbranches{list: make([]int32, len(m.branches)), sums: make([]int32, len(m.branches))}
	for b := range m.branches {
		if parent := m.parentOf(int32(b)); parent >= 0 {
			m.branches[b].index = m.branches[parent].count
			m.branches[parent].count++
		}
	}
	first := int32(0)
	for b := range m.branches {
		m.branches[b].first = first
		first += m.branches[b].count
		if parent := m.parentOf(int32(b)); parent >= 0 {
			m.subbranches.list[m.branches[parent].first+m.branches[b].index] = int32(b)
		}
	}
}

// foldAll opens exactly the branches for which open returns true, and recounts all lines.
func (m *Model) foldAll(open func(*branch) bool) {
	for b := range m.branches {
		m.branches[b].lines = m.branches[b].children
		m.branches[b].open = open(&m.branches[b])
	}
	for i := len(m.branches) - 1; i > 0; i-- { // parents precede their children
		b, parent := &m.branches[i], &m.branches[m.parentOf(int32(i))]
		parent.lines += b.shownLines()
		m.subbranches.sums[parent.first+b.index] = b.shownLines()
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
	return m.subbranches.sums[m.branches[b].first:][:m.branches[b].count]
}

// fold opens or closes a branch and updates its ancestors, up to the first closed one.
func (m *Model) fold(b int32, open bool) {
	before := m.branches[b].shownLines()
	m.branches[b].open = open
	change := m.branches[b].shownLines() - before
	for parent := m.parentOf(b); parent >= 0; b, parent = parent, m.parentOf(parent) {
		sums := m.sums(parent)
		for at := int(m.branches[b].index) + 1; at <= len(sums); at += at & -at {
			sums[at-1] += change
		}
		m.branches[parent].lines += change
		if !m.branches[parent].open {
			return
		}
	}
}

// nodeAt returns the node on a visible line, which must exist.
func (m *Model) nodeAt(line int) int32 {
	if line == 0 {
		return 0
	}
	b := int32(0)
	for left := int32(line) - 1; ; { // left counts from the first line below branch b
		// Binary search: how many subbranches end, with all lines they show, before this line?
		sums, subs := m.sums(b), m.subbranches.list[m.branches[b].first:]
		passed, sum := int32(0), int32(0)
		for step := highestBit(int32(len(sums))); step > 0; step >>= 1 {
			to := passed + step
			if to <= int32(len(sums)) && m.ordinal(subs[to-1])+1+sum+sums[to-1] <= left {
				passed, sum = to, sum+sums[to-1]
			}
		}
		ordinal := left - sum
		if passed < int32(len(sums)) {
			sub := subs[passed]
			if before := m.ordinal(sub); ordinal == before {
				return m.branches[sub].node
			} else if ordinal > before {
				b, left = sub, ordinal-before-1
				continue
			}
		}
		if passed == 0 {
			return m.branches[b].node + 1 + ordinal
		}
		last := subs[passed-1]
		return m.branches[last].after + ordinal - m.ordinal(last) - 1
	}
}

// ordinal returns the index of a branch among all its siblings.
func (m *Model) ordinal(b int32) int32 { return m.nodes[m.branches[b].node].ordinal }

// lineOf returns the line of a visible node.
func (m *Model) lineOf(n int32) int {
	line := int32(0)
	for m.nodes[n].parent >= 0 {
		parent := m.nodes[n].parent
		sums, subs := m.sums(parent), m.subbranches.list[m.branches[parent].first:]
		before := sort.Search(len(sums), func(i int) bool { return m.branches[subs[i]].node >= n })
		line += 1 + m.nodes[n].ordinal
		for at := before; at > 0; at -= at & -at {
			line += sums[at-1]
		}
		n = m.branches[parent].node
	}
	return int(line)
}

// visible returns the node or, if it is folded away, the outermost closed branch that hides it.
func (m *Model) visible(n int32) int32 {
	shown := n
	for parent := m.nodes[n].parent; parent >= 0; parent = m.parentOf(parent) {
		if !m.branches[parent].open {
			shown = m.branches[parent].node
		}
	}
	return shown
}
