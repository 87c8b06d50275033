package wire

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// sample reads a recorded body of a deployed node.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "testdata", "samples", name))
	require.NoError(t, err)
	return body
}

// twin finds a record with the same function, signature and VM status as another, apart from names of the deployment.
func twin(t *testing.T, n *node, of json.RawMessage) json.RawMessage {
	t.Helper()
	kind := func(raw json.RawMessage) string {
		read := apitest.Decode[record](t, string(raw))
		function := strings.Replace(read.Payload.Move.Function, "native_account", "supra_account", 1)
		return fmt.Sprint(function, len(read.Authenticator.Move), read.Authenticator.Move["Ed25519"], read.Output.Move.VMStatus)
	}
	for start := 0; start < 1_200; start += 100 {
		path := fmt.Sprintf("/rpc/v3/accounts/%s/transactions?ascending=true&count=100&start=%d", named(t, n, "treasury"), start)
		for _, raw := range apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, path)) {
			if _, ok := apitest.Decode[record](t, string(raw)).Authenticator.Move["Ed25519"]; ok && kind(raw) == kind(of) {
				return raw
			}
		}
	}
	require.Failf(t, "no such record", "%s", kind(of))
	return nil
}

// Records have the same shapes as on deployed nodes.
func TestShapesOfDeployedNodes(t *testing.T) {
	t.Parallel()
	bodies := apitest.Decode[[]json.RawMessage](t, string(sample(t, "v3-transactions.json")))
	require.NotEmpty(t, bodies)
	n := newNode(t, 0, Options{Dialect: httpapi.Deployed})
	for _, body := range bodies {
		require.Equal(t, apitest.Shape(t, body), apitest.Shape(t, twin(t, n, body)))
	}
}

// The lists of all versions have the same wrappers and record shapes as on deployed nodes.
// On v1 and v2 the samples are coin transfers.
func TestListShapesOfDeployedNodes(t *testing.T) {
	t.Parallel()
	n := newNode(t, 0, Options{Dialect: httpapi.Deployed})
	account := "/accounts/" + named(t, n, "treasury").String()
	for name, path := range map[string]string{
		"v1-transactions.json":      "/rpc/v1" + account + "/transactions?count=100&start=0",
		"v2-transactions.json":      "/rpc/v2" + account + "/transactions?count=100&start=0",
		"v1-coin-transactions.json": "/rpc/v1" + account + "/coin_transactions?count=100",
		"v2-coin-transactions.json": "/rpc/v2" + account + "/coin_transactions?count=100",
	} {
		type list struct{ Record []json.RawMessage }
		want, got := sample(t, name), apitest.Get(t, n, path)
		require.ElementsMatch(t, memberNames(t, want), memberNames(t, []byte(got)), name)
		of := apitest.Decode[list](t, string(want)).Record
		transfer := of[len(of)-1] // the first of one sample is a mint, which this chain has none of
		var shapes [][]string
		for _, record := range apitest.Decode[list](t, got).Record {
			shapes = append(shapes, apitest.Shape(t, record))
		}
		require.Contains(t, shapes, apitest.Shape(t, transfer), name)
	}
	for kind, sent := range apitest.Decode[[]json.RawMessage](t, string(sample(t, "v3-coin-transactions.json"))) {
		var shapes [][]string
		for _, record := range apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, "/rpc/v3"+account+"/coin_transactions?count=100&type="+typeFilters[kind])) {
			shapes = append(shapes, shapeOfMetadata(apitest.Shape(t, record)))
		}
		require.Contains(t, shapes, shapeOfMetadata(apitest.Shape(t, sent)), typeFilters[kind])
	}
	for _, sent := range apitest.Decode[[]json.RawMessage](t, string(sample(t, "v3-automated-transactions.json"))) {
		var shapes [][]string
		for _, record := range apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, "/rpc/v3"+account+"/automated_transactions?count=100")) {
			shapes = append(shapes, apitest.Shape(t, record))
		}
		require.Contains(t, shapes, apitest.Shape(t, sent))
	}
	for name, path := range map[string]string{
		"v1-coin-transactions-end.json": "/rpc/v1" + account + "/coin_transactions?start=18446744073709551615",
		"v3-coin-transactions-end.json": "/rpc/v3" + account + "/coin_transactions?start=18446744073709551615&ascending=true",
		"v1-account-missing.json":       "/rpc/v1/accounts/0xabc",
		"consensus-block-null.json":     consensusPath(9_999_999, "?with_batches=true"),
	} {
		require.JSONEq(t, string(sample(t, name)), apitest.Get(t, n, path), name)
	}
	require.Equal(t, apitest.Shape(t, sample(t, "v1-account.json")), apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v1"+account))))
	rejected := apitest.Do(t, n, "GET", "/rpc/v3"+account+"/automated_transactions?cursor=zz")
	require.JSONEq(t, string(sample(t, "error-400-cursor.json")), rejected.Body)
}

// shapeOfMetadata leaves out whether rounds failed before a block.
func shapeOfMetadata(paths []string) []string {
	return slices.DeleteFunc(paths, func(index string) bool { return strings.Contains(index, ".failed_proposer_indices[]") })
}

func TestConsensusShapesOfDeployedNodes(t *testing.T) {
	t.Parallel()
	n := newNode(t, 0, Options{Dialect: httpapi.Deployed})
	for name, with := range map[string]string{"consensus-block.json": "false", "consensus-block-batches.json": "true"} {
		want := apitest.Shape(t, sample(t, name))
		found := false
		for height := uint64(1); !found; height++ { // until a block that has batches
			require.Less(t, height, uint64(50), name)
			body := []byte(apitest.Get(t, n, consensusPath(height, "?with_batches="+with)))
			found = slices.Equal(want, apitest.Shape(t, body))
		}
	}
}

func TestDeployedNodeSamples(t *testing.T) {
	t.Parallel()
	n := newNode(t, 0, Options{Dialect: httpapi.Deployed})
	account := []byte(apitest.Get(t, n, "/rpc/v3/accounts/"+named(t, n, "alice").String()))
	require.Equal(t, apitest.Shape(t, sample(t, "v3-account.json")), apitest.Shape(t, account))

	const missing = "1ac1a26e27b175ebf3132e255f97182408442bef0879679626211e45f33dbf88"
	response := apitest.Do(t, n, "GET", "/rpc/v3/accounts/"+missing)
	require.JSONEq(t, string(sample(t, "error-404-v3.json")), response.Body)
}
