package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
)

// block is a block of v3, or of v1 and v2 without statistics.
type block struct {
	Header       json.RawMessage
	Statistics   map[string]*uint64 `json:"execution_statistics"`
	Transactions []json.RawMessage
}

type blockHeader struct {
	Author, Hash, Parent string
	Height               uint64
}

func (b block) header(t testing.TB) blockHeader {
	t.Helper()
	return apitest.Decode[blockHeader](t, string(b.Header))
}

func getBlock(t testing.TB, n *node, path string) block {
	t.Helper()
	return apitest.Decode[block](t, apitest.Get(t, n, "/rpc/"+path))
}

var headerNames = []string{"author", "hash", "height", "parent", "timestamp", "view"}

// requireMissing checks that a node has the path but not what it refers to.
func requireMissing(t testing.TB, n *node, path string) {
	t.Helper()
	response := apitest.Do(t, n, http.MethodGet, path)
	require.Equal(t, http.StatusNotFound, response.Status, path)
	require.NotEmpty(t, apitest.Decode[struct{ Message string }](t, response.Body).Message, path)
}

// The newest block is a bare header on v1 and v2, and has statistics from v3 on.
func TestNewestBlock(t *testing.T) {
	t.Parallel()
	for path, version := range map[string]NodeVersion{"v1": Node10, "v2": Node11} {
		require.Equal(t, headerNames, memberNames(t, []byte(apitest.Get(t, on(t, version), "/rpc/"+path+"/block"))))
	}
	for path, version := range map[string]NodeVersion{"v3": Node11, "v4": Node12} {
		n := on(t, version)
		newest := getBlock(t, n, path+"/block")
		require.Equal(t, headerNames, memberNames(t, newest.Header))
		require.Equal(t, n.chain.Head(), newest.header(t).Height)
		require.Len(t, newest.Statistics, 8)
	}
}

// A block by height has its transactions on request, without the header of the block.
func TestBlockByHeight(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	records := n.chain.Records()
	for height := records.Count() - 400; height < records.Count(); height++ {
		path := "/block/height/" + strconv.FormatUint(height, 10)
		bare := getBlock(t, n, "v3"+path)
		require.Nil(t, bare.Transactions)
		full := getBlock(t, n, "v3"+path+"?with_finalized_transactions=true")
		require.Equal(t, bare.Statistics, full.Statistics)
		require.Equal(t, height, full.header(t).Height)

		counts := map[string]uint64{}
		var gas, lowest, highest uint64
		for _, raw := range full.Transactions {
			require.Contains(t, string(raw), `"block_header":null`)
			transaction := apitest.Decode[record](t, string(raw))
			counts[transaction.Type]++
			if price := transaction.Header.GasUnitPrice; transaction.Type == "user" {
				gas += transaction.Output.Move.GasUsed
				highest = max(highest, price)
				if lowest == 0 || price < lowest {
					lowest = price
				}
			}
		}
		require.Len(t, full.Transactions, len(records.TransactionsIn(uint32(height))))
		require.Equal(t, counts["user"], *full.Statistics["user_txn_count"])
		require.Equal(t, counts["automated"], *full.Statistics["automated_txn_count"])
		require.Equal(t, counts["automation_record"], *full.Statistics["automation_record_count"])
		require.Equal(t, gas, *full.Statistics["block_total_user_gas_used"])
		if counts["user"] == 0 {
			require.Nil(t, full.Statistics["block_gas_unit_price_min"])
		} else {
			require.Equal(t, []uint64{lowest, highest}, []uint64{*full.Statistics["block_gas_unit_price_min"], *full.Statistics["block_gas_unit_price_max"]})
		}
		require.Equal(t, counts["automated"] > 0, full.Statistics["automated_txn_gas_unit_price"] != nil)

		for filter, kind := range map[string]string{"user": "user", "auto": "automated", "meta": "block_metadata", "record": "automation_record"} {
			filtered := getBlock(t, n, "v3"+path+"?with_finalized_transactions=true&type="+filter)
			require.Len(t, filtered.Transactions, int(counts[kind]))
			require.Equal(t, full.Statistics, filtered.Statistics, "they are not filtered")
		}
		old := getBlock(t, n, "v2"+path+"?with_finalized_transactions=true")
		require.Len(t, old.Transactions, int(counts["user"]))
		require.Nil(t, old.Statistics)
	}
}

// Events have hashes in the transactions of a block of v4.
func TestBlockV4(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	path := "/block/height/" + strconv.FormatUint(n.chain.Head(), 10) + "?with_finalized_transactions=true"
	require.Contains(t, apitest.Get(t, n, "/rpc/v4"+path), `},"hash":"0x`)
	require.NotContains(t, apitest.Get(t, n, "/rpc/v3"+path), `},"hash":"0x`)
}

