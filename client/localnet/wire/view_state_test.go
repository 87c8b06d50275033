package wire

import (
	"encoding/json"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// View functions agree with the records and resources.
func TestViewsFollowTheChain(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{Dialect: httpapi.Deployed})
	address := func(name string) string { return named(t, n, name).Short() }
	quoted := func(name string) string { return `"` + address(name) + `"` }
	usdxType := address("bridge") + "::usdx::Usdx"
	pair := nativeType + "," + usdxType
	metadata := creditObject(t, n)
	store := primaryStore(named(t, n, "carol"), metadata).Short()
	value := func(of, kind string) string {
		return resourceOf[struct{ Coin struct{ Value string } }](t, n, named(t, n, of), "0x1::coin::CoinStore<"+kind+">").Coin.Value
	}
	const meta = "0x1::fungible_asset::Metadata"
	object := `"` + metadata.Short() + `"`
	for _, c := range [][4]string{ // function, type arguments, arguments, results
		{"0x1::coin::balance", nativeType, quoted("treasury"), `["` + value("treasury", nativeType) + `"]`},
		{"0x1::coin::balance", usdxType, quoted("alice"), `["` + value("alice", usdxType) + `"]`},
		{"0x1::coin::is_balance_at_least", nativeType, quoted("alice") + `,"` + value("alice", nativeType) + `"`, `[true]`},
		{"0x1::coin::is_balance_at_least", nativeType, `"0xabc","1"`, `[false]`},
		{"0x1::coin::name", nativeType, "", `["Native Coin"]`},
		{"0x1::coin::symbol", usdxType, "", `["USDX"]`},
		{"0x1::coin::decimals", nativeType, "", `[8]`},
		{"0x1::coin::decimals", usdxType, "", `[6]`},
		{"0x1::coin::is_account_registered", usdxType, quoted("alice"), `[true]`},
		{"0x1::coin::is_account_registered", usdxType, quoted("newcomer"), `[false]`},
		{"0x1::coin::is_account_registered", nativeType, quoted("newcomer"), `[true]`},
		{"0x1::coin::is_account_registered", nativeType, `"0xabc"`, `[false]`},
		{"0x1::coin::is_coin_initialized", nativeType, "", `[true]`},
		{"0x1::coin::is_coin_initialized", "u8", "", `[false]`},
		{"0x1::account::exists_at", "", quoted("newcomer"), `[true]`},
		{"0x1::account::exists_at", "", `"0xabc"`, `[false]`},
		{"0x1::account::get_sequence_number", "", quoted("treasury"), `["1200"]`},
		{"0x1::account::get_guid_next_creation_num", "", quoted("newcomer"), `["4"]`},
		{"0x1::timestamp::now_microseconds", "", "", `["` + strconv.FormatInt(start.UnixMicro(), 10) + `"]`},
		{"0x1::timestamp::now_seconds", "", "", `["` + strconv.FormatInt(start.Unix(), 10) + `"]`},
		{"0x1::chain_id::get", "", "", `[255]`},
		{"0x1::code::package_names", "", `"0x1"`, `[["framework"]]`},
		{"0x1::code::package_names", "", quoted("newcomer"), `[[]]`},
		{"0x1::multisig_account::owners", "", quoted("council"), `[[` + quoted("treasury") + "," + quoted("alice") + "," + quoted("bob") + `]]`},
		{"0x1::multisig_account::is_owner", "", quoted("bob") + "," + quoted("council"), `[true]`},
		{"0x1::multisig_account::is_owner", "", quoted("dave") + "," + quoted("council"), `[false]`},
		{"0x1::object::is_object", "", object, `[true]`},
		{"0x1::object::is_object", "", quoted("alice"), `[false]`},
		{"0x1::object::object_exists", meta, object, `[true]`},
		{"0x1::object::object_exists", meta, `"` + store + `"`, `[false]`},
		{"0x1::object::owner", meta, object, `[` + quoted("bridge") + `]`},
		{"0x1::object::is_owner", meta, object + "," + quoted("bridge"), `[true]`},
		{"0x1::object::is_owner", meta, object + "," + quoted("alice"), `[false]`},
		{"0x1::object::owns", meta, object + "," + quoted("alice"), `[false]`},
		{"0x1::object::is_untransferable", meta, object, `[false]`},
		{"0x1::object::is_untransferable", meta, `"` + store + `"`, `[true]`},
		{"0x1::fungible_asset::symbol", meta, object, `["CREDIT"]`},
		{"0x1::fungible_asset::metadata", meta, object, `[{"decimals":6,"icon_uri":"","name":"Harbour Credit","project_uri":"https://credit.example","symbol":"CREDIT"}]`},
		{"0x1::fungible_asset::supply", meta, object, `[{"vec":["951602750001"]}]`},
		{"0x1::fungible_asset::balance", "0x1::fungible_asset::FungibleStore", `"` + store + `"`, `["42000000"]`},
		{"0x1::fungible_asset::is_frozen", "0x1::fungible_asset::FungibleStore", `"` + store + `"`, `[true]`},
		{"0x1::fungible_asset::store_metadata", "0x1::fungible_asset::FungibleStore", `"` + store + `"`, `[{"inner":` + object + `}]`},
		{"0x1::primary_fungible_store::balance", meta, quoted("carol") + "," + object, `["42000000"]`},
		{"0x1::primary_fungible_store::balance", meta, quoted("newcomer") + "," + object, `["0"]`},
		{"0x1::primary_fungible_store::primary_store_address", meta, quoted("carol") + "," + object, `["` + store + `"]`},
		{"0x1::primary_fungible_store::primary_store", meta, quoted("carol") + "," + object, `[{"inner":"` + store + `"}]`},
		{"0x1::primary_fungible_store::primary_store_exists", meta, quoted("newcomer") + "," + object, `[false]`},
		{address("exchange") + "::pool::reserves", pair, "", `["` + value("pool", nativeType) + `","` + value("pool", usdxType) + `"]`},
		{address("market") + "::order_book::escrow", pair, "", `["` + value("market", nativeType) + `","` + value("market", usdxType) + `"]`},
		{address("bridge") + "::endpoint::is_open", "", `100`, `[true]`},
		{address("bridge") + "::endpoint::is_open", "", `112`, `[false]`},
		{address("bridge") + "::credit::metadata", "", "", `[{"inner":` + object + `}]`},
	} {
		require.Equal(t, c[3], viewed(t, n, c[0], c[1], c[2]), "%s<%s>(%s)", c[0], c[1], c[2])
	}
	info := resourceOf[json.RawMessage](t, n, move.Address{31: 1}, "0x1::coin::CoinInfo<"+nativeType+">")
	supply := apitest.Decode[[]struct{ Vec []string }](t, viewed(t, n, "0x1::coin::supply", nativeType, ""))
	require.Contains(t, string(info), `"value":"`+supply[0].Vec[0]+`"`)

	height := n.Produce(t)
	require.Equal(t, `["`+strconv.FormatUint(height, 10)+`"]`, viewed(t, n, "0x1::block::get_current_block_height", "", ""))
	require.Equal(t, `["`+strconv.FormatInt(start.Unix()+1, 10)+`"]`, viewed(t, n, "0x1::timestamp::now_seconds", "", ""), "the clock of the chain")
}

