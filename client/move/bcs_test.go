package move

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fromHex decodes hex with optional spaces.
func fromHex(t require.TestingT, digits string) []byte {
	read, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	require.NoError(t, err)
	return read
}

const hexOne = "0000000000000000000000000000000000000000000000000000000000000001"

// The numbers of type tags: the binary form of a view call (spec section 4.2).
func TestTypeTagBCS(t *testing.T) {
	for text, want := range map[string]string{
		"bool": "00", "u8": "01", "u64": "02", "u128": "03", "address": "04", "signer": "05",
		"u16": "08", "u32": "09", "u256": "0a",
		"vector<vector<u8>>": "06 06 01",
		"0x1::coin::Coin":    "07" + hexOne + "04 636f696e 04 436f696e 00",
		"0x1::coin::C<u16, 1::a::B<bool>>": "07" + hexOne + "04 636f696e 01 43 02 08 07" + hexOne +
			"01 61 01 42 01 00",
	} {
		require.Equal(t, fromHex(t, want), typeTags(t, text)[0].AppendBCS(nil), text)
	}
	tag, err := ParseStructTag("0x1::a::B")
	require.NoError(t, err)
	require.Equal(t, fromHex(t, "ff"+hexOne+"01 61 01 42 00"), tag.AppendBCS([]byte{0xff}))
}

func TestCallBCS(t *testing.T) {
	function := FunctionID{Address: Address{31: 1}, Module: "a", Name: "f"}
	body := CallBCS(function, typeTags(t, "u8", "vector<u256>"), [][]byte{{7}, {}, bytes.Repeat([]byte{9}, 300)})
	require.Equal(t, fromHex(t, hexOne+"01 61 01 66 02 01 06 0a 03 01 07 00 ac02"+strings.Repeat("09", 300)), body)

	read, typeArguments, arguments, err := ParseCallBCS(body)
	require.NoError(t, err)
	require.Equal(t, function, read)
	require.Equal(t, typeTags(t, "u8", "vector<u256>"), typeArguments)
	require.Equal(t, [][]byte{{7}, {}, bytes.Repeat([]byte{9}, 300)}, arguments)

	read, typeArguments, arguments, err = ParseCallBCS(fromHex(t, hexOne+"01 61 01 66 00 00"))
	require.NoError(t, err)
	require.Equal(t, function, read)
	require.Empty(t, typeArguments)
	require.Empty(t, arguments)
}

func TestParseCallBCSErrors(t *testing.T) {
	name := "01 61 01 66"
	for body, rule := range map[string]string{
		"":                              "unexpected end at byte 0: address needs 32 more bytes",
		hexOne[:62]:                     "unexpected end at byte 31: address needs 1 more byte",
		hexOne:                          "unexpected end at byte 32: length of module name needs 1 more byte",
		hexOne + "02 61":                "unexpected end at byte 34: module name needs 1 more byte",
		hexOne + "00":                   "module name at byte 32 is not a Move identifier",
		hexOne + "02 31 61":             "module name at byte 32 is not a Move identifier",
		hexOne + "02 61 ff":             "module name at byte 32 is not UTF-8",
		hexOne + "02 c3a9":              "module name at byte 32 is not a Move identifier",
		hexOne + "01 61 01 2d":          "function name at byte 34 is not a Move identifier",
		hexOne + "81 00 61":             "length of module name at byte 32 has superfluous bytes",
		hexOne + "80 80 80 80 08":       "length of module name at byte 32 exceeds 2,147,483,647",
		hexOne + "ff ff ff ff ff 01":    "length of module name at byte 32 exceeds 2,147,483,647",
		hexOne + "80 80 80 80 80 00":    "length of module name at byte 32 exceeds 2,147,483,647",
		hexOne + "80 80 80 80 00":       "length of module name at byte 32 has superfluous bytes",
		hexOne + "ff ff ff ff 07":       "unexpected end at byte 37: module name needs 2147483647 more bytes",
		hexOne + name:                   "unexpected end at byte 36: number of type arguments needs 1 more byte",
		hexOne + name + "02 01":         "number of type arguments at byte 36 is 2, with 1 byte left",
		hexOne + name + "01 12 00":      "unknown type 18 at byte 37",
		hexOne + name + "01 06":         "unexpected end at byte 38: type needs 1 more byte",
		hexOne + name + "01 07 00":      "unexpected end at byte 39: address needs 31 more bytes",
		hexOne + name + "00 01":         "number of arguments at byte 37 is 1, with 0 bytes left",
		hexOne + name + "00 01 05":      "unexpected end at byte 39: argument needs 5 more bytes",
		hexOne + name + "00 00 00 00":   "trailing data at byte 38: 2 bytes",
		hexOne + name + "00 ffffffff07": "number of arguments at byte 37 is 2147483647, with 0 bytes left",

		hexOne + name + "01" + strings.Repeat("06", 20) + "01 00":                                 "nesting exceeds 16 types at byte 53",
		hexOne + name + "01 07" + hexOne + "01 61 01 42 ff0f" + strings.Repeat("04", 2047) + "00": "type at byte 37: 18432 bytes in canonical form, at most 8192",
	} {
		function, typeArguments, arguments, err := ParseCallBCS(fromHex(t, body))
		require.EqualError(t, err, "BCS call: "+rule)
		require.Zero(t, function)
		require.Nil(t, typeArguments)
		require.Nil(t, arguments)
	}
}

