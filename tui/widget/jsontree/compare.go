package jsontree

import (
	"bytes"
	"encoding/json"
)

// Change is a leaf that differs between two values: a number, a text, a word, or an object or array that is empty.
type Change struct {
	Path string          // as Selected writes it
	Old  json.RawMessage // as the node sent it; nil: the leaf was added
	New  json.RawMessage // nil: it was removed

	node int32 // in the tree of the new value; -1: it is not there
}

// Compare lists the leaves that differ, in the order of the new value, those that were removed behind what is left around
// them. Leaves are the same when they stand at the same path: fields are found by their keys, whatever their order, and items
// by their numbers. Of fields with the same key, the first belongs to the first. The work grows with the two lengths alone.
//
// What is empty or no JSON value is one leaf with the path of the whole, and no leaf where it has no length.
func Compare(old, changed json.RawMessage) []Change {
	if bytes.Equal(old, changed) {
		return nil
	}
	before, after := read(old), read(changed)
	c := comparison{old: &before, new: &after}
	switch {
	case len(old) == 0:
		c.added(0)
	case len(changed) == 0:
		c.removed(0)
	default:
		c.nodes(0, 0)
	}
	return c.changes
}

type comparison struct {
	old, new *document
	changes  []Change
}

// nodes compares node o of the old value with node n of the new one, which stands at the same path.
func (c *comparison) nodes(o, n int32) {
	ob, nb := c.old.nodes[o].branch, c.new.nodes[n].branch
	switch {
	case ob >= 0 && nb >= 0 && c.old.branches[ob].array == c.new.branches[nb].array:
		c.children(o, n)
	case ob >= 0 || nb >= 0:
		c.removed(o)
		c.added(n)
	case !sameLeaf(c.old.leaf(o), c.new.leaf(n)):
		c.changes = append(c.changes, Change{c.new.path(n), c.old.leaf(o), c.new.leaf(n), n})
	}
}

// children compares what is inside of two objects or two arrays. As long as it stands in the same order, which is nearly
// always, nothing is looked up.
func (c *comparison) children(o, n int32) {
	oldEnd, newEnd := c.old.after(o), c.new.after(n)
	array := c.new.branches[c.new.nodes[n].branch].array
	for o, n = o+1, n+1; o < oldEnd && n < newEnd && (array || c.old.keyOf(o) == c.new.keyOf(n)); o, n = c.old.after(o), c.new.after(n) {
		c.nodes(o, n)
	}
	left := map[string][]int32{}
	if !array && n < newEnd {
		for at := o; at < oldEnd; at = c.old.after(at) {
			key := c.old.keyOf(at)
			left[key] = append(left[key], at)
		}
	}
	taken := map[int32]bool{}
	for ; n < newEnd; n = c.new.after(n) {
		same := left[c.new.keyOf(n)]
		if len(same) == 0 {
			c.added(n)
			continue
		}
		left[c.new.keyOf(n)] = same[1:]
		taken[same[0]] = true
		c.nodes(same[0], n)
	}
	for ; o < oldEnd; o = c.old.after(o) {
		if !taken[o] {
			c.removed(o)
		}
	}
}

func (c *comparison) added(n int32) {
	for end := c.new.after(n); n < end; n++ {
		if c.new.nodes[n].branch < 0 {
			c.changes = append(c.changes, Change{Path: c.new.path(n), New: c.new.leaf(n), node: n})
		}
	}
}

func (c *comparison) removed(o int32) {
	for end := c.old.after(o); o < end; o++ {
		if c.old.nodes[o].branch < 0 {
			c.changes = append(c.changes, Change{Path: c.old.path(o), Old: c.old.leaf(o), node: -1})
		}
	}
}

// keyOf is the key of a node with its escapes resolved; items of arrays have none.
func (d *document) keyOf(n int32) string {
	if d.nodes[n].key < 0 {
		return ""
	}
	return resolved(d.key(n))
}

// leaf is the raw text of a node that is no branch.
func (d *document) leaf(n int32) json.RawMessage {
	if d.notice != "" {
		return d.raw
	}
	start, end := d.nodes[n].start, d.nodes[n].end
	return d.raw[start:end:end]
}

// sameLeaf tells whether two leaves say the same: texts may be escaped differently, and there may be blanks in what is empty.
func sameLeaf(a, b json.RawMessage) bool {
	switch {
	case bytes.Equal(a, b):
		return true
	case len(a) == 0 || len(b) == 0 || a[0] != b[0]:
		return false
	case a[0] == '"':
		return (bytes.IndexByte(a, '\\') >= 0 || bytes.IndexByte(b, '\\') >= 0) && resolved(a[1:len(a)-1]) == resolved(b[1:len(b)-1])
	}
	return isEmpty(a) && isEmpty(b)
}

// isEmpty tells that there is nothing in an object or array.
func isEmpty(raw json.RawMessage) bool {
	return len(raw) > 1 && (raw[0] == '{' || raw[0] == '[') && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
}
