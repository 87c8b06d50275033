package jsontree

import (
	"strconv"
	"strings"
)

// SelectPath selects the value with this path, written as Selected gives it, and unfolds what hides it. Of duplicate keys it
// takes the first. Where there is no such value it selects the last one on the way there, and is not found.
func (m *Model) SelectPath(path string) (found bool) {
	if len(m.nodes) == 0 {
		return false
	}
	at, rest, found := int32(0), strings.TrimPrefix(path, "."), m.notice == ""
	if path == "" || path[0] != '.' && path[0] != '[' {
		rest, found = "", false
	}
	for first := true; found && rest != ""; first = false {
		var step string
		if step, rest, found = cutStep(rest, first && path[0] == '.'); found {
			var child int32
			if child, found = m.childAt(at, step); found {
				at = child
			}
		}
	}
	for parent := m.nodes[at].parent; parent >= 0; parent = m.above(parent) {
		if !m.branches[parent].open {
			m.fold(parent, true)
		}
	}
	m.position = m.lineOf(at)
	m.settle()
	return found
}

// cutStep takes the first step of a path: .word or ["any key"] or [3]. The point in front of the first one is taken already.
func cutStep(path string, first bool) (step, rest string, ok bool) {
	switch {
	case path[0] == '[' && strings.HasPrefix(path, `["`):
		for end := len(`["`); end < len(path); end++ {
			switch path[end] {
			case '\\':
				end++
			case '"':
				rest, ok = strings.CutPrefix(path[end+1:], "]")
				return path[len(`["`):end], rest, ok
			}
		}
		return "", "", false
	case path[0] == '[':
		end := strings.IndexByte(path, ']')
		if end < 0 {
			return "", "", false
		}
		return path[:end+1], path[end+1:], true
	case path[0] == '.' && !first:
		path = path[1:]
	case !first:
		return "", "", false
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return path[:end], path[end:], end > 0
}

// childAt is the value inside of node n behind a step: a key as it was sent, or [3].
func (m *Model) childAt(n int32, step string) (child int32, found bool) {
	b := m.nodes[n].branch
	if b < 0 {
		return 0, false
	}
	if !m.branches[b].array {
		return m.child(n, []byte(step), 0)
	}
	number, inBrackets := strings.CutPrefix(step, "[")
	ordinal, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
	if !inBrackets || err != nil || ordinal < 0 || ordinal >= int(m.branches[b].children) {
		return 0, false
	}
	at := n + 1
	for range ordinal {
		if own := m.nodes[at].branch; own >= 0 {
			at = m.branches[own].after
		} else {
			at++
		}
	}
	return at, true
}
