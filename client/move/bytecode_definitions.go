package move

import (
	"slices"
	"strings"
)

// Forms of struct definitions.
const (
	nativeStruct     = 1
	declaredFields   = 2
	declaredVariants = 3
)

// Flags of a function.
const (
	nativeFunction = 0x2
	entryFunction  = 0x4
)

// scriptVisibility is the visibility of entry functions in version 4.
const scriptVisibility = 2

// maxInstructions is the maximum number of instructions of a function.
const maxInstructions = 65535

// definitions reads the tables of the structs and functions of the module.
func (p *bytecodeParser) definitions() {
	t := &p.module.tables
	readTable(p, friendTable, &p.module.Friends, p.moduleHandle)
	readTable(p, structDefinitionTable, &p.module.Structs, p.structDefinition)
	p.instances(structInstanceTable, structOperand)
	readTable(p, fieldHandleTable, &t.members[fieldOperand], p.fieldHandle)
	p.instances(fieldInstanceTable, fieldOperand)
	readTable(p, variantHandleTable, &t.members[variantOperand], p.variantHandle)
	p.instances(variantInstanceTable, variantOperand)
	readTable(p, variantFieldHandleTable, &t.members[variantFieldOperand], p.variantFieldHandle)
	p.instances(variantFieldInstanceTable, variantFieldOperand)

	defined := make(map[string]bool)
	readTable(p, functionDefinitionTable, &p.module.Functions, func() BytecodeFunction { return p.functionDefinition(defined) })
}

func (p *bytecodeParser) structDefinition() BytecodeStruct {
	start := p.offset
	handle := p.structNamed()
	if p.err == nil && handle.module != p.module.ID {
		p.fail(start, "struct definition at byte %d belongs to another module", start)
	}
	definition := BytecodeStruct{ABI: StructABI{Name: handle.name, Abilities: handle.abilities, TypeParameters: handle.typeParameters}}
	switch p.choice("struct form", declaredVariants) {
	case nativeStruct:
		definition.ABI.IsNative = true
	case declaredFields:
		definition.ABI.Fields = p.fieldDefinitions()
	case declaredVariants:
		p.since("enum", 7, p.offset-1)
		definition.ABI.IsEnum = true
		definition.Variants = readList(p, "variants", func() BytecodeVariant {
			return BytecodeVariant{Name: p.identifierNamed(), Fields: p.fieldDefinitions()}
		})
	}
	p.module.tables.structDefinitions = append(p.module.tables.structDefinitions, handle.path)
	return definition
}

func (p *bytecodeParser) fieldDefinitions() []FieldABI {
	return readList(p, "fields", func() FieldABI { return FieldABI{Name: p.identifierNamed(), Type: p.typeText()} })
}

// definedStruct reads an index into the structs of the module.
func (p *bytecodeParser) definedStruct() int {
	return p.index(operandNames[structOperand], len(p.module.tables.structDefinitions))
}

func (p *bytecodeParser) fieldHandle() (handle memberHandle) {
	if handle.structure = p.definedStruct(); p.err == nil {
		handle.name = readEntry(p, "field", p.module.Structs[handle.structure].ABI.Fields).Name
	}
	return handle
}

func (p *bytecodeParser) variantHandle() (handle memberHandle) {
	if handle.structure = p.definedStruct(); p.err == nil {
		handle.name = readEntry(p, "variant", p.module.Structs[handle.structure].Variants).Name
	}
	return handle
}

func (p *bytecodeParser) variantFieldHandle() memberHandle {
	structure := p.definedStruct()
	start := p.offset
	field := p.number("field index", maxShortCount)
	names := readList(p, "variants", func() string {
		variant := readEntry(p, "variant", p.module.Structs[structure].Variants)
		if p.err == nil && field >= len(variant.Fields) {
			p.fail(start, "field index %d at byte %d is out of range: variant %s has %d", field, start, variant.Name, len(variant.Fields))
		}
		if p.err != nil {
			return ""
		}
		return p.write(variant.Name + "." + variant.Fields[field].Name)
	})
	return memberHandle{structure, strings.Join(names, "|")}
}

// functionDefinition reads a function. defined has the names of those before.
func (p *bytecodeParser) functionDefinition(defined map[string]bool) (function BytecodeFunction) {
	t := &p.module.tables
	start := p.offset
	handle := readEntry(p, "function", t.functions)
	switch {
	case p.err != nil:
		return function
	case handle.module != p.module.ID:
		p.fail(start, "function definition at byte %d belongs to another module", start)
	case defined[handle.name]:
		p.fail(start, "duplicate definition of %s at byte %d", handle.name, start)
	}
	defined[handle.name] = true

	function.ABI = FunctionABI{
		Name: handle.name, TypeParameters: handle.typeParameters, Parameters: handle.parameters, Return: handle.returned,
	}
	function.ABI.Visibility, function.ABI.IsEntry = p.visibility()
	flags := p.byte("function flags")
	if p.module.Version >= 5 && flags&entryFunction != 0 {
		function.ABI.IsEntry = true
		flags &^= entryFunction
	}
	function.IsNative = flags&nativeFunction != 0
	if flags &^= nativeFunction; flags != 0 {
		p.fail(p.offset-1, "unknown function flags %#x at byte %d", flags, p.offset-1)
	}
	function.Acquires = readList(p, "acquired structs", func() string {
		return readEntry(p, operandNames[structOperand], t.structDefinitions)
	})
	if !function.IsNative {
		function.Locals = p.signatureNamed()
		function.Instructions = p.number("number of instructions", maxInstructions)
		function.code = p.offset
		for range function.Instructions {
			if p.instruction(&function); p.err != nil {
				return function
			}
		}
	}
	// Functions share signatures, but each declaration repeats their types.
	for _, text := range slices.Concat(handle.parameters, handle.returned, function.Locals, function.Acquires) {
		p.write(text)
	}
	return function
}

// visibility reads the visibility of a function, which in version 4 includes whether it is an entry function.
func (p *bytecodeParser) visibility() (visibility string, isEntry bool) {
	code := p.byte("function visibility")
	switch {
	case code == 0:
		return "private", false
	case code == 1:
		return "public", false
	case code == scriptVisibility && p.module.Version < 5:
		return "public", true
	case code == 3:
		return "friend", false
	default:
		p.fail(p.offset-1, "unknown function visibility %d at byte %d", code, p.offset-1)
		return "", false
	}
}
