// Package httpapi has what the HTTP APIs of a local network share: the routes and their
// multiplexer, the dialects, a JSON writer, query parameters and responses.
package httpapi

import (
	"net/http"
	"path"
	"slices"
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
