package client_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

const (
	specMediaType     = "application/x.chain.view_function+bcs"
	deployedMediaType = "application/x.supra.view_function+bcs"
)

// onEveryVersion runs a test against both dialects, with a node for each version.
func onEveryVersion(t *testing.T, test func(*testing.T, *client.Node, *localnet.Network, client.Version)) {
	t.Helper()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		_, network := local(t, dialect)
		mediaType := specMediaType
		if dialect == localnet.Deployed {
			mediaType = deployedMediaType
		}
		for _, version := range []client.Version{client.Auto, client.V1, client.V2, client.V3} {
			t.Run(dialect.String()+" "+version.String(), func(t *testing.T) {
				node, err := client.NewNode(network.BaseURL(), client.WithVersion(version), client.WithViewMediaTypes(mediaType))
				require.NoError(t, err)
				t.Cleanup(node.CloseIdleConnections)
				test(t, node, network, version)
			})
		}
	}
}

func tag(t *testing.T, text string) move.TypeTag {
	t.Helper()
	parsed, err := move.ParseTypeTag(text)
	require.NoError(t, err)
	return parsed
}

// Spec sections 2.1 to 2.3 and 4.2: each type of argument is echoed, in JSON and in BCS, from text and from Go values.
func TestLocalnetViewEchoes(t *testing.T) {
	t.Parallel()
	onEveryVersion(t, func(t *testing.T, node *client.Node, network *localnet.Network, version client.Version) {
		treasury := named(t, network, "treasury")
		metadata := `"` + object(t, node, network) + `"`
		for _, test := range []struct {
			function string
			value    any
			typeName string
			want     string
		}{
			{"echo_bool", "true", "bool", `true`},
			{"echo_u8", "255", "u8", `255`},
			{"echo_u16", uint16(65535), "u16", `65535`},
			{"echo_u32", "4,294,967,295", "u32", `4294967295`},
			{"echo_u64", uint64(1<<64 - 1), "u64", `"18446744073709551615"`},
			{"echo_u128", new(big.Int).Lsh(big.NewInt(1), 127), "u128", `"170141183460469231731687303715884105728"`},
			{"echo_u256", "0x" + strings.Repeat("f", 64), "u256", `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`},
			{"echo_address", "0xb0b", "address", `"0xb0b"`},
			{"echo_address", move.Address{30: 0xb, 31: 0xb}, "address", `"0xb0b"`},
			{"echo_bytes", "0x00ff", "vector<u8>", `"0x00ff"`},
			{"echo_bytes", []byte{}, "vector<u8>", `"0x"`},
			{"echo_numbers", "1, 2", "vector<u64>", `["1","2"]`},
			{"echo_flags", []bool{true, false}, "vector<bool>", `[true,false]`},
			{"echo_table", "[[1,2],[]]", "vector<vector<u16>>", `[[1,2],[]]`},
			{"echo_names", `["a","b, c"]`, "vector<0x1::string::String>", `["a","b, c"]`},
			{"echo_string", "héllo <\"", "0x1::string::String", `"héllo <\""`},
			{"echo_option", "", "0x1::option::Option<u64>", `{"vec":[]}`},
			{"echo_option", "7", "0x1::option::Option<u64>", `{"vec":["7"]}`},
			{"echo_option_bytes", "0x0102", "0x1::option::Option<vector<u8>>", `{"vec":["0x0102"]}`},
			{"echo_object", strings.Trim(metadata, `"`), "0x1::object::Object<0x1::fungible_asset::Metadata>", `{"inner":` + metadata + `}`},
		} {
			for _, inBCS := range []bool{false, true} {
				result, err := node.View(t.Context(), client.ViewRequest{
					Function: move.FunctionID{Address: treasury, Module: "example", Name: test.function}, Arguments: []any{test.value}, BCS: inBCS,
				})
				if inBCS && (version == client.V1 || version == client.V2) {
					require.ErrorIs(t, err, client.ErrUnsupported)
					continue
				}
				require.NoError(t, err, "%s BCS %v", test.function, inBCS)
				require.Len(t, result.Values, 1)
				require.Equal(t, test.typeName, result.Values[0].Type)
				require.JSONEq(t, test.want, string(result.Values[0].JSON), "%s %s", test.function, result.Raw)
			}
		}
		result, err := node.View(t.Context(), client.ViewRequest{
			Function:      move.FunctionID{Address: treasury, Module: "example", Name: "echo"},
			TypeArguments: []move.TypeTag{tag(t, "vector<vector<u8>>")}, Arguments: []any{"0x01, 0x"},
		})
		require.NoError(t, err)
		require.Equal(t, "vector<vector<u8>>", result.Values[0].Type)
		require.JSONEq(t, `["0x01","0x"]`, string(result.Values[0].JSON))
	})
}

