package wire

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// postView calls a view function with a body of a media type.
func postView(t testing.TB, n *node, version, media, body string) apitest.Response {
	t.Helper()
	var headers []string
	if media != "" {
		headers = []string{"Content-Type", media}
	}
	return apitest.Send(t, n, http.MethodPost, "/rpc/"+version+"/view", strings.NewReader(body), headers...)
}

// viewBody returns the JSON body of a call (spec section 2.1). Type arguments are separated
// by commas; arguments are JSON.
func viewBody(function, typeArguments, arguments string) string {
	types := []string{}
	if typeArguments != "" {
		types = strings.Split(typeArguments, ",")
	}
	quoted, err := json.Marshal(types)
	if err != nil {
		panic(err) // texts marshal
	}
	return `{"function":"` + function + `","type_arguments":` + string(quoted) + `,"arguments":[` + arguments + `]}`
}

// viewed returns the results of a function, in the form of the dialect.
func viewed(t testing.TB, n *node, function, typeArguments, arguments string) string {
	t.Helper()
	answer := postView(t, n, "v3", "application/json", viewBody(function, typeArguments, arguments))
	require.Equal(t, http.StatusOK, answer.Status, "%s(%s): %s", function, arguments, answer.Body)
	return strings.TrimSuffix(strings.TrimPrefix(answer.Body, `{"result":`), `}`)
}

const nativeType = "0x1::native_coin::NativeCoin"

// Spec sections 2.2 and 2.3: a result of each type on each version, keyed by type in the
// dialect Spec and bare in Deployed.
func TestViewValues(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury, metadata := named(t, n, "treasury").Short(), creditObject(t, n).Short()
		role := `{"created":"` + treasury + `","parent":{"vec":[]},"role_id":"0","tags":["owner","signer"]}`
		values := []struct{ key, bare string }{
			{"U8", `7`},
			{"U16", `65535`},
			{"U32", `4294967295`},
			{"U64", `"18446744073709551615"`},
			{"U128", `"340282366920938463463374607431768211455"`},
			{"U256", `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`},
			{"Bool", `true`},
			{"Address", `"0x1"`},
			{"Vector", `["255","1"]`},
			{"Bytes", `"0x00ff"`},
			{"String", `"Hello \"World\"!"`},
			{"Struct", `{"vec":[]}`},
			{"Struct", `{"vec":["` + treasury + `"]}`},
			{"Struct", role},
			{"Struct", `{"inner":"` + metadata + `"}`},
			{"Struct", `{"value":"12"}`},
			{"Struct", `{"dummy_field":false}`},
		}
		var want []string
		for _, value := range values {
			if n.Dialect() == httpapi.Spec {
				want = append(want, `{"`+value.key+`":`+value.bare+`}`)
			} else {
				want = append(want, value.bare)
			}
		}
		for _, version := range []string{"v1", "v2", "v3"} {
			answer := postView(t, n, version, "application/json; charset=utf-8", viewBody(treasury+"::example::every_type", "", ""))
			require.Equal(t, http.StatusOK, answer.Status)
			require.Equal(t, `{"result":[`+strings.Join(want, ",")+`]}`, answer.Body)
			require.Equal(t, "application/json", answer.Header.Get("Content-Type"))
			require.Equal(t, version == "v1", answer.Header.Get("Deprecation") != "", "v1 is deprecated")
			require.Equal(t, n.Dialect() == httpapi.Deployed, answer.Header.Get("x-supra-chain-id") == "255")
		}
		require.Equal(t, `[]`, viewed(t, n, treasury+"::example::nothing", "", ""), "no results")
	})
}

