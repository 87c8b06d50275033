package move

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const (
	stringType = "0x1::string::String"
	objectType = "0x1::object::Object<0x1::m::T>"
)

func option(inner string) string { return "0x1::option::Option<" + inner + ">" }

// quotedJSON returns the JSON string of a text that needs no escapes.
func quotedJSON(text string) string { return `"` + text + `"` }

// requireArgument checks both encodings of an argument, and that its BCS decodes to its JSON.
func requireArgument(t *testing.T, tag string, value any, wantJSON, wantBCS string) {
	t.Helper()
	argument, err := NewArgument(typeTags(t, tag)[0], value)
	require.NoError(t, err, "%s %v", tag, value)
	require.Equal(t, wantJSON, string(argument.JSON()), "%s %v", tag, value)
	bcs, err := argument.BCS()
	require.NoError(t, err)
	require.Equal(t, fromHex(t, wantBCS), bcs, "%s %v", tag, value)
	decoded, err := DecodeBCS(argument.Type(), bcs)
	require.NoError(t, err)
	require.JSONEq(t, wantJSON, string(decoded.JSON()))
}

func TestArgumentFromText(t *testing.T) {
	ones := strings.Repeat("ff", 32)
	one := quotedJSON("0x" + hexOne)
	tests := []struct{ tag, text, json, bcs string }{
		{"bool", "true", `true`, "01"},
		{"bool", "t", `true`, "01"},
		{"bool", "false", `false`, "00"},
		{"bool", "f", `false`, "00"},

		{"u8", "255", `255`, "ff"},
		{"u8", "0xFf", `255`, "ff"},
		{"u8", "007", `7`, "07"},
		{"u16", "65_535", `65535`, "ffff"},
		{"u32", "4,294,967,295", `4294967295`, "ffffffff"},
		{"u64", "18,446,744,073,709,551,615", `"18446744073709551615"`, "ffffffffffffffff"},
		{"u64", "18_446_744_073_709_551_615", `"18446744073709551615"`, "ffffffffffffffff"},
		{"u64", "0X10", `"16"`, "1000000000000000"},
		{"u64", strings.Repeat("0", 500) + "1", `"1"`, "0100000000000000"},
		{"u128", "0x" + ones[:32], `"340282366920938463463374607431768211455"`, ones[:32]},
		{"u256", "0x" + ones, `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`, ones},

		{"address", "1", one, hexOne},
		{"address", "0x1", one, hexOne},
		{"address", hexOne, one, hexOne},
		{objectType, "0x1", one, hexOne},

		{"vector<u8>", "0x", `"0x"`, "00"},
		{"vector<u8>", "0X00fF", `"0x00ff"`, "02 00ff"},
		{"vector<u8>", "[1, 0x2,255]", `"0x0102ff"`, "03 0102ff"},
		{"vector<u8>", "[]", `"0x"`, "00"},
		{"vector<u8>", "text:", `"0x"`, "00"},
		{"vector<u8>", "text:a, b", `"0x612c2062"`, "04 612c2062"},
		{"vector<u8>", "text:0x€", `"0x3078e282ac"`, "05 3078e282ac"},

		{"vector<u16>", "[1,2]", `[1,2]`, "02 0100 0200"},
		{"vector<u16>", "1,2", `[1,2]`, "02 0100 0200"},
		{"vector<u16>", "7", `[7]`, "01 0700"},
		{"vector<u16>", " [ 1 ,\n2 ] ", `[1,2]`, "02 0100 0200"},
		{"vector<u16>", "[]", `[]`, "00"},
		{"vector<u16>", "[ ]", `[]`, "00"},
		{"vector<u32>", `["1,000", "2_0"]`, `[1000,20]`, "02 e8030000 14000000"},
		{"vector<u64>", `["18446744073709551615"]`, `["18446744073709551615"]`, "01 ffffffffffffffff"},
		{"vector<u64>", `[18446744073709551615]`, `["18446744073709551615"]`, "01 ffffffffffffffff"},
		{"vector<bool>", "[true,f, t]", `[true,false,true]`, "03 01 00 01"},
		{"vector<address>", "0x1, 1", `[` + one + `,` + one + `]`, "02" + hexOne + hexOne},
		{"vector<address>", `["0x1"]`, `[` + one + `]`, "01" + hexOne},
		{"vector<vector<u16>>", "[[1,2],[]]", `[[1,2],[]]`, "02 02 0100 0200 00"},
		{"vector<vector<u16>>", "[1,2],[]", `[[1,2],[]]`, "02 02 0100 0200 00"},
		{"vector<vector<u16>>", "[1],[2]", `[[1],[2]]`, "02 01 0100 01 0200"},
		{"vector<vector<u8>>", `0x01, text:a, [2], "text:b,c"`, `["0x01","0x61","0x02","0x622c63"]`, "04 01 01 01 61 01 02 03 622c63"},
		{"vector<" + stringType + ">", `a b, "c, d", "e\"", [f], "", 1, null`, `["a b","c, d","e\"","[f]","","1","null"]`,
			"07 03 612062 04 632c2064 02 6522 03 5b665d 00 01 31 04 6e756c6c"},
		{"vector<" + stringType + ">", `don"t, say "x"`, `["don\"t","say \"x\""]`, "02 05 646f6e2274 07 73617920227822"},
		{"vector<" + option("u16") + ">", `[null, 5, {"vec":[6]}, ""]`, `[{"vec":[]},{"vec":[5]},{"vec":[6]},{"vec":[]}]`, "04 00 01 0500 01 0600 00"},

		{stringType, "", `""`, "00"},
		{stringType, ` "a" `, `" \"a\" "`, "05 20 22 61 22 20"},
		{stringType, "0x1", `"0x1"`, "03 307831"},

		{option("u64"), "", `{"vec":[]}`, "00"},
		{option("u64"), "1,000", `{"vec":["1000"]}`, "01 e803000000000000"},
		{option("u64"), `{"vec":[]}`, `{"vec":[]}`, "00"},
		{option("u64"), `{"vec":["7"]}`, `{"vec":["7"]}`, "01 0700000000000000"},
		{option("u64"), `{ "vec" : [ 7 ] }`, `{"vec":["7"]}`, "01 0700000000000000"},
		{option("u8"), "", `{"vec":"0x"}`, "00"},
		{option("u8"), "5", `{"vec":"0x05"}`, "01 05"},
		{option("u8"), `{"vec":[5]}`, `{"vec":"0x05"}`, "01 05"},
		{option("u8"), `{"vec":"0x05"}`, `{"vec":"0x05"}`, "01 05"},
		{option("u8"), `{"vec":"0x"}`, `{"vec":"0x"}`, "00"},
		{option(stringType), `{"vec":[""]}`, `{"vec":[""]}`, "01 00"},
		{option(stringType), `{"vec"`, `{"vec":["{\"vec\""]}`, "01 06 7b2276656322"},
		{option(stringType), `{"vec":[]} `, `{"vec":[]}`, "00"},
		{option(stringType), `{"vec":[],"a":1}`, `{"vec":["{\"vec\":[],\"a\":1}"]}`, "01 10 7b22766563223a5b5d2c2261223a317d"},
		{option(stringType), `{}`, `{"vec":["{}"]}`, "01 02 7b7d"},
		{option("vector<u8>"), "0x", `{"vec":["0x"]}`, "01 00"},
		{option("vector<u16>"), "1,2", `{"vec":[[1,2]]}`, "01 02 0100 0200"},
		{option(objectType), "1", `{"vec":[` + one + `]}`, "01" + hexOne},
		{option(option("bool")), "", `{"vec":[]}`, "00"},
		{option(option("bool")), "t", `{"vec":[{"vec":[true]}]}`, "01 01 01"},
		{option(option("bool")), `{"vec":[null]}`, `{"vec":[{"vec":[]}]}`, "01 00"},
	}
	for _, test := range tests {
		requireArgument(t, test.tag, test.text, test.json, test.bcs)
	}
}

