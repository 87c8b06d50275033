package move

import (
	"slices"
	"strings"
)

// instructionFailure is how an instruction fails.
type instructionFailure struct {
	statusCode string // the VM's name of it
	cause      string
	// isOnly is true if the instruction fails in no other way. Those on global storage also reach limits of the VM.
	isOnly bool
}

// failure returns how an instruction of a module with a version of the format fails. ok is false if it cannot fail, or
// if its failures have no common cause, such as those of calls.
func (i Instruction) failure(version int) (failure instructionFailure, ok bool) {
	name := strings.TrimSuffix(i.Name, "Generic")
	signed := func(cause, orElse string) string {
		if version >= signedIntegerVersion {
			return orElse
		}
		return cause
	}
	switch name {
	case "Add", "Mul":
		return instructionFailure{"ARITHMETIC_ERROR", signed("overflow", "overflow or underflow"), true}, true
	case "Sub":
		return instructionFailure{"ARITHMETIC_ERROR", signed("underflow", "overflow or underflow"), true}, true
	case "Div", "Mod":
		return instructionFailure{"ARITHMETIC_ERROR", signed("division by zero", "division by zero or overflow"), true}, true
	case "Negate":
		return instructionFailure{"ARITHMETIC_ERROR", "overflow", true}, true
	case "Shl", "Shr":
		return instructionFailure{"ARITHMETIC_ERROR", "shift by the width of the integer or more", true}, true
	case "VecImmBorrow", "VecMutBorrow", "VecSwap":
		return instructionFailure{"VECTOR_OPERATION_ERROR", "index out of bounds", true}, true
	case "VecPopBack":
		return instructionFailure{"VECTOR_OPERATION_ERROR", "empty vector", true}, true
	case "VecUnpack":
		return instructionFailure{"VECTOR_OPERATION_ERROR", "vector of another length", true}, true
	case "ImmBorrowGlobal", "MutBorrowGlobal", "MoveFrom":
		return instructionFailure{"MISSING_DATA", "no resource " + i.Operand, false}, true
	case "MoveTo":
		return instructionFailure{"RESOURCE_ALREADY_EXISTS", "resource " + i.Operand + " already exists", false}, true
	case "UnpackVariant", "ImmBorrowVariantField", "MutBorrowVariantField":
		return instructionFailure{"STRUCT_VARIANT_MISMATCH", "the value is not " + i.Operand, true}, true
	}
	if target, isCast := strings.CutPrefix(name, "Cast"); isCast {
		return instructionFailure{"ARITHMETIC_ERROR", "value does not fit " + strings.ToLower(target), true}, true
	}
	return instructionFailure{}, false
}

// canFail reports whether an execution can fail at an instruction without an abort.
func (i Instruction) canFail(version int) bool {
	if _, ok := i.failure(version); ok {
		return true
	}
	return slices.Contains(mayFail, strings.TrimSuffix(i.Name, "Generic"))
}

// mayFail are the instructions that fail at limits of the VM, in natives, or with aborts: those that call, copy or build values.
var mayFail = []string{
	"Call", "CallClosure", "PackClosure", "Exists", "CopyLoc", "ReadRef", "WriteRef", "Pack", "PackVariant", "VecPack", "VecPushBack", "LdConst", "Abort",
	"AbortMsg", "Eq", "Neq",
}

// addCause adds what the instruction at which the execution failed says, unless it contradicts the status.
func (s *VMStatus) addCause(module *Bytecode, function string, offset int) {
	if s.Kind == StatusAbort || s.Kind == StatusOutOfGas {
		return
	}
	instruction, ok := module.instructionAt(function, offset)
	if !ok {
		return
	}
	failure, ok := instruction.failure(module.Version)
	if !ok || s.StatusCode != "" && s.StatusCode != failure.statusCode {
		return
	}
	s.Cause = &Cause{instruction.Name, failure.cause, failure.isOnly || s.StatusCode != ""}
}

// instructionAt returns an instruction. ok is false if there is none, or if it cannot be read.
func (b *Bytecode) instructionAt(function string, offset int) (instruction Instruction, ok bool) {
	instructions, err := b.Disassemble(function)
	if err != nil || offset < 0 || offset >= len(instructions) {
		return Instruction{}, false
	}
	return instructions[offset], true
}
