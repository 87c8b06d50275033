package compiler

import (
	"encoding/binary"
	"slices"

	"foredeck/client/move"
)

// Flags of functions, and the kind of struct definitions, in Move bytecode.
const (
	nativeFunction = 0x2
	entryFunction  = 0x4
	declaredFields = 0x2
)

// entryPool is a table of distinct entries, which other tables refer to by index.
type entryPool struct {
	indexes map[string]int
	bytes   []byte
}

// index returns the index of an entry, and adds the entry if it is new.
func (p *entryPool) index(entry []byte) int {
	if index, ok := p.indexes[string(entry)]; ok {
		return index
	}
	if p.indexes == nil {
		p.indexes = make(map[string]int)
	}
	p.indexes[string(entry)] = len(p.indexes)
	p.bytes = append(p.bytes, entry...)
	return len(p.indexes) - 1
}

// assembler writes the bytecode of one module.
type assembler struct {
	module                                                     *Module
	declarations                                               Library
	modules, structs, functions, signatures, constants         entryPool
	identifiers, addresses                                     entryPool
	structInstances, functionInstances, fields, fieldInstances entryPool
}

// assemble returns a module in version 6 of Move's binary format.
func assemble(m *Module, library Library, bodies []body) []byte {
	a := &assembler{module: m, declarations: library}
	a.moduleHandle(m.ID) // the module's own handle must be the first
	var structs, functions, friends []byte
	for _, declared := range m.Structs {
		structs = a.structDefinition(structs, m.ID, declared)
	}
	for _, constant := range m.Constants {
		a.constant(constant.Type, constant.bytes)
	}
	acquired := acquiredResources(m, bodies)
	for i, function := range m.Functions {
		functions = a.functionDefinition(functions, function, bodies[i], acquired[i])
	}
	for _, friend := range m.Friends {
		friends = a.appendModule(friends, friend)
	}
	return writeTables([]moduleTable{
		{moduleHandlesTable, a.modules.bytes},
		{structHandlesTable, a.structs.bytes},
		{functionHandlesTable, a.functions.bytes},
		{functionInstancesTable, a.functionInstances.bytes},
		{signaturesTable, a.signatures.bytes},
		{constantsTable, a.constants.bytes},
		{identifiersTable, a.identifiers.bytes},
		{addressesTable, a.addresses.bytes},
		{structDefinitionsTable, structs},
		{structInstancesTable, a.structInstances.bytes},
		{functionDefinitionsTable, functions},
		{fieldHandlesTable, a.fields.bytes},
		{fieldInstancesTable, a.fieldInstances.bytes},
		{friendsTable, friends},
		{metadataTable, moduleMetadata(m)},
	})
}

type moduleTable struct {
	kind byte
	body []byte
}

// writeTables returns a module with tables, of which empty ones are left out.
func writeTables(tables []moduleTable) []byte {
	var count byte
	var heads, bodies []byte
	for _, table := range tables {
		if len(table.body) == 0 {
			continue // empty tables are not allowed
		}
		count++
		heads = append(heads, table.kind)
		heads = appendLength(heads, len(bodies))
		heads = appendLength(heads, len(table.body))
		bodies = append(bodies, table.body...)
	}
	code := append([]byte(nil), bytecodeHeader...)
	code = append(code, count)
	code = append(append(code, heads...), bodies...)
	return append(code, 0) // the module's own handle
}

