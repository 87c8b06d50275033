package jsontree

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Change is a leaf that differs between two values: a scalar, or an empty object or array.
type Change struct {
	Path string          // in the format of Selected
	Old  json.RawMessage // raw JSON; nil if the leaf was added
	New  json.RawMessage // nil if the leaf was removed

	node int32 // in the new tree; -1 if the leaf was removed
}

// Compare returns the leaves that differ, in the order of the new value; removed leaves follow the remaining siblings. Leaves
// correspond if they have the same path: object members match by key in any order, array items by index. Duplicate keys are
// paired in order. The time is linear in the sum of both lengths.
//
// Text that is not a single JSON value counts as one leaf; empty text has no leaves.
func Compare(old, changed json.RawMessage) []Change {
	if bytes.Equal(old, changed) {
		return nil
	}
	before, after := parse(old), parse(changed)
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

// nodes compares node o of the old value with node n of the new one, which has the same path.
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

// children compares the contents of two objects or two arrays. No lookup is needed while the keys are in the same order, which is
// nearly always the case.
func (c *comparison) children(o, n int32) {
	oldEnd, newEnd := c.old.after(o), c.new.after(n)
	array := c.new.branches[c.new.nodes[n].branch].array
	for o, n = o+1, n+1; o < oldEnd && n < newEnd && (array || c.old.keyOf(o) == c.new.keyOf(n)); o, n = c.old.after(o), c.new.after(n) {
		c.nodes(o, n)
	}
	unmatched := map[string][]int32{}
	if !array && n < newEnd {
		for at := o; at < oldEnd; at = c.old.after(at) {
			key := c.old.keyOf(at)
			unmatched[key] = append(unmatched[key], at)
		}
	}
	matched := map[int32]bool{}
	for ; n < newEnd; n = c.new.after(n) {
		same := unmatched[c.new.keyOf(n)]
		if len(same) == 0 {
			c.added(n)
			continue
		}
		unmatched[c.new.keyOf(n)] = same[1:]
		matched[same[0]] = true
		c.nodes(same[0], n)
	}
	for ; o < oldEnd; o = c.old.after(o) {
		if !matched[o] {
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

// keyOf returns a node's unescaped key, or "" for array items.
func (d *document) keyOf(n int32) string {
	if d.nodes[n].key < 0 {
		return ""
	}
	return unescape(d.key(n))
}

// leaf returns the raw text of a node that is not a branch.
func (d *document) leaf(n int32) json.RawMessage {
	if d.notice != "" {
		return d.raw
	}
	start, end := d.nodes[n].start, d.nodes[n].end
	return d.raw[start:end:end]
}

// sameLeaf reports whether two leaves are equal apart from string escapes and white space in empty objects and arrays.
func sameLeaf(a, b json.RawMessage) bool {
	switch {
	case bytes.Equal(a, b):
		return true
	case len(a) == 0 || len(b) == 0 || a[0] != b[0]:
		return false
	case a[0] == '"':
		return (bytes.IndexByte(a, '\\') >= 0 || bytes.IndexByte(b, '\\') >= 0) && unescape(a[1:len(a)-1]) == unescape(b[1:len(b)-1])
	}
	return isEmpty(a) && isEmpty(b)
}

// isEmpty reports whether raw is an empty object or array.
func isEmpty(raw json.RawMessage) bool {
	return len(raw) > 1 && (raw[0] == '{' || raw[0] == '[') && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
}

// Leaves returns the leaves of a JSON value, each with its path.
func Leaves(raw json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		for _, leaf := range Compare(nil, raw) {
			if !yield(leaf.Path, leaf.New) {
				return
			}
		}
	}
}
