package httpapi

import (
	"fmt"
	"net/url"
	"strconv"
)

// Query reads query parameters. After the first error, all methods return zero values.
type Query struct {
	values url.Values
	err    error
}

// NewQuery returns a reader of parameters.
func NewQuery(values url.Values) *Query { return &Query{values: values} }

// ParseQuery returns a reader of the parameters in a query string.
func ParseQuery(raw string) *Query {
	values, err := url.ParseQuery(raw)
	return &Query{values, err}
}

// Err returns the first error.
func (q *Query) Err() error { return q.err }

// Fail records an error, unless there is an earlier one.
func (q *Query) Fail(format string, values ...any) {
	if q.err == nil {
		q.err = fmt.Errorf(format, values...)
	}
}

// Text returns a parameter; nil if it is not given. Giving it more than once is an error.
func (q *Query) Text(name string) *string {
	switch texts := q.values[name]; {
	case q.err != nil || len(texts) == 0:
		return nil
	case len(texts) > 1:
		q.Fail("%s: given %d times", name, len(texts))
		return nil
	default:
		return &texts[0]
	}
}

// Uint64 parses an integer parameter; nil if it is not given.
func (q *Query) Uint64(name string) *uint64 {
	text := q.Text(name)
	if text == nil {
		return nil
	}
	number, err := strconv.ParseUint(*text, 10, 64)
	if err != nil {
		q.Fail("%s: %q is not an integer from 0 to 18446744073709551615", name, *text)
		return nil
	}
	return &number
}

// Flag parses a boolean parameter; false if it is not given.
func (q *Query) Flag(name string) bool { return q.values.Has(name) && q.RequiredFlag(name) }

// RequiredFlag parses a boolean parameter that must be given.
func (q *Query) RequiredFlag(name string) bool {
	switch text := q.Text(name); {
	case text == nil:
		q.Fail("%s: missing; give true or false", name)
		return false
	case *text != "true" && *text != "false":
		q.Fail("%s: %q is not true or false", name, *text)
		return false
	default:
		return *text == "true"
	}
}