// Spec section 2.1: arguments of each type, as JSON and as BCS. The function returns its
// argument.
func TestViewArguments(t *testing.T) {
	t.Parallel()
	words := func(text string) string { return string(rune(len(text))) + text }
	number := func(value uint64, size int) string {
		return string(binary.LittleEndian.AppendUint64(nil, value)[:min(size, 8)]) + strings.Repeat("\x00", max(0, size-8))
	}
	address := strings.Repeat("\x00", 30) + "\x0a\xbc"
	cases := []struct {
		function, types, argument string
		bcs                       string
		back                      string // as the argument when empty
	}{
		{"echo_bool", "", `true`, "\x01", ""},
		{"echo_u8", "", `255`, "\xff", ""},
		{"echo_u16", "", `65535`, "\xff\xff", ""},
		{"echo_u32", "", `70000`, number(70_000, 4), ""},
		{"echo_u64", "", `"18446744073709551615"`, strings.Repeat("\xff", 8), ""},
		{"echo_u64", "", `18446744073709551615`, strings.Repeat("\xff", 8), `"18446744073709551615"`},
		{"echo_u128", "", `"12"`, number(12, 16), ""},
		{"echo_u256", "", `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`, strings.Repeat("\xff", 32), ""},
		{"echo_address", "", `"0xabc"`, address, ""},
		{"echo_address", "", `"0000ABC"`, address, `"0xabc"`},
		{"echo_bytes", "", `"0x00ff"`, "\x02\x00\xff", ""},
		{"echo_bytes", "", `"00ff"`, "\x02\x00\xff", `"0x00ff"`},
		{"echo_bytes", "", `"0x"`, "\x00", ""},
		{"echo_numbers", "", `["1","2"]`, "\x02" + number(1, 8) + number(2, 8), ""},
		{"echo_numbers", "", `[]`, "\x00", ""},
		{"echo_flags", "", `[true,false]`, "\x02\x01\x00", ""},
		{"echo_table", "", `[[1],[],[2,3]]`, "\x03\x01\x01\x00\x00\x02\x02\x00\x03\x00", ""},
		{"echo_names", "", `["a","<b>"]`, "\x02" + words("a") + words("<b>"), ""},
		{"echo_string", "", `"tab\tquote\" ümlaut"`, words("tab\tquote\" ümlaut"), ""},
		{"echo_option", "", `{"vec":[]}`, "\x00", ""},
		{"echo_option", "", `{"vec":["7"]}`, "\x01" + number(7, 8), ""},
		{"echo_option_bytes", "", `{"vec":["0x07"]}`, "\x01\x01\x07", ""},
		{"echo_object", "", `"0xabc"`, address, `{"inner":"0xabc"}`},
		{"echo", "u8", `5`, "\x05", ""},
		{"echo", "0x1::option::Option<u8>", `{"vec":"0x07"}`, "\x01\x07", ""},
		{"echo", "0x1::option::Option<u8>", `{"vec":"0x"}`, "\x00", ""},
		{"echo", "vector<0x1::option::Option<address>>", `[{"vec":["0xabc"]},{"vec":[]}]`, "\x02\x01" + address + "\x00", ""},
	}
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	treasury := named(t, n, "treasury")
	for _, c := range cases {
		back := c.back
		if back == "" {
			back = c.argument
		}
		require.Equal(t, "["+back+"]", viewed(t, n, treasury.Short()+"::example::"+c.function, c.types, c.argument), c.function)

		var types []move.TypeTag
		if c.types != "" {
			tag, err := move.ParseTypeTag(c.types)
			require.NoError(t, err)
			types = append(types, tag)
		}
		call := move.FunctionID{Address: treasury, Module: "example", Name: c.function}
		body := string(move.ViewCallBCS(call, types, [][]byte{[]byte(c.bcs)}))
		answer := postView(t, n, "v3", deployedViewMedia, body)
		require.Equal(t, `{"result":[`+back+`]}`, answer.Body, "%s by BCS", c.function)
	}
}

// Several arguments and results.
func TestViewMixed(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		arguments := []string{`"18446744073709551615"`, `true`, `"alice"`, `{"vec":[]}`, `{"vec":["7"]}`, `"0x00ff"`, `["1","2"]`}
		got := viewed(t, n, named(t, n, "treasury").Short()+"::example::mixed", "vector<u8>,u256", strings.Join(arguments, ","))
		if n.Dialect() == httpapi.Spec {
			for i, key := range []string{"U64", "Bool", "String", "Struct", "Struct", "Bytes", "Vector"} {
				arguments[i] = `{"` + key + `":` + arguments[i] + `}`
			}
		}
		require.Equal(t, "["+strings.Join(arguments, ",")+"]", got)
	})
}

