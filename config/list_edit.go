package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// commentedList is a list of strings with its comments.
type commentedList struct {
	opening string // comment after the opening bracket
	entries []listEntry
	below   []string // comments below the last entry
	indent  string   // of the lines
}

// listEntry is a string with its comments: those on the lines above, and the one after it.
type listEntry struct {
	above   []string
	text    string
	written string
	aside   string // with the separator before it
}

// parseCommented parses a list. ok is false if it has no comments, or elements that are not strings.
func parseCommented(source []byte) (list commentedList, ok bool) {
	const key = "x="
	parser := unstable.Parser{KeepComments: true}
	parser.Reset(append([]byte(key), source...))
	if !parser.NextExpression() || parser.Expression().Value().Kind != unstable.Array {
		return list, false
	}
	var nodes []*unstable.Node
	for elements := parser.Expression().Value().Children(); elements.Next(); {
		node := elements.Node()
		nodes = append(nodes, node)
		switch node.Kind {
		case unstable.String:
		case unstable.Comment:
			ok = true
			for more := node.Children(); more.Next(); { // consecutive comments
				nodes = append(nodes, more.Node())
			}
		default:
			return list, false
		}
	}
	list.indent = "  "
	end, indented := 1, false // end of the previous node
	for _, node := range nodes {
		begin := int(node.Raw.Offset) - len(key)
		if space, begins := indentOf(source, begin); begins && !indented {
			list.indent, indented = space, true
		}
		between := string(source[end:begin])
		end = begin + int(node.Raw.Length)
		list.add(node, between, string(source[begin:end]))
	}
	return list, ok
}

// add adds a string or comment, with the text between it and the previous one.
func (l *commentedList) add(node *unstable.Node, between, written string) {
	switch sameLine := !strings.Contains(between, "\n"); {
	case node.Kind == unstable.String:
		l.entries = append(l.entries, listEntry{l.below, string(node.Data), written, ","})
		l.below = nil
	case !sameLine:
		l.below = append(l.below, written)
	case len(l.entries) == 0:
		l.opening = between + written
	default:
		if !strings.Contains(between, ",") { // it comes on a later line, or not at all
			between = "," + between
		}
		l.entries[len(l.entries)-1].aside = between + written
	}
}

// withComments returns a new list with the comments of the strings that remain from the old one. ok is false if there are none.
func withComments(before []byte, written string) (list string, ok bool) {
	old, commented := parseCommented(before)
	v, _ := valueIn(written)
	texts, err := v.strings()
	if !commented || err != nil || v.kind != unstable.Array {
		return "", false
	}
	lines := []string{"[" + old.opening}
	for _, text := range texts {
		entry := listEntry{written: quoted(text), aside: ","}
		if at := slices.IndexFunc(old.entries, func(old listEntry) bool { return old.text == text }); at >= 0 {
			entry, ok = old.entries[at], true
			old.entries = slices.Delete(old.entries, at, at+1)
		}
		lines = append(append(lines, entry.above...), entry.written+entry.aside)
	}
	newline := "\n"
	if bytes.Contains(before, []byte("\r\n")) {
		newline = "\r\n"
	}
	closing, begins := indentOf(before, len(before)-1)
	if !begins {
		closing = ""
	}
	list = strings.Join(append(lines, old.below...), newline+old.indent)
	return list + newline + closing + "]", ok
}

// indentOf returns the space before a position, and whether nothing else comes before it on the line.
func indentOf(list []byte, at int) (space string, begins bool) {
	start := bytes.LastIndexByte(list[:at], '\n') + 1
	space = string(list[start:at])
	return space, start > 0 && strings.Trim(space, " \t") == ""
}
