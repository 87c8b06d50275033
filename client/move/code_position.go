package move

import (
	"strconv"
	"strings"
)

// CodePosition is an instruction of a module.
type CodePosition struct {
	Function string
	Offset   int // index among the instructions of the function
}

// Locate returns the instructions at which an execution may have failed in this module, in the order of the module.
//
// exact is true if the status names the instruction, or if only one is possible. Nodes name it for failed instructions and for
// view calls, but not for the aborts of transactions. For these, Locate returns each Abort whose code is known from the
// constants before it and equals that of the status. There are none if the status is no failure in this module.
//
// The error is a *ParseError, for functions that cannot be disassembled.
func (b *Bytecode) Locate(s VMStatus) (positions []CodePosition, exact bool, err error) {
	if s.Module == nil || *s.Module != b.ID || s.Kind == StatusExecuted {
		return nil, false, nil
	}
	function := s.Function
	if function == "" && s.FunctionIndex >= 0 && s.FunctionIndex < len(b.Functions) {
		function = b.Functions[s.FunctionIndex].ABI.Name
	}
	for i := range b.Functions {
		f := &b.Functions[i]
		if function != "" && f.ABI.Name != function {
			continue
		}
		if function != "" && s.Offset >= 0 {
			if s.Offset < f.Instructions {
				return []CodePosition{{function, s.Offset}}, true, nil
			}
			continue
		}
		if s.AbortCode == nil {
			continue
		}
		instructions, err := b.disassemble(f)
		if err != nil {
			return nil, false, err
		}
		for at := range instructions {
			if code, ok := abortCode(instructions, at); ok && code == *s.AbortCode {
				positions = append(positions, CodePosition{f.ABI.Name, at})
			}
		}
	}
	return positions, len(positions) == 1, nil
}

// errorFunctions are the functions of std::error by their category's number.
var errorFunctions = map[string]AbortCode{
	"invalid_argument": 1, "out_of_range": 2, "invalid_state": 3, "unauthenticated": 4, "permission_denied": 5, "not_found": 6, "aborted": 7,
	"already_exists": 8, "resource_exhausted": 9, "cancelled": 10, "internal": 11, "not_implemented": 12, "unavailable": 13,
}

// abortCode returns the code of an Abort if the instructions before it load a constant: the code, or a reason that a function of
// std::error combines with its category.
func abortCode(instructions []Instruction, at int) (code AbortCode, ok bool) {
	if instructions[at].Name != "Abort" || at == 0 {
		return 0, false
	}
	before := instructions[at-1]
	if code, ok = constantCode(before); ok {
		return code, true
	}
	name, isError := strings.CutPrefix(before.Operand, "0x1::error::")
	if before.Name != "Call" || !isError || at < 2 {
		return 0, false
	}
	reason, ok := constantCode(instructions[at-2])
	if category := errorFunctions[name]; ok && category > 0 {
		return category<<16 | reason, true
	}
	if name == "canonical" && ok && at >= 3 {
		category, ok := constantCode(instructions[at-3])
		return category<<16 | reason, ok
	}
	return 0, false
}

// constantCode returns the u64 that an instruction loads.
func constantCode(instruction Instruction) (code AbortCode, ok bool) {
	digits := instruction.Operand
	switch instruction.Name {
	case "LdU64":
	case "LdConst":
		if digits, ok = strings.CutSuffix(digits, ": u64"); !ok {
			return 0, false
		}
	default:
		return 0, false
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	return AbortCode(number), err == nil
}
