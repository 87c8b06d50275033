package text

import (
	"regexp"
	"sync"
)

// Regexp returns a regular expression that is compiled at its first use: the expressions of all packages together take a fifth of the
// time that the program needs to start. The function panics if the expression is not valid.
//
//go:noinline
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
