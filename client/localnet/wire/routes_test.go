package wire

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
		list := account + "/transactions"
		for path, names := range map[string]string{
			list + "?count=abc":                  "count",
			list + "?count=-1":                   "count",
			list + "?count=":                     "count",
			list + "?count=1.5":                  "count",
			list + "?count=18446744073709551616": "count",
			list + "?count=1&count=2":            "count",
			list + "?start=0x10":                 "start",
			list + "?start=18446744073709551616": "start",
			list + "?ascending=1":                "ascending",
			list + "?ascending=True":             "ascending",
			list + "?ascending":                  "ascending",
			list + "?count=%zz":                  "%zz",
			"/rpc/v3/accounts/zz":                "zz",
			"/rpc/v3/accounts/0x":                "0x",
			"/rpc/v3/accounts/1%2F2":             "1/2",
			"/rpc/v3/accounts/" + strings.Repeat("1", 65) + "/transactions": "65",
		} {
			response := apitest.Do(t, n, http.MethodGet, path)
			requireRejected(t, n, response, names, path)
		}
	})
}

// requireRejected checks that a response rejects a request in the form of the dialect and names the fault.
func requireRejected(t *testing.T, n *node, response apitest.Response, names, path string) {
	t.Helper()
	require.Equal(t, http.StatusBadRequest, response.Status, path)
	if n.Dialect() == httpapi.Deployed {
		require.Equal(t, "text/plain; charset=utf-8", response.Header.Get("Content-Type"), path)
		require.Contains(t, response.Body, names, path)
		return
	}
	require.Equal(t, "application/json", response.Header.Get("Content-Type"), path)
	require.Contains(t, apitest.Decode[struct{ Message string }](t, response.Body).Message, names, path)
}

func TestUnknownPathsAndMethods(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
		for _, path := range []string{
			"/", "/rpc", "/rpc/v3/accounts", "/rpc/v3/accounts/", account + "/", account + "/nothing",
			account + "/transactions/", "/rpc/v9/accounts/0x1", "//rpc/v3/accounts/0x1", "/rpc/v3/../v3/accounts/0x1",
			"/rpc/v3/accounts//transactions",
		} {
			response := apitest.Do(t, n, http.MethodGet, path)
			require.Equal(t, http.StatusNotFound, response.Status, path)
			require.Empty(t, response.Body, path)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			response := apitest.Do(t, n, method, account)
			require.Equal(t, http.StatusMethodNotAllowed, response.Status, method)
			require.Equal(t, "GET, HEAD", response.Header.Get("Allow"), method)
			require.Empty(t, response.Body, method)
		}
	})
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		account := "/rpc/v3/accounts/" + named(t, n, "alice").String()
		chain, oldest := "", ""
		if n.Dialect() == httpapi.Deployed {
			chain, oldest = "255", "0"
		}
		for path, oldest := range map[string]string{
			account: "", account + "/transactions": oldest, "/rpc/v3/accounts/0xabc": "", "/rpc/v3/accounts/zz": "",
		} {
			header := apitest.Do(t, n, http.MethodGet, path).Header
			require.Equal(t, chain, header.Get("x-supra-chain-id"), path)
			require.Equal(t, oldest, header.Get("x-supra-oldest-block"), path)
			require.Empty(t, header.Get("x-supra-cursor"), "this list has none")
		}
	})
}
