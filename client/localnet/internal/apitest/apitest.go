// Package apitest sends requests to HTTP handlers in tests and examines their JSON.
package apitest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Response is the response of a handler.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request without a body. Headers are given as name, value, name, value.
func Do(t testing.TB, handler http.Handler, method, path string, headers ...string) Response {
	t.Helper()
	return Send(t, handler, method, path, nil, headers...)
}

// Send sends a request with a body. Headers are given as name, value, name, value.
func Send(t testing.TB, handler http.Handler, method, path string, body io.Reader, headers ...string) Response {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, body)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return Response{recorder.Code, recorder.Result().Header, recorder.Body.String()}
}

// Get sends a GET request that must succeed, and returns the body.
func Get(t testing.TB, handler http.Handler, path string) string {
	t.Helper()
	response := Do(t, handler, http.MethodGet, path)
	require.Equal(t, http.StatusOK, response.Status, "%s: %s", path, response.Body)
	return response.Body
}

// Decode parses a JSON document.
func Decode[T any](t testing.TB, body string) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal([]byte(body), &value), body)
	return value
}

// Shape lists the paths of all values in a JSON document with their types, such as "header.sequence_number number", sorted
// and without duplicates. The items of an array share one path; events have one for each type. Events of the accounts' own
// streams, which not every node sends, are left out.
func Shape(t testing.TB, raw json.RawMessage) []string {
	t.Helper()
	var paths []string
	var visit func(at string, raw json.RawMessage)
	visit = func(at string, raw json.RawMessage) {
		switch raw[0] {
		case '{':
			for key, value := range Decode[map[string]json.RawMessage](t, string(raw)) {
				visit(at+"."+key, value)
			}
		case '[':
			for _, item := range Decode[[]json.RawMessage](t, string(raw)) {
				path := at + "[]"
				if strings.HasSuffix(at, ".events") {
					kind := Decode[struct{ Type string }](t, string(item)).Type
					if kind == "0x1::coin::WithdrawEvent" || kind == "0x1::coin::DepositEvent" {
						continue
					}
					path = at + "[" + kind + "]"
				}
				visit(path, item)
			}
		case '"':
			paths = append(paths, at+" string")
		case 't', 'f':
			paths = append(paths, at+" boolean")
		case 'n':
			paths = append(paths, at+" null")
		default:
			paths = append(paths, at+" number")
		}
	}
	visit("", raw)
	slices.Sort(paths)
	return slices.Compact(paths)
}
