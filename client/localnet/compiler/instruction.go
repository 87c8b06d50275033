package compiler

import (
	"slices"

	"foredeck/client/move"
)

// Opcodes of Move bytecode.
const (
	popCode             = 0x01
	returnCode          = 0x02
	branchTrueCode      = 0x03
	branchFalseCode     = 0x04
	branchCode          = 0x05
	loadU64Code         = 0x06
	loadConstantCode    = 0x07
	loadTrueCode        = 0x08
	loadFalseCode       = 0x09
	copyLocalCode       = 0x0a
	moveLocalCode       = 0x0b
	storeLocalCode      = 0x0c
	borrowLocalMutCode  = 0x0d
	borrowLocalCode     = 0x0e
	borrowFieldMutCode  = 0x0f
	borrowFieldCode     = 0x10
	callCode            = 0x11
	packCode            = 0x12
	unpackCode          = 0x13
	readCode            = 0x14
	writeCode           = 0x15
	addCode             = 0x16
	subtractCode        = 0x17
	multiplyCode        = 0x18
	moduloCode          = 0x19
	divideCode          = 0x1a
	bitOrCode           = 0x1b
	bitAndCode          = 0x1c
	bitXorCode          = 0x1d
	notCode             = 0x20
	equalCode           = 0x21
	unequalCode         = 0x22
	lessCode            = 0x23
	greaterCode         = 0x24
	lessOrEqualCode     = 0x25
	greaterOrEqualCode  = 0x26
	abortCode           = 0x27
	existsCode          = 0x29
	borrowGlobalMutCode = 0x2a
	borrowGlobalCode    = 0x2b
	moveFromCode        = 0x2c
	moveToCode          = 0x2d
	freezeCode          = 0x2e
	shiftLeftCode       = 0x2f
	shiftRightCode      = 0x30
	loadU8Code          = 0x31
	loadU128Code        = 0x32
	castU8Code          = 0x33
	castU64Code         = 0x34
	castU128Code        = 0x35
	vectorPackCode      = 0x40
	vectorLengthCode    = 0x41
	vectorBorrowCode    = 0x42
	vectorBorrowMutCode = 0x43
	vectorPushCode      = 0x44
	vectorPopCode       = 0x45
	vectorUnpackCode    = 0x46
	vectorSwapCode      = 0x47
	loadU16Code         = 0x48
	loadU32Code         = 0x49
	loadU256Code        = 0x4a
	castU16Code         = 0x4b
	castU32Code         = 0x4c
	castU256Code        = 0x4d
)

// genericCodes are the opcodes of the instructions on generic structs and functions.
var genericCodes = [...]byte{
	borrowFieldMutCode: 0x36, borrowFieldCode: 0x37, callCode: 0x38, packCode: 0x39, unpackCode: 0x3a,
	existsCode: 0x3b, borrowGlobalMutCode: 0x3c, borrowGlobalCode: 0x3d, moveFromCode: 0x3e, moveToCode: 0x3f,
}

var operatorCodes = map[string]byte{
	"+": addCode, "-": subtractCode, "*": multiplyCode, "/": divideCode, "%": moduloCode, "|": bitOrCode, "&": bitAndCode,
	"^": bitXorCode, "<<": shiftLeftCode, ">>": shiftRightCode, "==": equalCode, "!=": unequalCode, "<": lessCode,
	">": greaterCode, "<=": lessOrEqualCode, ">=": greaterOrEqualCode,
}

var castCodes = [...]byte{
	u8Token: castU8Code, u16Token: castU16Code, u32Token: castU32Code, u64Token: castU64Code, u128Token: castU128Code, u256Token: castU256Code,
}

var loadCodes = [...]byte{
	u8Token: loadU8Code, u16Token: loadU16Code, u32Token: loadU32Code, u64Token: loadU64Code, u128Token: loadU128Code, u256Token: loadU256Code,
}

// vectorCodes are the functions of 0x1::vector that are instructions.
var vectorCodes = map[string]byte{
	"empty": vectorPackCode, "length": vectorLengthCode, "borrow": vectorBorrowCode, "borrow_mut": vectorBorrowMutCode,
	"push_back": vectorPushCode, "pop_back": vectorPopCode, "destroy_empty": vectorUnpackCode, "swap": vectorSwapCode,
}

// instruction is an instruction whose operand is not yet an index of a table.
type instruction struct {
	code    byte
	operand any // nil, []byte, an int for a local variable, or one of the following
	where   span
}