func TestArgumentErrors(t *testing.T) {
	tests := []struct {
		tag, text string
		position  int
		rule      string
	}{
		{"bool", "", 0, "must be true or false"},
		{"bool", "True", 0, "must be true or false"},
		{"bool", "1", 0, "must be true or false"},

		{"u8", "", 0, "empty"},
		{"u8", "256", 0, "exceeds u8: the maximum is 255"},
		{"u8", "0x100", 0, "exceeds u8: the maximum is 255"},
		{"u16", "65536", 0, "exceeds u16: the maximum is 65,535"},
		{"u32", "4294967296", 0, "exceeds u32: the maximum is 4,294,967,295"},
		{"u64", "18446744073709551616", 0, "exceeds u64: the maximum is 18,446,744,073,709,551,615"},
		{"u64", strings.Repeat("9", 1_000_000), 0, "exceeds u64: the maximum is 18,446,744,073,709,551,615"},
		{"u128", "0x1" + strings.Repeat("0", 32), 0, "exceeds u128: the maximum is 340,282,366,920,938,463,463,374,607,431,768,211,455"},
		{"u256", "0x1" + strings.Repeat("0", 64), 0, "exceeds u256: the maximum is 115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935"},
		{"u64", "-1", 1, "not a digit at character 1"},
		{"u64", "+1", 1, "not a digit at character 1"},
		{"u64", "1.5", 2, "whole units only: not a digit at character 2"},
		{"u64", "1e3", 2, "not a digit at character 2"},
		{"u64", "1 000", 2, "not a digit at character 2"},
		{"u64", "1__0", 2, "not a digit at character 2"},
		{"u64", "_1", 1, "not a digit at character 1"},
		{"u64", "1,", 2, "not a digit at character 2"},
		{"u64", "1é", 2, "not a digit at character 2"},
		{"u64", "0x", 3, "no digits after character 2"},
		{"u64", "0xg", 3, "not hex at character 3"},
		{"u64", "0x1_0", 4, "not hex at character 4"},

		{"address", "", 0, "empty"},
		{"address", "0x12g4", 5, "not hex at character 5"},
		{"address", strings.Repeat("a", 65), 0, "65 digits, at most 64"},
		{objectType, "0x12g4", 5, "not hex at character 5"},

		{"vector<u8>", "", 0, "must start with 0x, [ or text:"},
		{"vector<u8>", "00ff", 0, "must start with 0x, [ or text:"},
		{"vector<u8>", "0x123", 0, "odd number of digits"},
		{"vector<u8>", "0x12g", 5, "not hex at character 5"},
		{"vector<u8>", "0xé1", 3, "not hex at character 3"},
		{"vector<u8>", "[1,256]", 0, "item 2: exceeds u8: the maximum is 255"},
		{"vector<u8>", "[1", 0, "missing ] or } at the end"},

		{"vector<u16>", "", 0, "empty: use [] for an empty list"},
		{"vector<u16>", " ", 0, "item 1: empty"},
		{"vector<u16>", "1,,2", 0, "item 2: empty"},
		{"vector<u16>", "1,2,", 0, "item 3: empty"},
		{"vector<u16>", "[1,2", 0, "missing ] or } at the end"},
		{"vector<u16>", "1,2]", 0, "unexpected ']' after character 3"},
		{"vector<u16>", "é]", 0, "unexpected ']' after character 1"},
		{"vector<u16>", "[1}", 0, "item 1: not a digit at character 1"},
		{"vector<u16>", `"1`, 0, `missing " at the end`},
		{"vector<u16>", `"1\"`, 0, `missing " at the end`},
		{"vector<u16>", `"1"2`, 0, "item 1: invalid text in quotes"},
		{"vector<u16>", `"\x"`, 0, "item 1: invalid text in quotes"},
		{"vector<u16>", "[null]", 0, "item 1: not a digit at character 1"},
		{"vector<address>", "0x1,2,zz", 0, "item 3: not hex at character 1"},
		{"vector<vector<u16>>", "[[1],[2,x]]", 0, "item 2: item 2: not a digit at character 1"},
		{"vector<vector<u16>>", "[[1],]", 0, "item 2: empty: use [] for an empty list"},
		{"vector<" + option("u8") + ">", `{"vec":[1,2]}`, 0, "item 1: vec holds 2 values, an Option at most 1"},

		{stringType, "a\xff", 0, "not UTF-8"},

		{option("u8"), "x", 1, "not a digit at character 1"},
		{option("bool"), "no", 0, "must be true or false"},
		{option("u64"), `{"vec":["1","2"]}`, 0, "vec holds 2 values, an Option at most 1"},
		{option("u64"), `{"vec":["0x1","2"]}`, 0, "vec holds 2 values, an Option at most 1"},
		{option("u64"), `{"vec":["x"]}`, 0, "vec: not a digit at character 1"},
		{option("u64"), `{"vec":5}`, 0, "vec is not an array"},
		{option("u64"), `{"vec":"0x05"}`, 0, "vec is not an array"},
		{option("u64"), `{"some":5}`, 1, "not a digit at character 1"},
		{option("u64"), `{"vec":[`, 1, "not a digit at character 1"},
		{option("u8"), `{"vec":"0x0506"}`, 0, "vec holds more than 1 byte, an Option at most 1"},
		{option("u8"), `{"vec":"05"}`, 0, "vec: must start with 0x, [ or text:"},

		{"signer", "0x1", 0, "a signer cannot be passed: the node supplies it"},
		{"vector<signer>", "0x1", 0, "item 1: a signer cannot be passed: the node supplies it"},
		{"0x1::m::T", "5", 0, "must be a JSON object with the fields of the struct"},
		{"0x1::m::T", `{"a":`, 0, "must be a JSON object with the fields of the struct"},
		{"0x1::m::T", `[]`, 0, "must be a JSON object with the fields of the struct"},
	}
	for _, test := range tests {
		argument, err := NewArgument(typeTags(t, test.tag)[0], test.text)
		require.Equal(t, &ParseError{Kind: "argument", Input: test.text, Position: test.position, Rule: test.rule}, err, test.tag)
		require.Zero(t, argument)
	}
}

