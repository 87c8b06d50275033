package wire

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// allNodes are the node versions with the names that tests of paths use.
var allNodes = [...]NodeVersion{SpecNode, Node10, Node11, Node12}

// on returns a node of a version on the chain of seed 7.
func on(t testing.TB, version NodeVersion) *node {
	t.Helper()
	return newNode(t, 7, optionsOf(version))
}

func optionsOf(version NodeVersion) Options {
	if version == SpecNode {
		return Options{}
	}
	return Options{Node: version, Dialect: httpapi.Deployed} // what NewAPI makes of it, for the helpers of tests
}

// Each path is served by the node versions that have it. Others respond with 404 and an empty body.
func TestPathsOfNodeVersions(t *testing.T) {
	t.Parallel()
	paths := map[string]string{
		"v1/accounts/0x1":                        "spec 10",
		"v2/accounts/0x1":                        "spec 10 11",
		"v3/accounts/0x1":                        "spec 10 11 12",
		"v4/accounts/0x1":                        "12",
		"v1/accounts/0x1/modules/coin":           "spec 10",
		"v4/accounts/0x1/modules/coin":           "12",
		"v2/accounts/0x1/resources":              "spec 10 11",
		"v2/accounts/0x1/automated_transactions": "",
		"v3/accounts/0x1/automated_transactions": "spec 10 11 12",
		"v4/accounts/0x1/automated_transactions": "12",
		"v1/accounts/0x1/fa_transactions":        "",
		"v3/accounts/0x1/fa_transactions":        "10 11 12",
		"v4/accounts/0x1/fa_transactions":        "12",
		"v1/view":                                "spec 10",
		"v2/view":                                "spec 10 11",
		"v3/view":                                "spec 10 11 12",
		"v4/view":                                "12",
		"v1/consensus/block/height/1":            "spec 10",
		"v3/consensus/block/height/1":            "",
		"v1/tables/0/item":                       "10",
		"v2/tables/0/item":                       "10 11",
		"v3/tables/0/item":                       "10 11 12",
		"v4/tables/0/item":                       "",
		"v1/block":                               "10",
		"v2/block":                               "10 11",
		"v3/block":                               "10 11 12",
		"v4/block":                               "12",
		"v1/block/height/1":                      "10",
		"v2/block/height/1":                      "10 11",
		"v3/block/height/1":                      "10 11 12",
		"v4/block/height/1":                      "11 12",
		"v1/block/0/transactions":                "10",
		"v2/block/0/transactions":                "",
		"v3/block/0/transactions":                "10 11 12",
		"v4/block/0":                             "12",
		"v1/events/0x1::a::B":                    "10",
		"v2/events/0x1::a::B":                    "",
		"v3/events/0x1::a::B":                    "10 11 12",
		"v4/events/0x1::a::B":                    "11 12",
		"v1/transactions/0":                      "10",
		"v2/transactions/0":                      "10 11",
		"v3/transactions/0":                      "10 11 12",
		"v4/transactions/0":                      "11 12",
		"v1/transactions/chain_id":               "10 11 12",
		"v2/transactions/chain_id":               "10 11",
		"v3/transactions/chain_id":               "10 11 12",
		"v1/transactions/parameters":             "10 11 12",
		"v3/transactions/parameters":             "10 11 12",
		"v1/transactions/estimate_gas_price":     "10",
		"v2/transactions/estimate_gas_price":     "10 11",
		"v3/transactions/estimate_gas_price":     "10 11 12",
		"v4/transactions/estimate_gas_price":     "11 12", // 11 takes it for a hash, and rejects that
		"v1/version":                             "",
		"v3/version":                             "11 12",
	}
	for path, served := range paths {
		var by []string
		for _, version := range allNodes {
			response := apitest.Do(t, on(t, version), http.MethodGet, "/rpc/"+path)
			if response.Status != http.StatusNotFound {
				by = append(by, version.String())
				continue
			}
			require.Empty(t, response.Body, path)
		}
		require.Equal(t, served, strings.Join(by, " "), path)
	}
}

