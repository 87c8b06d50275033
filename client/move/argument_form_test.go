package move

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestArgumentForm(t *testing.T) {
	tests := []struct{ tag, raw, text string }{
		{"bool", `true`, "true"},
		{"u8", `7`, "7"},
		{"u64", `"18446744073709551615"`, "18446744073709551615"},
		{"address", `"0x1"`, "0x" + hexOne},
		{objectType, `"0x1"`, "0x" + hexOne},
		{objectType, `{"inner":"0x1"}`, "0x" + hexOne},
		{option(objectType), `{"vec":[{"inner":"0x1"}]}`, "0x" + hexOne},
		{"vector<" + objectType + ">", `[{"inner":"0x1"}]`, `["0x` + hexOne + `"]`},
		{"vector<u8>", `"0x00ff"`, "0x00ff"},
		{"vector<u8>", `"0x"`, "0x"},
		{stringType, `"a \"b\"\n"`, "a \"b\"\n"},
		{stringType, `""`, ""},
		{"vector<u64>", `["1","2"]`, "[1, 2]"},
		{"vector<u64>", `[]`, "[]"},
		{"vector<vector<u16>>", `[[1],[]]`, "[[1], []]"},
		{"vector<vector<u8>>", `["0x01","0x"]`, `["0x01", "0x"]`},
		{"vector<" + stringType + ">", `["a,b","]"]`, `["a,b", "]"]`},
		{option("u64"), `{"vec":[]}`, "none"},
		{option("u64"), `{"vec":["7"]}`, "7"},
		{option("u8"), `{"vec":"0x07"}`, "7"},
		{option(stringType), `{"vec":["a"]}`, "a"},
		{option(stringType), `{"vec":[""]}`, `{"vec":[""]}`},
		{option(stringType), `{"vec":["none"]}`, `{"vec":["none"]}`},
		{option(stringType), `{"vec":["{\"vec\":[]}"]}`, `{"vec":["{\"vec\":[]}"]}`},
		{option("vector<u16>"), `{"vec":[[]]}`, "[]"},
		{option(option("bool")), `{"vec":[{"vec":[]}]}`, `{"vec":[{"vec":[]}]}`},
		{option(option("bool")), `{"vec":[{"vec":[true]}]}`, "true"},
		{"0x1::m::T", ` {"a": 1} `, `{"a": 1}`},
		{"u64", `"no number"`, `"no number"`},
	}
	for _, test := range tests {
		argument, err := NewArgument(typeTags(t, test.tag)[0], json.RawMessage(test.raw))
		require.NoError(t, err)
		require.Equal(t, test.text, argument.Text(), test.tag)
	}
}

// none, null and [] are an empty Option, unless they are values of its type.
func TestEmptyOptions(t *testing.T) {
	for _, word := range []string{"", "none", "null", "[]"} {
		requireArgument(t, option("u64"), word, `{"vec":[]}`, "00")
		requireArgument(t, option("u8"), word, `{"vec":"0x"}`, "00")
		requireArgument(t, option(stringType), word, `{"vec":[]}`, "00")
		requireArgument(t, option(option("address")), word, `{"vec":[]}`, "00")
	}
	requireArgument(t, option("vector<u16>"), "[]", `{"vec":[[]]}`, "01 00")
	requireArgument(t, option("vector<u8>"), "[]", `{"vec":["0x"]}`, "01 00")
	requireArgument(t, option("vector<u8>"), "none", `{"vec":[]}`, "00")
	requireArgument(t, option(stringType), `{"vec":["none"]}`, `{"vec":["none"]}`, "01 04 6e6f6e65")
	requireArgument(t, "vector<"+option(stringType)+">", `[none, "none", []]`, `[{"vec":[]},{"vec":["none"]},{"vec":[]}]`, "03 00 01 04 6e6f6e65 00")
}

// The text of a value that was decoded from BCS encodes to the same BCS, for values of all types.
func TestArgumentFormRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tag := anyArgumentType(3).Draw(t, "type")
		argument, err := NewArgument(tag, anyArgumentValue(t, tag))
		require.NoError(t, err)
		bcs, err := argument.BCS()
		require.NoError(t, err)
		decoded, err := DecodeBCS(tag, bcs)
		require.NoError(t, err)
		require.Equal(t, decoded.Text(), argument.Text())
		again, err := NewArgument(tag, decoded.Text())
		require.NoError(t, err, "%s %q", tag, decoded.Text())
		bcsAgain, err := again.BCS()
		require.NoError(t, err)
		require.Equal(t, bcs, bcsAgain, "%s %q", tag, decoded.Text())
	})
}
