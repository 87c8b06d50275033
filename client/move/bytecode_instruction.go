package move

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
)

// Instruction is an instruction of a function.
type Instruction struct {
	Offset  int    // index among the instructions of the function
	Name    string // such as LdU64, CopyLoc, CallGeneric
	Operand string // with names resolved, "" if none
	Target  *int   // offset of the jump target, nil if it does not jump or the target is not shown
}

// Disassemble returns the instructions of a function, none for a native one. Names of the module itself are not qualified.
// Bytecode does not name variables: parameters are #0, #1 ..., signers included, locals loc0, loc1 ... An
// unknown opcode ends the function with an instruction of the name Unknown. The error is a *ParseError, for an unknown function or operands that exceed MaxBytecodeText.
func (b *Bytecode) Disassemble(functionName string) ([]Instruction, error) {
	if i := b.FunctionIndex(functionName); i >= 0 {
		return b.disassemble(&b.Functions[i])
	}
	return nil, &ParseError{Kind: "function name", Input: functionName, Rule: b.ID.String() + " defines no such function"}
}

func (b *Bytecode) disassemble(f *BytecodeFunction) ([]Instruction, error) {
	p := newBytecodeParser(b, f.code)
	instructions := make([]Instruction, 0, f.Instructions)
	variables := f.variables()
	for offset := range f.Instructions {
		if f.Problem != "" && offset == f.Instructions-1 {
			return append(instructions, Instruction{Offset: offset, Name: "Unknown", Operand: f.Problem}), nil
		}
		name, o := p.instruction(f)
		if p.err != nil {
			return nil, p.err
		}
		instruction := Instruction{Offset: offset, Name: name, Operand: b.operandText(o, variables)}
		if o.form == jumpOperand && o.number < f.Instructions {
			target := o.number
			instruction.Target = &target
		}
		p.write(instruction.Operand)
		instructions = append(instructions, instruction)
	}
	if p.err != nil {
		return nil, p.err
	}
	return instructions, nil
}

// operand is the operand of an instruction.
type operand struct {
	form   operandForm
	number int    // index into a table, local or offset
	digits string // value, number of items of a vector, or the mask of the captured parameters in binary from the first on
}

// instruction reads an instruction of a function.
func (p *bytecodeParser) instruction(f *BytecodeFunction) (name string, o operand) {
	start := p.offset
	code := int(p.byte("opcode"))
	switch {
	case p.err != nil:
		return "", operand{}
	case code >= len(opcodes) || opcodes[code].name == "":
		p.isStuck = true
		p.fail(start, "unknown opcode %#x at byte %d", code, start)
		return "", operand{}
	}
	opcode := opcodes[code]
	p.since(opcode.name, opcodeVersion(code), start)
	o.form = opcode.operand
	form := o.form &^ genericOperand
	if operandNames[form] != "" {
		o.number = p.index(operandNames[form], p.operandCount(o.form, f))
	}
	if kind := operandKinds[form]; kind != 0 {
		o.digits = p.digits(kind)
	} else if form == itemsOperand {
		o.digits = p.digits(KindU64)
	} else if form == closureOperand {
		o.digits = p.captureMask()
	}
	return opcode.name, o
}

// operandCount returns the number of valid indexes in an instruction of a function.
func (p *bytecodeParser) operandCount(form operandForm, f *BytecodeFunction) int {
	switch form {
	case jumpOperand:
		return f.declared
	case localOperand:
		if p.module.tables.abandoned[signatureTable] { // there may be more than are known
			return maxShortCount + 1
		}
		return len(f.ABI.Parameters) + len(f.Locals)
	case constantOperand:
		return len(p.module.Constants)
	default:
		return p.module.tables.size(form)
	}
}

// captureMask reads the mask of a closure: a bit for each parameter that it captures.
func (p *bytecodeParser) captureMask() string {
	start := p.offset
	mask, size := binary.Uvarint(p.bytes[p.offset:])
	if size <= 0 {
		p.fail(start, "invalid closure mask at byte %d", start)
		return ""
	}
	p.offset += size
	bits := []byte(strconv.FormatUint(mask, 2))
	slices.Reverse(bits)
	return string(bits)
}

// captureText says which parameters a closure captures.
func captureText(bits string) string {
	var captured []string
	for i, bit := range bits {
		if bit == '1' {
			captured = append(captured, parameterName(i))
		}
	}
	if captured == nil {
		return ", captures nothing"
	}
	return ", captures " + strings.Join(captured, ", ")
}

// digits reads an integer as decimal digits.
func (p *bytecodeParser) digits(kind Kind) string {
	return strings.Trim(string(p.integer(kind)), `"`) // large integers are quoted in JSON
}

// operandText returns an operand as text.
func (b *Bytecode) operandText(o operand, variables []string) string {
	if o.form == constantOperand && o.number != unknownEntry {
		constant := b.Constants[o.number]
		return constant.Value + ": " + constant.Type
	}
	// An address starts with 0x, so no other module ID ends like this.
	return strings.ReplaceAll(b.tables.operandText(o, variables), b.ID.String()+"::", "")
}

// operandText writes an operand other than a constant, every name with its module.
func (t *bytecodeTables) operandText(o operand, variables []string) string {
	switch {
	case o.form == noOperand:
		return ""
	case o.number == unknownEntry:
		return unknownSignature[0]
	case o.form&^genericOperand == closureOperand:
		form := functionOperand | o.form&genericOperand
		return t.operandText(operand{form: form, number: o.number}, variables) + captureText(o.digits)
	}
	switch o.form {
	case jumpOperand:
		return strconv.Itoa(o.number)
	case localOperand:
		if o.number >= len(variables) {
			return "variable " + strconv.Itoa(o.number) + ": " + unknownSignature[0]
		}
		return variables[o.number]
	case elementOperand:
		return strings.Join(t.signatures[o.number], ", ")
	case itemsOperand:
		return strings.Join(append(slices.Clone(t.signatures[o.number]), o.digits), ", ")
	}
	if o.form&genericOperand != 0 {
		form := o.form &^ genericOperand
		instance := t.instances[form][o.number]
		return t.name(form, instance.of, instance.typeArguments)
	}
	if operandKinds[o.form] != 0 {
		return o.digits
	}
	return t.name(o.form, o.number, nil)
}

// variables returns the names of the parameters and locals with their types.
func (f *BytecodeFunction) variables() []string {
	variables := f.ABI.parametersSource()
	for i, local := range f.Locals {
		variables = append(variables, "loc"+strconv.Itoa(i)+": "+local)
	}
	return variables
}

// name returns the name of a function, struct, field or variant, with its module and type arguments.
func (t *bytecodeTables) name(form operandForm, number int, typeArguments []string) string {
	if number == unknownEntry {
		return withTypeArguments(unknownSignature[0], typeArguments)
	}
	switch form {
	case functionOperand:
		handle := t.functions[number]
		return withTypeArguments(handle.module.String()+"::"+handle.name, typeArguments)
	case structOperand:
		return withTypeArguments(t.structDefinitions[number], typeArguments)
	}
	member := t.members[form][number]
	separator := "::"
	if form == fieldOperand {
		separator = "."
	}
	return t.name(structOperand, member.structure, typeArguments) + separator + member.name
}

// withTypeArguments returns a name with its type arguments.
func withTypeArguments(name string, typeArguments []string) string {
	if len(typeArguments) == 0 {
		return name
	}
	return name + "<" + strings.Join(typeArguments, ", ") + ">"
}
