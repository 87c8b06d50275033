// Package httpapi has what the HTTP APIs of a local network share: the routes and their
// multiplexer, the dialects, a JSON writer, query parameters and responses.
package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Route is one path of an API and its handler.
type Route struct {
	Method  string // GET, which includes HEAD, or POST
	Path    string // a pattern of http.ServeMux without the method
	Handler http.HandlerFunc
}

// NewMux returns a handler for the routes. An unknown path gets a 404 without a body, and
// a method that a route does not serve gets a 405 that lists those it does.
func NewMux(routes ...Route) http.Handler {
	mux := http.NewServeMux()
	for _, route := range routes {
		mux.HandleFunc(route.Path, allowOnly(route.Method, route.Handler))
	}
	mux.HandleFunc("/", notFoundPath)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// http.ServeMux redirects paths with empty or dotted elements; the API does not know them.
		if requested := r.URL.EscapedPath(); path.Clean(requested) != requested {
			notFoundPath(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func notFoundPath(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNotFound)
}

// allowOnly rejects requests with another method.
func allowOnly(method string, handler http.HandlerFunc) http.HandlerFunc {
	methods := []string{method}
	if method == http.MethodGet {
		methods = append(methods, http.MethodHead)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		handler(w, r)
	}
}

// Dialect selects between the forms of responses of the specification and deployed nodes.
type Dialect int

const (
	// Spec is the literal form of the specification (section 2.5): a timestamp is {"timestamp": microseconds}, a sender is
	// a string, and the result of a view function is keyed by its type. The specification does not define the cursors of
	// lists on v3; they are in the header x-chain-cursor, which is absent at the end.
	Spec Dialect = iota
	// Deployed is the form of deployed nodes: a timestamp is an object with the microseconds and the same time as text, a
	// sender is {"Move": address}, results are bare values, and a view function that aborts is a bad request. Responses
	// have the header x-supra-chain-id, and lists of v3 x-supra-oldest-block and x-supra-cursor. Errors for malformed
	// requests are plain text.
	Deployed
)

var dialectNames = [...]string{Spec: "spec", Deployed: "deployed"}

// String returns "spec" or "deployed".
func (d Dialect) String() string {
	if d < 0 || int(d) >= len(dialectNames) {
		return "Dialect(" + strconv.Itoa(int(d)) + ")"
	}
	return dialectNames[d]
}

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
