package compiler

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

const vectorSource = `module 0x1::vector {
	native public fun empty<T>(): vector<T>;
	native public fun length<T>(v: &vector<T>): u64;
	native public fun borrow<T>(v: &vector<T>, i: u64): &T;
	native public fun push_back<T>(v: &mut vector<T>, item: T);
}`

// compiled compiles the functions of a module and returns the parsed bytecode.
func compiled(t *testing.T, functions string) *move.Bytecode {
	t.Helper()
	module := Parse(`module 0x1::m {
		use 0x1::vector;
		/// The reason
		const EREASON: u64 = 3;
		struct Box<T> has copy, drop, store { value: T }
		struct Coin { value: u64 }
		struct Store has key { coin: Coin }
		`+functions+`
	}`, nil)
	library := NewLibrary([]*Module{module, Parse(vectorSource, nil)})
	parsed, err := move.ParseBytecode(New(module, library).Bytecode())
	require.NoError(t, err)
	return parsed
}

// Bodies become the instructions that the Move compiler would write, up to its optimizations.
func TestCompile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, function, code string }{
		{"arithmetic and literals", `fun f(a: u8, b: u64): u64 { b * 2 + (a as u64) % 0x10 }`,
			"MoveLoc LdU64 Mul MoveLoc CastU64 LdU64 Mod Add Ret"},
		{"a literal has the type of the other operand", `fun f(a: u128): bool { 1 < a && a != 5u128 }`,
			"LdU128 CopyLoc Lt BrFalse MoveLoc LdU128 Neq StLoc Branch LdFalse StLoc MoveLoc Ret"},
		{"if as a value", `fun f(a: u64): u64 { let b = if (a > 1) a else { a + 1 }; b }`,
			"CopyLoc LdU64 Gt BrFalse MoveLoc StLoc Branch MoveLoc LdU64 Add StLoc MoveLoc StLoc MoveLoc Ret"},
		{"while, break and continue", `fun f(n: u64) { while (n > 0) { n = n - 1; if (n == 7) { break }; if (n == 9) { continue } } }`,
			"CopyLoc LdU64 Gt BrFalse MoveLoc LdU64 Sub StLoc CopyLoc LdU64 Eq BrFalse Branch CopyLoc LdU64 Eq BrFalse Branch Branch Ret"},
		{"a loop that does not end", `fun f(): u64 { loop { abort EREASON } }`, "LdConst Abort"},
		{"assert", `fun f(a: bool) { assert!(!a, EREASON); }`, "MoveLoc Not BrTrue LdConst Abort Ret"},
		{"pack, unpack and fields", `fun f(c: Coin): u64 { let Coin { value } = c; let b = Box { value }; b.value = 2; b.value }`,
			"MoveLoc Unpack StLoc MoveLoc PackGeneric StLoc LdU64 MutBorrowLoc MutBorrowFieldGeneric WriteRef ImmBorrowLoc ImmBorrowFieldGeneric ReadRef Ret"},
		{"references", `fun f(c: &mut Coin, n: &u64): &u64 { c.value = *n; &c.value }`,
			"MoveLoc ReadRef CopyLoc MutBorrowField WriteRef MoveLoc ImmBorrowField Ret"},
		{"global storage", `fun f(s: &signer, a: address): bool { move_to(s, Store { coin: Coin { value: 1 } }); borrow_global_mut<Store>(a).coin.value = 2; exists<Store>(a) }`,
			"MoveLoc LdU64 Pack Pack MoveTo LdU64 CopyLoc MutBorrowGlobal MutBorrowField MutBorrowField WriteRef MoveLoc Exists Ret"},
		{"vectors", `fun f(): u64 { let v = vector[1, 2]; vector::push_back(&mut v, 3); let e = vector::empty<u8>(); vector::length(&v) + vector::length(&e) + *vector::borrow(&v, 0) }`,
			"LdU64 LdU64 VecPack StLoc MutBorrowLoc LdU64 VecPushBack VecPack StLoc ImmBorrowLoc VecLen ImmBorrowLoc VecLen Add ImmBorrowLoc LdU64 VecImmBorrow ReadRef Add Ret"},
		{"type arguments are inferred", `fun g<T: copy + drop>(b: &Box<T>): T { b.value } fun f(): u8 { g(&Box { value: 1u8 }) }`,
			"LdU8 PackGeneric StLoc ImmBorrowLoc CallGeneric Ret"},
		{"tuples", `fun g(): (u64, bool) { (1, true) } fun f(): u64 { let (n, _) = g(); n }`, "Call Pop StLoc MoveLoc Ret"},
		{"the value of a statement is dropped", `fun g(): u64 { return 1 } fun f() { g(); }`, "Call Pop Ret"},
		{"a mutable reference is frozen for a function", `fun g(n: &u64): u64 { *n } fun f(n: &mut u64): u64 { g(n) }`, "MoveLoc FreezeRef Call Ret"},
		{"bytes, addresses and shifts", `fun f(): (vector<u8>, vector<u8>, address, u64) { (b"a\x20", x"00ff", @0x1, 1 << 3) }`,
			"LdConst LdConst LdConst LdU64 LdU8 Shl Ret"},
	} {
		instructions, err := compiled(t, c.function).Disassemble("f")
		require.NoError(t, err, c.name)
		var names []string
		for _, instruction := range instructions {
			names = append(names, instruction.Name)
		}
		require.Equal(t, c.code, strings.Join(names, " "), c.name)
	}
}

