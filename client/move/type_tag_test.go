package move

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var primitives = []Kind{
	KindBool, KindU8, KindU16, KindU32, KindU64, KindU128, KindU256, KindAddress, KindSigner,
}

// anyTypeTag generates types with a maximum depth.
func anyTypeTag(depth int) *rapid.Generator[TypeTag] {
	return rapid.Custom(func(t *rapid.T) TypeTag {
		kinds := append([]Kind{KindStruct}, primitives...)
		if depth > 1 {
			kinds = append(kinds, KindVector, KindStruct)
		}
		switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
		case KindVector:
			element := anyTypeTag(depth-1).Draw(t, "element")
			return TypeTag{Kind: kind, Element: &element}
		case KindStruct:
			name := rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_]{0,12}`)
			tag := StructTag{
				Address: anyAddress().Draw(t, "address"),
				Module:  name.Draw(t, "module"),
				Name:    name.Draw(t, "name"),
			}
			if depth > 1 {
				tag.TypeArguments = rapid.SliceOfN(anyTypeTag(depth-1), 0, 3).Draw(t, "type arguments")
			}
			return TypeTag{Kind: kind, Struct: &tag}
		default:
			return TypeTag{Kind: kind}
		}
	})
}

// formatTypeTag returns the type in one of its accepted forms: addresses in any form, optional spaces around brackets and
// commas.
func formatTypeTag(t *rapid.T, tag TypeTag) string {
	around := func(token string) string {
		space := rapid.SampledFrom([]string{"", "", " ", "  "})
		return space.Draw(t, "space before") + token + space.Draw(t, "space after")
	}
	last := func() string { return rapid.SampledFrom([]string{">", " >"}).Draw(t, "last bracket") }
	switch tag.Kind {
	case KindVector:
		return "vector" + around("<") + formatTypeTag(t, *tag.Element) + last()
	case KindStruct:
		var text strings.Builder
		text.WriteString(formatAddress(t, tag.Struct.Address) + "::" + tag.Struct.Module + "::" + tag.Struct.Name)
		token := "<"
		for _, argument := range tag.Struct.TypeArguments {
			text.WriteString(around(token) + formatTypeTag(t, argument))
			token = ","
		}
		if token == "," {
			text.WriteString(last())
		}
		return text.String()
	default:
		return tag.Kind.String()
	}
}

func TestTypeTagRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tag := anyTypeTag(3).Draw(t, "type tag")
		for _, text := range []string{tag.String(), formatTypeTag(t, tag)} {
			parsed, err := ParseTypeTag(text)
			require.NoError(t, err)
			require.True(t, parsed.Equal(tag), text)
			require.Equal(t, tag.String(), parsed.String())
		}
	})
}

func TestTypeTagEqual(t *testing.T) {
	var tags []TypeTag
	for _, text := range []string{
		"u8", "u64", "vector<u8>", "vector<u64>", "vector<vector<u8>>",
		"0x1::a::A", "0x2::a::A", "0x1::b::A", "0x1::a::B", "0x1::a::A<u8>", "0x1::a::A<u64>", "0x1::a::A<u8, u64>",
		"01::a::A", "1::a::A<u8>", "0x1::a::A<u8,u64>", "vector< u8 >",
	} {
		tag, err := ParseTypeTag(text)
		require.NoError(t, err)
		tags = append(tags, tag)
	}
	for _, one := range tags {
		for _, other := range tags {
			require.Equal(t, one.String() == other.String(), one.Equal(other), "%s and %s", one, other)
		}
	}
}

func TestParseTypeTagPrimitives(t *testing.T) {
	for i, text := range []string{"bool", "u8", "u16", "u32", "u64", "u128", "u256", "address", "signer"} {
		tag, err := ParseTypeTag(text)
		require.NoError(t, err)
		require.Equal(t, TypeTag{Kind: primitives[i]}, tag)
		require.Equal(t, text, tag.String())
	}
}

func TestParseTypeTag(t *testing.T) {
	padded := strings.Repeat("0", 63) + "1"
	nested := "0x1::table::Table<0x1::type_info::TypeInfo, vector<0x1::object::Object<0xbeef::asset::Metadata>>>"
	coinStore := "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
	tests := map[string]string{
		"vector<vector<address>>": "vector<vector<address>>",
		coinStore:                 coinStore,
		"0x" + padded + "::coin::CoinStore<" + padded + "::native_coin::NativeCoin>": coinStore,
		"1::coin::CoinStore<01::native_coin::NativeCoin>":                            coinStore,
		"0X1::coin::CoinStore < 0x01::native_coin::NativeCoin >":                     coinStore,
		"0x1::coin::MintCapability<0x1::u8::bool>":                                   "0x1::coin::MintCapability<0x1::u8::bool>",
		"add::vector::vector<vector<u8>>":                                            "0xadd::vector::vector<vector<u8>>",
		nested:                                                                       nested,
		strings.ReplaceAll(nested, " ", ""):                                          nested,
		strings.NewReplacer("<", " < ", ">", " >", ",", " ,  ").Replace(nested):      nested,
		"0xABC::pair::Pair<u8,0xabc::pair::Pair<u16,u32>,bool>":                      "0xabc::pair::Pair<u8, 0xabc::pair::Pair<u16, u32>, bool>",
	}
	for input, canonical := range tests {
		tag, err := ParseTypeTag(input)
		require.NoError(t, err)
		require.Equal(t, canonical, tag.String())
		again, err := ParseTypeTag(canonical)
		require.NoError(t, err)
		require.True(t, tag.Equal(again), input)
		require.True(t, again.Equal(tag), input)
	}
}

func TestParseStructTag(t *testing.T) {
	tag, err := ParseStructTag("0x1::pool::Pool<u64, vector<2::native_coin::NativeCoin>>")
	require.NoError(t, err)
	require.Equal(t, StructTag{
		Address: Address{31: 1}, Module: "pool", Name: "Pool",
		TypeArguments: []TypeTag{
			{Kind: KindU64},
			{Kind: KindVector, Element: &TypeTag{
				Kind:   KindStruct,
				Struct: &StructTag{Address: Address{31: 2}, Module: "native_coin", Name: "NativeCoin"},
			}},
		},
	}, tag)
	require.Equal(t, "0x1::pool::Pool<u64, vector<0x2::native_coin::NativeCoin>>", tag.String())

	for input, message := range map[string]string{
		"":           `struct tag: empty`,
		"u8":         `struct tag "u8": u8 is not a struct: expected address::module::Name`,
		"vector<u8>": `struct tag "vector<u8>": vector is not a struct: expected address::module::Name`,
		"0x1::coin":  `struct tag "0x1::coin": missing :: after character 9`,
	} {
		_, err := ParseStructTag(input)
		require.EqualError(t, err, message)
		requireParseError(t, "struct tag", input, err)
	}
}

func TestParseTypeTagErrors(t *testing.T) {
	tests := map[string]string{
		"":                                  `type tag: empty`,
		" ":                                 `type tag " ": unexpected ' ' at character 1`,
		" u8":                               `type tag " u8": unexpected ' ' at character 1`,
		"u8 ":                               `type tag "u8 ": unexpected ' ' at character 3`,
		"0x1::m::T ":                        `type tag "0x1::m::T ": unexpected ' ' at character 10`,
		"0x1::m::T<u8> ":                    `type tag "0x1::m::T<u8> ": unexpected ' ' at character 14`,
		"u7":                                `type tag "u7": unknown type at character 1`,
		"U8":                                `type tag "U8": unknown type at character 1`,
		"T0":                                `type tag "T0": unknown type at character 1`,
		"&u8":                               `type tag "&u8": unexpected '&' at character 1`,
		"u8<u8>":                            `type tag "u8<u8>": unexpected '<' at character 3`,
		"0x1":                               `type tag "0x1": missing :: after character 3`,
		"0x1::m":                            `type tag "0x1::m": missing :: after character 6`,
		"0x1::m::":                          `type tag "0x1::m::": missing struct name after character 8`,
		"0x1::m::1T":                        `type tag "0x1::m::1T": struct name starts with a digit at character 9`,
		"0x1::m::T::U":                      `type tag "0x1::m::T::U": unexpected ':' at character 10`,
		"coin::m::T":                        `type tag "coin::m::T": not hex at character 2`,
		"vector":                            `type tag "vector": missing < after character 6`,
		"vector<":                           `type tag "vector<": missing type after character 7`,
		"vector<>":                          `type tag "vector<>": unexpected '>' at character 8`,
		"vector<u8":                         `type tag "vector<u8": missing > after character 9`,
		"vector<u8,u8>":                     `type tag "vector<u8,u8>": unexpected ',' at character 10`,
		"vector<u8>>":                       `type tag "vector<u8>>": unexpected '>' at character 11`,
		"0x1::m::T<>":                       `type tag "0x1::m::T<>": unexpected '>' at character 11`,
		"0x1::m::T<u8,>":                    `type tag "0x1::m::T<u8,>": unexpected '>' at character 14`,
		"0x1::m::T<u8,":                     `type tag "0x1::m::T<u8,": missing type after character 13`,
		"0x1::m::T<u8 u8>":                  `type tag "0x1::m::T<u8 u8>": unexpected 'u' at character 14`,
		"0x1::m::T<u8  ":                    `type tag "0x1::m::T<u8  ": missing > after character 14`,
		"0x1::m::T<0x1::m::U<u8>":           `type tag "0x1::m::T<0x1::m::U<u8>": missing > after character 23`,
		"0x1::coin::Store<0x1::money::Coin": `type tag "0x1::coin::Store<0x1::money::Coin": missing > after character 33`,
		"0x1::m::T<0x1::m::g-h>":            `type tag "0x1::m::T<0x1::m::g-h>": unexpected '-' at character 20`,
		"0x1::m::T<0xq::m::U>":              `type tag "0x1::m::T<0xq::m::U>": not hex at character 13`,
		"0x1::m::T<0x::m::U>":               `type tag "0x1::m::T<0x::m::U>": no digits after character 12`,
		"0x1::m::T<u7>":                     `type tag "0x1::m::T<u7>": unknown type at character 11`,

		"1::m::T<0x" + strings.Repeat("0", 65) + "::m>": `type tag "1::m::T<0x` + strings.Repeat("0", 65) + `::m>": address at character 9: 65 digits, at most 64`,
	}
	for input, message := range tests {
		_, err := ParseTypeTag(input)
		require.EqualError(t, err, message)
		requireParseError(t, "type tag", input, err)
	}
}

func TestTypeTagDepth(t *testing.T) {
	vectors := func(depth int, innermost string) string {
		return strings.Repeat("vector<", depth-1) + innermost + strings.Repeat(">", depth-1)
	}
	deepest, err := ParseTypeTag(vectors(MaxTypeDepth, "u8"))
	require.NoError(t, err)
	require.Equal(t, vectors(MaxTypeDepth, "u8"), deepest.String())

	_, err = ParseTypeTag(vectors(MaxTypeDepth+1, "u8"))
	requireRule(t, "nesting exceeds 16 types at character 113", err)
	_, err = ParseTypeTag(vectors(MaxTypeDepth, "0x1::m::T<u8>"))
	requireRule(t, "nesting exceeds 16 types at character 116", err)
	_, err = ParseTypeTag(strings.Repeat("vector<", 1000))
	requireRule(t, "nesting exceeds 16 types at character 113", err)

	// Depth counts types inside one another, not types side by side.
	_, err = ParseTypeTag("0x1::m::T<" + strings.Repeat("vector<u8>, ", 100) + "u8>")
	require.NoError(t, err)
}

func TestTypeTagLength(t *testing.T) {
	// Without spaces, "u8," is one character shorter than in canonical form.
	const arguments = 2000
	list := "<" + strings.Repeat("u8, ", arguments-1) + "u8>"
	name := "0x1::m::T" + identifier(MaxTypeLength-len("0x1::m::T")-len(list))

	tag, err := ParseTypeTag(name + strings.ReplaceAll(list, " ", ""))
	require.NoError(t, err)
	require.Len(t, tag.Struct.TypeArguments, arguments)
	require.Equal(t, name+list, tag.String())
	again, err := ParseTypeTag(tag.String())
	require.NoError(t, err)
	require.True(t, again.Equal(tag))

	_, err = ParseTypeTag(name + "x" + list)
	requireRule(t, "8193 bytes, at most 8192", err)
	_, err = ParseTypeTag(name + "x" + strings.ReplaceAll(list, " ", ""))
	requireRule(t, "8193 bytes in canonical form, at most 8192", err)
	_, err = ParseStructTag(strings.Repeat(" ", 1<<20))
	requireRule(t, "1048576 bytes, at most 8192", err)
}

func requireRule(t *testing.T, rule string, err error) {
	t.Helper()
	var parseError *ParseError
	require.ErrorAs(t, err, &parseError)
	require.Equal(t, rule, parseError.Rule)
}

const nestedType = "0x1::table::Table<0x1::type_info::TypeInfo, 0x1::simple_map::SimpleMap<address, vector<0x1::object::Object<0x1::fungible_asset::Metadata>>>>"

func BenchmarkParseTypeTag(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseTypeTag(nestedType); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTypeTagString(b *testing.B) {
	tag, err := ParseTypeTag(nestedType)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if tag.String() == "" {
			b.Fatal("empty")
		}
	}
}
