package move

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

// fieldHandle refers to a field of a struct of the module.
type fieldHandle struct {
	structure int
	name      string
}

// variantHandle refers to a variant of an enum of the module.
type variantHandle struct {
	structure int
	name      string
}

// variantFieldHandle refers to a field with the same index in several variants.
type variantFieldHandle struct {
	structure int
	fields    []string // each with its variant: Variant.field
}

// definitions reads the tables of the structs and functions of the module.
func (p *bytecodeParser) definitions() {
	t := &p.module.tables
	p.each(friendTable, func() { p.module.Friends = append(p.module.Friends, p.moduleHandle()) })
	p.each(structDefinitionTable, p.structDefinition)
	p.instances(structInstanceTable, "struct", len(t.structDefinitions), &t.structInstances)
	p.each(fieldHandleTable, func() { t.fields = append(t.fields, p.fieldHandle()) })
	p.instances(fieldInstanceTable, "field", len(t.fields), &t.fieldInstances)
	p.each(variantHandleTable, func() { t.variants = append(t.variants, p.variantHandle()) })
	p.instances(variantInstanceTable, "variant", len(t.variants), &t.variantInstances)
	p.each(variantFieldHandleTable, func() { t.variantFields = append(t.variantFields, p.variantFieldHandle()) })
	p.instances(variantFieldInstanceTable, "field of variants", len(t.variantFields), &t.variantFieldInstances)

	defined := make(map[string]bool)
	p.each(functionDefinitionTable, func() { p.functionDefinition(defined) })
}

func (p *bytecodeParser) structDefinition() {
	start := p.offset
	handle := p.structNamed()
	if p.err == nil && handle.module != p.module.ID {
		p.fail(start, "definition of a struct of another module at byte %d", start)
	}
	definition := BytecodeStruct{ABI: StructABI{Name: handle.name, Abilities: handle.abilities, TypeParameters: handle.typeParameters}}
	switch p.choice("form of a struct", declaredVariants) {
	case nativeStruct:
		definition.ABI.IsNative = true
	case declaredFields:
		definition.ABI.Fields = p.fieldDefinitions()
	case declaredVariants:
		p.since("an enum", 7, p.offset-1)
		definition.ABI.IsEnum = true
		for range p.number("number of variants", maxShortCount) {
			variant := BytecodeVariant{Name: p.identifierNamed(), Fields: p.fieldDefinitions()}
			if p.err != nil {
				return
			}
			definition.Variants = append(definition.Variants, variant)
		}
	}
	p.module.Structs = append(p.module.Structs, definition)
	p.module.tables.structDefinitions = append(p.module.tables.structDefinitions, handle.path)
}

func (p *bytecodeParser) fieldDefinitions() []FieldABI {
	var fields []FieldABI
	for range p.number("number of fields", maxShortCount) {
		field := FieldABI{Name: p.identifierNamed(), Type: p.typeText()}
		if p.err != nil {
			return nil
		}
		fields = append(fields, field)
	}
	return fields
}

func (p *bytecodeParser) definedStruct() int {
	return p.index("struct definition", len(p.module.Structs))
}

func (p *bytecodeParser) fieldHandle() fieldHandle {
	handle := fieldHandle{structure: p.definedStruct()}
	if p.err != nil {
		return handle
	}
	fields := p.module.Structs[handle.structure].ABI.Fields
	if i := p.index("field", len(fields)); p.err == nil {
		handle.name = fields[i].Name
	}
	return handle
}

func (p *bytecodeParser) variantHandle() variantHandle {
	handle := variantHandle{structure: p.definedStruct()}
	if p.err == nil {
		handle.name = p.variantNamed(handle.structure).Name
	}
	return handle
}

func (p *bytecodeParser) variantNamed(structure int) BytecodeVariant {
	variants := p.module.Structs[structure].Variants
	if i := p.index("variant", len(variants)); p.err == nil {
		return variants[i]
	}
	return BytecodeVariant{}
}

func (p *bytecodeParser) variantFieldHandle() variantFieldHandle {
	handle := variantFieldHandle{structure: p.definedStruct()}
	start := p.offset
	field := p.number("index of a field", maxShortCount)
	for range p.number("number of variants", maxShortCount) {
		if p.err != nil {
			break
		}
		variant := p.variantNamed(handle.structure)
		if p.err == nil && field >= len(variant.Fields) {
			p.fail(start, "no field %d of variant %s at byte %d: there are %d", field, variant.Name, start, len(variant.Fields))
		}
		if p.err == nil {
			handle.fields = append(handle.fields, p.write(variant.Name+"."+variant.Fields[field].Name))
		}
	}
	return handle
}

// functionDefinition reads a function. defined has the names of those before.
func (p *bytecodeParser) functionDefinition(defined map[string]bool) {
	t := &p.module.tables
	start := p.offset
	i := p.index("function", len(t.functions))
	if p.err != nil {
		return
	}
	handle := t.functions[i]
	if handle.module != p.module.ID {
		p.fail(start, "definition of a function of another module at byte %d", start)
	}
	if defined[handle.name] {
		p.fail(start, "second definition of %s at byte %d", handle.name, start)
	}
	defined[handle.name] = true

	function := BytecodeFunction{ABI: FunctionABI{
		Name: handle.name, TypeParameters: handle.typeParameters, Parameters: handle.parameters, Return: handle.returned,
	}}
	function.ABI.Visibility, function.ABI.IsEntry = p.visibility()
	flags := p.byte("flags of a function")
	if p.module.Version >= 5 && flags&entryFunction != 0 {
		function.ABI.IsEntry = true
		flags &^= entryFunction
	}
	function.IsNative = flags&nativeFunction != 0
	if flags &^= nativeFunction; flags != 0 {
		p.fail(p.offset-1, "unknown flags %#x of a function at byte %d", flags, p.offset-1)
	}
	for range p.number("number of acquired structs", maxShortCount) {
		if acquired := p.definedStruct(); p.err == nil {
			function.Acquires = append(function.Acquires, t.structDefinitions[acquired])
		}
	}
	if !function.IsNative {
		function.Locals = p.signatureNamed()
		function.Instructions = p.number("number of instructions", maxInstructions)
		function.code = p.offset
		for range function.Instructions {
			if p.instruction(&function); p.err != nil {
				return
			}
		}
	}
	// Functions share signatures, but each declaration repeats their types.
	for _, texts := range [][]string{handle.parameters, handle.returned, function.Locals, function.Acquires} {
		for _, text := range texts {
			p.write(text)
		}
	}
	p.module.Functions = append(p.module.Functions, function)
}

// visibility reads the visibility of a function, which in version 4 includes whether it is an entry function.
func (p *bytecodeParser) visibility() (visibility string, isEntry bool) {
	code := p.byte("visibility of a function")
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
		p.fail(p.offset-1, "unknown visibility %d of a function at byte %d", code, p.offset-1)
		return "", false
	}
}
