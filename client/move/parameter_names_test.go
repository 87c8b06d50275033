package move

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParameterNames(t *testing.T) {
	source := NewModuleSource(`module 0x1::m {
    // public fun not_this(a: u8) {}
    public entry fun transfer<CoinType: key, phantom T>(
        from: &signer, // sends, pays
        to: address, /* receives: (all) */
        amount: u64,
    ) acquires Coin { let x = 1; }
    #[view]
    public fun none(): u64 { 0 }
    fun map<T>(self: &vector<Pair<T, u8>>, f: |T, &mut u8|(u8, T) has copy + drop, _: bool) {}
    native fun last<T>(table: &Table<T>): u8;
    fun broken(a: u8
`, nil)
	require.Equal(t, ParameterNames{
		"transfer": {"from", "to", "amount"}, "none": {}, "map": {"self", "f", "_"}, "last": {"table"},
	}, source.ParameterNames())

	abi := &ModuleABI{Functions: []FunctionABI{
		{Name: "transfer", Visibility: "public", IsEntry: true, Parameters: []string{"&signer", "address", "u64"}},
		{Name: "last", Parameters: []string{"u8", "u8"}},
	}}
	named := abi.NameParameters(source.ParameterNames())
	require.Equal(t, "public entry fun transfer(from: &signer, to: address, amount: u64);\n", named.Functions[0].Declaration(100))
	require.Equal(t, "fun last(#0: u8, #1: u8);\n", named.Functions[1].Declaration(100), "the source is of another version")
	require.Equal(t, "public entry fun transfer(#0: &signer, #1: address, #2: u64);\n", abi.Functions[0].Declaration(100))
	require.Equal(t, []int{1, 2}, abi.Functions[0].Arguments())
}
