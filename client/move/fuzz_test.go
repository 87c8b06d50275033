package move

import (
	"bytes"
	"encoding/json"
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
		"", "u8", "vector<address>", "vector < 0x1::m::T<u8,u256> >", "a::b::C<0000d::e::F>", "0x1::m::T<0x1::m::U", "0x1::m::T<u8,>", "&T0", "|u64, &(||)|(i8, bool) has copy + drop",
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

		// The text before the function name is the ID of its module.
		module, err := ParseModuleID(input[:strings.LastIndex(input, "::")])
		require.NoError(t, err)
		require.Equal(t, ModuleID{Address: function.Address, Name: function.Module}, module)
	})
}

func FuzzParseType(f *testing.F) {
	for _, seed := range []string{
		"", "&signer", "&mut 0x1::coin::Coin<T0>", "T0", "T65536", "vector<T1>", "& mut u8", "&&u8", "0x1::table::Table<T0, vector<T1>>", "|u8|u8", "|(|T0, &mut i64|(T1, bool))| has store",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		read, err := ParseType(input)
		if err != nil {
			require.Zero(t, read)
			requireParseError(t, "type", input, err)
			_, err = ParseTypeTag(input)
			require.Error(t, err, "every type tag parses as a type")
			return
		}
		again, err := ParseType(read.String())
		require.NoError(t, err)
		require.Equal(t, read.String(), again.String())

		tag, err := read.Instantiate([]TypeTag{{Kind: KindU64}})
		if err != nil {
			require.Zero(t, tag)
			requireParseError(t, "type", read.String(), err)
			return
		}
		_, err = ParseTypeTag(tag.String())
		require.NoError(t, err)
		if plain, err := ParseTypeTag(input); err == nil {
			require.True(t, plain.Equal(tag))
		}
	})
}

