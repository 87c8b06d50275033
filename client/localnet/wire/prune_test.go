package wire

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// A node that keeps 300 blocks, beside one of the same chain that keeps all.
func pruned(t *testing.T) (n, whole *node, oldest uint64) {
	t.Helper()
	n = newNode(t, 7, Options{Node: Node11, Dialect: httpapi.Deployed, Prune: 300})
	return n, on(t, Node11), n.chain.Head() - 299
}

func TestPrunedBlocks(t *testing.T) {
	t.Parallel()
	n, whole, oldest := pruned(t)
	header := strconv.FormatUint(oldest, 10)
	for _, path := range []string{
		"v2/block/height/" + strconv.FormatUint(oldest-1, 10), "v3/block/height/0", "v4/block/height/" + strconv.FormatUint(oldest-1, 10),
		deposits(oldest-1, oldest+5),
	} {
		response := apitest.Do(t, n, http.MethodGet, "/rpc/"+path)
		require.Equal(t, http.StatusGone, response.Status, path)
		require.Equal(t, header, response.Header.Get("x-supra-oldest-block"))
		require.Contains(t, response.Body, `{"message":"`)
	}
	first := getBlock(t, n, "v3/block/height/"+header)
	require.Equal(t, getBlock(t, whole, "v3/block/height/"+header), first)
	require.Equal(t, header, apitest.Do(t, n, http.MethodGet, "/rpc/"+deposits(oldest, oldest+5)).Header.Get("x-supra-oldest-block"))
	requireMissing(t, n, "/rpc/v3/block/"+first.header(t).Parent)
	records := n.chain.Records()
	for i, transaction := range records.Transactions {
		switch path := "/rpc/v3/transactions/" + hexOf(transaction.Hash); {
		case i%11 > 0:
		case uint64(transaction.Height) < oldest:
			requireMissing(t, n, path)
		default:
			require.NotEmpty(t, apitest.Get(t, n, path))
		}
	}
}

// Lists of accounts are those of a whole node without what is pruned, in both orders.
func TestPrunedLists(t *testing.T) {
	t.Parallel()
	n, whole, oldest := pruned(t)
	cut := 0
	for _, named := range n.Accounts() {
		address := named.Address
		account := "/rpc/v3/accounts/" + address.String() + "/"
		for _, list := range []string{"transactions", "coin_transactions", "automated_transactions"} {
			for _, order := range []string{"?count=100", "?count=100&ascending=true"} {
				response := apitest.Do(t, n, http.MethodGet, account+list+order)
				require.Equal(t, strconv.FormatUint(oldest, 10), response.Header.Get("x-supra-oldest-block"))
				var want []record
				if list == "transactions" {
					for _, sent := range everySent(t, whole, address) {
						if sent.Block.Height >= oldest {
							want = append(want, sent)
						}
					}
					got := apitest.Decode[[]record](t, response.Body)
					require.Len(t, got, min(len(want), 100))
					continue
				}
				parameter := map[string]string{"coin_transactions": "start", "automated_transactions": "cursor"}[list]
				query := strings.TrimPrefix(order, "?count=100")
				for _, listed := range walk(t, whole, address, list, parameter, query) {
					if listed.Block.Height >= oldest {
						want = append(want, listed)
					} else {
						cut++
					}
				}
				require.Equal(t, want, walk(t, n, address, list, parameter, query))
			}
		}
	}
	require.Greater(t, cut, 1_000)
}

// A page of sent transactions never reaches below the floor.
func TestPrunedSequence(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		start     any
		ascending bool
		from, to  uint64
	}{
		{nil, true, 40, 60}, {uint64(0), true, 40, 60}, {uint64(50), true, 50, 70}, {uint64(99), true, 99, 100}, {uint64(200), true, 100, 100},
		{nil, false, 80, 100}, {uint64(50), false, 40, 51}, {uint64(40), false, 40, 41}, {uint64(39), false, 40, 40}, {uint64(0), false, 40, 40},
	} {
		query := listQuery{count: 20, ascending: test.ascending}
		if start, ok := test.start.(uint64); ok {
			query.start = &start
		}
		from, to := query.pageBySequence(40, 100)
		require.Equal(t, []uint64{test.from, test.to}, []uint64{from, to}, fmt.Sprint(test))
	}
}

// The floor moves with the chain.
func TestPruneMoves(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, chain.Config{Seed: 7, Accounts: 40, Transactions: 50, Blocks: 5_000}, Options{Node: Node11, Prune: 10})
	for range 3 {
		oldest := n.Produce(t) - 9
		require.Equal(t, http.StatusGone, apitest.Do(t, n, http.MethodGet, "/rpc/v3/block/height/"+strconv.FormatUint(oldest-1, 10)).Status)
		require.Equal(t, oldest, getBlock(t, n, "v3/block/height/"+strconv.FormatUint(oldest, 10)).header(t).Height)
	}
}