// appendLength appends a length or an index as ULEB128.
func appendLength(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

func (a *assembler) identifier(name string) int {
	return a.identifiers.index(AppendString(nil, name))
}

func (a *assembler) appendModule(b []byte, id move.ModuleID) []byte {
	b = appendLength(b, a.addresses.index(id.Address[:]))
	return appendLength(b, a.identifier(id.Name))
}

func (a *assembler) moduleHandle(id move.ModuleID) int {
	return a.modules.index(a.appendModule(nil, id))
}

// constant returns the index of a constant.
func (a *assembler) constant(kind Type, value []byte) int {
	return a.constants.index(append(appendLength(a.appendType(nil, kind), len(value)), value...))
}

func (a *assembler) structure(module move.ModuleID, name string) int {
	declared := a.declarations.Struct(module, name)
	handle := appendLength(nil, a.moduleHandle(module))
	handle = appendLength(handle, a.identifier(name))
	handle = append(handle, byte(declared.Abilities))
	handle = appendLength(handle, len(declared.TypeParameters))
	for _, parameter := range declared.TypeParameters {
		phantom := byte(0)
		if parameter.IsPhantom {
			phantom = 1
		}
		handle = append(handle, byte(parameter.Constraints), phantom)
	}
	return a.structs.index(handle)
}

func (a *assembler) appendType(b []byte, kind Type) []byte {
	switch kind.token {
	case structToken:
		handle := a.structure(kind.module, kind.name)
		if len(kind.parts) == 0 {
			return appendLength(append(b, byte(structToken)), handle)
		}
		b = appendLength(append(b, byte(structInstanceToken)), handle)
		b = appendLength(b, len(kind.parts))
	case typeParameterToken:
		return appendLength(append(b, byte(typeParameterToken)), kind.parameter)
	default:
		b = append(b, byte(kind.token))
	}
	for _, part := range kind.parts {
		b = a.appendType(b, part)
	}
	return b
}

// signature returns the index of a list of types.
func (a *assembler) signature(types []Type) int {
	list := appendLength(nil, len(types))
	for _, kind := range types {
		list = a.appendType(list, kind)
	}
	return a.signatures.index(list)
}

func (a *assembler) structDefinition(b []byte, module move.ModuleID, declared Struct) []byte {
	b = appendLength(b, a.structure(module, declared.Name))
	b = append(b, declaredFields)
	b = appendLength(b, len(declared.Fields))
	for _, field := range declared.Fields {
		b = appendLength(b, a.identifier(field.Name))
		b = a.appendType(b, field.Type)
	}
	return b
}

// function returns the index of the handle of a function of any module.
func (a *assembler) function(module move.ModuleID, declared *Function) int {
	handle := appendLength(nil, a.moduleHandle(module))
	handle = appendLength(handle, a.identifier(declared.Name))
	handle = appendLength(handle, a.signature(declared.Parameters))
	handle = appendLength(handle, a.signature(declared.Results))
	handle = appendLength(handle, len(declared.TypeParameters))
	for _, parameter := range declared.TypeParameters {
		handle = append(handle, byte(parameter.Constraints))
	}
	return a.functions.index(handle)
}

func (a *assembler) functionDefinition(b []byte, function Function, compiled body, acquired []int) []byte {
	b = appendLength(b, a.function(a.module.ID, &function))
	var flags byte
	if function.IsNative {
		flags |= nativeFunction
	}
	if function.IsEntry {
		flags |= entryFunction
	}
	b = append(b, byte(function.Visibility), flags)
	b = appendLength(b, len(acquired))
	for _, index := range acquired {
		b = appendLength(b, index)
	}
	if function.IsNative {
		return b
	}
	var locals []Type
	for _, local := range compiled.locals[len(function.Parameters):] {
		locals = append(locals, local.kind)
	}
	b = appendLength(b, a.signature(locals))
	b = appendLength(b, len(compiled.code))
	for _, i := range compiled.code {
		b = a.appendInstruction(b, i)
	}
	return b
}

func (a *assembler) appendInstruction(b []byte, i instruction) []byte {
	code := i.code
	if i.isGeneric() {
		code = genericCodes[code]
	}
	b = append(b, code)
	switch operand := i.operand.(type) {
	case []byte:
		return append(b, operand...)
	case int:
		return appendLength(b, operand)
	case *label:
		return appendLength(b, operand.offset)
	case constantOperand:
		return appendLength(b, a.constant(operand.kind, operand.bytes))
	case structOperand:
		return appendLength(b, a.structIndex(operand.kind))
	case fieldOperand:
		return appendLength(b, a.fieldIndex(operand))
	case functionOperand:
		return appendLength(b, a.functionIndex(operand))
	case vectorOperand:
		b = appendLength(b, a.signature([]Type{operand.element}))
		if code == vectorPackCode || code == vectorUnpackCode {
			b = binary.LittleEndian.AppendUint64(b, operand.count)
		}
	}
	return b
}

// structIndex returns the index of the definition of a struct, or of its instance.
func (a *assembler) structIndex(kind Type) int {
	definition := slices.IndexFunc(a.module.Structs, func(s Struct) bool { return s.Name == kind.name })
	return a.instance(&a.structInstances, definition, kind.parts)
}

// instance returns the index of an entry with type arguments, which are in another pool; without any, that of the entry.
func (a *assembler) instance(pool *entryPool, entry int, typeArguments []Type) int {
	if len(typeArguments) == 0 {
		return entry
	}
	return pool.index(appendLength(appendLength(nil, entry), a.signature(typeArguments)))
}

func (a *assembler) fieldIndex(field fieldOperand) int {
	definition := a.structIndex(Type{name: field.kind.name})
	handle := a.fields.index(appendLength(appendLength(nil, definition), field.index))
	return a.instance(&a.fieldInstances, handle, field.kind.parts)
}

func (a *assembler) functionIndex(called functionOperand) int {
	declared, _ := a.declarations[called.module].Function(called.name)
	return a.instance(&a.functionInstances, a.function(called.module, declared), called.typeArguments)
}

// Table kinds in Move bytecode.
const (
	moduleHandlesTable       = 0x1
	structHandlesTable       = 0x2
	functionHandlesTable     = 0x3
	functionInstancesTable   = 0x4
	signaturesTable          = 0x5
	constantsTable           = 0x6
	identifiersTable         = 0x7
	addressesTable           = 0x8
	structDefinitionsTable   = 0xa
	structInstancesTable     = 0xb
	functionDefinitionsTable = 0xc
	fieldHandlesTable        = 0xd
	fieldInstancesTable      = 0xe
	friendsTable             = 0xf
	metadataTable            = 0x10
)

// bytecodeHeader is the magic number and the version.
var bytecodeHeader = binary.LittleEndian.AppendUint32([]byte{0xa1, 0x1c, 0xeb, 0x0b}, 6)

// ScriptBytecode is a script with main(&signer, u64, address), which does nothing.
var ScriptBytecode = append(append([]byte(nil), bytecodeHeader...),
	1,                     // one table:
	signaturesTable, 0, 6, // at offset 0, 6 bytes long
	0,              // signature 0: empty
	3, 6, 12, 3, 5, // signature 1: &signer, u64, address
	0,             // no type parameters
	1,             // parameters: signature 1
	0,             // locals: signature 0
	1, returnCode, // one instruction
)

// acquiredResources returns the resources that each function borrows or takes from global storage, itself or by a function of the
// module that it calls, as the sorted indexes of their definitions.
func acquiredResources(m *Module, bodies []body) [][]int {
	acquired := make([][]int, len(bodies))
	for changed := true; changed; {
		changed = false
		for function, compiled := range bodies {
			for _, i := range compiled.code {
				for _, index := range acquiredBy(m, acquired, i) {
					if !slices.Contains(acquired[function], index) {
						acquired[function] = append(acquired[function], index)
						changed = true
					}
				}
			}
		}
	}
	for _, indexes := range acquired {
		slices.Sort(indexes)
	}
	return acquired
}

// acquiredBy returns the resources that an instruction acquires, given those of the functions.
func acquiredBy(m *Module, acquired [][]int, i instruction) []int {
	switch operand := i.operand.(type) {
	case structOperand:
		if i.code == borrowGlobalCode || i.code == borrowGlobalMutCode || i.code == moveFromCode {
			return []int{slices.IndexFunc(m.Structs, func(s Struct) bool { return s.Name == operand.kind.name })}
		}
	case functionOperand:
		if operand.module == m.ID {
			_, index := m.Function(operand.name)
			return acquired[index]
		}
	}
	return nil
}
