package wire

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
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

// viewBody returns the JSON body of a call (spec section 2.1). Type arguments are separated by commas; arguments are JSON.
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
	response := postView(t, n, "v3", "application/json", viewBody(function, typeArguments, arguments))
	require.Equal(t, http.StatusOK, response.Status, "%s(%s): %s", function, arguments, response.Body)
	return strings.TrimSuffix(strings.TrimPrefix(response.Body, `{"result":`), `}`)
}

const nativeType = "0x1::native_coin::NativeCoin"

// Spec sections 2.2 and 2.3: a result of each type on each version, keyed by type in the dialect Spec and bare in Deployed.
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
			response := postView(t, n, version, "application/json; charset=utf-8", viewBody(treasury+"::example::every_type", "", ""))
			require.Equal(t, http.StatusOK, response.Status)
			require.Equal(t, `{"result":[`+strings.Join(want, ",")+`]}`, response.Body)
			require.Equal(t, "application/json", response.Header.Get("Content-Type"))
			require.Equal(t, version == "v1", response.Header.Get("Deprecation") != "", "v1 is deprecated")
			require.Equal(t, n.Dialect() == httpapi.Deployed, response.Header.Get("x-supra-chain-id") == "255")
		}
		require.Equal(t, `[]`, viewed(t, n, treasury+"::example::nothing", "", ""), "no results")
	})
}

// Spec section 2.1: arguments of each type, as JSON and as BCS. The function returns its argument.
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
		body := string(move.CallBCS(call, types, [][]byte{[]byte(c.bcs)}))
		response := postView(t, n, "v3", deployedViewMedia, body)
		require.Equal(t, `{"result":[`+back+`]}`, response.Body, "%s by BCS", c.function)
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

// Spec section 4.2: only v3 accepts BCS. The dialect Spec has its own media type and accepts that of deployed nodes too.
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
				response := postView(t, n, version, media, call)
				if accepted {
					require.Equal(t, http.StatusOK, response.Status, response.Body)
					require.Equal(t, "application/json", response.Header.Get("Content-Type"))
				} else {
					require.Equal(t, http.StatusUnsupportedMediaType, response.Status, media)
					require.Contains(t, response.Body, "application/json")
				}
			}
			require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodGet, "/rpc/"+version+"/view").Status)
		}
		for _, broken := range []string{"", call[:40], call + "\x00", strings.Repeat("\xff", 200)} {
			response := postView(t, n, "v3", deployedViewMedia, broken)
			require.Equal(t, http.StatusBadRequest, response.Status)
			require.Contains(t, response.Body, "BCS call")
		}
		response := postView(t, n, "v3", "application/json", strings.Repeat(" ", maxViewBody+1))
		require.Equal(t, http.StatusRequestEntityTooLarge, response.Status)
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
				response := postView(t, n, version, "application/json", body)
				require.Equal(t, http.StatusBadRequest, response.Status, body)
				require.Contains(t, response.Body, names, body)
			}
		}
		// Unknown members are ignored.
		response := postView(t, n, "v2", "application/json", `{"function":"0x1::chain_id::get","type_arguments":[],"arguments":[],"more":1}`)
		require.Equal(t, http.StatusOK, response.Status)
	})
}

// The error of an invalid call says what is wrong, and that of an abort has the code and the location.
func TestViewFailures(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury").Short()
		failed := http.StatusInternalServerError
		if n.Dialect() == httpapi.Deployed {
			failed = http.StatusBadRequest
		}
		const rejected = http.StatusBadRequest
		// The function is the one that aborts, which the view function may call.
		aborted := func(code int, module, function string) string {
			if n.Dialect() == httpapi.Spec {
				return fmt.Sprintf("VMError { major_status: ABORTED, sub_status: Some(%d), message: Some(\"%s::%s at offset ", code, module, function)
			}
			return fmt.Sprintf("ABORTED with sub status %d at location Module %s and message %s::%s at offset ", code, module, module, function)
		}
		missing := "Failed to execute view function: MISSING_DATA at location Module "
		if n.Dialect() == httpapi.Spec {
			missing = "Failed to execute view function: VMError { major_status: MISSING_DATA, sub_status: None, message: Some("
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
			{"0x1::coin::name", "u8", ``, failed, aborted(0x60003, "0x1::coin", "coin_info")},
			{"0x1::account::get_sequence_number", "", `"0xabc"`, failed, aborted(0x60002, "0x1::account", "get_sequence_number")},
			{"0x1::multisig_account::owners", "", `"0x1"`, failed, aborted(2002, "0x1::multisig_account", "assert_multisig")},
			{"0x1::object::owner", "u8", `"0x1"`, failed, aborted(0x60002, "0x1::object", "exists_core")},
			{"0x1::fungible_asset::name", "u8", `"0x1"`, failed, aborted(0x6001e, "0x1::fungible_asset", "assert_metadata")},
			{"0x1::fungible_asset::balance", "u8", `"0x1"`, failed, aborted(0x60017, "0x1::fungible_asset", "borrow_store")},
			{"0x1::primary_fungible_store::primary_store", "u8", `"0x1","0x1"`, failed, aborted(0x60001, "0x1::primary_fungible_store", "primary_store")},
			{named(t, n, "market").Short() + "::order_book::limits", "u8,u8", ``, failed, missing},
		} {
			for _, version := range []string{"v1", "v2", "v3"} {
				response := postView(t, n, version, "application/json", viewBody(c.function, c.types, c.arguments))
				require.Equal(t, c.status, response.Status, "%s(%s): %s", c.function, c.arguments, response.Body)
				require.Contains(t, apitest.Decode[map[string]string](t, response.Body)["message"], c.message)
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
		response := postView(t, n, "v3", deployedViewMedia, string(move.CallBCS(function, nil, [][]byte{[]byte(argument)})))
		require.Equal(t, http.StatusBadRequest, response.Status)
		require.Contains(t, response.Body, message)
	}
	response := postView(t, n, "v3", deployedViewMedia, string(move.CallBCS(function, nil, nil)))
	require.Contains(t, response.Body, "takes 1 arguments, not 0")
}

// Recorded requests in BCS give the same responses as in JSON.
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
