package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
)

// TransactionColumns are the names of the columns that an account's lists of transactions can have.
var TransactionColumns = []string{"block", "seq", "status", "type", "sender", "function", "amount", "reason", "fee", "age", "hash"}

var columnPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(arg\[\d{1,4}\]|\.[A-Za-z_]\w*)(\[\d{1,9}\]|\.[A-Za-z_]\w*)*$`)
})

// IsColumnPath reports whether the name of a column is a path: in an argument of the called function, such as arg[1].amount, or in the
// transaction as -o json prints it, such as .payload.kind.
func IsColumnPath(name string) bool { return columnPath().MatchString(name) }

// columnNames accepts a list of known columns and of paths, each of them once.
func columnNames(known []string) func([]string) error {
	return func(names []string) error {
		if len(names) == 0 {
			return errors.New("must have at least one column")
		}
		for i, name := range names {
			switch {
			case !slices.Contains(known, name) && !IsColumnPath(name):
				return fmt.Errorf("%q: %s, or a path such as arg[1] or arg[1].amount", name, OneOf(name, known))
			case slices.Contains(names[:i], name):
				return fmt.Errorf("must have each column once: %q is repeated", name)
			}
		}
		return nil
	}
}
