package move

import (
	"cmp"
	"slices"
	"strings"
)

// Cause is what the instruction says at which an execution failed.
type Cause struct {
	Instruction string `json:"instruction"` // VecImmBorrow
	Text        string `json:"text"`        // index out of bounds
	// IsCertain is false if the node does not name the error and the instruction can fail in other ways too.
	IsCertain bool `json:"is_certain"`
}

// Candidates are the places at which an execution may have failed.
type Candidates struct {
	List       []Candidate // those with a known abort code first, then in the order of the module
	IsComplete bool        // it failed at one of List

	// Why List is not complete. See CallGraph.
	Entry   *FunctionID // the called function, from which calls were followed; nil if they were not
	Unread  []ModuleID
	Dynamic []FunctionID
}

// Exact returns the place if it is the only possible one.
func (c *Candidates) Exact() (place Candidate, ok bool) {
	if c == nil || !c.IsComplete || len(c.List) != 1 {
		return Candidate{}, false
	}
	return c.List[0], true
}

// Candidate is a place at which an execution may have failed.
type Candidate struct {
	Function FunctionID
	Offset   int // index of the instruction; negative for a native function, which has none
	// IsCodeUnknown is true if the bytecode does not tell whether it aborts with the code of the status: the code is computed, or
	// the function is native.
	IsCodeUnknown bool
}

// MarshalJSON returns an object with null for the offset of a native function.
func (c Candidate) MarshalJSON() ([]byte, error) {
	object := struct {
		Function FunctionID `json:"function"`
		Offset   *int       `json:"code_offset"`
		Unknown  bool       `json:"is_code_unknown"`
	}{Function: c.Function, Unknown: c.IsCodeUnknown}
	if c.Offset >= 0 {
		object.Offset = &c.Offset
	}
	return EncodeJSON(object)
}

// Explain returns the status with what bytecode adds: the name of the abort code, where it failed, and what the instruction there
// says. module is that of the status, and calls leads from the called function to it; nil if that is unknown or was not read.
//
// Nodes name the instruction for failed instructions and for view calls, but not for the aborts of transactions. For these, the
// candidates are the instructions Abort that a call can reach and whose code is that of the status, or is not known from the
// constants before it, and native functions. If calls could not be followed, all of the module are considered.
func (s VMStatus) Explain(module *Bytecode, calls *CallGraph) VMStatus {
	if module == nil || s.Module == nil || *s.Module != module.ID || s.Kind == StatusExecuted {
		return s
	}
	s.describe(module)
	switch {
	case s.Offset >= 0:
		s.Candidates = s.named(module)
	case s.AbortCode != nil:
		s.Candidates = s.aborts(module, calls)
	}
	if place, ok := s.Candidates.Exact(); ok {
		s.Function, s.Offset = place.Function.Name, place.Offset
		s.Code = module.around(place)
		s.addCause(module, place.Function.Name, place.Offset)
	}
	return s
}

// describe adds the name and the description of the abort code, unless the node gave them.
func (s *VMStatus) describe(module *Bytecode) {
	if s.AbortCode == nil || s.Reason != "" {
		return
	}
	if known, err := module.Errors(); err == nil {
		description, _ := known.Describe(*s.AbortCode)
		s.Reason, s.Description = description.Name, cmp.Or(s.Description, description.Text)
	}
}

// named returns the places that the status names: one, or more if the name of the function is ambiguous. It is nil if the module does
// not have them.
func (s *VMStatus) named(module *Bytecode) *Candidates {
	found := &Candidates{IsComplete: true}
	var failing []Candidate
	for _, name := range s.functions(module) {
		if instruction, ok := module.instructionAt(name, s.Offset); ok {
			place := Candidate{Function: module.ID.function(name), Offset: s.Offset}
			found.List = append(found.List, place)
			if instruction.canFail(module.Version) {
				failing = append(failing, place)
			}
		}
	}
	if len(failing) > 0 {
		found.List = failing
	}
	if len(found.List) == 0 {
		return nil
	}
	return found
}

// maxMeant is the number of functions that a status may mean. More have the same name in as many modules, which is no accident.
const maxMeant = 8

// functions returns the names of the functions that the status may mean, that of its text first; none if there are too many.
//
// Nodes with the code of Aptos look up the name of the function of a failed instruction in the wrong table: with the index of its
// definition, among the handles of functions of all modules, which have another order.
func (s *VMStatus) functions(module *Bytecode) []string {
	if s.FunctionIndex >= 0 && s.FunctionIndex < len(module.Functions) {
		return []string{module.Functions[s.FunctionIndex].ABI.Name}
	}
	names := []string{s.Function}
	if s.Kind != StatusFailure || s.StatusCode != "" {
		return names
	}
	for i, handle := range module.tables.functions[:min(len(module.Functions), len(module.tables.functions))] {
		if name := module.Functions[i].ABI.Name; handle.name == s.Function && name != s.Function {
			names = append(names, name)
		}
		if len(names) > maxMeant {
			return nil
		}
	}
	return names
}

// aborts returns the places of the module at which the status can have aborted.
func (s *VMStatus) aborts(module *Bytecode, calls *CallGraph) *Candidates {
	everywhere, err := module.aborts(*s.AbortCode, s.Function)
	found := &Candidates{List: emptyIfNil(everywhere), IsComplete: err == nil && len(module.Problems) == 0}
	if !found.IsComplete {
		found.Unread = []ModuleID{module.ID}
	}
	if calls == nil || found.IsComplete && len(everywhere) <= 1 || s.Function != "" {
		return found
	}
	found.Entry, found.List = &calls.Entry, []Candidate{}
	found.Dynamic = calls.Dynamic()
	for _, id := range calls.Unread() {
		if !slices.Contains(found.Unread, id) {
			found.Unread = append(found.Unread, id)
		}
	}
	found.IsComplete = len(found.Dynamic)+len(found.Unread) == 0
	for _, place := range everywhere {
		if calls.Reaches(place.Function) {
			found.List = append(found.List, place)
		}
	}
	return found
}

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

// aroundFailure is the number of instructions, and of lines, that are shown on each side of a failure.
const aroundFailure = 2

// around returns the instructions around a place, nil for that of a native function.
func (b *Bytecode) around(place Candidate) []Instruction {
	instructions, err := b.Disassemble(place.Function.Name)
	if err != nil || place.Offset < 0 || place.Offset >= len(instructions) {
		return nil
	}
	return slices.Clone(instructions[max(place.Offset-aroundFailure, 0):min(place.Offset+aroundFailure+1, len(instructions))])
}

// instructionAt returns an instruction. ok is false if there is none, or if it cannot be read.
func (b *Bytecode) instructionAt(function string, offset int) (instruction Instruction, ok bool) {
	instructions, err := b.Disassemble(function)
	if err != nil || offset < 0 || offset >= len(instructions) {
		return Instruction{}, false
	}
	return instructions[offset], true
}
