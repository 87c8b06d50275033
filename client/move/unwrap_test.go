package move

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The wrappers of spec section 2.2, and those of signed integers, with values of the right JSON type, and of another, which are not wrappers.
func TestUnwrapKeys(t *testing.T) {
	full := "0x" + strings.Repeat("0", 63) + "1"
	tests := []struct {
		key, typeName string
		fit, misfit   []string
	}{
		{"U8", "u8", []string{`0`, `255`}, []string{`-1`, `256`, `1.5`, `1e1`, `"1"`, `null`}},
		{"U16", "u16", []string{`65535`}, []string{`65536`, `"1"`}},
		{"U32", "u32", []string{`4294967295`}, []string{`4294967296`, `"1"`, `true`}},
		{"U64", "u64", []string{`"0"`, `"18446744073709551615"`}, []string{`1`, `""`, `"0x1"`, `"-1"`, `null`}},
		{"U128", "u128", []string{`"340282366920938463463374607431768211455"`}, []string{`1`, `[]`}},
		{"U256", "u256", []string{`"7"`}, []string{`7`, `{}`}},
		{"I8", "i8", []string{`-128`, `127`}, []string{`128`, `"1"`, `-129`}},
		{"I16", "i16", []string{`-1`}, []string{`65535`}},
		{"I32", "i32", []string{`-2147483648`}, []string{`2147483648`, `"-1"`}},
		{"I64", "i64", []string{`"-1"`, `"0"`}, []string{`-1`, `"-"`, `"--1"`}},
		{"I128", "i128", []string{`"-170141183460469231731687303715884105728"`}, []string{`1`}},
		{"I256", "i256", []string{`"7"`}, []string{`7`, `""`}},
		{"Bool", "bool", []string{`true`, `false`}, []string{`"true"`, `0`, `null`}},
		{"Address", "address", []string{`"0x1"`, `"` + full + `"`}, []string{`"1"`, `"0x"`, `"0xg"`, `"0x` + full[2:] + `0"`, `1`}},
		{"Vector", "vector", []string{`[]`, `["1","2"]`, `[1]`, `[{"a":1,"b":2}]`}, []string{`"0x"`, `{}`, `null`}},
		{"Bytes", "vector<u8>", []string{`"0x"`, `"0x00ff"`}, []string{`"00ff"`, `"0x0"`, `"text:a"`, `"0xzz"`, `"[1]"`, `[1]`}},
		{"Struct", "struct", []string{`{}`, `{"a":{"U64":"1"}}`, `{"U64":"1"}`}, []string{`[]`, `"a"`, `null`}},
		{"String", "0x1::string::String", []string{`""`, `"é\u0000"`}, []string{`1`, `null`, `["a"]`}},
	}
	for _, test := range tests {
		for _, value := range test.fit {
			bare, typeName := Unwrap(json.RawMessage(fmt.Sprintf(` { %q : %s } `, test.key, value)), nil)
			require.Equal(t, value, string(bare))
			require.Equal(t, test.typeName, typeName)
		}
		for _, value := range test.misfit {
			requireBare(t, fmt.Sprintf(`{%q: %s}`, test.key, value), nil)
		}
	}
}

// requireBare checks that a value is returned unchanged.
func requireBare(t *testing.T, raw string, expected *Type) {
	t.Helper()
	bare, typeName := Unwrap(json.RawMessage(raw), expected)
	require.Equal(t, raw, string(bare))
	require.Empty(t, typeName, raw)
}

func TestUnwrapBareValues(t *testing.T) {
	for _, raw := range []string{
		`7`, `"18446744073709551615"`, `true`, `null`, `"0x1"`, ` [ "255", 255 ] `, `"Hello"`, `{"vec":[]}`, `{"inner":"0xa"}`,
		`{"created":"0xa","role_id":"0"}`, `{}`, `[[{}]]`, `[{"a":1},{"b":{"U64":"1"}}]`, `18446744073709551615.0`,
		`{"U64":"1","U8":1}`, `{"U64":"1","U64":"1"}`, `{"u64":"1"}`, `{"Signer":"0x1"}`, `{"vec":[{"U64":"1"}]}`,
		``, `{`, `{"U64":"1"`, `{"U64":"1"} x`, `{"U64":01}`, "{\"U64\":\"1\"}\x00", strings.Repeat("[", 100_000),
	} {
		requireBare(t, raw, nil)
	}
	bare, typeName := Unwrap(nil, nil)
	require.Nil(t, bare)
	require.Empty(t, typeName)
}

