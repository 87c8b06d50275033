package command

import (
	"strings"

	"foredeck/config"
)

// Expand replaces the first word of a line by the line that it is an alias for. It does so once: an alias cannot contain another one.
// ok is false if the word is not an alias.
func Expand(line string, aliases []config.Alias) (expanded string, ok bool) {
	name, rest, hasMore := strings.Cut(line, " ")
	for _, a := range aliases {
		switch {
		case a.Name != name:
		case hasMore:
			return a.Line + " " + rest, true
		default:
			return a.Line, true
		}
	}
	return line, false
}
