package jsontree

import (
	"bytes"
	"slices"
)

// FoldLike copies folds and selection from another tree, usually an earlier snapshot of the same value. Branches with the same
// path are open or closed as they are there, and the same value is selected on the same line of the screen. The time is linear in
// the number of objects and arrays.
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
	old.clamp()
	m.position = m.lineOf(m.visible(m.counterpart(&old, old.selected())))
	m.first = m.position - (old.position - old.first)
	m.clamp()
}

// matchFolds copies the folds of branch o of the old tree and its descendants to the corresponding branch b.
func (m *Model) matchFolds(b int32, old *Model, o int32, open []bool) {
	open[b] = old.branches[o].open
	var byLabel map[string]int32
	oldSubs := old.subbranchesOf(o)
	for i, sub := range m.subbranchesOf(b) {
		label := m.step(m.branches[sub].node)
		if i < len(oldSubs) && bytes.Equal(label, old.step(old.branches[oldSubs[i]].node)) {
			m.matchFolds(sub, old, oldSubs[i], open)
			continue
		}
		if byLabel == nil {
			byLabel = make(map[string]int32, len(oldSubs))
			for _, other := range oldSubs {
				byLabel[string(old.step(old.branches[other].node))] = other
			}
		}
		if other, found := byLabel[string(label)]; found {
			m.matchFolds(sub, old, other, open)
		}
	}
}

// subbranchesOf returns the branches directly inside a branch.
func (m *Model) subbranchesOf(b int32) []int32 {
	return m.subbranches.list[m.branches[b].first:][:m.branches[b].count]
}

// step returns a node's key, or its index in the array.
func (d *document) step(n int32) []byte {
	if d.nodes[n].key >= 0 {
		return d.key(n)
	}
	return []byte(itemLabel(d.nodes[n].ordinal))
}

// counterpart returns the node with the path of node n of the old tree, or its closest ancestor that exists.
func (m *Model) counterpart(old *Model, n int32) int32 {
	var ancestors []int32
	for ; old.nodes[n].parent >= 0; n = old.branches[old.nodes[n].parent].node {
		ancestors = append(ancestors, n)
	}
	at := int32(0)
	for _, n := range slices.Backward(ancestors) {
		child, found := m.child(at, old.step(n), old.nodes[n].ordinal)
		if !found {
			return at
		}
		at = child
	}
	return at
}

// child returns the child of node n with this step. Among duplicate keys it prefers the one with the same ordinal.
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