func TestUnwrapVectors(t *testing.T) {
	for raw, want := range map[string]struct{ bare, typeName string }{
		`{"Vector": ["1", "2"]}`:                                       {`["1", "2"]`, "vector"},
		`{"Vector":[{"U64":"1"},{"U64":"2"}]}`:                         {`["1","2"]`, "vector<u64>"},
		`{"Vector":[{"U64":"1"}, "2"]}`:                                {`["1","2"]`, "vector"},
		`{"Vector":[{"U64":"1"},{"U8":2}]}`:                            {`["1",2]`, "vector"},
		`{"Vector":[{"U64":"1"},{"U64":2}]}`:                           {`["1",{"U64":2}]`, "vector"},
		`{"Vector":[{"Vector":[{"Bytes":"0x"}]},{"Vector":[]}]}`:       {`[["0x"],[]]`, "vector"},
		`{"Vector":[{"Vector":[{"Bool":true}]}]}`:                      {`[[true]]`, "vector<vector<bool>>"},
		`{"Vector":[{"Struct":{"vec":[{"U64":"1"}]}}]}`:                {`[{"vec":[{"U64":"1"}]}]`, "vector<struct>"},
		`[{"String":"a"},{"String":"b"}]`:                              {`["a","b"]`, "vector<0x1::string::String>"},
		`[[{"U8":1}],[2]]`:                                             {`[[1],[2]]`, ""},
		`{"Vector":[{"x":18446744073709551615, "x":1},{"Bool":true}]}`: {`[{"x":18446744073709551615, "x":1},true]`, "vector"},
	} {
		bare, typeName := Unwrap(json.RawMessage(raw), nil)
		require.Equal(t, want.bare, string(bare), raw)
		require.Equal(t, want.typeName, typeName, raw)
	}
}

func TestUnwrapDepth(t *testing.T) {
	wrapped := func(vectors int) string {
		return strings.Repeat(`{"Vector":[`, vectors) + `{"U8":1}` + strings.Repeat(`]}`, vectors)
	}
	bare, typeName := Unwrap(json.RawMessage(wrapped(MaxTypeDepth-1)), nil)
	require.Equal(t, strings.Repeat("[", 15)+"1"+strings.Repeat("]", 15), string(bare))
	require.Equal(t, strings.Repeat("vector<", 15)+"u8"+strings.Repeat(">", 15), typeName)

	bare, _ = Unwrap(json.RawMessage(wrapped(MaxTypeDepth)), nil)
	require.Equal(t, strings.Repeat("[", 16)+`{"U8":1}`+strings.Repeat("]", 16), string(bare))
	bare, _ = Unwrap(json.RawMessage(wrapped(1000)), nil)
	require.True(t, json.Valid(bare))
}