func TestCallBCSRoundTrip(t *testing.T) {
	name := rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_]{0,30}`)
	rapid.Check(t, func(t *rapid.T) {
		function := FunctionID{Address: anyAddress().Draw(t, "address"), Module: name.Draw(t, "module"), Name: name.Draw(t, "name")}
		tags := rapid.SliceOfN(anyTypeTag(3), 0, 4).Draw(t, "type arguments")
		arguments := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 200), 0, 4).Draw(t, "arguments")
		body := CallBCS(function, tags, arguments)

		read, readTags, readArguments, err := ParseCallBCS(body)
		require.NoError(t, err)
		require.Equal(t, body, CallBCS(read, readTags, readArguments))
		require.Equal(t, function, read)
		for i, tag := range readTags {
			require.True(t, tag.Equal(tags[i]))
		}
		for i, argument := range readArguments {
			require.True(t, bytes.Equal(arguments[i], argument))
		}

		_, _, _, err = ParseCallBCS(body[:len(body)-1])
		require.Error(t, err, "a body that is cut")
		_, _, _, err = ParseCallBCS(append(body, 0))
		require.Error(t, err, "trailing bytes")
	})
}

// TestViewCallSamples compares bodies, type arguments and arguments with recorded examples.
func TestViewCallSamples(t *testing.T) {
	file, err := os.ReadFile("../testdata/samples/view-request-bcs.json")
	require.NoError(t, err)
	var samples struct {
		Examples []struct {
			JSON struct {
				Function      string            `json:"function"`
				TypeArguments []string          `json:"type_arguments"`
				Arguments     []json.RawMessage `json:"arguments"`
			} `json:"json"`
			Hex   string   `json:"bcs_hex"`
			Types []string `json:"parameter_types"`
		} `json:"examples"`
	}
	require.NoError(t, json.Unmarshal(file, &samples))
	require.Len(t, samples.Examples, 3)
	for _, sample := range samples.Examples {
		function, err := ParseFunctionID(sample.JSON.Function)
		require.NoError(t, err)
		types := typeTags(t, sample.Types...)
		if len(types) == 0 && len(sample.JSON.Arguments) == 1 {
			types = typeTags(t, "address")
		}
		require.Len(t, sample.JSON.Arguments, len(types))
		typeArguments := typeTags(t, sample.JSON.TypeArguments...)

		var arguments [][]byte
		for i, raw := range sample.JSON.Arguments {
			argument, err := NewArgument(types[i], raw)
			require.NoError(t, err)
			require.JSONEq(t, string(raw), string(argument.JSON()))
			bcs, err := argument.BCS()
			require.NoError(t, err)
			arguments = append(arguments, bcs)

			decoded, err := DecodeBCS(types[i], bcs)
			require.NoError(t, err)
			require.JSONEq(t, string(raw), string(decoded.JSON()))
		}
		body := CallBCS(function, typeArguments, arguments)
		require.Equal(t, strings.TrimPrefix(sample.Hex, "0x"), hex.EncodeToString(body))

		read, readTags, readArguments, err := ParseCallBCS(body)
		require.NoError(t, err)
		require.Equal(t, function, read)
		require.Equal(t, body, CallBCS(read, readTags, readArguments))
	}
}

func TestDecodeBCS(t *testing.T) {
	most := func(bits uint) string {
		return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1)).String()
	}
	full := Address{31: 1}.String()
	tests := []struct{ tag, bcs, json string }{
		{"bool", "00", `false`},
		{"bool", "01", `true`},
		{"u8", "ff", `255`},
		{"u16", "0102", `513`},
		{"u32", "ffffffff", `4294967295`},
		{"u64", "ffffffffffffffff", `"18446744073709551615"`},
		{"u64", "0100000000000000", `"1"`},
		{"u128", strings.Repeat("ff", 16), `"` + most(128) + `"`},
		{"u256", strings.Repeat("ff", 32), `"` + most(256) + `"`},
		{"u256", "01" + strings.Repeat("00", 31), `"1"`},
		{"address", hexOne, `"` + full + `"`},
		{"0x1::object::Object<0x1::m::T>", hexOne, `"` + full + `"`},
		{"vector<u8>", "00", `"0x"`},
		{"vector<u8>", "02 00ff", `"0x00ff"`},
		{"vector<u16>", "02 0100 0200", `[1,2]`},
		{"vector<vector<u8>>", "02 00 01 05", `["0x","0x05"]`},
		{"vector<bool>", "00", `[]`},
		{"0x1::string::String", "03 e282ac", `"€"`},
		{"0x1::string::String", "03 225c0a", `"\"\\\n"`},
		{"0x1::option::Option<u64>", "00", `{"vec":[]}`},
		{"0x1::option::Option<u64>", "01 0700000000000000", `{"vec":["7"]}`},
		{"0x1::option::Option<u8>", "00", `{"vec":"0x"}`},
		{"0x1::option::Option<u8>", "01 05", `{"vec":"0x05"}`},
		{"0x1::option::Option<0x1::option::Option<bool>>", "01 00", `{"vec":[{"vec":[]}]}`},
	}
	for _, test := range tests {
		tag := typeTags(t, test.tag)[0]
		argument, err := DecodeBCS(tag, fromHex(t, test.bcs))
		require.NoError(t, err, test)
		require.Equal(t, test.json, string(argument.JSON()), test)
		require.True(t, argument.Type().Equal(tag))
		bcs, err := argument.BCS()
		require.NoError(t, err)
		require.Equal(t, fromHex(t, test.bcs), bcs)
	}
}

func TestDecodeBCSErrors(t *testing.T) {
	tests := []struct{ tag, bcs, rule string }{
		{"bool", "", "unexpected end at byte 0: bool needs 1 more byte"},
		{"bool", "02", "bool at byte 0 is neither 0 nor 1"},
		{"u64", "00000000000000", "unexpected end at byte 7: u64 needs 1 more byte"},
		{"u8", "0100", "trailing data at byte 1: 1 byte"},
		{"u256", hexOne[2:], "unexpected end at byte 31: u256 needs 1 more byte"},
		{"address", "00", "unexpected end at byte 1: address needs 31 more bytes"},
		{"vector<u8>", "05 00", "unexpected end at byte 2: vector<u8> needs 4 more bytes"},
		{"vector<u8>", "8000", "length of vector<u8> at byte 0 has superfluous bytes"},
		{"vector<u64>", "02 00", "number of items at byte 0 is 2, with 1 byte left"},
		{"vector<u64>", "02 0000000000000000 00", "unexpected end at byte 10: u64 needs 7 more bytes"},
		{"0x1::string::String", "01 ff", "String at byte 0 is not UTF-8"},
		{"0x1::option::Option<u8>", "02 01 02", "Option at byte 0 has 2 values, at most 1"},
		{"0x1::option::Option<u8>", "01", "number of values at byte 0 is 1, with 0 bytes left"},
		{"0x1::coin::Coin<u8>", "00", "the layout of Coin is unknown"},
		{"0x2::string::String", "00", "the layout of String is unknown"},
		{"0x1::string::String<u8>", "00", "the layout of String is unknown"},
		{"0x1::option::Option<u8, u8>", "00", "the layout of Option is unknown"},
		{"0x1::object::Object", "00", "the layout of Object is unknown"},
		{"vector<signer>", "01" + hexOne, "a signer cannot be passed: the node supplies it"},
	}
	for _, test := range tests {
		argument, err := DecodeBCS(typeTags(t, test.tag)[0], fromHex(t, test.bcs))
		require.EqualError(t, err, "BCS value: "+test.rule, test)
		require.Zero(t, argument)
		requireParseError(t, "BCS value", "", err)
	}
	_, err := DecodeBCS(TypeTag{}, []byte{0})
	require.EqualError(t, err, "BCS value: missing type")

	deep := TypeTag{Kind: KindBool}
	for range MaxTypeDepth {
		inner := deep
		deep = TypeTag{Kind: KindVector, Element: &inner}
	}
	_, err = DecodeBCS(deep, bytes.Repeat([]byte{1}, MaxTypeDepth+1))
	require.EqualError(t, err, "BCS value: nesting exceeds 16 types")
}

// The limits of type tags apply to BCS as they do to text.
func TestTypeTagLimitsInBCS(t *testing.T) {
	read := func(tag TypeTag) error {
		body := CallBCS(FunctionID{Module: "a", Name: "f"}, []TypeTag{tag}, nil)
		_, tags, _, err := ParseCallBCS(body)
		if err == nil {
			require.True(t, tags[0].Equal(tag))
		}
		return err
	}
	vector, structs := TypeTag{Kind: KindU8}, TypeTag{Kind: KindU8}
	for range MaxTypeDepth - 1 {
		element := vector
		vector = TypeTag{Kind: KindVector, Element: &element}
		structs = TypeTag{Kind: KindStruct, Struct: &StructTag{Module: "m", Name: "T", TypeArguments: []TypeTag{structs}}}
	}
	require.NoError(t, read(vector))
	require.NoError(t, read(structs))
	require.ErrorContains(t, read(TypeTag{Kind: KindVector, Element: &structs}), "nesting exceeds 16 types")
	structs = TypeTag{Kind: KindStruct, Struct: &StructTag{Module: "m", Name: "T", TypeArguments: []TypeTag{structs}}}
	require.ErrorContains(t, read(structs), "nesting exceeds 16 types")

	long := StructTag{Module: "m", Name: "T", TypeArguments: make([]TypeTag, 1360)}
	for i := range long.TypeArguments {
		long.TypeArguments[i] = TypeTag{Kind: KindU256}
	}
	tag := TypeTag{Kind: KindStruct, Struct: &long}
	long.Name += identifier(MaxTypeLength - len(tag.String()))
	require.Len(t, tag.String(), MaxTypeLength)
	require.NoError(t, read(tag))
	long.Name += "x"
	require.EqualError(t, read(tag), "BCS call: type at byte 37: 8193 bytes in canonical form, at most 8192")
}

func TestDecodeBCSDepth(t *testing.T) {
	deep := TypeTag{Kind: KindBool}
	for range MaxTypeDepth - 1 {
		inner := deep
		deep = TypeTag{Kind: KindVector, Element: &inner}
	}
	argument, err := DecodeBCS(deep, bytes.Repeat([]byte{1}, MaxTypeDepth))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("[", 15)+"true"+strings.Repeat("]", 15), string(argument.JSON()))
}

func TestParseMultisigPayloadBCS(t *testing.T) {
	call := fromHex(t, hexOne+"01 6d 01 66 01 02 02 01 07 00")
	function, typeArguments, arguments, err := ParseMultisigPayloadBCS(append([]byte{0}, call...))
	require.NoError(t, err)
	require.Equal(t, "0x1::m::f", function.String())
	require.Equal(t, typeTags(t, "u64"), typeArguments)
	require.Equal(t, [][]byte{{7}, {}}, arguments)

	_, _, _, err = ParseMultisigPayloadBCS(append([]byte{1}, call...))
	require.EqualError(t, err, "BCS multisig payload: variant 1 is not an entry function")
	_, _, _, err = ParseMultisigPayloadBCS(nil)
	require.EqualError(t, err, "BCS multisig payload: unexpected end at byte 0: variant needs 1 more byte")
	_, _, _, err = ParseMultisigPayloadBCS(append([]byte{0}, call[:40]...))
	require.ErrorContains(t, err, "BCS call: ")
}
