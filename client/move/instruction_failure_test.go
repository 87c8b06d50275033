package move_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// instructionOf returns the offset of the only instruction with a name.
func instructionOf(t *testing.T, module *move.Bytecode, function, name string) int {
	t.Helper()
	instructions, err := module.Disassemble(function)
	require.NoError(t, err)
	for _, instruction := range instructions {
		if instruction.Name == name {
			return instruction.Offset
		}
	}
	require.Fail(t, "no such instruction", "%s in %v", name, instructions)
	return 0
}

func TestCausesOfFailedInstructions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, instruction, status, cause string }{
		{"(a: u64, b: u64): u64 { a + b }", "Add", "ARITHMETIC_ERROR", "overflow"},
		{"(a: u64, b: u64): u64 { a - b }", "Sub", "ARITHMETIC_ERROR", "underflow"},
		{"(a: u64, b: u64): u64 { a * b }", "Mul", "ARITHMETIC_ERROR", "overflow"},
		{"(a: u64, b: u64): u64 { a / b }", "Div", "ARITHMETIC_ERROR", "division by zero"},
		{"(a: u64, b: u64): u64 { a % b }", "Mod", "ARITHMETIC_ERROR", "division by zero"},
		{"(a: u64, b: u8): u64 { a << b }", "Shl", "ARITHMETIC_ERROR", "shift by the width of the integer or more"},
		{"(a: u64): u8 { (a as u8) }", "CastU8", "ARITHMETIC_ERROR", "value does not fit u8"},
		{"(a: u128): u64 { (a as u64) }", "CastU64", "ARITHMETIC_ERROR", "value does not fit u64"},
		{"(a: &vector<u8>, i: u64): u8 { *vector::borrow(a, i) }", "VecImmBorrow", "VECTOR_OPERATION_ERROR", "index out of bounds"},
		{"(a: &mut vector<u8>): u8 { vector::pop_back(a) }", "VecPopBack", "VECTOR_OPERATION_ERROR", "empty vector"},
		{"(a: &mut vector<u8>, i: u64) { vector::swap(a, i, i) }", "VecSwap", "VECTOR_OPERATION_ERROR", "index out of bounds"},
		{"(a: address): u64 acquires Store { borrow_global<Store>(a).value }", "ImmBorrowGlobal", "MISSING_DATA", "no resource Store"},
		{"<T>(a: address): u64 acquires Box { borrow_global<Box<T>>(a).value }", "ImmBorrowGlobalGeneric", "MISSING_DATA", "no resource Box<T0>"},
		{"(s: &signer) { move_to(s, Store { value: 1 }) }", "MoveTo", "RESOURCE_ALREADY_EXISTS", "resource Store already exists"},
	} {
		modules := compiledModules(t, `module 0x1::vector {
			native public fun borrow<T>(v: &vector<T>, i: u64): &T;
			native public fun pop_back<T>(v: &mut vector<T>): T;
			native public fun swap<T>(v: &mut vector<T>, i: u64, j: u64);
		}`, `module 0x1::m {
			use 0x1::vector;
			struct Store has key { value: u64 }
			struct Box<phantom T> has key { value: u64 }
			public fun f`+c.body+`
		}`)
		m := modules[move.MustParseModuleID("0x1::m")]
		offset := instructionOf(t, m, "f", c.instruction)
		explain := func(text string) *move.Cause { return move.ParseVMStatus(text).Explain(m, nil).Cause }

		bare := explain(fmt.Sprintf("Execution failed in 0x1::m::f at code offset %d", offset))
		isOnly := c.status == "ARITHMETIC_ERROR" || c.status == "VECTOR_OPERATION_ERROR"
		require.Equal(t, &move.Cause{Instruction: c.instruction, Text: c.cause, IsCertain: isOnly}, bare, "the node does not name the error")

		at := "%s at location Module 0x1::m and message 0x1::m::f at offset %d at code offset %d in function definition 0"
		named := explain(fmt.Sprintf(at, c.status, offset, offset))
		require.Equal(t, &move.Cause{Instruction: c.instruction, Text: c.cause, IsCertain: true}, named)

		require.Nil(t, explain(fmt.Sprintf(at, "CALL_STACK_OVERFLOW", offset, offset)), "%s: the status contradicts the instruction", c.instruction)
		require.Nil(t, explain("Execution failed in 0x1::m::f at code offset 0"), "%s: an instruction that does not fail", c.instruction)
		require.Nil(t, explain("Out of gas"))
	}
}
