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
	"foredeck/client/move"
)

// withAssets returns a node on whose chain the fungible asset is transferred.
func withAssets(t testing.TB, version NodeVersion, prune uint64) *node {
	t.Helper()
	config := defaultConfig(7)
	config.AssetTransfers = true
	options := optionsOf(version)
	options.Prune = prune
	return newOwnNode(t, config, options)
}

// The transactions of a store add up to its balance.
func TestAssetTransactions(t *testing.T) {
	t.Parallel()
	n := withAssets(t, Node11, 0)
	first := buildChain(t, defaultConfig(7)) // without transfers
	listed := map[string]int{}
	for _, account := range n.Accounts() {
		store := n.chain.AssetStore(account.Address)
		before, held := assetBalance(first, store)
		after, _ := assetBalance(n.chain, store)
		records := walk(t, n, store, "fa_transactions", "start", "&ascending=true")
		for _, transaction := range records {
			listed[transaction.Hash]++
			for _, event := range transaction.Output.Move.Events {
				data := apitest.Decode[struct {
					Amount uint64 `json:",string"`
					Store  move.Address
				}](t, withoutOthers(event))
				switch {
				case data.Store != store:
				case event.Type == "0x1::fungible_asset::Withdraw":
					before -= data.Amount
				case event.Type == "0x1::fungible_asset::Deposit":
					before += data.Amount
				}
			}
			require.Equal(t, "0x1::primary_fungible_store::transfer", transaction.Payload.Move.Function)
			require.JSONEq(t, `{"inner":"`+n.chain.AssetMetadata().Short()+`"}`, string(transaction.Payload.Move.Arguments[0]))
		}
		require.Equal(t, after, before, account.Name)
		if held {
			balance := post(t, n, "/rpc/v3/view", `{"function":"0x1::fungible_asset::balance","type_arguments":["0x1::fungible_asset::FungibleStore"],"arguments":["`+store.String()+`"]}`)
			require.JSONEq(t, `{"result":["`+strconv.FormatUint(after, 10)+`"]}`, balance.Body)
		}
		newest := walk(t, n, store, "fa_transactions", "start", "")
		require.Len(t, newest, len(records))
		require.Equal(t, "[]", apitest.Get(t, n, "/rpc/v3/accounts/"+account.Address.String()+"/fa_transactions"), "it takes a store")
		require.Equal(t, "[]", apitest.Get(t, n, "/rpc/v3/accounts/"+store.String()+"/fa_transactions?type=auto"))
	}
	require.Greater(t, len(listed), 50)
	for hash, lists := range listed {
		require.Equal(t, 2, lists, hash)
	}
	store := n.chain.AssetStore(named(t, n, "treasury")).String()
	response := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+store+"/fa_transactions?count=2")
	require.NotEmpty(t, response.Header.Get("x-supra-cursor"))
	require.Equal(t, "0", response.Header.Get("x-supra-oldest-block"))
}

// withoutOthers returns the data of an event of the asset, an empty object for other events.
func withoutOthers(event event) string {
	if strings.HasPrefix(event.Type, "0x1::fungible_asset::") {
		return string(event.Data)
	}
	return `{"amount":"0"}`
}

func assetBalance(c *chain.Chain, store move.Address) (balance uint64, ok bool) {
	c.Read(func(now chain.State) {
		for _, resource := range now.Resources(store) {
			if resource.Type.Name == "FungibleStore" {
				balance, ok = resource.Data["balance"].(uint64), true
			}
		}
	})
	return balance, ok
}

func TestPrunedAssetTransactions(t *testing.T) {
	t.Parallel()
	n := withAssets(t, Node12, 300)
	store := n.chain.AssetStore(named(t, n, "treasury"))
	kept := walk(t, n, store, "fa_transactions", "start", "")
	all, _ := n.chain.AssetTransactions(store)
	require.NotEmpty(t, kept)
	require.Less(t, len(kept), len(all))
	require.GreaterOrEqual(t, kept[len(kept)-1].Block.Height, n.chain.Head()-299)
	var page []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(apitest.Get(t, n, "/rpc/v4/accounts/"+store.String()+"/fa_transactions")), &page))
	require.NotEmpty(t, page)
}