// object returns an object with the metadata of a fungible asset.
func object(t *testing.T, node *client.Node, network *localnet.Network) string {
	t.Helper()
	result, err := node.View(t.Context(), client.ViewRequest{
		Function: move.FunctionID{Address: named(t, network, "treasury"), Module: "example", Name: "every_type"},
	})
	require.NoError(t, err)
	inner := strings.TrimSuffix(strings.TrimPrefix(string(result.Values[14].JSON), `{"inner":"`), `"}`)
	_, err = move.ParseAddress(inner)
	require.NoError(t, err, "%s", result.Raw)
	return inner
}

// Several values, one of every type; and none.
func TestLocalnetViewValues(t *testing.T) {
	t.Parallel()
	onEveryVersion(t, func(t *testing.T, node *client.Node, network *localnet.Network, _ client.Version) {
		treasury := named(t, network, "treasury")
		result, err := node.View(t.Context(), client.ViewRequest{Function: move.FunctionID{Address: treasury, Module: "example", Name: "every_type"}})
		require.NoError(t, err)
		require.Len(t, result.Values, 17)
		for i, want := range []client.MoveValue{
			{Type: "u8", JSON: []byte(`7`)}, {Type: "u16", JSON: []byte(`65535`)}, {Type: "u32", JSON: []byte(`4294967295`)},
			{Type: "u64", JSON: []byte(`"18446744073709551615"`)}, {Type: "u128", JSON: []byte(`"340282366920938463463374607431768211455"`)},
			{Type: "u256", JSON: []byte(`"115792089237316195423570985008687907853269984665640564039457584007913129639935"`)},
			{Type: "bool", JSON: []byte(`true`)}, {Type: "address", JSON: []byte(`"0x1"`)}, {Type: "vector<u64>", JSON: []byte(`["255","1"]`)},
			{Type: "vector<u8>", JSON: []byte(`"0x00ff"`)}, {Type: "0x1::string::String", JSON: []byte(`"Hello \"World\"!"`)},
			{Type: "0x1::option::Option<address>", JSON: []byte(`{"vec":[]}`)},
		} {
			require.Equal(t, want.Type, result.Values[i].Type)
			require.JSONEq(t, string(want.JSON), string(result.Values[i].JSON))
		}
		require.JSONEq(t, `{"value":"12"}`, string(result.Values[15].JSON))
		require.Equal(t, treasury.Short()+"::example::Boxed<u128>", result.Values[15].Type)
		require.JSONEq(t, `{"dummy_field":false}`, string(result.Values[16].JSON))

		result, err = node.View(t.Context(), client.ViewRequest{Function: move.FunctionID{Address: treasury, Module: "example", Name: "nothing"}})
		require.NoError(t, err)
		require.Empty(t, result.Values)
	})
}

// A function that fails, one that does not exist, and arguments that do not fit.
func TestLocalnetViewErrors(t *testing.T) {
	t.Parallel()
	onEveryVersion(t, func(t *testing.T, node *client.Node, network *localnet.Network, _ client.Version) {
		example := func(name string, arguments ...any) error {
			_, err := node.View(t.Context(), client.ViewRequest{
				Function: move.FunctionID{Address: named(t, network, "treasury"), Module: "example", Name: name}, Arguments: arguments,
			})
			return err
		}
		var failed *client.ViewError
		err := example("always_aborts")
		require.ErrorAs(t, err, &failed)
		require.Equal(t, "always_aborts", failed.Function.Name)
		require.Regexp(t, `ABORTED(, sub_status: Some\(| with sub status )7\b`, failed.Message)
		var refused *client.StatusError
		require.ErrorAs(t, err, &refused)

		var wrong *client.ArgumentError
		for _, err := range []error{example("no_such"), example("not_a_view", "1"), example("echo_u8"), example("echo_u8", "256"), example("echo", "1")} {
			require.ErrorAs(t, err, &wrong)
		}
		_, err = node.View(t.Context(), client.ViewRequest{Function: move.FunctionID{Address: unknown, Module: "m", Name: "f"}})
		require.ErrorIs(t, err, client.ErrNotFound)
		require.False(t, errors.As(err, &failed))
	})
}