func TestArgumentFromGo(t *testing.T) {
	type height uint64
	type word string
	one := quotedJSON("0x" + hexOne)
	wide, _ := new(big.Int).SetString("18446744073709551616", 10)
	tests := []struct {
		tag       string
		value     any
		json, bcs string
	}{
		{"bool", true, `true`, "01"},
		{"u8", 255, `255`, "ff"},
		{"u16", int8(3), `3`, "0300"},
		{"u32", uint32(7), `7`, "07000000"},
		{"u64", height(7), `"7"`, "0700000000000000"},
		{"u64", ^uint64(0), `"18446744073709551615"`, "ffffffffffffffff"},
		{"u64", word("1_0"), `"10"`, "0a00000000000000"},
		{"u128", wide, `"18446744073709551616"`, "0000000000000000 01" + strings.Repeat("00", 7)},
		{"u256", int64(1), `"1"`, "01" + strings.Repeat("00", 31)},
		{"address", Address{31: 1}, one, hexOne},
		{objectType, Address{31: 1}, one, hexOne},
		{"vector<u8>", []byte{0, 255}, `"0x00ff"`, "02 00ff"},
		{"vector<u8>", []byte(nil), `"0x"`, "00"},
		{"vector<u8>", []int{1, 2}, `"0x0102"`, "02 0102"},
		{"vector<u64>", []uint64{1, 2}, `["1","2"]`, "02 0100000000000000 0200000000000000"},
		{"vector<u64>", []uint64(nil), `[]`, "00"},
		{"vector<u16>", []byte{1}, `[1]`, "01 0100"},
		{"vector<address>", []Address{{31: 1}}, `[` + one + `]`, "01" + hexOne},
		{"vector<u16>", []any{1, "0x2", big.NewInt(3)}, `[1,2,3]`, "03 0100 0200 0300"},
		{"vector<" + stringType + ">", []string{"a,b", ""}, `["a,b",""]`, "02 03 612c62 00"},
		{"vector<vector<u8>>", [][]byte{{1}, {}}, `["0x01","0x"]`, "02 01 01 00"},
		{"vector<" + option("u16") + ">", []any{nil, 5}, `[{"vec":[]},{"vec":[5]}]`, "02 00 01 0500"},
		{option("u64"), nil, `{"vec":[]}`, "00"},
		{option("u64"), (*big.Int)(nil), `{"vec":[]}`, "00"},
		{option("u64"), 7, `{"vec":["7"]}`, "01 0700000000000000"},
		{option("vector<u8>"), []byte{7}, `{"vec":["0x07"]}`, "01 01 07"},
		{option("vector<u8>"), []byte(nil), `{"vec":["0x"]}`, "01 00"},
		{option("u8"), 7, `{"vec":"0x07"}`, "01 07"},
		{option(option("bool")), true, `{"vec":[{"vec":[true]}]}`, "01 01 01"},
	}
	for _, test := range tests {
		requireArgument(t, test.tag, test.value, test.json, test.bcs)
	}
}

