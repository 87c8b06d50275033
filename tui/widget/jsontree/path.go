package jsontree

import (
	"strconv"
	"strings"
)

// SelectPath selects the value at a path in the format of Selected, and unfolds what hides it. Among duplicate keys it takes the
// first. If there is no such value, it selects the closest existing ancestor and returns false.
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
	m.reveal(at)
	return found
}

// cutStep splits off the first step of a path: .word, ["any key"] or [3]. The caller has removed the leading dot of the first
// one.
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

// childAt returns the child of node n at a step: a raw key or [3].
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