// The counters of the council and the bridge are above the numbers in events.
func TestViewCounters(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	var decided, sent uint64
	for _, account := range n.Accounts() {
		for _, record := range everySent(t, n, account.Address) {
			for _, event := range record.Output.Move.Events {
				switch {
				case strings.HasSuffix(event.Type, "::TransactionExecutionSucceeded"):
					decided = max(decided, apitest.Decode[struct {
						Number uint64 `json:"sequence_number,string"`
					}](t, string(event.Data)).Number)
				case strings.HasSuffix(event.Type, "::endpoint::MessageSent"):
					sent = max(sent, apitest.Decode[struct {
						Nonce uint64 `json:",string"`
					}](t, string(event.Data)).Nonce)
				}
			}
		}
	}
	require.Positive(t, decided)
	require.Positive(t, sent)
	council, bridge := `"`+named(t, n, "council").Short()+`"`, named(t, n, "bridge")
	number := func(n uint64) string { return `["` + strconv.FormatUint(n, 10) + `"]` }
	require.Equal(t, number(decided), viewed(t, n, "0x1::multisig_account::last_resolved_sequence_number", "", council))
	require.Equal(t, number(decided+1), viewed(t, n, "0x1::multisig_account::next_sequence_number", "", council))
	nonce := resourceOf[struct {
		Nonce uint64 `json:",string"`
	}](t, n, bridge, bridge.Short()+"::endpoint::Endpoint").Nonce
	require.GreaterOrEqual(t, nonce, sent, "messages that failed have numbers too")
	require.Equal(t, number(nonce+1), viewed(t, n, bridge.Short()+"::endpoint::next_nonce", "", ""))
}

