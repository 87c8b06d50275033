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
	var changes []Change
	added := func(n int32) {
		for n := range after.leaves(n) {
			changes = append(changes, Change{Path: after.path(n), New: after.text(n), node: n})
		}
	}
	removed := func(o int32) {
		for o := range before.leaves(o) {
			changes = append(changes, Change{Path: before.path(o), Old: before.text(o), node: missing})
		}
	}
	compare := func(o, n int32) {
		switch {
		case o == missing:
			added(n)
		case n == missing:
			removed(o)
		case before.nodes[o].branch < 0 && after.nodes[n].branch < 0:
			if was, is := before.text(o), after.text(n); !sameLeaf(was, is) {
				changes = append(changes, Change{after.path(n), was, is, n})
			}
		case before.kind(o) != after.kind(n):
			removed(o)
			added(n)
		}
	}
	switch {
	case len(old) == 0:
		added(0)
	case len(changed) == 0:
		removed(0)
	default:
		match(&before, &after, compare)
	}
	return changes
}

// leaves iterates over the leaves at or below a node.
func (d *document) leaves(n int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for end := d.after(n); n < end; n++ {
			if d.nodes[n].branch < 0 && !yield(n) {
				return
			}
		}
	}
}

// missing stands for the counterpart of a node that exists in one of two values only.
const missing = -1

// match calls visit for all pairs of nodes with the same path, parents first, in the order of the new value. A node without a
// counterpart is paired with missing, and its contents are skipped.
func match(old, changed *document, visit func(o, n int32)) {
	matcher{old, changed, visit}.nodes(0, 0)
}

type matcher struct {
	old, new *document
	visit    func(o, n int32)
}

// nodes visits two nodes with the same path and their contents.
func (c matcher) nodes(o, n int32) {
	c.visit(o, n)
	if kind := c.new.kind(n); kind != kindLeaf && kind == c.old.kind(o) {
		c.children(o, n, kind)
	}
}

// children visits the contents of two objects or two arrays. No lookup is needed while the keys are in the same order, which is
// nearly always the case.
func (c matcher) children(o, n int32, kind kind) {
	oldEnd, newEnd := c.old.after(o), c.new.after(n)
	for o, n = o+1, n+1; o < oldEnd && n < newEnd && (kind == kindArray || sameString(c.old.key(o), c.new.key(n))); o, n = c.old.after(o), c.new.after(n) {
		c.nodes(o, n)
	}
	unmatched := map[string][]int32{}
	for at := o; kind == kindObject && n < newEnd && at < oldEnd; at = c.old.after(at) {
		key := unescape(string(c.old.key(at)))
		unmatched[key] = append(unmatched[key], at)
	}
	matched := map[int32]bool{}
	for ; n < newEnd; n = c.new.after(n) {
		key := ""
		if kind == kindObject {
			key = unescape(string(c.new.key(n)))
		}
		same := unmatched[key]
		if len(same) == 0 {
			c.visit(missing, n)
			continue
		}
		unmatched[key], matched[same[0]] = same[1:], true
		c.nodes(same[0], n)
	}
	for ; o < oldEnd; o = c.old.after(o) {
		if !matched[o] {
			c.visit(o, missing)
		}
	}
}

type kind int

const (
	kindLeaf kind = iota
	kindObject
	kindArray
)

func (d *document) kind(n int32) kind {
	switch b := d.nodes[n].branch; {
	case b < 0:
		return kindLeaf
	case d.branches[b].array:
		return kindArray
	}
	return kindObject
}

// sameLeaf reports whether two leaves are equal apart from string escapes and white space in empty objects and arrays.
func sameLeaf(a, b json.RawMessage) bool {
	switch {
	case bytes.Equal(a, b):
		return true
	case len(a) == 0 || len(b) == 0 || a[0] != b[0]:
		return false
	case a[0] == '"':
		return sameString(a[1:len(a)-1], b[1:len(b)-1])
	}
	return isEmpty(a) && isEmpty(b)
}

// sameString reports whether two string literals without their quotes are equal apart from escapes.
func sameString(a, b []byte) bool {
	return bytes.Equal(a, b) || (bytes.IndexByte(a, '\\') >= 0 || bytes.IndexByte(b, '\\') >= 0) && unescape(string(a)) == unescape(string(b))
}

// isEmpty reports whether raw is an empty object or array.
func isEmpty(raw json.RawMessage) bool {
	return len(raw) > 1 && (raw[0] == '{' || raw[0] == '[') && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
}

// Leaves returns the leaves of a JSON value, each with its path. It does not hold all paths in memory, which can be many times
// as long as the value.
func Leaves(raw json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		if len(raw) == 0 {
			return
		}
		d := parse(raw)
		for n := range d.leaves(0) {
			if !yield(d.path(n), d.text(n)) {
				return
			}
		}
	}
}
