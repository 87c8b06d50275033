package wire

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// A valid argument can be encoded and parsed to the same value.
func FuzzReadArgument(f *testing.F) {
	_, declarations := compiler.Packages(map[string]move.Address{"bridge": {1}, "exchange": {2}, "market": {3}, "oracle": {31: 9}, "treasury": {4}})
	for kind, raw := range map[string]string{
		"bool": `true`, "u8": `255`, "u64": `"18446744073709551615"`, "u256": `12`, "address": `"0xABC"`, "vector<u8>": `"00ff"`,
		"vector<vector<u16>>": `[[1],[]]`, "0x1::string::String": "\"\xff\\ud800\"", "0x1::option::Option<u8>": `{"vec":"0x07"}`,
		"0x1::option::Option<vector<bool>>": `{"vec":[[true]]}`, "0x1::option::Option<0x1::option::Option<u64>>": `{"vec":[{"vec":[]}]}`,
	} {
		f.Add(kind, raw)
	}
	f.Fuzz(func(t *testing.T, kind, raw string) {
		tag, err := move.ParseTypeTag(kind)
		if err != nil || !json.Valid([]byte(raw)) {
			return
		}
		value, err := parseArgument(tag, json.RawMessage(raw))
		if err != nil {
			return
		}
		var written encoder
		written.value(declarations, tag, value)
		require.True(t, json.Valid(written.Bytes), "%s", written.Bytes)
		again, err := parseArgument(tag, written.Bytes)
		if err != nil { // an Object is written as an object, and read by its address
			require.Contains(t, tag.String(), "0x1::object::Object")
			return
		}
		require.Equal(t, value, again)
	})
}

// A valid cursor has the address.
func FuzzCheckCursor(f *testing.F) {
	framework := move.Address{31: 1}
	key := chain.ModuleKey(move.ModuleID{Address: framework, Name: "coin"})
	f.Add(key)
	f.Add(append(append([]byte{0}, framework[:]...), 2, 1, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0))
	f.Add(key[:len(key)-1])
	f.Add(append(key[:33:33], 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01))
	f.Fuzz(func(t *testing.T, cursor []byte) {
		if checkCursor(cursor, framework) == nil {
			require.GreaterOrEqual(t, len(cursor), 35)
			require.Equal(t, framework[:], cursor[1:33])
		}
	})
}
