package config

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// layout holds the positions of tables and values in a valid document.
type layout struct {
	document []byte
	sections []section // the first one is the part before all tables
	inlines  []inline
}

// section is a table, or the part before the first one.
type section struct {
	table  []string
	head   int // start of the header line
	body   int // end of that line
	end    int // start of the next section
	values []location
}

// location is the position of a value and its key.
type location struct {
	path       []string
	begin      int // of the key
	value, end int // of the value
}

// inline is an inline table.
type inline struct {
	path    []string
	open    int // after the opening brace
	members []location
}

// parseLayout returns the layout of a valid document.
func parseLayout(document []byte) *layout {
	l := &layout{document: document, sections: []section{{}}}
	parser := unstable.Parser{}
	parser.Reset(document)
	for parser.NextExpression() {
		expression := parser.Expression()
		path, _ := keyOf(expression)
		here := &l.sections[len(l.sections)-1]
		if expression.Kind == unstable.KeyValue {
			here.values = append(here.values, l.locate(here.table, expression))
			continue
		}
		keys := expression.Key()
		keys.Next()
		at := int(keys.Node().Raw.Offset)
		here.end = l.lineStart(at)
		if expression.Kind == unstable.ArrayTable {
			path = nil
		}
		l.sections = append(l.sections, section{table: path, head: here.end, body: l.lineEnd(at)})
	}
	l.sections[len(l.sections)-1].end = len(document)
	return l
}

// locate returns the location of a value. The members of an inline table are added to the layout.
func (l *layout) locate(table []string, node *unstable.Node) location {
	found := location{begin: int(node.Raw.Offset), end: int(node.Raw.Offset + node.Raw.Length)}
	path, _ := keyOf(node)
	found.path = slices.Concat(table, path)
	for keys := node.Key(); keys.Next(); {
		found.value = int(keys.Node().Raw.Offset + keys.Node().Raw.Length)
	}
	found.value += bytes.IndexByte(l.document[found.value:], '=') + 1
	for l.document[found.value] == ' ' || l.document[found.value] == '\t' {
		found.value++
	}
	if node.Value().Kind == unstable.InlineTable {
		within := inline{path: found.path, open: found.value + 1}
		for members := node.Value().Children(); members.Next(); {
			within.members = append(within.members, l.locate(found.path, members.Node()))
		}
		l.inlines = append(l.inlines, within)
	}
	return found
}

// lineStart returns the start of the line at a position.
func (l *layout) lineStart(at int) int { return bytes.LastIndexByte(l.document[:at], '\n') + 1 }

// lineEnd returns the end of the line at a position, after its line break.
func (l *layout) lineEnd(at int) int {
	if next := bytes.IndexByte(l.document[at:], '\n'); next >= 0 {
		return at + next + 1
	}
	return len(l.document)
}

// find returns the location of a key; if it is in an inline table, also that table and the index of the member.
func (l *layout) find(path []string) (found location, in *inline, member int, ok bool) {
	for i := range l.inlines {
		for member, found := range l.inlines[i].members {
			if slices.Equal(found.path, path) {
				return found, &l.inlines[i], member, true
			}
		}
	}
	for _, section := range l.sections {
		for _, found := range section.values {
			if slices.Equal(found.path, path) {
				return found, nil, 0, true
			}
		}
	}
	return location{}, nil, 0, false
}

// commented returns the end of the line of a section that has a key or header commented out. Keys after a commented header belong to
// that table and do not count.
func (l *layout) commented(s *section, form *regexp.Regexp) (end int, ok bool) {
	inOther := false // after a commented header
	for at := s.body; at < s.end; at = l.lineEnd(at) {
		line := l.document[at:l.lineEnd(at)]
		inValue := slices.ContainsFunc(s.values, func(value location) bool { return value.begin < at && at < value.end })
		switch {
		case inValue:
		case form.Match(line) && (!inOther || commentedHead.Match(line)):
			return l.lineEnd(at), true
		case commentedHead.Match(line):
			inOther = true
		}
	}
	return 0, false
}

var commentedHead = commentedOut(`\[`)

// commentedOut matches a line that is commented out and starts with the pattern.
func commentedOut(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*#[ \t]*` + pattern)
}
