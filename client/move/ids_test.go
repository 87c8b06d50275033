package move

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseFunctionID(t *testing.T) {
	balance := FunctionID{Address: Address{31: 1}, Module: "coin", Name: "balance"}
	for _, text := range []string{
		"0x1::coin::balance",
		"1::coin::balance",
		"0X" + strings.Repeat("0", 63) + "1::coin::balance",
	} {
		function, err := ParseFunctionID(text)
		require.NoError(t, err)
		require.Equal(t, balance, function)
		require.Equal(t, "0x1::coin::balance", function.String())
	}
}

func TestParseFunctionIDErrors(t *testing.T) {
	tests := map[string]string{
		"":                               "function id: empty",
		"0x1":                            `function id "0x1": missing :: after character 3`,
		"0x1::":                          `function id "0x1::": missing module name after character 5`,
		"0x1::coin":                      `function id "0x1::coin": missing :: after character 9`,
		"0x1::coin::":                    `function id "0x1::coin::": missing function name after character 11`,
		"0x1:coin:balance":               `function id "0x1:coin:balance": missing :: after character 3`,
		"0x1::coin::balance::x":          `function id "0x1::coin::balance::x": unexpected ':' at character 19`,
		"0x1::coin::balance<u8>":         `function id "0x1::coin::balance<u8>": unexpected '<' at character 19`,
		"0x1::coin::balance ":            `function id "0x1::coin::balance ": unexpected ' ' at character 19`,
		"0x1 ::coin::balance":            `function id "0x1 ::coin::balance": missing :: after character 3`,
		"0x1:: coin::balance":            `function id "0x1:: coin::balance": unexpected ' ' at character 6`,
		"::coin::balance":                `function id "::coin::balance": unexpected ':' at character 1`,
		"coin::balance":                  `function id "coin::balance": not hex at character 2`,
		"0x::coin::balance":              `function id "0x::coin::balance": no digits after character 2`,
		"0x1::2coin::balance":            `function id "0x1::2coin::balance": module name starts with a digit at character 6`,
		"0x1::coin::3":                   `function id "0x1::coin::3": function name starts with a digit at character 12`,
		"0x1::coin::bälance":             `function id "0x1::coin::bälance": unexpected 'ä' at character 13`,
		"0x1::coin::\u202e":              `function id "0x1::coin::\u202e": unexpected '\u202e' at character 12`,
		"0x1::coin::\xff":                `function id "0x1::coin::\xff": unexpected '�' at character 12`,
		"0x1::m::" + identifier(256):     `function id "0x1::m::` + identifier(72) + `…": function name at character 9: 256 characters, at most 255`,
		strings.Repeat("0", 65) + "::m":  `function id "` + strings.Repeat("0", 65) + `::m": address at character 1: 65 digits, at most 64`,
		"0x1::m::f" + identifier(10_000): `function id: 10009 bytes, at most 8192`,
	}
	for input, message := range tests {
		_, err := ParseFunctionID(input)
		require.EqualError(t, err, message)
		requireParseError(t, "function id", input, err)
	}

	longest, err := ParseFunctionID("0x1::m::" + identifier(255))
	require.NoError(t, err)
	require.Equal(t, identifier(255), longest.Name)
}

func TestParseModuleID(t *testing.T) {
	for _, text := range []string{"0xa::_coin9", "A::_coin9", strings.Repeat("0", 63) + "a::_coin9"} {
		module, err := ParseModuleID(text)
		require.NoError(t, err)
		require.Equal(t, ModuleID{Address: Address{31: 10}, Name: "_coin9"}, module)
		require.Equal(t, "0xa::_coin9", module.String())
	}
}

func TestParseModuleIDErrors(t *testing.T) {
	tests := map[string]string{
		"":                   "module id: empty",
		"0x1":                `module id "0x1": missing :: after character 3`,
		"0x1::coin::balance": `module id "0x1::coin::balance": unexpected ':' at character 10`,
		"0xg::coin":          `module id "0xg::coin": not hex at character 3`,
	}
	for input, message := range tests {
		_, err := ParseModuleID(input)
		require.EqualError(t, err, message)
		requireParseError(t, "module id", input, err)
	}
}

// identifier returns a Move identifier of a length.
func identifier(length int) string {
	return strings.Repeat("x", length)
}