// Spec section 4.2: only v3 accepts BCS. The dialect Spec has its own media type and
// accepts that of deployed nodes too.
func TestViewMediaTypes(t *testing.T) {
	t.Parallel()
	const body = "\x09timestamp\x0bnow_seconds\x00\x00"
	inBothDialects(t, func(t *testing.T, n *node) {
		call := strings.Repeat("\x00", 31) + "\x01" + body
		for _, version := range []string{"v1", "v2", "v3"} {
			for media, accepted := range map[string]bool{
				"application/x.chain.view_function+bcs": version == "v3" && n.Dialect() == httpapi.Spec,
				"application/x.supra.view_function+bcs": version == "v3",
				"application/octet-stream":              false,
				"text/plain":                            false,
				"":                                      false,
				"application/x-www-form-urlencoded":     false,
			} {
				answer := postView(t, n, version, media, call)
				if accepted {
					require.Equal(t, http.StatusOK, answer.Status, answer.Body)
					require.Equal(t, "application/json", answer.Header.Get("Content-Type"))
				} else {
					require.Equal(t, http.StatusUnsupportedMediaType, answer.Status, media)
					require.Contains(t, answer.Body, "application/json")
				}
			}
			require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodGet, "/rpc/"+version+"/view").Status)
		}
		for _, broken := range []string{"", call[:40], call + "\x00", strings.Repeat("\xff", 200)} {
			answer := postView(t, n, "v3", deployedViewMedia, broken)
			require.Equal(t, http.StatusBadRequest, answer.Status)
			require.Contains(t, answer.Body, "BCS view call")
		}
		answer := postView(t, n, "v3", "application/json", strings.Repeat(" ", maxViewBody+1))
		require.Equal(t, http.StatusRequestEntityTooLarge, answer.Status)
	})
}

// Spec section 2.1: all three fields are required.
func TestViewBodies(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for body, names := range map[string]string{
			``:                                     "JSON",
			`[]`:                                   "body",
			`{"type_arguments":[],"arguments":[]}`: "`function`",
			`{"function":"0x1::chain_id::get","arguments":[]}`:                                              "`type_arguments`",
			`{"function":"0x1::chain_id::get","type_arguments":[]}`:                                         "`arguments`",
			`{"function":"0x1::chain_id::get","type_arguments":null,"arguments":[]}`:                        "`type_arguments`",
			`{"function":1,"type_arguments":[],"arguments":[]}`:                                             "unction",
			`{"function":"0x1::chain_id","type_arguments":[],"arguments":[]}`:                               "function id",
			`{"function":"0x1::chain_id::get","type_arguments":["u9"],"arguments":[]}`:                      "type_arguments[0]",
			`{"function":"0x1::chain_id::get","type_arguments":[],"arguments":[]`:                           "JSON",
			`{"function":"0x1::chain_id::get","type_arguments":[],"arguments":[]} {}`:                       "after",
			`{"function":"0x1::coin::name","type_arguments":["u8","0x1::a::B<u9>"],"arguments":[]}`:         "type_arguments[1]",
			`{"function":"0x1::coin::name","type_arguments":"0x1::native_coin::NativeCoin","arguments":[]}`: "type_arguments",
		} {
			for _, version := range []string{"v1", "v2", "v3"} {
				answer := postView(t, n, version, "application/json", body)
				require.Equal(t, http.StatusBadRequest, answer.Status, body)
				require.Contains(t, answer.Body, names, body)
			}
		}
		// Unknown members are ignored.
		answer := postView(t, n, "v2", "application/json", `{"function":"0x1::chain_id::get","type_arguments":[],"arguments":[],"more":1}`)
		require.Equal(t, http.StatusOK, answer.Status)
	})
}

