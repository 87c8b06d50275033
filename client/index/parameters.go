package index

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Parameters are the values of the parameters of a query by their names: int64, float64, bool or string.
type Parameters map[string]any

// Bind returns a query whose parameters, :name, are numbered with a mark, ? of SQLite or $ of PostgreSQL, and their values in that order.
// Each parameter must have a value, and each value a parameter. Texts, quoted names, comments and casts (::) have no parameters.
func (p Parameters) Bind(query string, mark byte) (bound string, values []any, err error) {
	var out strings.Builder
	var names []string
	last := 0
	for start, end := range parameters(query) {
		name := query[start+1 : end]
		value, ok := p[name]
		if !ok {
			return "", nil, &QueryError{Message: fmt.Sprintf("parameter :%s has no value", name)}
		}
		at := slices.Index(names, name)
		if at < 0 {
			at, names, values = len(names), append(names, name), append(values, value)
		}
		out.WriteString(query[last:start])
		out.WriteByte(mark)
		out.WriteString(strconv.Itoa(at + 1))
		last = end
	}
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if !slices.Contains(names, name) {
			return "", nil, &QueryError{Message: fmt.Sprintf("the query has no parameter :%s", name)}
		}
	}
	return out.String() + query[last:], values, nil
}

// parameters yields where each parameter of a query starts, and where it ends.
func parameters(query string) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		for i := 0; i < len(query); {
			rest := query[i:]
			switch {
			case rest[0] == '\'' || rest[0] == '"' || rest[0] == '`':
				i += skipPast(rest, 1, rest[:1])
			case strings.HasPrefix(rest, "--"):
				i += skipPast(rest, 2, "\n")
			case strings.HasPrefix(rest, "/*"):
				i += skipPast(rest, 2, "*/")
			case rest[0] == ':' && (i == 0 || !isNameByte(query[i-1]) && !strings.ContainsRune(":])", rune(query[i-1]))):
				end := i + 1
				for end < len(query) && isNameByte(query[end]) {
					end++
				}
				if end > i+1 && (query[i+1] < '0' || query[i+1] > '9') && !yield(i, end) {
					return
				}
				i = end
			default:
				i++
			}
		}
	}
}

// skipPast returns the number of bytes up to the end of a closing text, which is looked for from a byte on.
func skipPast(rest string, from int, closing string) int {
	if at := strings.Index(rest[from:], closing); at >= 0 {
		return from + at + len(closing)
	}
	return len(rest)
}

func isNameByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
