package move

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func FuzzParseAddress(f *testing.F) {
	for _, seed := range []string{"", "0x", "0x1", "0Xa550C18", "zz", "0x12g4", Address{0: 1}.String(), strings.Repeat("f", 65), "0xé"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		address, err := ParseAddress(input)
		if err != nil {
			require.Zero(t, address)
			requireParseError(t, "address", input, err)
			return
		}
		for _, text := range []string{address.String(), address.Short()} {
			again, err := ParseAddress(text)
			require.NoError(t, err)
			require.Equal(t, address, again)
		}
	})
}

func FuzzParseTypeTag(f *testing.F) {
	for _, seed := range []string{
		"", "u8", "vector<address>", "vector < 0x1::m::T<u8,u256> >", "a::b::C<0000d::e::F>", "0x1::m::T<0x1::m::U", "0x1::m::T<u8,>", "&T0",
		strings.Repeat("vector<", 20), "0x1::m::T<" + strings.Repeat("u8,", 2700) + "u8>", nestedType,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		tag, err := ParseTypeTag(input)
		structTag, structErr := ParseStructTag(input)
		if err != nil {
			require.Zero(t, tag)
			require.Zero(t, structTag)
			requireParseError(t, "type tag", input, err)
			requireParseError(t, "struct tag", input, structErr)
			return
		}
		again, err := ParseTypeTag(tag.String())
		require.NoError(t, err)
		require.True(t, again.Equal(tag))
		require.Equal(t, tag.String(), again.String())
		if tag.Kind == KindStruct {
			require.NoError(t, structErr)
			require.True(t, structTag.Equal(*tag.Struct))
		} else {
			requireParseError(t, "struct tag", input, structErr)
		}
	})
}

func FuzzParseFunctionID(f *testing.F) {
	for _, seed := range []string{"", "0x1::coin::balance", "a::_::_", "0x1::coin", "0x1::coin::balance<u8>", "0x1::2::3", "coin::balance"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		function, err := ParseFunctionID(input)
		if err != nil {
			require.Zero(t, function)
			requireParseError(t, "function id", input, err)
			return
		}
		again, err := ParseFunctionID(function.String())
		require.NoError(t, err)
		require.Equal(t, function, again)

		// What stands before the function's name is its module's id.
		module, err := ParseModuleID(input[:strings.LastIndex(input, "::")])
		require.NoError(t, err)
		require.Equal(t, ModuleID{Address: function.Address, Name: function.Module}, module)
	})
}

// requireParseError checks what every error of this package keeps to.
func requireParseError(t *testing.T, kind, input string, err error) {
	t.Helper()
	var parseError *ParseError
	require.True(t, errors.As(err, &parseError), "%v", err)
	require.Equal(t, kind, parseError.Kind)
	require.Equal(t, input, parseError.Input)
	require.GreaterOrEqual(t, parseError.Position, 0)
	require.LessOrEqual(t, parseError.Position, utf8.RuneCountInString(input)+1)

	message := err.Error()
	require.True(t, strings.HasSuffix(message, ": "+parseError.Rule), message)
	require.Less(t, utf8.RuneCountInString(message), 1000)
	for _, character := range message {
		require.True(t, unicode.IsPrint(character), "%q", message)
	}
}
