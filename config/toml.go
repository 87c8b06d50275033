package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Problem is an invalid line of the file.
type Problem struct {
	Line int    // 0 for a flag
	Key  string // empty if the line is not TOML
	Rule string
}

// String returns the problem as one line of text.
func (p Problem) String() string {
	switch {
	case p.Key == "":
		return fmt.Sprintf("line %d: %s", p.Line, p.Rule)
	case p.Line == 0:
		return p.Key + ": " + p.Rule
	}
	return fmt.Sprintf("line %d: %s: %s", p.Line, p.Key, p.Rule)
}

// line is a value of the file with the full path of its key.
type line struct {
	number int
	path   []string
	value  value
}

// key returns the path in TOML.
func (l line) key() string { return dotted(l.path) }

func dotted(path []string) string {
	written := make([]string, len(path))
	for i, part := range path {
		written[i] = bareOrQuoted(part)
	}
	return strings.Join(written, ".")
}

func bareOrQuoted(key string) string {
	other := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}
	if key == "" || strings.ContainsFunc(key, other) {
		return quoted(key)
	}
	return key
}

// maxUnreadable is how many unreadable lines are reported before the rest of the file is ignored.
const maxUnreadable = 50

// byteOrderMark is written by some editors on Windows at the start of a file.
var byteOrderMark = []byte("\ufeff")

// readLines parses a document. Lines that are not TOML are reported and skipped.
func readLines(document []byte) ([]line, []Problem) {
	document = bytes.TrimPrefix(slices.Clone(document), byteOrderMark)
	var broken []Problem
	for {
		lines, doubled, problem := readWhole(document)
		if problem == nil {
			return lines, append(broken, doubled...)
		}
		broken = append(broken, *problem)
		if len(broken) > maxUnreadable || !blank(document, problem.Line) {
			return lines, broken
		}
	}
}

// blank overwrites a line with spaces, and if it is a table header the whole table, whose values would otherwise belong to the table
// before. It reports whether the line was not blank before.
func blank(document []byte, number int) bool {
	begin := 0
	for ; number > 1; number-- {
		next := bytes.IndexByte(document[begin:], '\n')
		if next < 0 {
			return false
		}
		begin += next + 1
	}
	isHead := isTableHead(document[begin:])
	found := false
	for i := begin; i < len(document); i++ {
		switch {
		case document[i] != '\n':
			found = found || document[i] != ' '
			document[i] = ' '
		case !isHead || isTableHead(document[i+1:]):
			return found
		}
	}
	return found
}

// isTableHead reports whether a table starts here.
func isTableHead(rest []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("["))
}

// readWhole parses up to the first line that is not TOML.
func readWhole(document []byte) (lines []line, doubled []Problem, broken *Problem) {
	parser := unstable.Parser{}
	parser.Reset(document)
	ends := lineEnds(document)
	var table []string
	seen := map[string]int{} // line of each table and value
	first := func(number int, path []string) bool {
		key := dotted(path)
		if seen[key] != 0 {
			doubled = append(doubled, Problem{number, key, fmt.Sprintf("already defined on line %d", seen[key])})
			return false
		}
		seen[key] = number
		return true
	}
	for parser.NextExpression() {
		expression := parser.Expression()
		path, at := keyOf(expression)
		number := ends.numberOf(at)
		switch expression.Kind {
		case unstable.Table:
			table = path
			first(number, path)
		case unstable.ArrayTable:
			table = nil
			doubled = append(doubled, Problem{number, dotted(path), "must be a table with single brackets"})
		case unstable.KeyValue:
			for _, found := range ends.flat(number, slices.Concat(table, path), expression.Value()) {
				if first(found.number, found.path) {
					lines = append(lines, found)
				}
			}
		}
	}
	var wrong *unstable.ParserError
	if errors.As(parser.Error(), &wrong) {
		at := len(document)
		if len(wrong.Highlight) > 0 {
			at = int(parser.Range(wrong.Highlight).Offset)
		}
		broken = &Problem{Line: 1 + bytes.Count(bytes.TrimRight(document[:at], " \n"), []byte{'\n'}), Rule: "invalid TOML: " + wrong.Message}
		if at < len(document) {
			broken.Line = 1 + bytes.Count(document[:at], []byte{'\n'})
		}
	}
	return lines, doubled, broken
}

// keyOf returns the path of a key and where it starts.
func keyOf(expression *unstable.Node) (path []string, at int) {
	for keys := expression.Key(); keys.Next(); {
		if path = append(path, string(keys.Node().Data)); len(path) == 1 {
			at = int(keys.Node().Raw.Offset)
		}
	}
	return path, at
}

// lineOffsets are the offsets of the line ends of a document. The parser would count lines from the start for each key, which is slow
// for thousands of them.
type lineOffsets []int

func lineEnds(document []byte) lineOffsets {
	var found lineOffsets
	for at, character := range document {
		if character == '\n' {
			found = append(found, at)
		}
	}
	return found
}

// numberOf returns the line number of an offset.
func (e lineOffsets) numberOf(at int) int {
	before, _ := slices.BinarySearch(e, at)
	return before + 1
}

// flat returns a value, or each value of an inline table.
func (e lineOffsets) flat(number int, path []string, node *unstable.Node) []line {
	if node.Kind != unstable.InlineTable {
		return []line{{number, path, valueOf(node)}}
	}
	var lines []line
	for members := node.Children(); members.Next(); {
		key, at := keyOf(members.Node())
		lines = append(lines, e.flat(e.numberOf(at), slices.Concat(path, key), members.Node().Value())...)
	}
	return lines
}

func valueOf(node *unstable.Node) value {
	v := value{kind: node.Kind, text: string(node.Data)}
	if node.Kind == unstable.Array {
		for elements := node.Children(); elements.Next(); {
			if elements.Node().Kind != unstable.Comment {
				v.list = append(v.list, valueOf(elements.Node()))
			}
		}
	}
	return v
}
