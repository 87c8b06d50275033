package move

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	large, _ := new(big.Int).SetString("340282366920938463463374607431768211455", 10)
	type coin struct {
		Value  uint64  `json:"value"`
		Owner  Address `json:"owner"`
		Frozen bool
	}
	tests := []struct {
		name, raw    string
		target, want any // pointers
	}{
		{"bool", `true`, new(bool), new(true)},
		{"u8 as number", `255`, new(uint8), new(uint8(255))},
		{"u64 as string", `"18446744073709551615"`, new(uint64), new(uint64(18446744073709551615))},
		{"int", `"7"`, new(int), new(7)},
		{"u128", `"340282366920938463463374607431768211455"`, new(big.Int), large},
		{"u128 pointer", `"340282366920938463463374607431768211455"`, new(*big.Int), &large},
		{"address", `"0x1"`, new(Address), &Address{31: 1}},
		{"text", `"a\u00e9"`, new(string), new("aé")},
		{"number as text", ` 7 `, new(string), new("7")},
		{"bytes", `"0x00ff"`, new([]byte), &[]byte{0, 255}},
		{"bytes as array", `[0,"255"]`, new([]byte), &[]byte{0, 255}},
		{"vector", `["1","2"]`, new([]uint64), &[]uint64{1, 2}},
		{"empty option", `{"vec":[]}`, new(*uint64), new(*uint64)},
		{"empty option of u8", `{"vec":"0x"}`, new(*uint8), new(*uint8)},
		{"option", `{"vec":["7"]}`, new(*uint64), new(new(uint64(7)))},
		{"option of u8", `{"vec":"0x07"}`, new(*uint8), new(new(uint8(7)))},
		{"plain value for a pointer", `"7"`, new(*uint64), new(new(uint64(7)))},
		{"null for a pointer", `null`, new(*uint64), new(*uint64)},
		{"null", `null`, new(uint64(3)), new(uint64(3))},
		{"nothing", ``, new(uint64(3)), new(uint64(3))},
		{"struct", `{"value":"5","owner":"0x2","Frozen":true,"more":[]}`, new(coin), &coin{5, Address{31: 2}, true}},
		{"vector of structs", `[{"value":"5"}]`, new([]coin), &[]coin{{Value: 5}}},
		{"map", `{"a":"1"}`, new(map[string]uint64), &map[string]uint64{"a": 1}},
		{"any", `{"a":[1]}`, new(any), new(any(map[string]any{"a": []any{1.0}}))},
		{"raw", `{"a":1}`, new(json.RawMessage), new(json.RawMessage(`{"a":1}`))},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, Decode(json.RawMessage(test.raw), test.target))
			require.Equal(t, test.want, test.target)
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw    string
		target any
		want   string
	}{
		{`256`, new(uint8), `"256" exceeds the range of uint8: use a larger type, such as *big.Int`},
		{`"-1"`, new(uint64), `"\"-1\"" does not fit the Go type uint64`},
		{`"x"`, new(big.Int), `"\"x\"" does not fit the Go type big.Int`},
		{`[1,[2]]`, new([]uint8), `item 1: "[2]" does not fit the Go type uint8`},
		{`{"a":"x"}`, new(map[string]int), `"a": "\"x\"" does not fit the Go type int`},
		{`{"vec":[1,2]}`, new(*uint8), `"{\"vec\":[1,2]}" does not fit the Go type *uint8`},
		{`"0x0g"`, new([]byte), `"\"0x0g\"" does not fit the Go type []uint8`},
		{`"0xzz"`, new(Address), `address "0xzz": not hex at character 3`},
		{`1`, new(bool), `"1" does not fit the Go type bool`},
		{`{`, new(any), "invalid JSON"},
		{`1`, 1, "target has the type int: pass a pointer to a Go value"},
		{`1`, (*int)(nil), "target has the type *int: pass a pointer to a Go value"},
	}
	for _, test := range tests {
		require.EqualError(t, Decode(json.RawMessage(test.raw), test.target), test.want, test.raw)
	}
}
