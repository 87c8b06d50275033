package jsontree

import (
	"bytes"
	"slices"
)

// FoldLike folds the tree as another one, mostly of an earlier look at the same value: what stands in both under the same
// keys is open or closed as it was there, and the same value is selected, on the same line of the screen. It looks at all
// objects and arrays once.
func (m *Model) FoldLike(old Model) {
	if len(m.branches) == 0 || len(old.branches) == 0 {
		return
	}
	open := make([]bool, len(m.branches))
	for b := range m.branches {
		open[b] = m.branches[b].open
	}
	m.matchFolds(0, &old, 0, open)
	at := -1
	m.foldAll(func(*branch) bool {
		at++
		return open[at]
	})
	m.level = old.level
	old.settle()
	m.position = m.lineOf(m.visible(m.counterpart(&old, old.selected())))
	m.first = m.position - (old.position - old.first)
	m.settle()
}

// matchFolds notes how branch o of the old tree, and those inside it, are folded for branch b, which is the same.
func (m *Model) matchFolds(b int32, old *Model, o int32, open []bool) {
	open[b] = old.branches[o].open
	var byLabel map[string]int32
	twigs := old.inside(o)
	for i, twig := range m.inside(b) {
		label := m.step(m.branches[twig].node)
		if i < len(twigs) && bytes.Equal(label, old.step(old.branches[twigs[i]].node)) {
			m.matchFolds(twig, old, twigs[i], open)
			continue
		}
		if byLabel == nil {
			byLabel = make(map[string]int32, len(twigs))
			for _, other := range twigs {
				byLabel[string(old.step(old.branches[other].node))] = other
			}
		}
		if other, found := byLabel[string(label)]; found {
			m.matchFolds(twig, old, other, open)
		}
	}
}

// inside is the branches directly inside of a branch.
func (m *Model) inside(b int32) []int32 {
	return m.twigs.of[m.branches[b].first:][:m.branches[b].count]
}

// step is what a node is called in the branch that it is in: its key, or its number in the array.
func (d *document) step(n int32) []byte {
	if d.nodes[n].key >= 0 {
		return d.key(n)
	}
	return []byte(itemLabel(d.nodes[n].ordinal))
}

// counterpart is the node that stands where node n of the old tree does, or the last one on the way there.
func (m *Model) counterpart(old *Model, n int32) int32 {
	var way []int32
	for ; old.nodes[n].parent >= 0; n = old.branches[old.nodes[n].parent].node {
		way = append(way, n)
	}
	at := int32(0)
	for _, n := range slices.Backward(way) {
		child, found := m.child(at, old.step(n), old.nodes[n].ordinal)
		if !found {
			return at
		}
		at = child
	}
	return at
}

// child is the value inside of node n that is called so; of several with the same key, the one at the same place.
func (m *Model) child(n int32, step []byte, ordinal int32) (child int32, found bool) {
	b := m.nodes[n].branch
	if b < 0 {
		return 0, false
	}
	for at := n + 1; at < m.branches[b].after; {
		if bytes.Equal(m.step(at), step) {
			if m.nodes[at].ordinal == ordinal {
				return at, true
			}
			if !found {
				child, found = at, true
			}
		}
		at = m.after(at)
	}
	return child, found
}