type (
	// label is the target of a jump.
	label struct {
		offset int
		isUsed bool
	}
	// constantOperand is an entry of the constant table.
	constantOperand struct {
		kind  Type
		bytes []byte
		name  string // of the constant of the module; empty for others
	}
	// structOperand is a struct of the module with type arguments.
	structOperand struct{ kind Type }
	// fieldOperand is a field of a struct of the module.
	fieldOperand struct {
		kind  Type
		index int
	}
	functionOperand struct {
		module        move.ModuleID
		name          string
		typeArguments []Type
	}
	// vectorOperand is the type of the elements of a vector, and their number for vectorPackCode and vectorUnpackCode.
	vectorOperand struct {
		element Type
		count   uint64
	}
)

// isGeneric reports whether an instruction is one of those in genericCodes.
func (i instruction) isGeneric() bool {
	switch operand := i.operand.(type) {
	case structOperand:
		return len(operand.kind.parts) > 0
	case fieldOperand:
		return len(operand.kind.parts) > 0
	case functionOperand:
		return len(operand.typeArguments) > 0
	default:
		return false
	}
}

// moveLast moves local variables instead of copying them where they are used for the last time, as the Move compiler does.
// Variables that are borrowed are always copied.
func (g *generator) moveLast() {
	borrowed := make(map[int]bool)
	for _, i := range g.code {
		if i.code == borrowLocalCode || i.code == borrowLocalMutCode {
			borrowed[i.operand.(int)] = true
		}
	}
	live := g.liveness()
	for offset, i := range g.code {
		if i.code != copyLocalCode {
			continue
		}
		if index := i.operand.(int); !borrowed[index] && !live[offset][index] {
			g.code[offset].code = moveLocalCode
		}
	}
}

// liveness returns, for each instruction, the local variables that are read after it before they are written.
func (g *generator) liveness() []map[int]bool {
	after := make([]map[int]bool, len(g.code))
	for offset := range after {
		after[offset] = make(map[int]bool)
	}
	for changed := true; changed; {
		changed = false
		for offset := len(g.code) - 1; offset >= 0; offset-- {
			for _, next := range successors(g.code, offset) {
				if before := g.code[next]; isRead(before.code) {
					changed = add(after[offset], before.operand.(int)) || changed
				}
				for index := range after[next] {
					if g.code[next].code == storeLocalCode && g.code[next].operand.(int) == index {
						continue
					}
					changed = add(after[offset], index) || changed
				}
			}
		}
	}
	return after
}

func isRead(code byte) bool {
	return code == copyLocalCode || code == moveLocalCode || code == borrowLocalCode || code == borrowLocalMutCode
}

func add(set map[int]bool, index int) (added bool) {
	added = !set[index]
	set[index] = true
	return added
}

// successors lists the instructions that may follow one.
func successors(code []instruction, offset int) []int {
	var next []int
	if target, ok := code[offset].operand.(*label); ok {
		next = append(next, target.offset)
	}
	switch code[offset].code {
	case branchCode, returnCode, abortCode:
		return next
	default:
		return append(next, offset+1)
	}
}

// Position is an instruction of a module.
type Position struct {
	Function   string
	Definition int // index of the function
	Offset     int // index of the instruction in the function
}

// Opcode is the kind of an instruction that can fail.
type Opcode byte

// Opcodes that Find accepts, whether the instruction is generic or not.
const (
	Divide       Opcode = divideCode
	BorrowGlobal Opcode = borrowGlobalCode
	VectorBorrow Opcode = vectorBorrowCode
)

// Find returns the first instruction of a kind in a function. It panics if there is none.
func (c *Compiled) Find(function string, opcode Opcode) Position {
	_, definition := c.Function(function)
	for offset, i := range c.bodies()[definition].code {
		if i.code == byte(opcode) {
			return Position{function, definition, offset}
		}
	}
	panic("compiler: no such instruction in " + function)
}

// FindAbort returns the instruction that aborts with an error constant in a function, or in one that it calls in the module. It
// panics if there is none.
func (c *Compiled) FindAbort(function, reason string) Position {
	position, ok := c.findAbort(function, reason, nil)
	if !ok {
		panic("compiler: " + function + " does not abort with " + reason)
	}
	return position
}

func (c *Compiled) findAbort(function, reason string, visited []string) (position Position, ok bool) {
	if slices.Contains(visited, function) {
		return Position{}, false
	}
	visited = append(visited, function)
	_, definition := c.Function(function)
	code := c.bodies()[definition].code
	isReason := false // the last constant is the reason
	for offset, i := range code {
		switch operand := i.operand.(type) {
		case constantOperand:
			isReason = operand.name == reason
		default:
			if i.code == abortCode && isReason {
				return Position{function, definition, offset}, true
			}
		}
	}
	for _, i := range code {
		if called, isCall := i.operand.(functionOperand); isCall && called.module == c.ID {
			if position, ok = c.findAbort(called.name, reason, visited); ok {
				return position, true
			}
		}
	}
	return Position{}, false
}

// Description returns the doc comment of an error constant.
func (m *Module) Description(name string) string { return m.constant(name).Text }