func TestArgumentFromGoErrors(t *testing.T) {
	tests := []struct {
		tag   string
		value any
		rule  string
	}{
		{"bool", 1, "Go type int does not fit bool: pass a string"},
		{"u8", 256, "exceeds u8: the maximum is 255"},
		{"u8", -1, "below u8: the minimum is 0"},
		{"u64", big.NewInt(-1), "below u64: the minimum is 0"},
		{"u64", 1.5, "Go type float64 does not fit u64: pass a string"},
		{"u64", nil, "nil is only valid for an Option"},
		{"u64", (*big.Int)(nil), "nil is only valid for an Option"},
		{"u64", []uint64{1}, "Go type []uint64 does not fit u64: pass a string"},
		{"address", 1, "Go type int does not fit address: pass a string"},
		{"address", [32]byte{}, "Go type [32]uint8 does not fit address: pass a string"},
		{"vector<u8>", Address{}, "Go type move.Address does not fit vector: pass a string"},
		{"vector<u16>", []any{1, nil}, "item 2: nil is only valid for an Option"},
		{"vector<u8>", []any{1, -1}, "item 2: below u8: the minimum is 0"},
		{stringType, []byte("a"), "Go type []uint8 does not fit String: pass a string"},
		{"0x1::m::T", 5, "Go type int does not fit T: pass a string"},
		{option("u8"), 256, "exceeds u8: the maximum is 255"},
		{"signer", Address{}, "a signer cannot be passed: the node supplies it"},
		{"signer", nil, "a signer cannot be passed: the node supplies it"},
		{"signer", json.RawMessage(`"0x1"`), "a signer cannot be passed: the node supplies it"},
		{"u8", json.RawMessage(`{`), "not JSON"},
		{"u8", json.RawMessage(nil), "not JSON"},
	}
	for _, test := range tests {
		_, err := NewArgument(typeTags(t, test.tag)[0], test.value)
		require.EqualError(t, err, "argument: "+test.rule)
		requireParseError(t, "argument", "", err)
	}
	_, err := NewArgument(TypeTag{}, 5)
	require.EqualError(t, err, "argument: missing type")
}

