package move

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFunctionTypes(t *testing.T) {
	for text, want := range map[string]string{
		"||":                                 "||",
		"||()":                               "||",
		"|u64|bool":                          "|u64|bool",
		"|u64|(bool)":                        "|u64|bool",
		"|u64,&mut bool|u8":                  "|u64, &mut bool|u8",
		"|u64|bool has copy+drop":            "|u64|bool has copy + drop",
		"| u64 |( u8,&u16 ) has drop + copy": "|u64|(u8, &u16) has copy + drop",
		"|u64|u8,u16":                        "|u64|(u8, u16)",
		"|u64| has store":                    "|u64| has store",
		"|(|u8|bool has drop)|u8":            "|(|u8|bool has drop)|u8",
		"|u8||u16|u32":                       "|u8|(|u16|u32)",
		"vector<|i64|i256>":                  "vector<|i64|i256>",
		"0x1::m::S<||, |u8|(), i8>":          "0x1::m::S<||, |u8|, i8>",
		"&||":                                "&||",
		"|&(|u8|), 0x1::m::S<T0>|T1":         "|&(|u8|), 0x1::m::S<T0>|T1",
	} {
		read, err := ParseType(text)
		require.NoError(t, err, text)
		require.Equal(t, want, read.String())
		again, err := ParseType(want)
		require.NoError(t, err, want)
		require.Equal(t, read.String(), again.String())
	}
	for text, want := range map[string]string{
		"|":               "missing type after character 1",
		"|u8":             "missing | after character 3",
		"|u8|(u8":         "missing ) after character 7",
		"|u8|u8 has lust": "unknown ability at character 12",
		"|u8|u8 has ":     "missing ability after character 11",
		"|(u8|u8":         "unexpected '|' at character 5",
	} {
		_, err := ParseType(text)
		require.ErrorContains(t, err, want)
	}
	generic, err := ParseType("|T0, &vector<T1>|(T1, bool) has copy")
	require.NoError(t, err)
	require.Equal(t, "|u8, &vector<i64>|(i64, bool) has copy", mustInstantiate(t, generic, "u8", "i64").String())
}

func mustInstantiate(t *testing.T, generic Type, typeArguments ...string) TypeTag {
	t.Helper()
	tag, err := generic.Instantiate(typeTags(t, typeArguments...))
	require.NoError(t, err)
	return tag
}

// TestNewTypesInBCS encodes types that type arguments can have since version 8.
func TestNewTypesInBCS(t *testing.T) {
	for text, want := range map[string]string{
		"i8":                                   "0c",
		"vector<i256>":                         "06 11",
		"||":                                   "0b 00 00 00",
		"|u64, &mut bool|(&i64) has copy+drop": "0b 02 02 02 01 00 01 00 0f 03",
	} {
		tag := MustParseTypeTag(text)
		encoded := tag.AppendBCS(nil)
		require.Equal(t, fromHex(t, want), encoded, text)
		r := &bcsReader{kind: "BCS call", bytes: encoded}
		again := r.wholeTypeTag()
		require.NoError(t, r.end())
		require.True(t, again.Equal(tag), text)
		require.False(t, again.Equal(MustParseTypeTag("|u64|")), text)
	}
}

func TestSignedIntegers(t *testing.T) {
	for _, test := range []struct{ kind, text, json, bcs string }{
		{"i8", "-128", "-128", "80"}, {"i8", "127", "127", "7f"}, {"i8", "-0x10", "-16", "f0"}, {"i8", "-0", "0", "00"},
		{"i16", "-1", "-1", "ffff"}, {"i32", "-2_147_483_648", "-2147483648", "00000080"},
		{"i64", "-9,223,372,036,854,775,808", `"-9223372036854775808"`, "0000000000000080"},
		{"i64", "9223372036854775807", `"9223372036854775807"`, "ffffffffffffff7f"},
		{"i128", "-2", `"-2"`, "feffffffffffffffffffffffffffffff"},
		{"i256", "-1", `"-1"`, "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
	} {
		tag := MustParseTypeTag(test.kind)
		argument, err := NewArgument(tag, test.text)
		require.NoError(t, err, test.text)
		require.Equal(t, test.json, string(argument.JSON()))
		encoded, err := argument.BCS()
		require.NoError(t, err)
		require.Equal(t, fromHex(t, test.bcs), encoded)
		decoded, err := DecodeBCS(tag, encoded)
		require.NoError(t, err)
		require.Equal(t, test.json, string(decoded.JSON()))
		again, err := NewArgument(tag, decoded.Text())
		require.NoError(t, err)
		require.Equal(t, test.json, string(again.JSON()))
	}
	for _, test := range []struct{ kind, text, want string }{
		{"i8", "128", "exceeds i8: the maximum is 127"}, {"i8", "-129", "below i8: the minimum is -128"},
		{"i64", "-9223372036854775809", "below i64: the minimum is -9,223,372,036,854,775,808"},
		{"i8", "-", "no digits after character 1"}, {"i8", "--1", "not a digit at character 2"}, {"u8", "-1", "not a digit at character 1"},
	} {
		_, err := NewArgument(MustParseTypeTag(test.kind), test.text)
		require.ErrorContains(t, err, test.want)
	}
	argument, err := NewArgument(MustParseTypeTag("vector<i32>"), []int32{-1, 2})
	require.NoError(t, err)
	require.Equal(t, "[-1,2]", string(argument.JSON()))
	_, err = NewArgument(MustParseTypeTag("i256"), new(big.Int).Neg(powerOfTwo(255)))
	require.NoError(t, err)
	_, err = NewArgument(MustParseTypeTag("|u8|"), "0x1::m::f")
	require.ErrorContains(t, err, "a function value cannot be passed: only Move code makes one")
}
