package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// Edit is one change of a file of settings: a value is written, or taken out again.
type Edit struct {
	Path    []string // of the key
	Written string   // the value as TOML; empty: what the file says is taken out, with a table all that stands in it
}

// errElsewhere is returned for what is written so that a change from outside could touch other lines.
var errElsewhere = errors.New("stands in the file in a way that is to be changed in an editor")

// Apply is the document with the change. All other bytes stay as they are: a value is replaced where it stands, a new one is
// put below the line that has it commented out, else at the end of its table. In a list that is replaced the texts that stay keep
// their comments. A document that cannot be read is left alone, and the error names the line.
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
		return nil, fmt.Errorf("%s; that is to be put right in an editor first", broken[0])
	}
	change := e.set
	if e.Written == "" {
		change = e.removed
	}
	changed := change(document)
	// Whatever the document looks like: nothing else may be another value now.
	after, broken := readLines(changed)
	others := func(lines []line) []line {
		return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return hasPrefix(l.path, e.Path) })
	}
	same := slices.EqualFunc(others(before), others(after), func(a, b line) bool { return a.key() == b.key() && a.value.equal(b.value) })
	said := len(after) - len(others(after))
	spoiled := isTOML(document) && !isTOML(changed)
	if !same || spoiled || len(broken) > 0 || (e.Written == "") != (said == 0) {
		return nil, fmt.Errorf("%s %w", dotted(e.Path), errElsewhere)
	}
	return changed, nil
}

// isTOML tells whether a document is one by all rules, also those that do not matter to a file of settings.
func isTOML(document []byte) bool { return toml.Unmarshal(document, new(map[string]any)) == nil }

func (v value) equal(other value) bool {
	return v.kind == other.kind && v.text == other.text && slices.EqualFunc(v.list, other.list, value.equal)
}

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

// splice is the document with other bytes in the place of some.
func splice(document []byte, begin, end int, written string) []byte {
	return slices.Concat(document[:begin], []byte(written), document[end:])
}

func (e Edit) set(document []byte) []byte {
	l := layOut(document)
	if found, _, _, ok := l.find(e.Path); ok {
		written := e.Written
		if list, ok := withComments(document[found.value:found.end], written); ok {
			written = list
		}
		return splice(document, found.value, found.end, written)
	}
	if within, ok := l.inlineOf(e.Path); ok {
		written := dotted(e.Path[len(within.path):]) + " = " + e.Written
		if last := len(within.members) - 1; last >= 0 {
			return splice(document, within.members[last].end, within.members[last].end, ", "+written)
		}
		return splice(document, within.open, within.open, " "+written+" ")
	}
	at, written := l.placeFor(e.Path, e.Written)
	if newline := l.newline(); newline != "\n" {
		written = string(bytes.ReplaceAll([]byte(written), []byte("\n"), []byte(newline)))
	}
	if at > 0 && document[at-1] != '\n' {
		written = l.newline() + written
	}
	return splice(document, at, at, written)
}

// newline is how the lines of the document end.
func (l *layout) newline() string {
	if first := bytes.IndexByte(l.document, '\n'); first > 0 && l.document[first-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// inlineOf is the table in one line into which a key belongs.
func (l *layout) inlineOf(path []string) (within inline, ok bool) {
	for _, candidate := range l.inlines {
		if len(candidate.path) < len(path) && hasPrefix(path, candidate.path) && (!ok || len(candidate.path) > len(within.path)) {
			within, ok = candidate, true
		}
	}
	return within, ok
}

// placeFor is where a key that the document does not have is to stand, and what is to be written there.
func (l *layout) placeFor(path []string, value string) (at int, written string) {
	table, key := path[:len(path)-1], bareOrQuoted(path[len(path)-1])
	written = key + " = " + value + "\n"
	for i := range l.sections {
		s := &l.sections[i]
		isRoot := i == 0 && len(table) == 0
		if !isRoot && (len(table) == 0 || !slices.Equal(s.table, table)) {
			continue
		}
		if end, ok := l.commented(s, keyCommented(key)); ok {
			return end, written
		}
		if len(s.values) > 0 {
			return l.lineEnd(s.values[len(s.values)-1].end), written
		}
		if isRoot {
			return l.rootPlace(), written
		}
		return s.body, written
	}
	// Keys with dots make a table too, which must not have a head besides.
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
		end, ok := l.commented(s, headCommented(dotted(table)))
		if ok && !slices.ContainsFunc(s.values, func(value spot) bool { return value.begin >= end }) {
			return end, written
		}
	}
	if len(l.document) > 0 {
		written = "\n" + written
	}
	return len(l.document), written
}

// rootPlace is where the first value before all tables is to stand: behind the comment that the document begins with.
func (l *layout) rootPlace() int {
	root := l.sections[0]
	at := 0
	for at < root.end && bytes.HasPrefix(bytes.TrimLeft(l.document[at:], " \t"), []byte("#")) {
		at = l.lineEnd(at)
	}
	if at < root.end || root.end == len(l.document) {
		return at
	}
	return 0 // the comment is about the table that follows
}

// removed is the document without what it says of the key.
func (e Edit) removed(document []byte) []byte {
	for {
		l := layOut(document)
		if found, within, member, ok := l.find(e.Path); ok {
			document = l.without(found, within, member)
			continue
		}
		begin, end, ok := l.part(e.Path)
		if !ok {
			return document
		}
		document = splice(document, begin, end, "")
	}
}

// without is the document without a value.
func (l *layout) without(found spot, within *inline, member int) []byte {
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

// part is a line that belongs to a table: a value of it, or else its head.
func (l *layout) part(table []string) (begin, end int, ok bool) {
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
