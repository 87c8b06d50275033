package wire

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
)

// A transaction by its hash is the record of its list.
func TestTransactionByHash(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	records := n.chain.Records()
	seen := map[chain.TransactionType]bool{}
	filters := map[chain.TransactionType]string{
		chain.UserTransaction: "user", chain.AutomatedTransaction: "auto", chain.BlockMetadata: "meta", chain.AutomationRecord: "record",
	}
	for i := 0; i < len(records.Transactions); i += 3 {
		transaction := &records.Transactions[i]
		kind := transaction.Type()
		seen[kind] = true
		hash := hexOf(transaction.Hash)
		found := apitest.Get(t, n, "/rpc/v3/transactions/"+hash)
		require.Equal(t, hash, apitest.Decode[record](t, found).Hash)
		require.Equal(t, found, apitest.Get(t, n, "/rpc/v3/transactions/"+strings.TrimPrefix(hash, "0x")+"?exclude_uncommitted=true&type="+filters[kind]))
		if kind == chain.UserTransaction {
			require.Equal(t, hash, apitest.Decode[record](t, apitest.Get(t, n, "/rpc/v2/transactions/"+hash)).Hash)
			requireMissing(t, n, "/rpc/v3/transactions/"+hash+"?type=meta")
		} else {
			requireMissing(t, n, "/rpc/v3/transactions/"+hash+"?type=user")
		}
		if kind == chain.BlockMetadata || kind == chain.AutomationRecord {
			requireMissing(t, n, "/rpc/v2/transactions/"+hash)
		}
	}
	require.Len(t, seen, 4)
	sent := everySent(t, n, named(t, n, "alice"))
	require.Equal(t, sent[0], apitest.Decode[record](t, apitest.Get(t, n, "/rpc/v3/transactions/"+sent[0].Hash)))
	require.Contains(t, apitest.Get(t, n, "/rpc/v4/transactions/"+sent[0].Hash), `},"hash":"0x`)
	require.Contains(t, apitest.Get(t, n, "/rpc/v4/transactions/"+sent[0].Hash+"?include_proof=true"), `"inclusion_proof":{`)
	require.NotContains(t, apitest.Get(t, n, "/rpc/v3/transactions/"+sent[0].Hash+"?include_proof=true"), `inclusion_proof`)
}

// An unknown hash is null on v1 and 404 on later versions.
func TestUnknownTransaction(t *testing.T) {
	t.Parallel()
	n := on(t, Node10)
	unknown := strings.Repeat("ab", 32)
	require.Equal(t, "null", apitest.Get(t, n, "/rpc/v1/transactions/0x"+unknown))
	response := apitest.Do(t, n, http.MethodGet, "/rpc/v2/transactions/0x"+unknown)
	require.Equal(t, http.StatusNotFound, response.Status)
	require.JSONEq(t, `{"message": "Information not available for `+unknown+`"}`, response.Body)
	records := n.chain.Records()
	requireMissing(t, n, "/rpc/v3/transactions/"+hexOf(records.Block(3).Hash))
	for _, invalid := range []string{"/rpc/v3/transactions/0xab", "/rpc/v3/transactions/zz", "/rpc/v3/transactions/" + unknown + "?type=all", "/rpc/v3/transactions/" + unknown + "?exclude_uncommitted=1"} {
		requireRejected(t, n, apitest.Do(t, n, http.MethodGet, invalid), "", invalid)
	}
}

// A transaction of the next block is pending until that is produced.
func TestPendingTransaction(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{Node: Node11})
	followed := 0
	for followed < 20 {
		waiting, _ := n.chain.Pending()
		if len(waiting) == 0 {
			n.Produce(t)
			continue
		}
		path := "/transactions/" + hexOf(waiting[0].Hash)
		pending := apitest.Get(t, n, "/rpc/v3"+path)
		require.Contains(t, pending, `"block_header":null`)
		require.Contains(t, pending, `"output":null,"status":"Pending"`)
		requireMissing(t, n, "/rpc/v3"+path+"?exclude_uncommitted=true")
		require.NotContains(t, apitest.Get(t, n, "/rpc/v2"+path), "txn_type")

		height := n.Produce(t)
		final := apitest.Decode[record](t, apitest.Get(t, n, "/rpc/v3"+path))
		require.Equal(t, height, final.Block.Height)
		require.Contains(t, []string{"Success", "Fail"}, final.Status)
		before := apitest.Decode[record](t, pending)
		require.Equal(t, final.Header, before.Header)
		require.Equal(t, final.Payload, before.Payload)
		require.Equal(t, final.Authenticator, before.Authenticator)
		followed++
	}
}
