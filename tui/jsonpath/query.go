package jsonpath

import (
	"bytes"
	"cmp"
	"encoding/json"
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

// selector adds the children of a value that it selects to found.
type selector func(value, root *node, found []*node) []*node

// Find returns the values of a document as they are written there, in its order.
func (q Query) Find(document json.RawMessage) []json.RawMessage {
	root := &node{raw: bytes.TrimSpace(document)}
	var values []json.RawMessage
	for _, found := range q.find(root, root) {
		values = append(values, found.raw)
	}
	return values
}

func (q Query) find(from, root *node) []*node {
	found := []*node{from}
	for _, segment := range q {
		var next []*node
		for _, value := range found {
			next = segment.apply(value, root, next)
		}
		found = next
	}
	return found
}

func (s segment) apply(value, root *node, found []*node) []*node {
	for _, choose := range s.selectors {
		found = choose(value, root, found)
	}
	if s.isDescent {
		for _, child := range value.children() {
			found = s.apply(child, root, found)
		}
	}
	return found
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

func selectAll(value, _ *node, found []*node) []*node { return append(found, value.children()...) }

func selectName(name string) selector {
	return func(value, _ *node, found []*node) []*node {
		if value.isObject() {
			for _, member := range value.children() {
				if member.name == name {
					return append(found, member)
				}
			}
		}
		return found
	}
}

func selectIndex(index int) selector {
	return func(value, _ *node, found []*node) []*node {
		at := index
		if value.isArray() {
			if at < 0 {
				at += len(value.children())
			}
			if at >= 0 && at < len(value.children()) {
				return append(found, value.children()[at])
			}
		}
		return found
	}
}

// selectSlice selects from start to before end. A nil limit is the end of the array in that direction.
func selectSlice(start, end *int, step int) selector {
	return func(value, _ *node, found []*node) []*node {
		if !value.isArray() || step == 0 {
			return found
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
			found = append(found, elements[i])
		}
		return found
	}
}

// condition is a part of a filter.
type condition func(value, root *node) bool

func selectWhere(matches condition) selector {
	return func(value, root *node, found []*node) []*node {
		for _, child := range value.children() {
			if matches(child, root) {
				found = append(found, child)
			}
		}
		return found
	}
}

// operand is one side of a comparison: a literal, or the value that a query finds; nil if it finds none.
type operand func(value, root *node) json.RawMessage

// compares returns the condition of an operator.
func compares(left, right operand, operator string) condition {
	return func(value, root *node) bool {
		a, b := left(value, root), right(value, root)
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
