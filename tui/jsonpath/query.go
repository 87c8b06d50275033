package jsonpath

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"math/big"
	"strconv"
	"strings"
)

// Query is a parsed JSONPath (RFC 9535), which finds any number of values. It has no functions.
type Query []segment

// segment selects children of each value, or of all values inside it too.
type segment struct {
	isDescent bool
	selectors []selector
}

// selector yields the children of a value that it selects, and returns false once it is to stop.
type selector func(value *node, in *document, yield func(*node) bool) bool

// document is what a query runs on.
type document struct {
	root  node
	ended func() bool // reports whether to stop
}

// Find yields the values of a document as they are written there, in its order, as they are found. It stops early when ctx ends: some
// queries find any number of values in a small document, or look for ever longer for none.
func (q Query) Find(ctx context.Context, raw json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		in := &document{root: node{raw: bytes.TrimSpace(raw)}, ended: func() bool { return ctx.Err() != nil }}
		q.find(&in.root, in, func(found *node) bool { return yield(found.raw) })
	}
}

func (q Query) find(from *node, in *document, yield func(*node) bool) bool {
	if len(q) == 0 {
		return yield(from)
	}
	return q[0].apply(from, in, func(found *node) bool { return q[1:].find(found, in, yield) })
}

func (s segment) apply(value *node, in *document, yield func(*node) bool) bool {
	if in.ended() {
		return false
	}
	for _, choose := range s.selectors {
		if !choose(value, in, yield) {
			return false
		}
	}
	if s.isDescent {
		for _, child := range value.children() {
			if !s.apply(child, in, yield) {
				return false
			}
		}
	}
	return true
}

// node is a value of the document. An object or array is parsed once, when its children are needed.
type node struct {
	raw      json.RawMessage
	name     string // as a member of an object
	isParsed bool
	inside   []*node
}

func (n *node) isObject() bool { return len(n.raw) > 0 && n.raw[0] == '{' }
func (n *node) isArray() bool  { return len(n.raw) > 0 && n.raw[0] == '[' }

func (n *node) children() []*node {
	if n.isParsed || !n.isObject() && !n.isArray() {
		return n.inside
	}
	n.isParsed = true
	tokens := json.NewDecoder(bytes.NewReader(n.raw))
	_, _ = tokens.Token() // the bracket
	for tokens.More() {
		child := new(node)
		if n.isObject() {
			name, _ := tokens.Token()
			child.name, _ = name.(string)
		}
		if tokens.Decode(&child.raw) != nil {
			break // no valid JSON
		}
		n.inside = append(n.inside, child)
	}
	return n.inside
}

func selectAll(value *node, _ *document, yield func(*node) bool) bool {
	for _, child := range value.children() {
		if !yield(child) {
			return false
		}
	}
	return true
}

func selectName(name string) selector {
	return func(value *node, _ *document, yield func(*node) bool) bool {
		if value.isObject() {
			for _, member := range value.children() {
				if member.name == name {
					return yield(member)
				}
			}
		}
		return true
	}
}

func selectIndex(index int) selector {
	return func(value *node, _ *document, yield func(*node) bool) bool {
		at := index
		if value.isArray() {
			if at < 0 {
				at += len(value.children())
			}
			if at >= 0 && at < len(value.children()) {
				return yield(value.children()[at])
			}
		}
		return true
	}
}

// selectSlice selects from start to before end. A nil limit is the end of the array in that direction.
func selectSlice(start, end *int, step int) selector {
	return func(value *node, _ *document, yield func(*node) bool) bool {
		if !value.isArray() || step == 0 {
			return true
		}
		elements := value.children()
		first, last := 0, len(elements)
		if step < 0 {
			first, last = len(elements)-1, -1
		}
		limit := func(given *int, missing int) int {
			if given == nil {
				return missing
			}
			at := *given
			if at < 0 {
				at += len(elements)
			}
			if step < 0 {
				return min(max(at, -1), len(elements)-1)
			}
			return min(max(at, 0), len(elements))
		}
		first, last = limit(start, first), limit(end, last)
		for i := first; step > 0 && i < last || step < 0 && i > last; i += step {
			if !yield(elements[i]) {
				return false
			}
		}
		return true
	}
}

// condition is a part of a filter.
type condition func(value *node, in *document) bool

func selectWhere(matches condition) selector {
	return func(value *node, in *document, yield func(*node) bool) bool {
		for _, child := range value.children() {
			if matches(child, in) && !yield(child) {
				return false
			}
		}
		return true
	}
}

// operand is one side of a comparison: a literal, or the value that a query finds; nil if it finds none.
type operand func(value *node, in *document) json.RawMessage

// compares returns the condition of an operator.
func compares(left, right operand, operator string) condition {
	return func(value *node, in *document) bool {
		a, b := left(value, in), right(value, in)
		order, isOrdered := compare(a, b)
		isEqual := isOrdered && order == 0 || !isOrdered && equal(a, b)
		switch operator {
		case "==":
			return isEqual
		case "!=":
			return !isEqual
		case "<":
			return isOrdered && order < 0
		case "<=":
			return isEqual || isOrdered && order < 0
		case ">":
			return isOrdered && order > 0
		}
		return isEqual || isOrdered && order > 0
	}
}

// compare orders two strings or two numbers. Integers of any size are compared exactly.
func compare(a, b json.RawMessage) (order int, ok bool) {
	if len(a) == 0 || len(b) == 0 {
		return 0, false
	}
	var left, right string
	if a[0] == '"' && b[0] == '"' && json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil {
		return strings.Compare(left, right), true
	}
	if !isNumber(a) || !isNumber(b) {
		return 0, false
	}
	first, isInteger := new(big.Int).SetString(string(a), 10)
	second, isIntegerToo := new(big.Int).SetString(string(b), 10)
	if isInteger && isIntegerToo {
		return first.Cmp(second), true
	}
	x, _ := strconv.ParseFloat(string(a), 64) // infinite if it is out of range
	y, _ := strconv.ParseFloat(string(b), 64)
	return cmp.Compare(x, y), true
}

func isNumber(raw json.RawMessage) bool { return raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9' }

// equal compares other values: both missing, or the same JSON without spaces.
func equal(a, b json.RawMessage) bool {
	var left, right bytes.Buffer
	return (a == nil) == (b == nil) && (a == nil || json.Compact(&left, a) == nil && json.Compact(&right, b) == nil && bytes.Equal(left.Bytes(), right.Bytes()))
}