// The pool is a constant product market with a fee.
func TestQuote(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	exchange := named(t, n, "exchange").Short()
	pair := nativeType + "," + named(t, n, "bridge").Short() + "::usdx::Usdx"
	reserves := apitest.Decode[[]json.Number](t, strings.ReplaceAll(viewed(t, n, exchange+"::pool::reserves", pair, ""), `"`, ""))
	give, err := reserves[0].Int64()
	require.NoError(t, err)
	get, err := reserves[1].Int64()
	require.NoError(t, err)
	const amount = 1e10
	want := int64(float64(get) * (amount * 0.997) / (float64(give) + amount*0.997))
	quote := apitest.Decode[[]json.Number](t, strings.ReplaceAll(viewed(t, n, exchange+"::pool::quote", pair, `"10000000000"`), `"`, ""))
	got, err := quote[0].Int64()
	require.NoError(t, err)
	require.InDelta(t, want, got, 2)
	for _, amount := range []string{"0", "18446744073709551615"} {
		response := postView(t, n, "v3", "application/json", viewBody(exchange+"::pool::quote", pair, `"`+amount+`"`))
		require.Contains(t, response.Body, "sub status 65538", "a bad amount")
	}
}

// Every view function can be called and returns values of the declared types.
func TestEveryViewFunction(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	layouts := everyLayout(t, n)
	metadata := creditObject(t, n)
	usdxType := named(t, n, "bridge").Short() + "::usdx::Usdx"
	known := map[string]bool{}
	for _, account := range n.Accounts() {
		for _, module := range everyModule(t, n, account.Address) {
			for _, function := range module.ABI.Functions {
				if !function.View {
					continue
				}
				known[module.ABI.Name+"::"+function.Name] = true
				types := []string{"", nativeType, nativeType + "," + usdxType}[len(function.Types)]
				if module.ABI.Name == "example" && len(function.Types) == 1 {
					types = "u8" // a coin cannot be an argument
				}
				var arguments []string
				for _, kind := range function.Params {
					arguments = append(arguments, anArgument(t, n, module.ABI.Name, kind, metadata))
				}
				path := module.ABI.Address + "::" + module.ABI.Name + "::" + function.Name
				response := postView(t, n, "v3", "application/json", viewBody(path, types, strings.Join(arguments, ",")))
				if response.Status != http.StatusOK {
					require.Contains(t, response.Body, "ABORTED", path)
					continue
				}
				results := apitest.Decode[struct{ Result []json.RawMessage }](t, response.Body).Result
				require.Len(t, results, len(function.Return), path)
				for i, kind := range function.Return {
					for index, argument := range strings.Split(types, ",") {
						kind = strings.ReplaceAll(kind, "T"+strconv.Itoa(index), argument)
					}
					layouts.requireValue(t, path, kind, results[i])
				}
			}
		}
	}
	require.Greater(t, len(known), 60)
}

// anArgument returns an argument of a type.
func anArgument(t *testing.T, n *node, module, kind string, metadata move.Address) string {
	t.Helper()
	switch {
	case kind == "address" && module == "multisig_account":
		return `"` + named(t, n, "council").Short() + `"`
	case kind == "address":
		return `"` + named(t, n, "treasury").Short() + `"`
	case strings.HasPrefix(kind, "0x1::object::Object<"):
		return `"` + metadata.Short() + `"`
	case strings.HasPrefix(kind, "0x1::option::Option<"):
		return `{"vec":[]}`
	case kind == "bool":
		return "true"
	case kind == "vector<u8>":
		return `"0x01"`
	case strings.HasPrefix(kind, "vector<"):
		return "[]"
	case kind == "0x1::string::String":
		return `"text"`
	case kind == "u8" || kind == "u16" || kind == "u32" || kind == "T0":
		return "100"
	default:
		return `"100000"`
	}
}

// Views and resources can be read while blocks are added.
func TestViewsDuringProduce(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{Dialect: httpapi.Deployed})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50 {
			n.Produce(t)
		}
	}()
	exchange := named(t, n, "exchange").Short()
	pair := nativeType + "," + named(t, n, "bridge").Short() + "::usdx::Usdx"
	for range 50 {
		viewed(t, n, exchange+"::pool::reserves", pair, "")
		everyResource(t, n, named(t, n, "treasury"))
	}
	<-done
}