// A function acquires the resources that it borrows itself and by functions of its module.
func TestAcquires(t *testing.T) {
	t.Parallel()
	parsed := compiled(t, `fun g(a: address): u64 { borrow_global<Store>(a).coin.value } fun f(a: address): u64 { g(a) } fun h(a: address): bool { exists<Store>(a) }`)
	acquires := map[string][]string{}
	for _, function := range parsed.Functions {
		acquires[function.ABI.Name] = function.Acquires
	}
	require.Equal(t, map[string][]string{"g": {"0x1::m::Store"}, "f": {"0x1::m::Store"}, "h": nil}, acquires)
}

// The error map has the constants whose names begin with E, with their doc comments.
func TestErrorMap(t *testing.T) {
	t.Parallel()
	parsed := compiled(t, `const LIMIT: u64 = 4; const EBYTES: vector<u8> = b"no"; fun f() { abort EREASON }`)
	errors, err := parsed.Errors()
	require.NoError(t, err)
	require.Equal(t, move.ErrorMap{3: {Name: "EREASON", Text: "The reason"}}, errors)
}

// Errors in bodies panic with the line.
func TestCompileErrors(t *testing.T) {
	t.Parallel()
	for function, problem := range map[string]string{
		"fun f() { g() }":                           "line 8: unknown function: 0x1::m::g",
		"fun f(): u64 { n }":                        "unknown variable: n",
		"fun f(c: Coin): u64 { c.size }":            "unknown field: size",
		"fun f() { 0x1::other::g() }":               "unknown module: 0x1::other",
		"fun f() { let (a, b) = 1; }":               "1 values for 2 variables",
		"fun f() { let v = vector[]; }":             "the vector needs a type argument",
		"fun f() { let v = vector::empty(); }":      "a type argument is missing",
		"fun f() { let c = Coin {}; }":              "missing field: value",
		"fun f(): u64 { vector::length(1, 2) }":     "length takes 1 arguments, not 2",
		"fun f(): bool { exists<0x1::a::B>(@0x1) }": "not a resource of the module",
		"fun f() { 1 2 }":                           "expected ;",
	} {
		require.Contains(t, panicOf(func() { compiled(t, function) }), problem, function)
	}
}

// panicOf returns what a function panics with; empty if it does not.
func panicOf(run func()) (message string) {
	defer func() { message, _ = recover().(string) }()
	run()
	return ""
}