func TestBlockByHash(t *testing.T) {
	t.Parallel()
	for _, version := range allNodes[1:] {
		n := on(t, version)
		newest := getBlock(t, n, "v3/block")
		hash := newest.header(t).Hash
		for _, spelled := range []string{hash, strings.TrimPrefix(hash, "0x")} {
			require.Equal(t, newest, getBlock(t, n, "v3/block/"+spelled))
		}
		transaction := n.chain.Records().Transactions[7].Hash
		for _, unknown := range []string{hash[:64] + "ff", hexOf(transaction)} {
			requireMissing(t, n, "/rpc/v3/block/"+unknown)
			requireMissing(t, n, "/rpc/v3/block/"+unknown+"/transactions")
		}
		for _, invalid := range []string{"v3/block/height", "v3/block/0x1", "v3/block/height/newest", "v3/block/0x1/transactions", "v3/block/height/1?with_finalized_transactions=1"} {
			requireRejected(t, n, apitest.Do(t, n, http.MethodGet, "/rpc/"+invalid), "", invalid)
		}
		require.Empty(t, apitest.Do(t, n, http.MethodGet, "/rpc/v3/block/"+hash+"/other").Body)
	}
}

func hexOf(hash chain.Digest) string {
	var body encoder
	body.hex32(hash)
	return strings.Trim(string(body.Bytes), `"`)
}

// The hash list has the metadata first, then users, then automated transactions.
func TestTransactionsOfBlock(t *testing.T) {
	t.Parallel()
	n := on(t, Node10)
	records := n.chain.Records()
	longest := 0
	for height := uint32(0); height < uint32(records.Count()); height++ {
		types := map[string]chain.TransactionType{}
		for _, transaction := range records.TransactionsIn(height) {
			types[hexOf(transaction.Hash)] = transaction.Type()
		}
		path := "/rpc/v1/block/" + hexOf(records.Block(height).Hash) + "/transactions"
		var order []chain.TransactionType
		for _, hash := range apitest.Decode[[]string](t, apitest.Get(t, n, path)) {
			order = append(order, types[hash])
		}
		require.Len(t, order, len(types))
		for i, kind := range order {
			if kind == chain.BlockMetadata {
				require.Zero(t, i)
			}
			if i > 0 && kind == chain.UserTransaction {
				require.Contains(t, []chain.TransactionType{chain.BlockMetadata, chain.UserTransaction}, order[i-1])
			}
		}
		longest = max(longest, len(order))
	}
	require.Greater(t, longest, 5)
	n = on(t, Node11)
	hash := hexOf(records.Block(uint32(n.chain.Head()) - 1).Hash)
	require.Len(t, apitest.Decode[[]string](t, apitest.Get(t, n, "/rpc/v3/block/"+hash+"/transactions?type=meta")), 1)
}

// Computed blocks are served, with what is known of their transactions.
func TestComputedBlocks(t *testing.T) {
	t.Parallel()
	config := chain.Config{Seed: 7, Accounts: 40, Transactions: 50, Blocks: 5_000}
	n := newOwnNode(t, config, Options{Node: Node11})
	records := n.chain.Records()
	require.Greater(t, int(records.Computed()), 4_000)
	users := 0
	for height := uint64(0); height < 100; height++ {
		found := getBlock(t, n, "v3/block/height/"+strconv.FormatUint(height, 10)+"?with_finalized_transactions=true")
		require.Equal(t, found.Header, getBlock(t, n, "v3/block/"+found.header(t).Hash).Header)
		require.Len(t, found.Transactions, int(*found.Statistics["user_txn_count"]))
		require.Nil(t, found.Statistics["block_total_user_gas_used"])
		hashes := apitest.Decode[[]string](t, apitest.Get(t, n, "/rpc/v3/block/"+found.header(t).Hash+"/transactions"))
		for i, raw := range found.Transactions {
			require.Equal(t, []string{"txn_type", "block_header", "hash", "output", "status"}, memberNames(t, raw))
			require.Contains(t, string(raw), hashes[i])
		}
		users += len(hashes)
	}
	require.NotZero(t, users)
	for _, height := range []uint32{records.Computed() - 1, records.Computed(), records.Computed() + 1} {
		require.Equal(t, uint64(height), getBlock(t, n, "v3/block/"+hexOf(records.Block(height).Hash)).header(t).Height)
	}
}

// New blocks are found by their hashes after the index was built.
func TestIndexOfBlocksGrows(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{Node: Node11})
	requireMissing(t, n, "/rpc/v3/block/"+strings.Repeat("0", 64))
	for range 3 {
		n.Produce(t)
		newest := getBlock(t, n, "v3/block").header(t)
		require.Equal(t, n.chain.Head(), newest.Height)
		require.Equal(t, newest, getBlock(t, n, "v3/block/"+newest.Hash).header(t))
	}
	requireMissing(t, n, "/rpc/v3/block/height/"+strconv.FormatUint(n.chain.Head()+1, 10))
}