// JSON is sent unchanged, even if it does not fit; in BCS it must fit.
func TestArgumentFromJSON(t *testing.T) {
	tests := []struct{ tag, raw, bcs string }{
		{"u64", ` "7" `, "0700000000000000"},
		{"u64", `7`, "0700000000000000"},
		{"bool", `true`, "01"},
		{stringType, `"7"`, "01 37"},
		{stringType, `""`, "00"},
		{"vector<u8>", `"0x07"`, "01 07"},
		{"vector<u16>", `[ 7 ]`, "01 0700"},
		{option("u16"), `{"vec": []}`, "00"},
		{option("u16"), `null`, "00"},
		{option("u8"), `{"vec": "0x07"}`, "01 07"},
	}
	for _, test := range tests {
		argument, err := NewArgument(typeTags(t, test.tag)[0], json.RawMessage(test.raw))
		require.NoError(t, err)
		require.Equal(t, test.raw, string(argument.JSON()))
		bcs, err := argument.BCS()
		require.NoError(t, err)
		require.Equal(t, fromHex(t, test.bcs), bcs, test.raw)
	}

	for raw, rule := range map[string]string{
		`{"vec":"7"}`: "not a digit at character 1",
		`[1]`:         "not a digit at character 1",
		`-7`:          "not a digit at character 1",
		`7.0`:         "whole units only: not a digit at character 2",
		`"seven"`:     "not a digit at character 1",
		`null`:        "not a digit at character 1",
	} {
		argument, err := NewArgument(TypeTag{Kind: KindU64}, json.RawMessage(raw))
		require.NoError(t, err)
		require.Equal(t, raw, string(argument.JSON()))
		_, err = argument.BCS()
		requireParseError(t, "argument", raw, err)
		requireRule(t, rule, err)
	}

	argument, err := NewArgument(typeTags(t, "vector<u64>")[0], []any{1, json.RawMessage(`{"a":1}`)})
	require.NoError(t, err)
	require.Equal(t, `["1",{"a":1}]`, string(argument.JSON()))
	_, err = argument.BCS()
	require.EqualError(t, err, "argument: item 2: not a digit at character 1")

	argument, err = NewArgument(typeTags(t, "vector<u8>")[0], []any{1, json.RawMessage(`"x"`)})
	require.NoError(t, err)
	require.Equal(t, `[1,"x"]`, string(argument.JSON()))
	_, err = argument.BCS()
	require.EqualError(t, err, "argument: item 2: not a digit at character 1")
}