// The error of an invalid call says what is wrong, and that of an abort has the code and
// the location.
func TestViewFailures(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury").Short()
		failed := http.StatusInternalServerError
		if n.Dialect() == httpapi.Deployed {
			failed = http.StatusBadRequest
		}
		const rejected = http.StatusBadRequest
		aborted := func(code int, module, function string) string {
			return "Failed to execute view function: ABORTED with sub status " + strconv.Itoa(code) + " at location Module " + module +
				" and message " + module + "::" + function
		}
		for _, c := range []struct {
			function, types, arguments string
			status                     int
			message                    string
		}{
			{"0x1::nothing::at_all", "", "", http.StatusNotFound, "Information not available for " + paddedOne + "::nothing"},
			{"0xabc::coin::balance", "", "", http.StatusNotFound, "abc::coin"},
			{"0x1::coin::nothing", "", "", rejected, "0x1::coin has no function nothing"},
			{"0x1::coin::coin_address", "u8", "", rejected, "0x1::coin::coin_address is not a view function"},
			{"0x1::coin::transfer", nativeType, `"0x1","1"`, rejected, "0x1::coin::transfer is not a view function"},
			{treasury + "::example::not_a_view", "", `"1"`, rejected, "not a view function"},
			{"0x1::coin::balance", "", `"0x1"`, rejected, "takes 1 type arguments, not 0"},
			{"0x1::coin::balance", nativeType + ",u8", `"0x1"`, rejected, "takes 1 type arguments, not 2"},
			{"0x1::coin::balance", nativeType, ``, rejected, "takes 1 arguments, not 0"},
			{"0x1::coin::balance", nativeType, `"0x1","0x2"`, rejected, "takes 1 arguments, not 2"},
			{"0x1::coin::name", "0x1::native_coin::Nothing", ``, rejected, "type_arguments[0]: no struct 0x1::native_coin::Nothing"},
			{"0x1::coin::name", "vector<0x2::a::B>", ``, rejected, "no struct 0x2::a::B"},
			{"0x1::coin::name", "0x1::coin::Coin", ``, rejected, "0x1::coin::Coin takes 1 type arguments, not 0"},
			{"0x1::coin::name", "0x1::coin::Coin<0x1::a::B>", ``, rejected, "no struct 0x1::a::B"},
			{"0x1::coin::balance", nativeType, `"0xzz"`, rejected, "parse arguments[0] failed: "},
			{"0x1::coin::balance", nativeType, `1`, rejected, "expected an address"},
			{"0x1::coin::balance", nativeType, `null`, rejected, "expected an address"},
			{"0x1::coin::is_balance_at_least", nativeType, `"0x1","-1"`, rejected, "parse arguments[1] failed: expected a u64"},
			{treasury + "::example::echo_bool", "", `1`, rejected, "expected true or false"},
			{treasury + "::example::echo_u8", "", `256`, rejected, "256 is too large for a u8"},
			{treasury + "::example::echo_u8", "", `"1"`, rejected, "expected a number for a u8"},
			{treasury + "::example::echo_u8", "", `1.0`, rejected, "expected a u8"},
			{treasury + "::example::echo_u8", "", `1e2`, rejected, "expected a u8"},
			{treasury + "::example::echo_u64", "", `"18446744073709551616"`, rejected, "too large for a u64"},
			{treasury + "::example::echo_u64", "", `""`, rejected, "expected a u64"},
			{treasury + "::example::echo_u256", "", `"` + strings.Repeat("9", 79) + `"`, rejected, "expected a u256"},
			{treasury + "::example::echo_bytes", "", `[1]`, rejected, "expected hex"},
			{treasury + "::example::echo_bytes", "", `"0x0"`, rejected, "expected hex"},
			{treasury + "::example::echo_numbers", "", `"1"`, rejected, "expected an array"},
			{treasury + "::example::echo_numbers", "", `["1",true]`, rejected, "item 1: expected a u64"},
			{treasury + "::example::echo_string", "", `{}`, rejected, "expected a string"},
			{treasury + "::example::echo_option", "", `[]`, rejected, "parse arguments[0] failed: expecting a JSON map for a struct"},
			{treasury + "::example::echo_option", "", `null`, rejected, "expecting a JSON map for a struct"},
			{treasury + "::example::echo_option", "", `{"some":[]}`, rejected, "expected only the member vec"},
			{treasury + "::example::echo_option", "", `{"vec":["1","2"]}`, rejected, "one value at most"},
			{treasury + "::example::echo_option", "", `{"vec":"1"}`, rejected, "expected an array"},
			{treasury + "::example::echo_object", "", `{"inner":"0x1"}`, rejected, "expected an address"},
			{treasury + "::example::echo", "0x1::native_coin::NativeCoin", `{}`, rejected, "0x1::native_coin::NativeCoin cannot be an argument"},
			{treasury + "::example::echo", "signer", `"0x1"`, rejected, "signer cannot be an argument"},

			{treasury + "::example::always_aborts", "", ``, failed, aborted(7, treasury+"::example", "always_aborts")},
			{"0x1::coin::balance", nativeType, `"0xabc"`, failed, aborted(0x60005, "0x1::coin", "balance")},
			{"0x1::coin::name", "u8", ``, failed, aborted(0x60003, "0x1::coin", "name")},
			{"0x1::account::get_sequence_number", "", `"0xabc"`, failed, aborted(0x60002, "0x1::account", "get_sequence_number")},
			{"0x1::multisig_account::owners", "", `"0x1"`, failed, aborted(2002, "0x1::multisig_account", "owners")},
			{"0x1::object::owner", "u8", `"0x1"`, failed, aborted(0x60002, "0x1::object", "owner")},
			{"0x1::fungible_asset::name", "u8", `"0x1"`, failed, aborted(0x6001e, "0x1::fungible_asset", "name")},
			{"0x1::fungible_asset::balance", "u8", `"0x1"`, failed, aborted(0x60017, "0x1::fungible_asset", "balance")},
			{"0x1::primary_fungible_store::primary_store", "u8", `"0x1","0x1"`, failed, aborted(0x60001, "0x1::primary_fungible_store", "primary_store")},
		} {
			for _, version := range []string{"v1", "v2", "v3"} {
				answer := postView(t, n, version, "application/json", viewBody(c.function, c.types, c.arguments))
				require.Equal(t, c.status, answer.Status, "%s(%s): %s", c.function, c.arguments, answer.Body)
				require.Contains(t, apitest.Decode[map[string]string](t, answer.Body)["message"], c.message)
			}
		}
	})
}

