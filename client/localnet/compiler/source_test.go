package compiler

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Declarations are parsed as in Move; errors panic.
func TestParseModule(t *testing.T) {
	t.Parallel()
	read := Parse(`
		// a comment
		module 0x1::m {
			use 0x2::n::S;
			friend 0x3::f;
			const E: u64 = 0x10;
			struct P<phantom T: copy + store, U> has drop, key { a: vector<S<U>>, b: &mut T }
			native public entry fun f<T>(x: &signer, y: T): (u8, P<u8, T>);
		}`, nil)
	require.Equal(t, "0x1::m", read.ID.String())
	require.Equal(t, "0x3::f", read.Friends[0].String())
	require.EqualValues(t, 16, read.Constant("E"))
	require.Equal(t, []string{"drop", "key"}, read.Structs[0].Abilities.Names())
	require.Equal(t, "vector<0x2::n::S<T1>>", read.Structs[0].Fields[0].Type.String())
	require.Equal(t, "&mut T0", read.Structs[0].Fields[1].Type.String())
	require.Equal(t, "0x1::m::P<u8, T0>", read.Functions[0].Results[1].String())
	for _, wrong := range []string{
		"module m::x {}", "module 1::x {}", "module 0x1::x { native fun f(): T; }", "module 0x1::x { fun f(); }", "module 0x1::x { struct S has fly {} }", "module 0x1::x {} more",
		"module 0x1::x { const E: u64 = ten; }", "module 0x1::x { const E: u8 = @0x1; }", "module 0x1::x {",
	} {
		require.Panics(t, func() { Parse(wrong, nil) }, wrong)
	}
}
