package wire

import (
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// withFeed returns a node whose price feed has the pair 7.
func withFeed(t testing.TB, version NodeVersion) *node {
	t.Helper()
	config := chain.Config{Seed: 7, Accounts: 40, Transactions: 50, Prices: func(pair uint32, at time.Time) (chain.Price, bool) {
		return chain.Price{Value: big.NewInt(5e18), Decimals: 18, Timestamp: uint64(at.UnixMilli()), Round: 3}, pair == 7
	}}
	return newOwnNode(t, config, optionsOf(version))
}

// post sends a JSON body.
func post(t testing.TB, n *node, path, body string) apitest.Response {
	t.Helper()
	return apitest.Send(t, n, http.MethodPost, path, strings.NewReader(body), "Content-Type", "application/json")
}

// handleOf returns the first table handle in a resource.
func handleOf(t testing.TB, n *node, address move.Address, resource string) string {
	t.Helper()
	data := apitest.Get(t, n, "/rpc/v3/accounts/"+address.String()+"/resources/"+resource)
	_, rest, found := strings.Cut(data, `"handle":"`)
	require.True(t, found, data)
	handle, _, _ := strings.Cut(rest, `"`)
	return handle
}

// Items are read by typed keys with the handles of resources, under any spelling.
func TestTableItems(t *testing.T) {
	t.Parallel()
	n := withFeed(t, Node11)
	feed, bridge, faucet, alice := chain.PriceFeed(7), named(t, n, "bridge"), named(t, n, "faucet"), named(t, n, "alice")
	exchange := named(t, n, "exchange").Short()
	relayers := handleOf(t, n, bridge, bridge.Short()+"::endpoint::Endpoint")
	positions := handleOf(t, n, named(t, n, "pool"), exchange+"::pool::Pool<0x1::native_coin::NativeCoin,"+bridge.Short()+"::usdx::Usdx>")
	feeds := handleOf(t, n, feed, feed.Short()+"::supra_oracle_storage::OracleHolder")
	padded := move.MustParseAddress(relayers).String()
	for _, test := range []struct {
		handle, key, value, item string
		status                   int
		answer                   string
	}{
		{relayers, "address", "vector<u8>", `"` + faucet.String() + `"`, http.StatusOK, `^"0x[0-9a-f]{64}"$`},
		{padded, "address", "vector<u8>", `"` + faucet.Short() + `"`, http.StatusOK, `^"0x[0-9a-f]{64}"$`},
		{padded[2:], "address", "vector<u8>", `"` + faucet.Short() + `"`, http.StatusOK, `^"0x`},
		{positions, "address", exchange + "::pool::Position", `"` + alice.String() + `"`, http.StatusOK, `^\{"entry_price":"\d+","opened":"\d+","shares":"\d+"\}$`},
		{feeds, "u32", feed.String() + "::supra_oracle_storage::Entry", "7", http.StatusOK, `^\{"decimal":18,"round":"3","timestamp":"\d{13}","value":"5000000000000000000"\}$`},
		{feeds, "u32", feed.String() + "::supra_oracle_storage::Entry", "8", http.StatusNotFound, "Information not available for " + move.MustParseAddress(feeds).String()[2:]},
		{relayers, "address", "vector<u8>", `"` + alice.String() + `"`, http.StatusNotFound, "Information not available for " + padded[2:]},
		{relayers, "u64", "vector<u8>", `"1"`, http.StatusNotFound, padded[2:]},
		{"0xabc", "u64", "u64", `"1"`, http.StatusNotFound, strings.Repeat("0", 61) + "abc"},
		{feeds, "u32", "u64", "7", http.StatusBadRequest, "not a u64"},
		{feeds, "u32", "u64", `"seven"`, http.StatusBadRequest, "Invalid input"},
		{feeds, "u99", "u64", "7", http.StatusBadRequest, "u99"},
		{feeds, "u32", "<", "7", http.StatusBadRequest, "Invalid input"},
	} {
		body := fmt.Sprintf(`{"key_type":%q,"value_type":%q,"key":%s}`, test.key, test.value, test.item)
		response := post(t, n, "/rpc/v3/tables/"+test.handle+"/item", body)
		require.Equal(t, test.status, response.Status, response.Body)
		require.Regexp(t, test.answer, response.Body)
	}
	requireRejected(t, n, post(t, n, "/rpc/v3/tables/0x1/item", `{"key_type":"u8","key":1}`), "value_type", "")
	requireRejected(t, n, post(t, n, "/rpc/v3/tables/zz/item", `{}`), "zz", "")
	require.Equal(t, http.StatusUnsupportedMediaType, apitest.Do(t, n, http.MethodPost, "/rpc/v3/tables/0x1/item").Status)
}

// The view functions of the price feed, and of the height, which every version has.
func TestFeedAndHeight(t *testing.T) {
	t.Parallel()
	for _, version := range allNodes {
		n := withFeed(t, version)
		view := func(function, arguments string) apitest.Response {
			return post(t, n, "/rpc/v3/view", fmt.Sprintf(`{"function":%q,"type_arguments":[],"arguments":[%s]}`, function, arguments))
		}
		height := view("0x1::block::get_current_block_height", "").Body
		require.Contains(t, height, fmt.Sprintf(`"%d"`, n.chain.Head()))
		if version == SpecNode {
			continue // has the values under keys
		}
		feed := chain.PriceFeed(7).String() + "::supra_oracle_storage::"
		milliseconds := n.chain.NewestTime().UnixMilli()
		require.JSONEq(t, fmt.Sprintf(`{"result":["5000000000000000000",18,"%d","3"]}`, milliseconds), view(feed+"get_price", "7").Body)
		require.JSONEq(t, fmt.Sprintf(`{"result":[[{"pair":7,"value":"5000000000000000000","decimal":18,"timestamp":"%d","round":"3"}]]}`, milliseconds),
			view(feed+"get_prices", "[1,7,8]").Body)
		require.JSONEq(t, `{"result":[true]}`, view(feed+"does_pair_exist", "7").Body)
		require.JSONEq(t, `{"result":[false]}`, view(feed+"does_pair_exist", "8").Body)
		missing := view(feed+"get_price", "8")
		require.NotEqual(t, http.StatusOK, missing.Status)
		require.Contains(t, missing.Body, "ABORTED")
	}
}

// A chain without prices has an empty feed.
func TestEmptyFeed(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	body := fmt.Sprintf(`{"function":"%s::supra_oracle_storage::does_pair_exist","type_arguments":[],"arguments":[0]}`, chain.PriceFeed(7))
	require.JSONEq(t, `{"result":[false]}`, post(t, n, "/rpc/v3/view", body).Body)
}