// The error of an invalid argument in BCS says which argument it is.
func TestViewFailuresInBCS(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	function := move.FunctionID{Address: named(t, n, "treasury"), Module: "example", Name: "echo_u8"}
	for argument, message := range map[string]string{"": "parse arguments[0] failed", "\x01\x02": "parse arguments[0] failed"} {
		answer := postView(t, n, "v3", deployedViewMedia, string(move.ViewCallBCS(function, nil, [][]byte{[]byte(argument)})))
		require.Equal(t, http.StatusBadRequest, answer.Status)
		require.Contains(t, answer.Body, message)
	}
	answer := postView(t, n, "v3", deployedViewMedia, string(move.ViewCallBCS(function, nil, nil)))
	require.Contains(t, answer.Body, "takes 1 arguments, not 0")
}

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
func TestViewsCountOn(t *testing.T) {
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
		answer := postView(t, n, "v3", "application/json", viewBody(exchange+"::pool::quote", pair, `"`+amount+`"`))
		require.Contains(t, answer.Body, "sub status 65538", "a bad amount")
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
				answer := postView(t, n, "v3", "application/json", viewBody(path, types, strings.Join(arguments, ",")))
				if answer.Status != http.StatusOK {
					require.Contains(t, answer.Body, "ABORTED", path)
					continue
				}
				results := apitest.Decode[struct{ Result []json.RawMessage }](t, answer.Body).Result
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
func TestViewsWhileTheChainLives(t *testing.T) {
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

// Recorded requests in BCS give the same answers as in JSON.
func TestViewRequestsOfDeployedNodes(t *testing.T) {
	t.Parallel()
	examples := apitest.Decode[struct {
		Media    string `json:"media_type"`
		Examples []struct {
			JSON json.RawMessage
			BCS  string `json:"bcs_hex"`
		}
	}](t, string(sample(t, "view-request-bcs.json")))
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	for _, example := range examples.Examples {
		body, err := hex.DecodeString(strings.TrimPrefix(example.BCS, "0x"))
		require.NoError(t, err)
		byBCS := postView(t, n, "v3", examples.Media, string(body))
		byJSON := postView(t, n, "v3", "application/json", string(example.JSON))
		require.Equal(t, byJSON.Status, byBCS.Status)
		require.Equal(t, byJSON.Body, byBCS.Body)
	}
}
