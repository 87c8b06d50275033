package move

import (
	"slices"
	"strconv"
	"strings"
)

// CodePosition is an instruction of a module.
type CodePosition struct {
	Function string
	Offset   int // index among the instructions of the function
}

// aborts returns the places at which the module, or one of its functions, can abort with a code: each Abort whose code is known from
// the constants before it and equals the code, then those whose code is not known and native functions, which can abort with any.
//
// The error is a *ParseError, for functions that cannot be disassembled.
func (b *Bytecode) aborts(code AbortCode, function string) ([]Candidate, error) {
	var matching, possible []Candidate
	for i := range b.Functions {
		f := &b.Functions[i]
		if function != "" && f.ABI.Name != function {
			continue
		}
		id := b.ID.function(f.ABI.Name)
		if f.IsNative {
			possible = append(possible, Candidate{id, -1, true})
			continue
		}
		instructions, err := b.disassemble(f)
		if err != nil {
			return nil, err
		}
		for at := range instructions {
			switch known, isKnown := abortCode(instructions, at); {
			case !isAbort(instructions[at]):
			case !isKnown:
				possible = append(possible, Candidate{id, at, true})
			case known == code:
				matching = append(matching, Candidate{id, at, false})
			}
		}
	}
	return append(matching, possible...), nil
}

// isAbort reports whether an instruction aborts: with a code, or with a code and a message above it on the stack.
func isAbort(instruction Instruction) bool {
	return instruction.Name == "Abort" || instruction.Name == "AbortMsg"
}

// abortCode returns the code of an Abort or AbortMsg if the instructions before it load a constant: the code, or a reason that a function of
// std::error combines with its category. No jump can lead between them, because operands are of the same basic block.
func abortCode(instructions []Instruction, at int) (code AbortCode, ok bool) {
	switch name := instructions[at].Name; {
	case name == "AbortMsg" && at > 0 && instructions[at-1].Name == "LdConst": // the message, above the code
		at--
	case name != "Abort":
		return 0, false
	}
	if at == 0 {
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
	// The functions have the names of the categories.
	if category := slices.Index(abortCategories[:], strings.ToUpper(name)); ok && category > 0 {
		return AbortCode(category)<<16 | reason, true
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

// FunctionIndex returns the index of a function among those of the module, -1 if it defines no such function.
func (b *Bytecode) FunctionIndex(name string) int {
	for i := range b.Functions {
		if b.Functions[i].ABI.Name == name {
			return i
		}
	}
	return -1
}

// ErrorAt returns the error constant of an Abort whose code is known from the constants before it. It is zero for other instructions,
// and if the metadata of the module does not describe the code.
func (b *Bytecode) ErrorAt(position CodePosition) ErrorDescription {
	instructions, err := b.Disassemble(position.Function)
	if err != nil || position.Offset < 0 || position.Offset >= len(instructions) {
		return ErrorDescription{}
	}
	code, ok := abortCode(instructions, position.Offset)
	known, err := b.Errors()
	if !ok || err != nil {
		return ErrorDescription{}
	}
	description, _ := known.Describe(code)
	return description
}
