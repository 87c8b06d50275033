package move

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// typeTags parses valid type tags.
func typeTags(t require.TestingT, texts ...string) []TypeTag {
	tags := make([]TypeTag, len(texts))
	for i, text := range texts {
		tag, err := ParseTypeTag(text)
		require.NoError(t, err, text)
		tags[i] = tag
	}
	return tags
}

func TestParseType(t *testing.T) {
	tests := map[string]struct {
		canonical string
		signer    bool
	}{
		"signer":                         {"signer", true},
		"&signer":                        {"&signer", true},
		"& signer":                       {"&signer", true},
		"vector<signer>":                 {"vector<signer>", false},
		"u64":                            {"u64", false},
		"T0":                             {"T0", false},
		"T65535":                         {"T65535", false},
		"T007":                           {"T7", false},
		"&mut T1":                        {"&mut T1", false},
		"&mut   T1":                      {"&mut T1", false},
		"vector<T1>":                     {"vector<T1>", false},
		"&0x01::any::Any":                {"&0x1::any::Any", false},
		"&mut 0x1::coin::Coin<T0>":       {"&mut 0x1::coin::Coin<T0>", false},
		"0x1::table::Table<T0,bool>":     {"0x1::table::Table<T0, bool>", false},
		"0x1::m::T0<vector<vector<T3>>>": {"0x1::m::T0<vector<vector<T3>>>", false},
	}
	for input, test := range tests {
		read, err := ParseType(input)
		require.NoError(t, err, input)
		require.Equal(t, test.canonical, read.String())
		require.Equal(t, test.signer, read.IsSigner(), input)
		again, err := ParseType(test.canonical)
		require.NoError(t, err)
		require.Equal(t, read, again)
	}
}

func TestParseTypeErrors(t *testing.T) {
	for input, message := range map[string]string{
		"":                `type: empty`,
		"&":               `type "&": missing type after character 1`,
		"&&u8":            `type "&&u8": unexpected '&' at character 2`,
		"&mut":            `type "&mut": unknown type at character 2`,
		"&mutu8":          `type "&mutu8": unknown type at character 2`,
		"vector<&u8>":     `type "vector<&u8>": unexpected '&' at character 8`,
		"T":               `type "T": unknown type at character 1`,
		"T1x":             `type "T1x": unknown type at character 1`,
		"t0":              `type "t0": unknown type at character 1`,
		"T65536":          `type "T65536": type parameter exceeds T65535 at character 1`,
		"vector<T100000>": `type "vector<T100000>": type parameter exceeds T65535 at character 8`,
		"T0<u8>":          `type "T0<u8>": unexpected '<' at character 3`,
	} {
		_, err := ParseType(input)
		require.EqualError(t, err, message)
		requireParseError(t, "type", input, err)
	}
	_, err := ParseType(strings.Repeat("vector<", MaxTypeDepth) + "T0" + strings.Repeat(">", MaxTypeDepth))
	requireRule(t, "nesting exceeds 16 types at character 113", err)
}

func TestInstantiate(t *testing.T) {
	arguments := typeTags(t, "u64", "0x1::coin::Coin<bool>")
	for input, want := range map[string]string{
		"bool":                               "bool",
		"T0":                                 "u64",
		"T1":                                 "0x1::coin::Coin<bool>",
		"vector<vector<T1>>":                 "vector<vector<0x1::coin::Coin<bool>>>",
		"0x2::pair::Pair<T1, vector<T0>>":    "0x2::pair::Pair<0x1::coin::Coin<bool>, vector<u64>>",
		"0x2::pair::Pair<0x1::m::T, signer>": "0x2::pair::Pair<0x1::m::T, signer>",
	} {
		generic, err := ParseType(input)
		require.NoError(t, err)
		tag, err := generic.Instantiate(arguments)
		require.NoError(t, err)
		require.Equal(t, want, tag.String())
		require.Equal(t, typeTags(t, want)[0], tag)
		again, err := ParseType(input)
		require.NoError(t, err)
		require.Equal(t, again, generic, "Instantiate changed the type")
	}
}