// The type of the ABI distinguishes a wrapper from a struct with a single field of that name.
func TestUnwrapExpectedType(t *testing.T) {
	tests := []struct{ expected, raw, bare, typeName string }{
		{"u64", `{"U64":"1"}`, `"1"`, "u64"},
		{"u64", `{"U128":"1"}`, `"1"`, "u128"},
		{"T0", `{"U64":"1"}`, `"1"`, "u64"},
		{"&0x1::string::String", `{"String":"a"}`, `"a"`, "0x1::string::String"},
		{"0x1::string::String", `{"Address":"0x1"}`, `{"Address":"0x1"}`, ""},
		{objectType, `{"Address":"0x1"}`, `"0x1"`, "address"},
		{objectType, `{"Struct":{"inner":"0x1"}}`, `{"inner":"0x1"}`, "struct"},
		{option("u64"), `{"Struct":{"vec":["1"]}}`, `{"vec":["1"]}`, "struct"},
		{option("u64"), `{"U64":"1"}`, `{"U64":"1"}`, ""},
		{"0x5::m::Odd", `{"U64":"1"}`, `{"U64":"1"}`, ""},
		{"&mut 0x5::m::Odd", `{"Vector":[{"U64":"1"}]}`, `{"Vector":[{"U64":"1"}]}`, ""},
		{"0x5::m::Odd", `{"Struct":{"U64":"1"}}`, `{"U64":"1"}`, "struct"},
		{"0x5::m::Odd<T0>", `{"String":"a"}`, `{"String":"a"}`, ""},
		{"vector<0x5::m::Odd>", `{"Vector":[{"U64":"1"},{"Struct":{"U64":"2"}}]}`, `[{"U64":"1"},{"U64":"2"}]`, "vector"},
		{"vector<0x5::m::Odd>", `[{"U64":"1"}]`, `[{"U64":"1"}]`, ""},
		{"vector<u64>", `[{"U64":"1"}]`, `["1"]`, "vector<u64>"},
		{"vector<u8>", `{"Bytes":"0x01"}`, `"0x01"`, "vector<u8>"},
		{"vector<vector<0x5::m::Odd>>", `[{"Vector":[{"U8":1}]}]`, `[[{"U8":1}]]`, "vector<vector>"},
	}
	for _, test := range tests {
		expected, err := ParseType(test.expected)
		require.NoError(t, err)
		bare, typeName := Unwrap(json.RawMessage(test.raw), &expected)
		require.Equal(t, test.bare, string(bare), test.expected)
		require.Equal(t, test.typeName, typeName, test.expected)
	}
}

// keyedValue returns the same value plain and wrapped, as a node sends it that follows the specification exactly.
func keyedValue(t *rapid.T, depth int) (bare, keyed string) {
	number := func(bytes int) string {
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, bytes).Draw(t, "number")).String()
	}
	text := func(value any) string {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		return string(encoded)
	}
	names := []string{"U8", "U32", "U64", "U256", "Bool", "Address", "Bytes", "Struct", "String"}
	if depth > 1 {
		names = append(names, "Vector", "Vector")
	}
	switch name := rapid.SampledFrom(names).Draw(t, "key"); name {
	case "U8":
		bare, keyed = number(1), name
	case "U32":
		bare, keyed = number(4), name
	case "U64":
		bare, keyed = text(number(8)), name
	case "U256":
		bare, keyed = text(number(32)), name
	case "Bool":
		bare, keyed = text(rapid.Bool().Draw(t, "bool")), name
	case "Address":
		bare, keyed = text(anyAddress().Draw(t, "address").Short()), name
	case "Bytes":
		bare, keyed = text(fmt.Sprintf("0x%x", rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))), name
	case "Struct":
		bare, keyed = text(map[string]string{"value": number(8), rapid.String().Draw(t, "field"): ""}), name
	case "String":
		bare, keyed = text(rapid.String().Draw(t, "string")), name
	case "Vector":
		var bareItems, keyedItems []string
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			item, keyedItem := keyedValue(t, depth-1)
			bareItems, keyedItems = append(bareItems, item), append(keyedItems, keyedItem)
		}
		bare = "[" + strings.Join(bareItems, ",") + "]"
		return bare, `{"Vector":[` + strings.Join(keyedItems, ",") + `]}`
	}
	return bare, `{"` + keyed + `":` + bare + `}`
}

func TestUnwrapProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bare, keyed := keyedValue(t, 4)
		unwrapped, typeName := Unwrap(json.RawMessage(keyed), nil)
		require.Equal(t, bare, string(unwrapped))
		require.NotEmpty(t, typeName)

		again, _ := Unwrap(unwrapped, nil)
		require.Equal(t, bare, string(again), "a bare value is unchanged")
	})
}

func BenchmarkUnwrap(b *testing.B) {
	for name, item := range map[string]string{"bare": `"18446744073709551615"`, "keyed": `{"U64":"18446744073709551615"}`} {
		raw := json.RawMessage("[" + strings.Repeat(item+",", 999) + item + "]")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if bare, _ := Unwrap(raw, nil); len(bare) == 0 {
					b.Fatal("empty")
				}
			}
		})
	}
}