func TestArgumentStruct(t *testing.T) {
	for _, value := range []any{`{"a": {"b": 18446744073709551615}}`, json.RawMessage(`{"a": {"b": 18446744073709551615}}`)} {
		argument, err := NewArgument(typeTags(t, "0x5::shapes::Circle<u8>")[0], value)
		require.NoError(t, err)
		require.Equal(t, `{"a": {"b": 18446744073709551615}}`, string(argument.JSON()))
		_, err = argument.BCS()
		require.EqualError(t, err, "argument: the layout of Circle is unknown: send the call as JSON")
	}

	argument, err := NewArgument(typeTags(t, option("0x5::shapes::Circle"))[0], `{"radius":"1"}`)
	require.NoError(t, err)
	require.Equal(t, `{"vec":[{"radius":"1"}]}`, string(argument.JSON()))
	_, err = argument.BCS()
	require.EqualError(t, err, "argument: the layout of Circle is unknown: send the call as JSON")

	argument, err = NewArgument(typeTags(t, "vector<0x5::shapes::Circle>")[0], `{"radius":"1,2"}, {}`)
	require.NoError(t, err)
	require.Equal(t, `[{"radius":"1,2"},{}]`, string(argument.JSON()))
	_, err = argument.BCS()
	require.EqualError(t, err, "argument: item 1: the layout of Circle is unknown: send the call as JSON")
}

func TestArgumentDepth(t *testing.T) {
	deep := TypeTag{Kind: KindU64}
	for range MaxTypeDepth {
		inner := deep
		deep = TypeTag{Kind: KindVector, Element: &inner}
	}
	nested := strings.Repeat("[", MaxTypeDepth) + "1" + strings.Repeat("]", MaxTypeDepth)
	_, err := NewArgument(deep, nested)
	require.ErrorContains(t, err, "item 1: nesting exceeds 16 types")

	var value any = 1
	for range MaxTypeDepth {
		value = []any{value}
	}
	_, err = NewArgument(deep, value)
	require.ErrorContains(t, err, "item 1: nesting exceeds 16 types")

	argument, err := NewArgument(*deep.Element, nested[1:len(nested)-1])
	require.NoError(t, err)
	require.Equal(t, strings.Replace(nested[1:len(nested)-1], "1", `"1"`, 1), string(argument.JSON()))

	options := TypeTag{Kind: KindU64}
	for range MaxTypeDepth {
		options = TypeTag{Kind: KindStruct, Struct: &StructTag{Address: Address{31: 1}, Module: "option", Name: "Option", TypeArguments: []TypeTag{options}}}
	}
	for _, value := range []any{"1", 1, strings.Repeat(`{"vec":[`, MaxTypeDepth) + "1" + strings.Repeat("]}", MaxTypeDepth)} {
		_, err = NewArgument(options, value)
		require.ErrorContains(t, err, "nesting exceeds 16 types")
		_, err = NewArgument(options.Struct.TypeArguments[0], value)
		require.NotContains(t, fmt.Sprint(err), "deep")
	}
	_, err = DecodeBCS(options, bytes.Repeat([]byte{1}, MaxTypeDepth+8))
	require.EqualError(t, err, "BCS value: nesting exceeds 16 types")

	_, err = NewArgument(*deep.Element, strings.Repeat("[", 1_000_000))
	require.EqualError(t, err, "argument: missing ] or } at the end")
}

