package compiler

import "slices"

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
