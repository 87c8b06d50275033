package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/pflag"
)

// valueRules are what a flag takes, by the type of its value. A type that is not here takes any text.
var valueRules = map[string]string{
	"bool":     "must be true or false; the flag alone is true",
	"duration": "must be a time with its unit, such as 500ms, 5s or 2m",
	"float64":  "must be a number, such as 0.5",
	"int":      fmt.Sprintf("must be a whole number, %d at most", math.MaxInt),
	"uint64":   fmt.Sprintf("must be a whole number from 0 to %d", uint64(math.MaxUint64)),
}

// flagError says what is wrong with the flags of a command line. Of a value that cannot be read the parser tells how it failed to
// read it; a person wants to know what the flag takes.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if rule, ok := valueRules[invalid.GetFlag().Value.Type()]; ok {
			err = fmt.Errorf("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), rule)
		}
	}
	return &usageError{err}
}
