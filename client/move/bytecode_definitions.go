package move

import (
	"fmt"
	"slices"
	"strconv"
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
	p.functions()
	p.missingStructs()
	for i := range p.module.Structs {
		p.module.Structs[i].Visibility = p.module.structVisibility(p.module.Structs[i].ABI.Name)
	}
}

// structure returns what a handle tells of a struct.
func (h *structHandle) structure() BytecodeStruct {
	return BytecodeStruct{ABI: StructABI{Name: h.name, Abilities: h.abilities, TypeParameters: h.typeParameters}}
}

func (p *bytecodeParser) structDefinition() BytecodeStruct {
	start := p.offset
	handle := p.structNamed()
	if p.err == nil && handle.module != p.module.ID {
		p.fail(start, "struct definition at byte %d belongs to another module", start)
	}
	definition := handle.structure()
	switch form := p.byte("struct form"); form {
	case nativeStruct:
		definition.ABI.IsNative = true
	case declaredFields:
		definition.ABI.Fields = p.fieldDefinitions()
	case declaredVariants:
		p.since("enum", enumVersion, p.offset-1)
		definition.ABI.IsEnum = true
		definition.Variants = readList(p, "variants", func() BytecodeVariant {
			return BytecodeVariant{Name: p.identifierNamed(), Fields: p.fieldDefinitions()}
		})
	default:
		if p.err == nil {
			p.guessed = true // whatever follows
			p.fail(p.offset-1, "unknown struct form %d at byte %d", form, p.offset-1)
		}
		return definition
	}
	if p.err == nil {
		p.module.tables.structDefinitions = append(p.module.tables.structDefinitions, handle.path)
	}
	return definition
}

func (p *bytecodeParser) fieldDefinitions() []FieldABI {
	return readList(p, "fields", func() FieldABI { return FieldABI{Name: p.identifierNamed(), Type: p.typeText()} })
}

// definedStruct reads an index into the structs of the module.
func (p *bytecodeParser) definedStruct() int {
	return p.index(operandNames[structOperand], len(p.module.tables.structDefinitions))
}

// structureAt returns a struct of the module, nil if it could not be read.
func (p *bytecodeParser) structureAt(index int) *BytecodeStruct {
	if p.err != nil || index == unknownEntry {
		return nil
	}
	return &p.module.Structs[index]
}

// memberHandle reads a struct and its member: a field or a variant. Without the definition of the struct, the member has a number.
func (p *bytecodeParser) memberHandle(what string, named func(*BytecodeStruct) string) (handle memberHandle) {
	handle.structure = p.definedStruct()
	if definition := p.structureAt(handle.structure); definition != nil {
		handle.name = named(definition)
	} else {
		handle.name = what + "_" + strconv.Itoa(p.number(what+" index", maxShortCount))
	}
	return handle
}

func (p *bytecodeParser) fieldHandle() memberHandle {
	return p.memberHandle("field", func(s *BytecodeStruct) string { return readEntry(p, "field", s.ABI.Fields).Name })
}

func (p *bytecodeParser) variantHandle() memberHandle {
	return p.memberHandle("variant", func(s *BytecodeStruct) string { return readEntry(p, "variant", s.Variants).Name })
}

func (p *bytecodeParser) variantFieldHandle() memberHandle {
	structure := p.definedStruct()
	start := p.offset
	field := p.number("field index", maxShortCount)
	definition := p.structureAt(structure)
	names := readList(p, "variants", func() string {
		if definition == nil {
			return "variant_" + strconv.Itoa(p.number("variant index", maxShortCount)) + ".field_" + strconv.Itoa(field)
		}
		variant := readEntry(p, "variant", definition.Variants)
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

// function returns what a handle tells of a function.
func (h *functionHandle) function() BytecodeFunction {
	return BytecodeFunction{
		ABI:        FunctionABI{Name: h.name, TypeParameters: h.typeParameters, Parameters: h.parameters, Return: h.returned},
		Attributes: h.attributes,
	}
}

// definedHandle reads the handle of a function definition.
func (p *bytecodeParser) definedHandle() functionHandle {
	start := p.offset
	functions := p.module.tables.functions
	index := p.index("function", len(functions))
	switch {
	case p.err != nil:
		return functionHandle{}
	case index == unknownEntry:
		name := "unknown_function_at_" + strconv.Itoa(start)
		return functionHandle{module: p.module.ID, name: name, parameters: unknownSignature, returned: unknownSignature}
	}
	return functions[index]
}

// functionDefinition reads a function. defined has the names of those before.
func (p *bytecodeParser) functionDefinition(defined map[string]bool) (function BytecodeFunction) {
	t := &p.module.tables
	start := p.offset
	handle := p.definedHandle()
	switch {
	case p.err != nil:
		return function
	case handle.module != p.module.ID:
		p.fail(start, "function definition at byte %d belongs to another module", start)
		return function
	case defined[handle.name]:
		p.fail(start, "duplicate definition of %s at byte %d", handle.name, start)
		return function
	}
	function = handle.function()
	for _, access := range handle.accesses {
		function.Accesses = append(function.Accesses, access.text(t))
	}
	p.header(&function)
	if !function.IsNative {
		p.body(&function)
	}
	// Functions share signatures, but each declaration repeats their types.
	for _, text := range slices.Concat(handle.parameters, handle.returned, function.Locals, function.Acquires, function.Accesses) {
		p.write(text)
	}
	if p.err == nil {
		defined[handle.name] = true
	}
	return function
}

// header reads the visibility, the flags and the acquired structs of a function.
func (p *bytecodeParser) header(function *BytecodeFunction) {
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
		if i := p.definedStruct(); p.err == nil && i != unknownEntry {
			return p.module.tables.structDefinitions[i]
		}
		return unknownSignature[0]
	})
}

// body reads the locals and instructions of a function, up to the first unknown opcode.
func (p *bytecodeParser) body(function *BytecodeFunction) {
	function.Locals = p.signatureNamed()
	function.Instructions = p.number("number of instructions", maxInstructions)
	function.declared, function.code = function.Instructions, p.offset
	for i := range function.Instructions {
		start := p.offset
		p.instruction(function)
		switch {
		case p.err == nil:
		case p.isStuck:
			function.Problem = fmt.Sprintf("%s: instruction %d of %d, the rest is not shown", p.err.Rule, i, function.declared)
			function.Instructions = i + 1
			p.err, p.isStuck = nil, false
			p.offset = start + 1
			return
		default:
			return
		}
	}
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
