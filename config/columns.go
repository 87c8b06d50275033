package config

import (
	"errors"
	"fmt"
	"slices"
)

// TransactionColumns are the names of the columns that an account's lists of transactions can have.
var TransactionColumns = []string{"block", "seq", "status", "type", "sender", "function", "amount", "reason", "fee", "age", "hash"}

// columnNames accepts a list of known columns, each of them once.
func columnNames(known []string) func([]string) error {
	return func(names []string) error {
		if len(names) == 0 {
			return errors.New("must have at least one column")
		}
		for i, name := range names {
			switch {
			case !slices.Contains(known, name):
				return fmt.Errorf("%q: %s", name, OneOf(name, known))
			case slices.Contains(names[:i], name):
				return fmt.Errorf("must have each column once: %q is repeated", name)
			}
		}
		return nil
	}
}
