package config

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// layout is where things stand in a document that can be read.
type layout struct {
	document []byte
	sections []section // the first one is what stands before all tables
	inlines  []inline
}

// section is a table, or what stands before the first one.
type section struct {
	table  []string
	head   int // where the line of the head begins
	body   int // behind that line
	end    int // where the next section begins
	values []spot
}

// spot is where a value stands, with its key.
type spot struct {
	path       []string
	begin      int // of the key
	value, end int // of the value
}

// inline is a table that is written in one line.
type inline struct {
	path    []string
	open    int // behind the brace that opens it
	members []spot
}

// layOut finds where things stand. The document can be read.
func layOut(document []byte) *layout {
	l := &layout{document: document, sections: []section{{}}}
	parser := unstable.Parser{}
	parser.Reset(document)
	for parser.NextExpression() {
		expression := parser.Expression()
		path, _ := keyOf(expression)
		here := &l.sections[len(l.sections)-1]
		if expression.Kind == unstable.KeyValue {
			here.values = append(here.values, l.spotOf(here.table, expression))
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

// spotOf is where a value stands. Of a table in one line, its members are noted too.
func (l *layout) spotOf(table []string, node *unstable.Node) spot {
	found := spot{begin: int(node.Raw.Offset), end: int(node.Raw.Offset + node.Raw.Length)}
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
			within.members = append(within.members, l.spotOf(found.path, members.Node()))
		}
		l.inlines = append(l.inlines, within)
	}
	return found
}

// lineStart is where the line begins in which something stands.
func (l *layout) lineStart(at int) int { return bytes.LastIndexByte(l.document[:at], '\n') + 1 }

// lineEnd is behind the line in which something stands.
func (l *layout) lineEnd(at int) int {
	if next := bytes.IndexByte(l.document[at:], '\n'); next >= 0 {
		return at + next + 1
	}
	return len(l.document)
}

// find is where the value of a key stands; in a table in one line, which it is and as which member.
func (l *layout) find(path []string) (found spot, in *inline, member int, ok bool) {
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
	return spot{}, nil, 0, false
}

// commented finds the line of a section that matches although it is a comment: a key only before the first head that is one. It
// answers with where the line ends.
func (l *layout) commented(s *section, form *regexp.Regexp) (end int, ok bool) {
	inOther := false // what follows a head that is a comment is of its table
	for at := s.body; at < s.end; at = l.lineEnd(at) {
		line := l.document[at:l.lineEnd(at)]
		inValue := slices.ContainsFunc(s.values, func(value spot) bool { return value.begin < at && at < value.end })
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

var commentedHead = regexp.MustCompile(`^[ \t]*#[ \t]*\[`)

// keyCommented and headCommented are the forms of a key and of a head that are commented out.
func keyCommented(key string) *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*#[ \t]*` + regexp.QuoteMeta(key) + `[ \t]*=`)
}

func headCommented(table string) *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*#[ \t]*\[` + regexp.QuoteMeta(table) + `\]`)
}