// anyArgumentType generates types whose values have both encodings.
func anyArgumentType(depth int) *rapid.Generator[TypeTag] {
	return rapid.Custom(func(t *rapid.T) TypeTag {
		kinds := []string{"bool", "u8", "u16", "u32", "u64", "u128", "u256", "address", stringType, objectType}
		if depth > 1 {
			kinds = append(kinds, "vector", "vector", "option", "option")
		}
		switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
		case "vector":
			element := anyArgumentType(depth-1).Draw(t, "element")
			return TypeTag{Kind: KindVector, Element: &element}
		case "option":
			return typeTags(t, option(anyArgumentType(depth-1).Draw(t, "inner").String()))[0]
		default:
			return typeTags(t, kind)[0]
		}
	})
}

// anyArgumentValue generates a Go value that fits the type.
func anyArgumentValue(t *rapid.T, tag TypeTag) any {
	bits := tag.Kind.Bits()
	switch {
	case tag.Kind == KindBool:
		return rapid.Bool().Draw(t, "bool")
	case bits > 0:
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, bits/8).Draw(t, "integer"))
	case tag.Kind == KindAddress || tag.IsObject():
		return anyAddress().Draw(t, "address")
	case tag.IsString():
		odd := rapid.SampledFrom([]string{"", "none", "null", "[]", "[", `"`, `\`, "text:", "{\"vec\":[]}", " a\n", "'$(x)'", "\u202e"})
		return rapid.OneOf(rapid.String(), odd).Draw(t, "string")
	case tag.isStandard("option", "Option", 1):
		if rapid.Bool().Draw(t, "none") {
			return nil
		}
		value := anyArgumentValue(t, tag.Struct.TypeArguments[0])
		// A string for an Option is read as a person types it, "" being none.
		if text, isText := value.(string); isText {
			encoded, err := json.Marshal(map[string][]string{"vec": {text}})
			require.NoError(t, err)
			return string(encoded)
		}
		return value
	default:
		items := make([]any, rapid.IntRange(0, 4).Draw(t, "items"))
		for i := range items {
			items[i] = anyArgumentValue(t, *tag.Element)
		}
		return items
	}
}

// All conversions agree: from Go to JSON and BCS, from BCS to JSON, and from JSON and text to BCS.
func TestArgumentRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tag := anyArgumentType(4).Draw(t, "type")
		argument, err := NewArgument(tag, anyArgumentValue(t, tag))
		require.NoError(t, err)
		bcs, err := argument.BCS()
		require.NoError(t, err)

		decoded, err := DecodeBCS(tag, bcs)
		require.NoError(t, err)
		require.Equal(t, string(argument.JSON()), string(decoded.JSON()))

		raw, err := NewArgument(tag, argument.JSON())
		require.NoError(t, err)
		rawBCS, err := raw.BCS()
		require.NoError(t, err)
		require.Equal(t, bcs, rawBCS, "%s %s", tag, argument.JSON())

		text := string(argument.JSON())
		if unquoted, err := strconv.Unquote(text); err == nil && !tag.IsString() {
			text = unquoted
		}
		if !tag.IsString() {
			typed, err := NewArgument(tag, text)
			require.NoError(t, err)
			typedBCS, err := typed.BCS()
			require.NoError(t, err)
			require.Equal(t, bcs, typedBCS)
		}
	})
}

func BenchmarkNewArgument(b *testing.B) {
	tag := typeTags(b, "vector<address>")[0]
	addresses := make([]string, 100)
	for i := range addresses {
		addresses[i] = "0x" + hex.EncodeToString([]byte{byte(i)})
	}
	text := strings.Join(addresses, ", ")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewArgument(tag, text); err != nil {
			b.Fatal(err)
		}
	}
}
