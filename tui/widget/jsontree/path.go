package jsontree

import (
	"bytes"
	"slices"
	"strings"
)

// path returns the path from the outermost value to a node.
func (d *document) path(n int32) string {
	var steps []string
	for ; d.nodes[n].parent >= 0; n = d.branches[d.nodes[n].parent].node {
		switch own := &d.nodes[n]; {
		case own.key < 0:
			steps = append(steps, itemLabel(own.ordinal).String())
		case isIdentifier(d.key(n)):
			steps = append(steps, "."+string(d.key(n)))
		default:
			steps = append(steps, `["`+string(d.key(n))+`"]`)
		}
	}
	slices.Reverse(steps)
	path := strings.Join(steps, "")
	if !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return path
}

// SelectPath selects the value at a path in the format of Selected, and unfolds what hides it. Among duplicate keys it takes the
// first. If there is no such value, it selects the closest existing ancestor and returns false.
func (m *Model) SelectPath(path string) (found bool) {
	if len(m.nodes) == 0 {
		return false
	}
	at, rest := int32(0), []byte(path)
	if path == "." || strings.HasPrefix(path, ".[") {
		rest = rest[1:]
	}
	for found = path != "" && m.notice.IsEmpty(); found && len(rest) > 0; {
		found = false
		for child, end := at+1, m.after(at); child < end && !found; child = m.after(child) {
			var left []byte
			if left, found = m.cutStep(rest, child); found {
				at, rest = child, left
			}
		}
	}
	m.reveal(at)
	return found
}

// cutStep removes the last step to a node from the start of a path: .word, ["any key"] or [3].
func (d *document) cutStep(path []byte, n int32) (rest []byte, ok bool) {
	if d.nodes[n].key < 0 {
		return bytes.CutPrefix(path, []byte(itemLabel(d.nodes[n].ordinal).String()))
	}
	key := d.key(n)
	if rest, ok = bytes.CutPrefix(path, []byte(".")); ok && isIdentifier(key) {
		rest, ok = bytes.CutPrefix(rest, key)
		return rest, ok && (len(rest) == 0 || rest[0] == '.' || rest[0] == '[')
	}
	rest, ok = bytes.CutPrefix(path, slices.Concat([]byte(`["`), key, []byte(`"]`)))
	return rest, ok
}

// isIdentifier reports whether a path can contain the key without quotes.
func isIdentifier(literal []byte) bool {
	for i, c := range literal {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return len(literal) > 0
}
