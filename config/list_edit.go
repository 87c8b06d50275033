package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// listPart is a string of a list, or a comment.
type listPart struct {
	isComment  bool
	text       string // of the string or comment
	begin, end int    // in the source of the list
}

// partsOf returns the parts of a list of strings. ok is false for anything else.
func partsOf(list []byte) (parts []listPart, ok bool) {
	const key = "x="
	parser := unstable.Parser{KeepComments: true}
	parser.Reset(append([]byte(key), list...))
	if !parser.NextExpression() || parser.Expression().Value().Kind != unstable.Array {
		return nil, false
	}
	add := func(node *unstable.Node) {
		begin := int(node.Raw.Offset) - len(key)
		parts = append(parts, listPart{node.Kind == unstable.Comment, string(node.Data), begin, begin + int(node.Raw.Length)})
	}
	for elements := parser.Expression().Value().Children(); elements.Next(); {
		node := elements.Node()
		switch node.Kind {
		case unstable.Comment:
			add(node)
			for more := node.Children(); more.Next(); { // consecutive comments
				add(more.Node())
			}
		case unstable.String:
			add(node)
		default:
			return nil, false
		}
	}
	return parts, true
}

// listEntry is a string of a list with its comments: those on the lines above, and the one after it.
type listEntry struct {
	above   []string
	text    string
	written string
	aside   string // with the separator before it
}

// withComments returns a new list with the comments of the strings that remain from the old one. ok is false if there are none.
func withComments(before []byte, written string) (list string, ok bool) {
	was, ok := partsOf(before)
	now, listed := partsOf([]byte(written))
	isComment := func(part listPart) bool { return part.isComment }
	if !ok || !listed || !slices.ContainsFunc(was, isComment) {
		return "", false
	}
	opening, entries, below := entriesOf(before, was)
	newline, indent, closing := "\n", "  ", ""
	if bytes.Contains(before, []byte("\r\n")) {
		newline = "\r\n"
	}
	for _, part := range was {
		if space, begins := indentOf(before, part.begin); begins {
			indent = space
			break
		}
	}
	if space, begins := indentOf(before, len(before)-1); begins {
		closing = space
	}
	var out strings.Builder
	out.WriteString("[" + opening + newline)
	stays := false
	for _, part := range now {
		entry := listEntry{written: written[part.begin:part.end], aside: ","}
		if at := slices.IndexFunc(entries, func(old listEntry) bool { return old.text == part.text }); at >= 0 {
			entry, stays = entries[at], true
			entries = slices.Delete(entries, at, at+1)
		}
		for _, comment := range entry.above {
			out.WriteString(indent + comment + newline)
		}
		out.WriteString(indent + entry.written + entry.aside + newline)
	}
	for _, comment := range below {
		out.WriteString(indent + comment + newline)
	}
	out.WriteString(closing + "]")
	return out.String(), stays
}

// entriesOf returns the strings of a list with their comments, the comment after the opening bracket, and the comments below the last
// string.
func entriesOf(list []byte, parts []listPart) (opening string, entries []listEntry, below []string) {
	end := 1 // of the previous part
	for _, part := range parts {
		written, between := string(list[part.begin:part.end]), string(list[end:part.begin])
		switch sameLine := !strings.Contains(between, "\n"); {
		case !part.isComment:
			entries = append(entries, listEntry{above: below, text: part.text, written: written, aside: ","})
			below = nil
		case sameLine && len(entries) > 0:
			if !strings.Contains(between, ",") { // it comes on a later line, or not at all
				between = "," + between
			}
			entries[len(entries)-1].aside = between + written
		case sameLine:
			opening = between + written
		default:
			below = append(below, written)
		}
		end = part.end
	}
	return opening, entries, below
}

// indentOf returns the space before a position, and whether nothing else comes before it on the line.
func indentOf(list []byte, at int) (space string, begins bool) {
	start := bytes.LastIndexByte(list[:at], '\n') + 1
	space = string(list[start:at])
	return space, start > 0 && strings.Trim(space, " \t") == ""
}
