package move

import (
	"slices"
	"strconv"
	"strings"
)

// Instruction is an instruction of a function.
type Instruction struct {
	Offset  int    // index among the instructions of the function
	Name    string // such as LdU64, CopyLoc, CallGeneric
	Operand string // with names resolved, "" if none
	Target  *int   // offset of the jump target, nil if it does not jump
}

// Disassemble returns the instructions of a function, none for a native one. Names of the module itself are not qualified.
// Bytecode has no names of variables: parameters are #0, #1 ... and signer, locals loc0, loc1 .... The error is a
// *ParseError, for an unknown function or operands that exceed MaxBytecodeText.
func (b *Bytecode) Disassemble(functionName string) ([]Instruction, error) {
	for i := range b.Functions {
		if f := &b.Functions[i]; f.ABI.Name == functionName {
			return b.disassemble(f)
		}
	}
	return nil, &ParseError{Kind: "function name", Input: functionName, Rule: b.ID.String() + " defines no such function"}
}

func (b *Bytecode) disassemble(f *BytecodeFunction) ([]Instruction, error) {
	p := &bytecodeParser{
		bcsReader: &bcsReader{kind: "bytecode", bytes: b.bytes, offset: f.code},
		module:    b,
	}
	instructions := make([]Instruction, 0, f.Instructions)
	variables := f.variables()
	for offset := range f.Instructions {
		name, o := p.instruction(f)
		if p.err != nil {
			return nil, p.err
		}
		instruction := Instruction{Offset: offset, Name: name, Operand: b.operandText(o, variables)}
		if o.form == jumpOperand {
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
	digits string // value, or number of items of a vector
}

// instruction reads an instruction of a function.
func (p *bytecodeParser) instruction(f *BytecodeFunction) (name string, o operand) {
	start := p.offset
	code := int(p.byte("opcode"))
	if p.err != nil {
		return "", operand{}
	}
	if code >= len(opcodes) || opcodes[code].name == "" {
		p.fail(start, "unknown opcode %#x at byte %d", code, start)
		return "", operand{}
	}
	opcode := opcodes[code]
	if opcode.since > 0 {
		p.since(opcode.name, opcode.since, start)
	}
	t := &p.module.tables
	o.form = opcode.operand
	switch opcode.operand {
	case u8Operand, u16Operand, u32Operand, u64Operand, u128Operand, u256Operand:
		o.digits = p.digits(operandKinds[opcode.operand])
	case jumpOperand:
		o.number = p.index("instruction", f.Instructions)
	case localOperand:
		o.number = p.index("local", len(f.ABI.Parameters)+len(f.Locals))
	case constantOperand:
		o.number = p.index("constant", len(p.module.Constants))
	case functionOperand:
		o.number = p.index("function", len(t.functions))
	case functionInstanceOperand:
		o.number = p.index("function with type arguments", len(t.functionInstances))
	case structOperand:
		o.number = p.index("struct definition", len(t.structDefinitions))
	case structInstanceOperand:
		o.number = p.index("struct with type arguments", len(t.structInstances))
	case fieldOperand:
		o.number = p.index("field", len(t.fields))
	case fieldInstanceOperand:
		o.number = p.index("field with type arguments", len(t.fieldInstances))
	case variantOperand:
		o.number = p.index("variant", len(t.variants))
	case variantInstanceOperand:
		o.number = p.index("variant with type arguments", len(t.variantInstances))
	case variantFieldOperand:
		o.number = p.index("field of variants", len(t.variantFields))
	case variantFieldInstanceOperand:
		o.number = p.index("field of variants with type arguments", len(t.variantFieldInstances))
	case elementOperand, itemsOperand:
		o.number = p.index("signature", len(t.signatures))
		if opcode.operand == itemsOperand {
			o.digits = p.digits(KindU64)
		}
	}
	return opcode.name, o
}

// digits reads an integer as decimal digits.
func (p *bytecodeParser) digits(kind Kind) string {
	return strings.Trim(string(p.integer(kind)), `"`) // large integers are quoted in JSON
}

// operandText returns an operand as text.
func (b *Bytecode) operandText(o operand, variables []string) string {
	if o.form == constantOperand {
		constant := b.Constants[o.number]
		return constant.Value + ": " + constant.Type
	}
	// An address starts with 0x, so no other module ID ends like this.
	return strings.ReplaceAll(b.tables.operandText(o, variables), b.ID.String()+"::", "")
}

// operandText writes an operand other than a constant, every name with its module.
func (t *bytecodeTables) operandText(o operand, variables []string) string {
	instance := func(instances []bytecodeInstance) (of int, typeArguments []string) {
		return instances[o.number].of, instances[o.number].typeArguments
	}
	switch o.form {
	case noOperand:
		return ""
	case jumpOperand:
		return strconv.Itoa(o.number)
	case localOperand:
		return variables[o.number]
	case functionOperand:
		return t.functionText(o.number, nil)
	case functionInstanceOperand:
		return t.functionText(instance(t.functionInstances))
	case structOperand:
		return t.structText(o.number, nil)
	case structInstanceOperand:
		return t.structText(instance(t.structInstances))
	case fieldOperand:
		return t.fieldText(o.number, nil)
	case fieldInstanceOperand:
		return t.fieldText(instance(t.fieldInstances))
	case variantOperand:
		return t.variantText(o.number, nil)
	case variantInstanceOperand:
		return t.variantText(instance(t.variantInstances))
	case variantFieldOperand:
		return t.variantFieldText(o.number, nil)
	case variantFieldInstanceOperand:
		return t.variantFieldText(instance(t.variantFieldInstances))
	case elementOperand:
		return strings.Join(t.signatures[o.number], ", ")
	case itemsOperand:
		return strings.Join(append(slices.Clone(t.signatures[o.number]), o.digits), ", ")
	default:
		return o.digits
	}
}

// variables returns the names of the parameters and locals with their types.
func (f *BytecodeFunction) variables() []string {
	variables := f.ABI.parametersSource()
	for i, local := range f.Locals {
		variables = append(variables, "loc"+strconv.Itoa(i)+": "+local)
	}
	return variables
}

func (t *bytecodeTables) functionText(number int, typeArguments []string) string {
	handle := t.functions[number]
	return withTypeArguments(handle.module.String()+"::"+handle.name, typeArguments)
}

func (t *bytecodeTables) structText(number int, typeArguments []string) string {
	return withTypeArguments(t.structDefinitions[number], typeArguments)
}

func (t *bytecodeTables) fieldText(number int, typeArguments []string) string {
	field := t.fields[number]
	return t.structText(field.structure, typeArguments) + "." + field.name
}

func (t *bytecodeTables) variantText(number int, typeArguments []string) string {
	variant := t.variants[number]
	return t.structText(variant.structure, typeArguments) + "::" + variant.name
}

func (t *bytecodeTables) variantFieldText(number int, typeArguments []string) string {
	handle := t.variantFields[number]
	return t.structText(handle.structure, typeArguments) + "::" + strings.Join(handle.fields, "|")
}
