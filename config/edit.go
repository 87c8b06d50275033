package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// Edit is a change of one value in a config file.
type Edit struct {
	Path  []string // of the key
	Value string   // the new value as TOML; empty to remove the key, or the whole table
}

// errNeedsEditor is the error for a value whose change would affect other lines.
var errNeedsEditor = errors.New("is written in a form that cannot be changed here: use an editor")

// Apply returns the document with the change. All other bytes stay as they are. A value is replaced in place; a new one goes below the
// line that has the key commented out, or else to the end of its table. Elements of a list that remain keep their comments. It fails
// for an invalid document, naming the line.
func (e Edit) Apply(document []byte) ([]byte, error) {
	if rest, marked := bytes.CutPrefix(document, byteOrderMark); marked {
		changed, err := e.Apply(rest)
		if err != nil {
			return nil, err
		}
		return slices.Concat(byteOrderMark, changed), nil
	}
	before, broken := readLines(document)
	if len(broken) > 0 {
		return nil, fmt.Errorf("%s: fix it in an editor first", broken[0])
	}
	change := e.set
	if e.Value == "" {
		change = e.remove
	}
	changed := change(document)
	// No other value may have changed, whatever the document looks like.
	after, broken := readLines(changed)
	others := func(lines []line) []line {
		return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return hasPrefix(l.path, e.Path) })
	}
	same := slices.EqualFunc(others(before), others(after), func(a, b line) bool { return a.key() == b.key() && a.value.equal(b.value) })
	inFile := len(after) - len(others(after))
	corrupted := isTOML(document) && !isTOML(changed)
	if !same || corrupted || len(broken) > 0 || (e.Value == "") != (inFile == 0) {
		return nil, fmt.Errorf("%s %w", dotted(e.Path), errNeedsEditor)
	}
	return changed, nil
}

// isTOML reports whether a document is valid by all rules of TOML.
func isTOML(document []byte) bool { return toml.Unmarshal(document, new(map[string]any)) == nil }

func (v value) equal(other value) bool {
	return v.kind == other.kind && v.text == other.text && slices.EqualFunc(v.list, other.list, value.equal)
}

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

// splice replaces bytes of the document.
func splice(document []byte, begin, end int, written string) []byte {
	return slices.Concat(document[:begin], []byte(written), document[end:])
}

func (e Edit) set(document []byte) []byte {
	l := parseLayout(document)
	if found, _, _, ok := l.find(e.Path); ok {
		written := e.Value
		if list, ok := withComments(document[found.value:found.end], written); ok {
			written = list
		}
		return splice(document, found.value, found.end, written)
	}
	if within, ok := l.inlineOf(e.Path); ok {
		written := dotted(e.Path[len(within.path):]) + " = " + e.Value
		if last := len(within.members) - 1; last >= 0 {
			return splice(document, within.members[last].end, within.members[last].end, ", "+written)
		}
		return splice(document, within.open, within.open, " "+written+" ")
	}
	at, written := l.insertion(e.Path, e.Value)
	if newline := l.newline(); newline != "\n" {
		written = string(bytes.ReplaceAll([]byte(written), []byte("\n"), []byte(newline)))
	}
	if at > 0 && document[at-1] != '\n' {
		written = l.newline() + written
	}
	return splice(document, at, at, written)
}

// newline returns the line ending of the document.
func (l *layout) newline() string {
	if first := bytes.IndexByte(l.document, '\n'); first > 0 && l.document[first-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// inlineOf returns the inline table to which a key belongs.
func (l *layout) inlineOf(path []string) (within inline, ok bool) {
	for _, candidate := range l.inlines {
		if len(candidate.path) < len(path) && hasPrefix(path, candidate.path) && (!ok || len(candidate.path) > len(within.path)) {
			within, ok = candidate, true
		}
	}
	return within, ok
}

// insertion returns where to insert a new key, and the text to insert.
func (l *layout) insertion(path []string, value string) (at int, written string) {
	table, key := path[:len(path)-1], bareOrQuoted(path[len(path)-1])
	written = key + " = " + value + "\n"
	for i := range l.sections {
		s := &l.sections[i]
		isRoot := i == 0 && len(table) == 0
		if !isRoot && (len(table) == 0 || !slices.Equal(s.table, table)) {
			continue
		}
		if end, ok := l.commented(s, commentedOut(regexp.QuoteMeta(key)+`[ \t]*=`)); ok {
			return end, written
		}
		if len(s.values) > 0 {
			return l.lineEnd(s.values[len(s.values)-1].end), written
		}
		if isRoot {
			return l.rootInsertion(), written
		}
		return s.body, written
	}
	// Dotted keys define a table too, which must not get a header as well.
	for _, s := range l.sections {
		for _, found := range slices.Backward(s.values) {
			if len(table) > len(s.table) && hasPrefix(found.path, table) {
				return l.lineEnd(found.end), dotted(path[len(s.table):]) + " = " + value + "\n"
			}
		}
	}
	written = "[" + dotted(table) + "]\n" + written
	for i := range l.sections {
		s := &l.sections[i]
		end, ok := l.commented(s, commentedOut(regexp.QuoteMeta("["+dotted(table)+"]")))
		if ok && !slices.ContainsFunc(s.values, func(value location) bool { return value.begin >= end }) {
			return end, written
		}
	}
	if len(l.document) > 0 {
		written = "\n" + written
	}
	return len(l.document), written
}

// rootInsertion returns where to insert the first value outside of tables: after the comment at the start of the document.
func (l *layout) rootInsertion() int {
	root := l.sections[0]
	at := 0
	for at < root.end && bytes.HasPrefix(bytes.TrimLeft(l.document[at:], " \t"), []byte("#")) {
		at = l.lineEnd(at)
	}
	if at < root.end || root.end == len(l.document) {
		return at
	}
	return 0 // the comment belongs to the table that follows
}

// remove returns the document without the key.
func (e Edit) remove(document []byte) []byte {
	for {
		l := parseLayout(document)
		if found, within, member, ok := l.find(e.Path); ok {
			document = l.without(found, within, member)
			continue
		}
		begin, end, ok := l.lineOf(e.Path)
		if !ok {
			return document
		}
		document = splice(document, begin, end, "")
	}
}

// without returns the document without a value.
func (l *layout) without(found location, within *inline, member int) []byte {
	switch {
	case within == nil:
		return splice(l.document, l.lineStart(found.begin), l.lineEnd(found.end), "")
	case member+1 < len(within.members):
		return splice(l.document, found.begin, within.members[member+1].begin, "")
	case member > 0:
		return splice(l.document, within.members[member-1].end, found.end, "")
	}
	return splice(l.document, found.begin, found.end, "")
}

// lineOf returns a line of a table: one of its values, or else its header.
func (l *layout) lineOf(table []string) (begin, end int, ok bool) {
	for _, s := range l.sections {
		for _, found := range s.values {
			if hasPrefix(found.path, table) {
				return l.lineStart(found.begin), l.lineEnd(found.end), true
			}
		}
		if len(s.table) > 0 && hasPrefix(s.table, table) {
			return s.head, s.body, true
		}
	}
	return 0, 0, false
}
