package client

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func statusError(status int, header http.Header, body string) *StatusError {
	return newStatusError(http.MethodGet, "http://node/x", &http.Response{StatusCode: status, Header: header}, []byte(body))
}

func TestStatusErrorIs(t *testing.T) {
	t.Parallel()
	sentinels := []error{ErrNotFound, ErrUnsupported, ErrUnauthorized, ErrRateLimited}
	tests := []struct {
		status int
		body   string
		want   error
	}{
		{404, `{"message":"Information not available for 1ac1"}`, ErrNotFound},
		{404, `{"message":""}`, ErrNotFound},
		{404, "not here", ErrNotFound},
		{404, "", ErrUnsupported},
		{404, " \n", ErrUnsupported},
		{404, "<html>nginx</html>", ErrUnsupported},
		{404, "404 page not found\n", ErrUnsupported},
		{404, "Not Found", ErrUnsupported},
		{404, `{"message":"Not found"}`, ErrUnsupported},
		{404, `{"message":"no Route matched with those values"}`, ErrUnsupported},
		{404, `{"timestamp":"2026-01-01","status":404,"error":"Not Found","path":"/rpc/v3/view"}`, ErrUnsupported},
		{404, `{"detail":"Not Found"}`, ErrUnsupported},
		{404, `{"error":{"code":404,"message":"Requested path not found"}}`, ErrUnsupported},
		{404, `{"message":"No context-path matches the request URI."}`, ErrUnsupported},
		{404, `{"error":"Unknown endpoint"}`, ErrUnsupported},
		{404, "Cannot GET /rpc/v3/accounts/0x1", ErrUnsupported},
		{404, `{"message":"Information not available for 1ac1::route"}`, ErrNotFound},
		{404, `{"message":"Resource not found"}`, ErrNotFound},
		{404, `{"message":"Internal server error: Cannot find transaction 0xab"}`, ErrNotFound},
		{404, `{"code":5}`, ErrNotFound},
		{405, `{"message":"use POST"}`, ErrUnsupported},
		{501, "", ErrUnsupported},
		{200, `{"result":[null]}`, ErrNotFound},
		{400, `{"message":"INFORMATION NOT AVAILABLE for 1ac1"}`, ErrNotFound},
		{400, `{"message":"Invalid input: x"}`, nil},
		{400, "", nil},
		{200, "null", ErrNotFound},
		{401, `{"error":"API key is missing"}`, ErrUnauthorized},
		{403, "", ErrUnauthorized},
		{406, "Authorization data is incorrect", ErrUnauthorized},
		{429, "", ErrRateLimited},
		{410, "gone", ErrNotFound},
		{500, "null", nil},
		{503, `{"message":"archive"}`, nil},
	}
	for _, test := range tests {
		err := statusError(test.status, http.Header{}, test.body)
		for _, sentinel := range sentinels {
			require.Equal(t, sentinel == test.want, errors.Is(err, sentinel), "%d %q is %v", test.status, test.body, sentinel)
		}
	}
}

func TestStatusErrorMessage(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{`{"message":"one\ntwo"}`, "one"},
		{`{"error":"API key is missing"}`, "API key is missing"},
		{`{"message":"first","error":"second"}`, "second: first"},
		{`{"message":5,"error":"second"}`, "second"},
		{`{"detail":"third"}`, "third"},
		{`{"other":"fourth"}`, `{"other":"fourth"}`},
		{`{"error":{"code":5,"message":"inside"}}`, "inside"},
		{`"TryLater"`, "TryLater"},
		{"  Authorization is absent \r\n more", "Authorization is absent"},
		{"\x1b[31mred", "\x1b[31mred"},
		{"a\xffb", "a\uFFFDb"},
		{"<html>page</html>", ""},
		{"", ""},
		{"null", ""},
		{strings.Repeat("é", 201), strings.Repeat("é", 199) + "…"},
		{strings.Repeat("é", 200), strings.Repeat("é", 200)},
	}
	for _, test := range tests {
		require.Equal(t, test.want, statusError(500, http.Header{}, test.body).Message, test.body)
	}
}

func TestStatusErrorLength(t *testing.T) {
	t.Parallel()
	err := statusError(500, http.Header{}, `{"message":"`+strings.Repeat("long ", 10_000)+`"}`)
	require.Less(t, utf8.RuneCountInString(err.Error()), 300)
	require.Len(t, err.Body, 4096)
	require.True(t, strings.HasPrefix(err.Error(), "GET http://node/x: status 500 Internal Server Error: long long"), err)
	require.EqualError(t, statusError(599, http.Header{}, ""), "GET http://node/x: status 599")
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	err := statusError(429, http.Header{"Retry-After": {"7"}}, `{"message":"Too many requests."}`)
	require.Equal(t, 7*time.Second, err.RetryAfter)
	require.EqualError(t, err, "GET http://node/x: status 429 Too Many Requests: Too many requests.: retry after 7s")
}

func TestPruned(t *testing.T) {
	t.Parallel()
	err := statusError(410, http.Header{"X-Node-Oldest-Block": {" 1234"}}, `{"message":"gone"}`)
	require.ErrorIs(t, err, ErrPruned)
	require.EqualValues(t, 1234, *err.OldestBlock)
	require.EqualError(t, err, "GET http://node/x: status 410 Gone: the node has pruned this and has blocks from height 1234: request a later one or use an archive node")
	err = statusError(410, http.Header{"X-Oldest-Block": {"-1"}}, "")
	require.Nil(t, err.OldestBlock)
	require.EqualError(t, err, "GET http://node/x: status 410 Gone: the node has pruned this")
	require.NotErrorIs(t, statusError(404, http.Header{}, "x"), ErrPruned)
}

// The price service has no routes that a gateway may lack: its 404 means that it does not have the pair.
func TestPriceNotFound(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{"": ErrNotFound, "Not Found": ErrNotFound, "404 page not found": ErrNotFound, "no such pair": ErrNotFound, `{"error":"not found"}`: ErrNotFound, "<html>": ErrUnsupported} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, body)
		}))
		prices, err := NewPrices(server.URL)
		require.NoError(t, err)
		_, err = prices.Latest(t.Context(), "btc_usdt")
		require.ErrorIs(t, err, want, body)
		prices.CloseIdleConnections()
		server.Close()
	}
}
