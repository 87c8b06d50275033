package move

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModuleSource(t *testing.T) {
	generic := []TypeParameter{{}}
	module := ModuleABI{
		Address: Address{31: 1},
		Name:    "coin",
		Friends: []ModuleID{{Address: Address{31: 1}, Name: "genesis"}, {Address: Address{31: 0xa}, Name: "fees"}},
		Structs: []StructABI{
			{Name: "Coin", Abilities: []string{"store"}, TypeParameters: []TypeParameter{{IsPhantom: true}}, Fields: []FieldABI{{"value", "u64"}}},
			{Name: "Deposit", IsEvent: true, Abilities: []string{"drop", "store"}, Fields: []FieldABI{{"account", "address"}, {"amount", "u64"}}},
			{Name: "Pair", TypeParameters: []TypeParameter{{Constraints: []string{"copy", "drop"}}, {Constraints: []string{"store"}, IsPhantom: true}},
				Fields: []FieldABI{{"first", "T0"}, {"rest", "0x1::table::Table<address, T0>"}}},
			{Name: "Marker", Abilities: []string{"drop"}, Fields: []FieldABI{{"dummy_field", "bool"}}},
			{Name: "Dummy", Fields: []FieldABI{{"dummy_field", "u8"}}},
			{Name: "Nothing"},
			{Name: "Machine", IsNative: true, Abilities: []string{"store"}, TypeParameters: generic},
			{Name: "Shape", IsEnum: true, Abilities: []string{"copy"}},
			{Name: "Known", IsEnum: true, Fields: []FieldABI{{"radius", "u64"}}},
		},
		Functions: []FunctionABI{
			{Name: "balance", Visibility: "public", IsView: true, TypeParameters: generic, Parameters: []string{"address"}, Return: []string{"u64"}},
			{Name: "transfer", Visibility: "public", IsEntry: true, TypeParameters: generic, Parameters: []string{"&signer", "address", "u64"}},
			{Name: "initialize", Visibility: "public", TypeParameters: generic,
				Parameters: []string{"&signer", "0x1::string::String", "0x1::string::String", "u8", "bool"},
				Return:     []string{"0x1::coin::BurnCapability<T0>", "0x1::coin::MintCapability<T0>"}},
			{Name: "collect", Visibility: "friend", Parameters: []string{"&mut 0x1::coin::Coin<T0>"}},
			{Name: "sweep", Visibility: "private", IsEntry: true},
			{Name: "inner", Visibility: "package"},
			{Name: "bare"},
			{Name: "a_function_whose_name_and_result_alone_fill_the_line_so_far", Visibility: "public",
				Return: []string{"0x1::option::Option<0x1::object::Object<0x1::fungible_asset::Metadata>>"}},
		},
	}
	const want = `module 0x1::coin {
    friend 0x1::genesis;
    friend 0xa::fees;

    struct Coin<phantom T0> has store {
        value: u64,
    }

    #[event]
    struct Deposit has drop, store {
        account: address,
        amount: u64,
    }

    struct Pair<T0: copy + drop, phantom T1: store> {
        first: T0,
        rest: 0x1::table::Table<address, T0>,
    }

    struct Marker has drop {}

    struct Dummy {
        dummy_field: u8,
    }

    struct Nothing {}

    native struct Machine<T0> has store;

    enum Shape has copy {
        // the ABI does not include the variants
    }

    enum Known {
        radius: u64,
    }

    #[view]
    public fun balance<T0>(#0: address): u64;

    public entry fun transfer<T0>(#0: &signer, #1: address, #2: u64);

    public fun initialize<T0>(
        #0: &signer,
        #1: 0x1::string::String,
        #2: 0x1::string::String,
        #3: u8,
        #4: bool,
    ): (0x1::coin::BurnCapability<T0>, 0x1::coin::MintCapability<T0>);

    public(friend) fun collect(#0: &mut 0x1::coin::Coin<T0>);

    entry fun sweep();

    package fun inner();

    fun bare();

    public fun a_function_whose_name_and_result_alone_fill_the_line_so_far(): 0x1::option::Option<0x1::object::Object<0x1::fungible_asset::Metadata>>;
}
`
	require.Equal(t, want, module.Source())
	require.Equal(t, want, module.Source())
}

func TestModuleSourceMinimal(t *testing.T) {
	module := ModuleABI{Address: Address{31: 2}, Name: "empty"}
	require.Equal(t, "module 0x2::empty {\n}\n", module.Source())

	module.Functions = []FunctionABI{{Name: "f", Visibility: "public"}}
	require.Equal(t, "module 0x2::empty {\n    public fun f();\n}\n", module.Source())
}

// A declaration of the maximum width is one line; with one more character it is split.
func TestModuleSourceWidth(t *testing.T) {
	const width = 96
	function := FunctionABI{Name: identifier(83), Parameters: []string{"u8"}}
	require.Equal(t, "fun "+function.Name+"(#0: u8);\n", function.Declaration(width))
	require.Len(t, function.Declaration(width), width+1)
	require.Contains(t, (&ModuleABI{Functions: []FunctionABI{function}}).Source(), "\n    fun "+function.Name+"(#0: u8);\n")

	function.Name += "x"
	require.Equal(t, "fun "+function.Name+"(\n    #0: u8,\n);\n", function.Declaration(width))
	require.Contains(t, (&ModuleABI{Functions: []FunctionABI{function}}).Source(), "\n    fun "+function.Name+"(\n        #0: u8,\n    );\n")
	require.Equal(t, "fun "+function.Name+"(#0: u8);\n", function.Declaration(width+1))
}