func TestNodeVersionHeaders(t *testing.T) {
	t.Parallel()
	for _, version := range allNodes[1:] {
		n := newNode(t, 7, Options{Node: version}) // implies the dialect
		response := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/0x1")
		require.Equal(t, "255", response.Header.Get("x-supra-chain-id"))
	}
	require.NotContains(t, apitest.Do(t, on(t, Node10), http.MethodGet, "/rpc/v1/accounts/0x1").Header, "Deprecation")
	require.Contains(t, apitest.Do(t, on(t, SpecNode), http.MethodGet, "/rpc/v1/accounts/0x1").Header, "Deprecation")
}

func TestChainInfo(t *testing.T) {
	t.Parallel()
	require.Equal(t, "255", apitest.Get(t, on(t, Node10), "/rpc/v1/transactions/chain_id"))
	require.JSONEq(t, `{"max_transaction_time_to_live_seconds": 600}`, apitest.Get(t, on(t, Node12), "/rpc/v3/transactions/parameters"))
	require.Equal(t, []string{"version", "branch", "commit_hash", "build_time", "build_env"}, memberNames(t, []byte(apitest.Get(t, on(t, Node11), "/rpc/v3/version"))))
	require.Contains(t, apitest.Get(t, on(t, Node12), "/rpc/v3/version"), `"supra_rpc_v12.`)
}

func TestGasPrice(t *testing.T) {
	t.Parallel()
	all := []string{"mean_gas_price", "max_gas_price", "median_gas_price", "min_configured_gas_price"}
	for path, members := range map[string]int{"10/v1": 2, "10/v2": 3, "10/v3": 3, "11/v2": 3, "11/v3": 4, "12/v4": 4} {
		number, api, _ := strings.Cut(path, "/")
		for _, version := range allNodes {
			if version.String() != number {
				continue
			}
			body := apitest.Get(t, on(t, version), "/rpc/"+api+"/transactions/estimate_gas_price")
			require.Equal(t, all[:members], memberNames(t, []byte(body)), path)
			prices := apitest.Decode[map[string]uint64](t, body)
			require.Greater(t, prices["max_gas_price"], prices["mean_gas_price"])
			require.GreaterOrEqual(t, prices["mean_gas_price"], uint64(100_000))
			if members > 2 {
				require.Equal(t, uint64(100_000), prices["median_gas_price"], "most transactions have the default price")
			}
		}
	}
}

// Consensus blocks of public nodes need a token, also when the node has none.
func TestNodeVersionToken(t *testing.T) {
	t.Parallel()
	path := "/rpc/v1/consensus/block/height/5?with_batches=false"
	for _, test := range []struct {
		token, given string
		status       int
		body         string
	}{
		{"", "", http.StatusBadRequest, "Authorization is absent"},
		{"", "Bearer ", http.StatusNotAcceptable, "Authorization data is incorrect"},
		{"", "Bearer x", http.StatusNotAcceptable, "Authorization data is incorrect"},
		{"x", "", http.StatusBadRequest, "Authorization is absent"},
		{"x", "Bearer x", http.StatusOK, ""},
	} {
		var headers []string
		if test.given != "" {
			headers = []string{"Authorization", test.given}
		}
		response := apitest.Do(t, newNode(t, 7, Options{Node: Node10, ConsensusToken: test.token}), http.MethodGet, path, headers...)
		require.Equal(t, test.status, response.Status, test)
		if test.body != "" {
			require.Equal(t, test.body, response.Body)
		}
	}
}

// A view function that aborts is an internal error on nodes before v11.3.4.
func TestNodeVersionFailure(t *testing.T) {
	t.Parallel()
	for _, version := range allNodes[1:] {
		n := on(t, version)
		body := `{"function":"` + named(t, n, "treasury").String() + `::example::always_aborts","type_arguments":[],"arguments":[]}`
		response := apitest.Send(t, n, http.MethodPost, "/rpc/v3/view", strings.NewReader(body), "Content-Type", "application/json")
		if version == Node10 {
			require.Equal(t, http.StatusInternalServerError, response.Status)
			require.Contains(t, response.Body, "VMError {")
			continue
		}
		require.Equal(t, http.StatusBadRequest, response.Status)
		require.Contains(t, response.Body, "ABORTED with sub status")
	}
}