func FuzzParseCallBCS(f *testing.F) {
	name := hexOne + "01 61 01 66"
	for _, seed := range []string{
		"", hexOne, name + "00 00", name + "02 01 06 0a 02 01 07 00", name + "01 07" + hexOne + "01 61 01 42 01 02 00", name + "01 0b 00", name + "01 0b 01 02 0c 00 03 00",
		name + "00 8000", name + "00 ffffffff07", name + "01" + strings.Repeat("06", 20) + "01 00",
	} {
		f.Add(fromHex(f, seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		function, typeArguments, arguments, err := ParseCallBCS(body)
		if err != nil {
			require.Zero(t, function)
			require.Nil(t, typeArguments)
			require.Nil(t, arguments)
			requireParseError(t, "BCS call", "", err)
			return
		}
		// Encoding is canonical, and the names and types are valid as text.
		require.Equal(t, body, CallBCS(function, typeArguments, arguments))
		again, err := ParseFunctionID(function.String())
		require.NoError(t, err)
		require.Equal(t, function, again)
		for _, tag := range typeArguments {
			read, err := ParseTypeTag(tag.String())
			require.NoError(t, err)
			require.True(t, read.Equal(tag))
		}
	})
}

// argumentTypes are types of every kind, valid and invalid for arguments.
var argumentTypes = []string{
	"bool", "u8", "u16", "u32", "u64", "u128", "u256", "i8", "i32", "i64", "i128", "vector<i256>", "|u8|", "address", "signer", stringType, objectType, option("u8"), option("u64"),
	option(stringType), option(option("bool")), "vector<u8>", "vector<u16>", "vector<" + stringType + ">", "vector<vector<u8>>",
	"vector<vector<address>>", "vector<" + option("u8") + ">", "0x1::coin::Coin<u8>", option("0x5::m::T"), "vector<signer>",
}

func FuzzDecodeBCS(f *testing.F) {
	for i, seed := range []string{"01", "ff", "0100", "", "ffffffffffffffff", "02", "03 e282ac", hexOne, "01 05", "8000", "02 01 01 00", "01 01 01"} {
		for number := range argumentTypes {
			if (number+i)%3 == 0 {
				f.Add(uint8(number), fromHex(f, seed))
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, bytes []byte) {
		tag := typeTags(t, argumentTypes[int(number)%len(argumentTypes)])[0]
		argument, err := DecodeBCS(tag, bytes)
		if err != nil {
			require.Zero(t, argument)
			requireParseError(t, "BCS value", "", err)
			return
		}
		// Encoding is canonical, and the JSON decodes to the same value.
		again, err := NewArgument(tag, argument.JSON())
		require.NoError(t, err)
		encoded, err := again.BCS()
		require.NoError(t, err, "%s", argument.JSON())
		require.Equal(t, bytes, encoded)
	})
}

func FuzzNewArgument(f *testing.F) {
	for i, seed := range []string{
		"", "true", "18,446_744", "-1", "0x1", "[1, 2]", "1,2,", "text:a", `{"vec":[]}`, `{"vec":["7"]}`, `[["a,b"], "c"]`, "[[", `"`, "null", "0x0", `{"a":1}`,
	} {
		for number := range argumentTypes {
			if (number+i)%3 == 0 {
				f.Add(uint8(number), seed)
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, text string) {
		tag := typeTags(t, argumentTypes[int(number)%len(argumentTypes)])[0]
		argument, err := NewArgument(tag, text)
		if err != nil {
			require.Zero(t, argument)
			requireParseError(t, "argument", text, err)
			return
		}
		require.True(t, json.Valid(argument.JSON()), "%s", argument.JSON())
		encoded, err := argument.BCS()
		if err != nil {
			requireParseError(t, "argument", "", err)
			return
		}
		decoded, err := DecodeBCS(tag, encoded)
		require.NoError(t, err)
		require.Equal(t, string(argument.JSON()), string(decoded.JSON()))
	})
}

func FuzzUnwrap(f *testing.F) {
	for _, seed := range []string{
		`{"U64":"1"}`, `{"Vector":[{"U8":1},{"Struct":{"a":1}}]}`, `[{"Bytes":"0x"}, 1]`, `{"U8":256}`, `{`, `{"Bool":tru`, `{"String":"\ud800"}`,
		"{\"String\":\"\xff\"}", `{"U64":"1","U64":"2"}`, `{"Vector":[{"Vector":[]}]} `, `null`,
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "vector<0x1::m::T>")
	}
	f.Fuzz(func(t *testing.T, raw []byte, expected string) {
		var pointer *Type
		if read, err := ParseType(expected); err == nil {
			pointer = &read
		}
		bare, typeName := Unwrap(raw, pointer)
		if !json.Valid(raw) {
			require.Equal(t, raw, []byte(bare))
			require.Empty(t, typeName)
			return
		}
		require.True(t, json.Valid(bare), "%s", bare)
		require.LessOrEqual(t, len(bare), len(raw))
		if typeName == "" && !bytes.ContainsAny(raw, "{") {
			require.Equal(t, raw, []byte(bare))
		}
	})
}

// requireParseError checks the properties of all errors of this package.
func requireParseError(t *testing.T, kind, input string, err error) {
	t.Helper()
	var parseError *ParseError
	require.True(t, errors.As(err, &parseError), "%v", err)
	require.Equal(t, kind, parseError.Kind)
	require.Equal(t, input, parseError.Input)
	require.GreaterOrEqual(t, parseError.Position, 0)
	if input != "" { // otherwise the input was bytes
		require.LessOrEqual(t, parseError.Position, utf8.RuneCountInString(input)+1)
	}

	message := err.Error()
	require.True(t, strings.HasSuffix(message, ": "+parseError.Rule), message)
	require.Less(t, utf8.RuneCountInString(message), 1000)
	for _, character := range message {
		require.True(t, unicode.IsPrint(character), "%q", message)
	}
}

func FuzzParseBytecode(f *testing.F) {
	for _, seed := range [][]byte{nil, shapes().bytes(), shapes().old(6).bytes(), shapes().old(5).bytes(), shapes().with(0xf, "").bytes(),
		newest().bytes(), newest().as(11).with(0x15, "00").bytes(), bodies("02:08 02", "03:f0 02 02", "01:02").bytes(),
		newest().with(0x5, newest().body(0x5)+" 02 17 ff 03").bytes()} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		m, err := ParseBytecode(input)
		if err != nil {
			require.Nil(t, m)
			requireParseError(t, "bytecode", "", err)
			require.LessOrEqual(t, err.(*ParseError).Position, len(input)+1)
			return
		}
		again, err := ParseBytecode(bytes.Clone(input))
		require.NoError(t, err)
		require.Equal(t, m, again)
		require.Empty(t, CompareModules(ModuleVersion{Code: m}, ModuleVersion{Code: again}).Changes)
		for i := range m.Structs {
			require.NotEmpty(t, m.Structs[i].Declaration())
		}
		for i := range m.Functions {
			function := &m.Functions[i]
			graph := NewCallGraph(m.ID.function(function.ABI.Name))
			graph.Add(m.ID, m)
			for _, effect := range graph.Effects().List {
				require.NotEmpty(t, effect.At)
			}
			require.Contains(t, function.Declaration(), "fun "+function.ABI.Name)
			instructions, err := m.Disassemble(function.ABI.Name)
			if err != nil {
				requireParseError(t, "bytecode", "", err) // too long
				continue
			}
			require.Len(t, instructions, function.Instructions)
			for _, instruction := range instructions {
				require.NotEmpty(t, instruction.Name)
				if instruction.Target != nil {
					require.Less(t, *instruction.Target, len(instructions))
				}
			}
		}
	})
}
