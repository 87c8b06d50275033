package terminal

import (
	"slices"
	"strconv"
	"strings"
)

// HasHyperlinks reports whether a terminal draws hyperlinks (OSC 8) or ignores them, as far as its environment tells. Those that are
// known to print the sequences do not have them.
func HasHyperlinks(environment func(name string) string) bool {
	term := environment("TERM")
	is := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(term, name) })
	}
	switch {
	case environment("TMUX") != "":
		return isAtLeast(environment("TERM_PROGRAM_VERSION"), 3, 4) // earlier ones drop them
	case environment("STY") != "", is("screen"), is("linux", "dumb", "vt", "cons25", "eterm", "sun"):
		return false
	case environment("VTE_VERSION") != "":
		return isAtLeast(environment("VTE_VERSION"), 5000, 0)
	case term == "":
		return environment("WT_SESSION") != "" || environment("TERM_PROGRAM") == "vscode"
	}
	return true
}

// isAtLeast reports whether a version such as 3.4a is not lower than another one.
func isAtLeast(version string, major, minor int) bool {
	first, second, _ := strings.Cut(version, ".")
	if end := strings.IndexFunc(second, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		second = second[:end]
	}
	a, err := strconv.Atoi(first)
	b, _ := strconv.Atoi(second)
	return err == nil && (a > major || a == major && b >= minor)
}
