package market_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

func TestHoldingsOfSimulatedNetwork(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, network.Close()) })
		node, err := client.NewNode(network.BaseURL())
		require.NoError(t, err)
		reader := market.NewReader(node)
		held, err := reader.Read(t.Context(), network.Accounts()[0].Address)
		require.NoError(t, err)
		native := held.Native()
		require.NotNil(t, native)
		require.Equal(t, "NATIVE", native.Symbol)
		require.Equal(t, 8, *native.Decimals)
		require.Equal(t, market.CoinStore, native.Source)
		require.NotEqual(t, "0", native.Amount)
		require.Regexp(t, `^[0-9,]+\.\d{8} NATIVE$`, native.Text(text.InDecimals).String())
		require.Len(t, held.Balances, 2)
		require.Equal(t, "USDX", held.Balances[1].Symbol)
		require.True(t, held.Complete)
		require.Positive(t, held.Resources)
	}
}

// served is a node with these resources, and view functions by name.
func served(t *testing.T, resources, views map[string]string) (*client.Node, *[]string) {
	t.Helper()
	requested := new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requested = append(*requested, r.URL.Path)
		path := strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/0x")
		account, kind, isOne := strings.Cut(strings.TrimLeft(path, "0"), "/resources/")
		account = strings.TrimSuffix(account, "/resources")
		w.Header().Set("Content-Type", "application/json")
		body, ok := resources[account+"/"+kind]
		switch {
		case strings.Contains(r.URL.Path, "/modules/"):
			body, ok = `{"bytecode":"0x","abi":{"address":"0x1","name":"coin","friends":[],"structs":[],"exposed_functions":[
				{"name":"balance","visibility":"public","is_entry":false,"is_view":true,"generic_type_params":[{"constraints":[]}],"params":["address"],"return":["u64"]}]}}`, true
		case strings.HasSuffix(r.URL.Path, "/view"):
			body, ok = views["coin::balance"], views["coin::balance"] != ""
		case !isOne && !ok:
			body, ok = `[]`, true
		}
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = `{"message":"Information not available"}`
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	node, err := client.NewNode(server.URL, client.WithVersion(client.V3))
	require.NoError(t, err)
	return node, requested
}

const coinInfo = `{"type":"0x1::coin::CoinInfo<0x1::native_coin::NativeCoin>","data":{"symbol":"NAT","decimals":8}}`

func TestNativeBalanceByView(t *testing.T) {
	t.Parallel()
	node, requested := served(t, map[string]string{
		"1/": `[` + coinInfo + `]`,
		"1/0x1::coin::CoinInfo<0x1::native_coin::NativeCoin>": coinInfo,
		"7/": `[{"type":"0x1::object::ObjectCore","data":{}},
			{"type":"0x1::fungible_asset::FungibleStore","data":{"metadata":{"inner":"0xa"},"balance":"5","frozen":true}}]`,
	}, map[string]string{"coin::balance": `{"result":["1200000000"]}`})
	reader := market.NewReader(node)
	held, err := reader.Read(t.Context(), move.Address{31: 7})
	require.NoError(t, err)
	require.Equal(t, market.View, held.Native().Source)
	require.Equal(t, "12.00000000 NAT", held.Native().Text(text.InDecimals).String())
	require.True(t, held.IsObject)
	require.Len(t, held.Balances, 2)
	store := held.Balances[1]
	require.Equal(t, market.FungibleStore, store.Source)
	require.True(t, store.Frozen)
	require.Error(t, store.Problem, "its metadata does not exist, the rest stays")
	require.Equal(t, "5", store.Amount)

	before := len(*requested)
	_, err = reader.Read(t.Context(), move.Address{31: 7})
	require.NoError(t, err)
	for _, path := range (*requested)[before:] {
		require.NotContains(t, path, "CoinInfo", "symbols are read once")
	}
}

func TestNativeBalanceUnknown(t *testing.T) {
	t.Parallel()
	node, _ := served(t, map[string]string{"7/": `[{"type":"0x1::account::Account","data":{}}]`}, nil)
	held, err := market.NewReader(node).Read(t.Context(), move.Address{31: 7})
	require.NoError(t, err)
	require.Nil(t, held.Native())
	require.ErrorIs(t, held.NativeProblem, market.ErrNoNativeCoin)
	require.Equal(t, 1, held.Resources)
}

// A store whose amount cannot be read is named. All others are read, however many there are.
func TestUnreadBalances(t *testing.T) {
	t.Parallel()
	stores := []string{
		`{"type":"0x1::coin::CoinStore<0x2::a::Text>","data":{"coin":{"value":"NaN"},"frozen":false}}`,
		`{"type":"0x1::coin::CoinStore<0x2::a::Empty>","data":{"frozen":false}}`,
		`{"type":"0x1::coin::CoinStore","data":{"coin":{"value":"1"}}}`,
		`{"type":"0x1::fungible_asset::FungibleStore","data":{"balance":["7"],"metadata":{"inner":"0xa"}}}`,
		`{"type":"0x1::fungible_asset::FungibleStore","data":{"balance":"7","metadata":7}}`,
	}
	for i := range 30 {
		stores = append(stores, fmt.Sprintf(`{"type":"0x1::coin::CoinStore<0x2::a::C%d>","data":{"coin":{"value":"%d"},"frozen":false}}`, i, i))
	}
	node, _ := served(t, map[string]string{"1/": `[` + coinInfo + `]`, "a11/": "[" + strings.Join(stores, ",") + "]"}, map[string]string{"coin::balance": `{"result":["5"]}`})
	held, err := market.NewReader(node).Read(t.Context(), move.Address{30: 0x0a, 31: 0x11})
	require.NoError(t, err)
	require.Len(t, held.Balances, 31)
	require.Len(t, held.Unread, 5)
	encoded, err := json.Marshal(held.Unread)
	require.NoError(t, err)
	require.Regexp(t, `^\[\{"type":"0x1::coin::CoinStore[^"]*Text\\u003e","reason":"coin: value: .*NaN.*"\},\{"type":"[^"]*Empty[^"]*","reason":"amount: missing"\},`+
		`\{"type":"0x1::coin::CoinStore","reason":"0 type arguments instead of 1"\},.*\{"type":"[^"]*FungibleStore","reason":"metadata: not an object or its address"\}\]$`, string(encoded))
}