func TestInstantiateErrors(t *testing.T) {
	instantiate := func(input string, arguments ...TypeTag) error {
		generic, err := ParseType(input)
		require.NoError(t, err)
		tag, err := generic.Instantiate(arguments)
		require.Zero(t, tag)
		requireParseError(t, "type", generic.String(), err)
		return err
	}
	u8 := TypeTag{Kind: KindU8}
	deep := typeTags(t, strings.Repeat("vector<", MaxTypeDepth-1)+"u8"+strings.Repeat(">", MaxTypeDepth-1))[0]
	long := typeTags(t, "0x1::m::"+identifier(255)+"<0x1::"+identifier(255)+"::"+identifier(255)+">")[0]

	require.EqualError(t, instantiate("&signer"), `type "&signer": a reference has no type tag`)
	require.EqualError(t, instantiate("&mut T0", u8), `type "&mut T0": a reference has no type tag`)
	require.EqualError(t, instantiate("0x1::m::P<T0, T2, T1>", u8), `type: no type argument for T2: there are 1`)
	require.EqualError(t, instantiate("vector<T0>", deep), `type: nesting exceeds 16 types with these type arguments`)
	require.EqualError(t, instantiate("0x1::m::P<T0>", deep), `type: nesting exceeds 16 types with these type arguments`)
	require.EqualError(t, instantiate("0x1::m::P<"+strings.Repeat("T0, ", 20)+"T0>", long), `type: 16473 bytes with these type arguments, at most 8192`)

	generic, err := ParseType("T0")
	require.NoError(t, err)
	tag, err := generic.Instantiate([]TypeTag{deep})
	require.NoError(t, err, "replacing a parameter by the deepest type does not add a level")
	require.True(t, tag.Equal(deep))

	// As long as a type may be, and one byte longer.
	wide := typeTags(t, "0x1::m::T<"+strings.Repeat("u256, ", 1339)+"u256>")[0]
	name := "0x1::m::" + identifier(MaxTypeLength-len("0x1::m::<>")-len(wide.String()))
	generic, err = ParseType(name + "<T0>")
	require.NoError(t, err)
	tag, err = generic.Instantiate([]TypeTag{wide})
	require.NoError(t, err)
	require.Equal(t, MaxTypeLength, len(tag.String()))
	require.EqualError(t, instantiate(name+"x<T0>", wide), "type: 8193 bytes with these type arguments, at most 8192")
}

// A type without parameters is its own type tag; type parameters are replaced in the text.
func TestInstantiateString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tag := anyTypeTag(3).Draw(t, "type tag")
		argument := anyTypeTag(2).Draw(t, "type argument")

		plain, err := ParseType(tag.String())
		require.NoError(t, err)
		same, err := plain.Instantiate(nil)
		require.NoError(t, err)
		require.True(t, same.Equal(tag))

		generic, err := ParseType("0x1::pair::Pair<T1, vector<" + tag.String() + ">, T0>")
		require.NoError(t, err)
		instance, err := generic.Instantiate([]TypeTag{tag, argument})
		require.NoError(t, err)
		require.Equal(t, "0x1::pair::Pair<"+argument.String()+", vector<"+tag.String()+">, "+tag.String()+">", instance.String())
	})
}

func TestTypeStructs(t *testing.T) {
	for text, want := range map[string][]string{
		"u64":                         nil,
		"&mut T0":                     nil,
		"vector<0x1::coin::Coin<T0>>": {"0x1::coin::Coin"},
		"&0x1::table::Table<0x1::option::Option<0x1::table::Table<address, T0>>, vector<0x2::a::B>>": {
			"0x1::table::Table", "0x1::option::Option", "0x2::a::B",
		},
	} {
		parsed, err := ParseType(text)
		require.NoError(t, err, text)
		var found []string
		for _, tag := range parsed.Structs() {
			found = append(found, tag.String())
		}
		require.Equal(t, want, found, text)
	}
}
