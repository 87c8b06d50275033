package publish

import (
	"encoding/binary"

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
	declarations                                                               Library
	modules, structs, functions, signatures, constants, identifiers, addresses entryPool
}

// assemble returns a module in version 6 of Move's binary format. Functions are not compiled: each returns zeros, or aborts
// if its results have no zero or its arguments cannot be dropped.
func assemble(m *Module, declarations Library) []byte {
	a := &assembler{declarations: declarations}
	a.module(m.ID) // the module's own handle must be the first
	var structs, functions, friends []byte
	for _, declared := range m.Structs {
		structs = a.structDefinition(structs, m.ID, declared)
	}
	for _, constant := range m.Constants {
		a.constant(constant.Value)
	}
	for _, function := range m.Functions {
		functions = a.functionDefinition(functions, m, function)
	}
	for _, friend := range m.Friends {
		friends = a.appendModule(friends, friend)
	}

	tables := []struct {
		kind byte
		body []byte
	}{
		{moduleHandlesTable, a.modules.bytes},
		{structHandlesTable, a.structs.bytes},
		{functionHandlesTable, a.functions.bytes},
		{signaturesTable, a.signatures.bytes},
		{identifiersTable, a.identifiers.bytes},
		{addressesTable, a.addresses.bytes},
		{constantsTable, a.constants.bytes},
		{structDefinitionsTable, structs},
		{functionDefinitionsTable, functions},
		{friendsTable, friends},
	}
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
	return a.identifiers.index(append(appendLength(nil, len(name)), name...))
}

func (a *assembler) appendModule(b []byte, id move.ModuleID) []byte {
	b = appendLength(b, a.addresses.index(id.Address[:]))
	return appendLength(b, a.identifier(id.Name))
}

func (a *assembler) module(id move.ModuleID) int {
	return a.modules.index(a.appendModule(nil, id))
}

// constant returns the index of a u64.
func (a *assembler) constant(value uint64) int {
	return a.constants.index(binary.LittleEndian.AppendUint64([]byte{byte(u64Token), 8}, value))
}

func (a *assembler) structure(module move.ModuleID, name string) int {
	declared := a.declarations.Struct(module, name)
	handle := appendLength(nil, a.module(module))
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

func (a *assembler) functionDefinition(b []byte, m *Module, function Function) []byte {
	handle := appendLength(nil, a.module(m.ID))
	handle = appendLength(handle, a.identifier(function.Name))
	handle = appendLength(handle, a.signature(function.Parameters))
	handle = appendLength(handle, a.signature(function.Results))
	handle = appendLength(handle, len(function.TypeParameters))
	for _, parameter := range function.TypeParameters {
		handle = append(handle, byte(parameter.Constraints))
	}
	b = appendLength(b, a.functions.index(handle))

	var flags byte
	if function.IsNative {
		flags |= nativeFunction
	}
	if function.IsEntry {
		flags |= entryFunction
	}
	b = append(b, byte(function.Visibility), flags, 0) // acquires no resource
	if function.IsNative {
		return b
	}
	b = appendLength(b, a.signature(nil)) // no locals besides the parameters
	return a.appendCode(b, m, function)
}
