package compiler

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// table is the unread part of a table of bytecode.
type table struct {
	t     *testing.T
	bytes []byte
}

func (b *table) byte() byte { return b.take(1)[0] }

func (b *table) take(count int) []byte {
	require.LessOrEqual(b.t, count, len(b.bytes), "cut short")
	taken := b.bytes[:count]
	b.bytes = b.bytes[count:]
	return taken
}

func (b *table) number() int {
	number, width := binary.Uvarint(b.bytes)
	require.Positive(b.t, width, "no ULEB128 number")
	require.Equal(b.t, binary.AppendUvarint(nil, number), b.take(width), "a number longer than it need be")
	return int(number)
}

// binaryModule is a parsed module. The parser is independent of the code under test.
type binaryModule struct {
	t                      *testing.T
	tables                 map[byte]*table
	identifiers, constants []string
	constantTypes          []string
	acquires               map[string][]int // by function, as declared
	addresses              []move.Address
	modules                []string
	structs, functions     []binaryHandle
	signatures             [][]string
}

type binaryHandle struct {
	module, name    string
	abilities       byte
	constraints     []byte
	phantoms        []bool
	params, results int
}

func readBinary(t *testing.T, code []byte) *binaryModule {
	t.Helper()
	m := &binaryModule{t: t, tables: map[byte]*table{}}
	for kind := range byte(0x11) {
		m.tables[kind] = &table{t: t}
	}
	whole := &table{t, code}
	require.Equal(t, "a11ceb0b06000000", hex.EncodeToString(whole.take(8)))
	type head struct{ kind, offset, length int }
	var heads []head
	for range whole.number() {
		heads = append(heads, head{int(whole.byte()), whole.number(), whole.number()})
	}
	end := 0
	for _, head := range heads {
		require.Equal(t, end, head.offset, "tables follow one another")
		require.Positive(t, head.length)
		require.Empty(t, m.tables[byte(head.kind)].bytes, "a table of a kind once")
		m.tables[byte(head.kind)].bytes = whole.take(head.length)
		end += head.length
	}
	require.Equal(t, 0, whole.number(), "the module's own handle")
	require.Empty(t, whole.bytes)
	m.read()
	return m
}

// each reads a table to its end.
func (m *binaryModule) each(kind byte, read func(*table)) {
	for table := m.tables[kind]; len(table.bytes) > 0; {
		read(table)
	}
}

func (m *binaryModule) read() {
	m.each(0x7, func(b *table) { m.identifiers = append(m.identifiers, string(b.take(b.number()))) })
	m.each(0x8, func(b *table) { m.addresses = append(m.addresses, move.Address(b.take(32))) })
	m.each(0x1, func(b *table) {
		m.modules = append(m.modules, m.addresses[b.number()].Short()+"::"+m.identifiers[b.number()])
	})
	m.each(0x2, func(b *table) {
		handle := binaryHandle{module: m.modules[b.number()], name: m.identifiers[b.number()], abilities: b.byte()}
		for range b.number() {
			handle.constraints = append(handle.constraints, b.byte())
			handle.phantoms = append(handle.phantoms, b.byte() == 1)
		}
		m.structs = append(m.structs, handle)
	})
	m.each(0x5, func(b *table) {
		var types []string
		for range b.number() {
			types = append(types, m.kind(b))
		}
		m.signatures = append(m.signatures, types)
	})
	m.each(0x6, func(b *table) {
		kind := m.kind(b)
		m.constantTypes = append(m.constantTypes, kind)
		m.constants = append(m.constants, kind+string(b.take(b.number())))
	})
	m.each(0x3, func(b *table) {
		handle := binaryHandle{module: m.modules[b.number()], name: m.identifiers[b.number()], params: b.number(), results: b.number()}
		for range b.number() {
			handle.constraints = append(handle.constraints, b.byte())
		}
		m.functions = append(m.functions, handle)
	})
	for _, pool := range [][]string{m.identifiers, m.constants, m.modules} {
		require.Len(m.t, slices.Compact(slices.Sorted(slices.Values(pool))), len(pool), "the entries of a table are distinct")
	}
}

// kind reads a type and returns it as ABIs spell it.
func (m *binaryModule) kind(b *table) string {
	names := map[byte]string{
		1: "bool", 2: "u8", 3: "u64", 4: "u128", 5: "address", 0xc: "signer", 0xd: "u16", 0xe: "u32", 0xf: "u256",
	}
	switch token := b.byte(); token {
	case 6:
		return "&" + m.kind(b)
	case 7:
		return "&mut " + m.kind(b)
	case 8:
		handle := m.structs[b.number()]
		return handle.module + "::" + handle.name
	case 9:
		return "T" + strconv.Itoa(b.number())
	case 0xa:
		return "vector<" + m.kind(b) + ">"
	case 0xb:
		handle := m.structs[b.number()]
		var arguments []string
		for range b.number() {
			arguments = append(arguments, m.kind(b))
		}
		require.Len(m.t, arguments, len(handle.constraints), handle.name)
		return handle.module + "::" + handle.name + "<" + strings.Join(arguments, ", ") + ">"
	default:
		require.Contains(m.t, names, token)
		return names[token]
	}
}

func setOf(bits byte) []string {
	names := []string{}
	for bit, name := range []string{"copy", "drop", "store", "key"} {
		if bits&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

func parametersOf(handle binaryHandle) []parameterRecord {
	parameters := []parameterRecord{}
	for i, constraints := range handle.constraints {
		parameters = append(parameters, parameterRecord{setOf(constraints), len(handle.phantoms) > 0 && handle.phantoms[i]})
	}
	return parameters
}

// skipCode reads the locals and instructions of a function.
func (m *binaryModule) skipCode(b *table) {
	b.number()
	m.steps(b)
}

// abiRecord is the ABI of a module (spec section 2.6).
type abiRecord struct {
	Address   string
	Name      string
	Friends   []string
	Functions []functionRecord
	Structs   []structRecord
}

type functionRecord struct {
	Name       string
	Visibility string
	Entry      bool
	Types      []parameterRecord
	Params     []string
	Return     []string
}

type structRecord struct {
	Name      string
	Abilities []string
	Types     []parameterRecord
	Fields    []move.FieldABI
}

type parameterRecord struct {
	Constraints []string
	Phantom     bool
}

func abiOf(m *Module) abiRecord {
	record := abiRecord{Address: m.ID.Address.Short(), Name: m.ID.Name, Friends: []string{}}
	for _, friend := range m.Friends {
		record.Friends = append(record.Friends, friend.String())
	}
	parameters := func(declared []TypeParameter) []parameterRecord {
		records := []parameterRecord{}
		for _, parameter := range declared {
			records = append(records, parameterRecord{append([]string{}, parameter.Constraints.Names()...), parameter.IsPhantom})
		}
		return records
	}
	types := func(declared []Type) []string {
		texts := []string{}
		for _, kind := range declared {
			texts = append(texts, kind.String())
		}
		return texts
	}
	for _, declared := range m.Structs {
		shown := structRecord{
			Name: declared.Name, Abilities: append([]string{}, declared.Abilities.Names()...), Types: parameters(declared.TypeParameters),
		}
		for _, field := range declared.Fields {
			shown.Fields = append(shown.Fields, move.FieldABI{Name: field.Name, Type: field.Type.String()})
		}
		record.Structs = append(record.Structs, shown)
	}
	for _, declared := range m.Exposed() {
		record.Functions = append(record.Functions, functionRecord{
			Name: declared.Name, Visibility: declared.Visibility.String(), Entry: declared.IsEntry,
			Types: parameters(declared.TypeParameters), Params: types(declared.Parameters), Return: types(declared.Results),
		})
	}
	return record
}

// everyModule returns all modules with sources.
func everyModule() []*Compiled {
	addresses := map[string]move.Address{}
	for i, name := range []string{"exchange", "market", "bridge", "treasury", "oracle"} {
		addresses[name] = move.Address{0: 0xab, 31: byte(i)}
	}
	packages, _ := Packages(addresses)
	return slices.Concat(Framework(), packages)
}

// Spec section 2.6: the bytecode of each module is well formed and agrees with the ABI.
func TestBytecodeMatchesABI(t *testing.T) {
	t.Parallel()
	for _, module := range everyModule() {
		requireDeclares(t, readBinary(t, module.Bytecode()), abiOf(module.Module))
	}
	require.Greater(t, len(everyModule()), 36)
}

func requireDeclares(t *testing.T, m *binaryModule, abi abiRecord) {
	t.Helper()
	require.Equal(t, abi.Address+"::"+abi.Name, m.modules[0])
	friends := []string{}
	m.each(0xf, func(b *table) {
		friends = append(friends, m.addresses[b.number()].Short()+"::"+m.identifiers[b.number()])
	})
	require.Equal(t, abi.Friends, friends)

	definitions := m.readDefinitions()
	declared := 0
	m.each(0xa, func(b *table) {
		handle, shown := m.structs[b.number()], abi.Structs[declared]
		declared++
		require.Equal(t, m.modules[0], handle.module)
		require.Equal(t, shown.Name, handle.name)
		require.Equal(t, shown.Abilities, setOf(handle.abilities), shown.Name)
		require.Equal(t, shown.Types, parametersOf(handle), shown.Name)
		require.EqualValues(t, 2, b.byte(), "declared fields")
		require.Len(t, shown.Fields, b.number())
		definition := structDefinition{name: handle.module + "::" + handle.name}
		for _, field := range shown.Fields {
			definition.fields = append(definition.fields, field.Type)
			require.Equal(t, field.Name, m.identifiers[b.number()])
			require.Equal(t, field.Type, m.kind(b))
		}
		definitions.defined = append(definitions.defined, definition)
	})
	require.Len(t, abi.Structs, declared)

	shown := 0
	m.acquires = make(map[string][]int)
	bodies := make(map[string][]byte)
	visibilities := map[byte]string{0: "private", 1: "public", 3: "friend"}
	m.each(0xc, func(b *table) {
		handle := m.functions[b.number()]
		visibility, flags := visibilities[b.byte()], b.byte()
		acquires := []int{}
		for range b.number() {
			acquires = append(acquires, b.number())
		}
		m.acquires[handle.name] = acquires
		index := slices.IndexFunc(abi.Functions, func(f functionRecord) bool {
			return f.Name == handle.name
		})
		if index < 0 {
			require.Equal(t, "private", visibility, handle.name)
			require.Zero(t, flags&4, handle.name)
		} else {
			function := abi.Functions[index]
			shown++
			require.Equal(t, function.Visibility, visibility, handle.name)
			require.Equal(t, function.Entry, flags&4 != 0, handle.name)
			require.Equal(t, function.Types, parametersOf(handle), handle.name)
			require.Equal(t, function.Params, append([]string{}, m.signatures[handle.params]...), handle.name)
			require.Equal(t, function.Return, append([]string{}, m.signatures[handle.results]...), handle.name)
		}
		if flags&2 == 0 {
			bodies[handle.name] = b.bytes
			m.skipCode(b)
		}
	})
	for _, handle := range m.functions {
		if body, ok := bodies[handle.name]; ok && handle.module == m.modules[0] {
			acquired := m.code(&table{t, body}, definitions, handle)
			require.Equal(t, m.acquires[handle.name], append([]int{}, acquired...), handle.name)
		}
	}
	require.Len(t, abi.Functions, shown)
	require.True(t, slices.IsSortedFunc(abi.Functions, func(a, b functionRecord) int {
		return strings.Compare(a.Name, b.Name)
	}))
}

func TestBytecode(t *testing.T) {
	t.Parallel()
	require.Equal(t, []byte("\xa1\x1c\xeb\x0b\x06\x00\x00\x00\x01\x05\x00\x06\x00\x03\x06\x0c\x03\x05\x00\x01\x00\x01\x02"), ScriptBytecode)
	module := Empty(move.ModuleID{Address: move.Address{31: 1}, Name: "vault"}).Bytecode()
	require.Equal(t, "\xa1\x1c\xeb\x0b\x06\x00\x00\x00\x03\x01\x00\x02\x07\x02\x06\x08\x08\x20\x00\x00\x05vault"+
		strings.Repeat("\x00", 31)+"\x01\x00", string(module))
}

// Spec section 2.6: package move parses the bytecode of each module, and the result agrees with the ABI.
func TestBytecodeParses(t *testing.T) {
	t.Parallel()
	for _, module := range everyModule() {
		parsed, err := move.ParseBytecode(module.Bytecode())
		require.NoError(t, err, module.ID.Name)
		requireParsed(t, abiOf(module.Module), parsed)
	}
}

func requireParsed(t *testing.T, abi abiRecord, m *move.Bytecode) {
	t.Helper()
	require.Equal(t, 6, m.Version)
	require.Equal(t, abi.Address+"::"+abi.Name, m.ID.String())
	friends := []string{}
	for _, friend := range m.Friends {
		friends = append(friends, friend.String())
	}
	require.Equal(t, abi.Friends, friends)

	require.Len(t, m.Structs, len(abi.Structs))
	for i, shown := range abi.Structs {
		parsed := m.Structs[i].ABI
		require.Equal(t, shown.Name, parsed.Name)
		require.False(t, parsed.IsNative)
		require.Equal(t, shown.Abilities, parsed.Abilities, parsed.Name)
		require.Equal(t, shown.Types, recorded(parsed.TypeParameters), parsed.Name)
		require.Len(t, parsed.Fields, len(shown.Fields), parsed.Name)
		for i, field := range shown.Fields {
			require.Equal(t, field, parsed.Fields[i], parsed.Name)
		}
	}

	shown := make(map[string]functionRecord)
	for _, function := range abi.Functions {
		shown[function.Name] = function
	}
	for _, function := range m.Functions {
		parsed := function.ABI
		if record, ok := shown[parsed.Name]; ok {
			require.Equal(t, record.Visibility, parsed.Visibility, parsed.Name)
			require.Equal(t, record.Entry, parsed.IsEntry, parsed.Name)
			require.Equal(t, record.Types, recorded(parsed.TypeParameters), parsed.Name)
			require.Equal(t, record.Params, append([]string{}, parsed.Parameters...), parsed.Name)
			require.Equal(t, record.Return, append([]string{}, parsed.Return...), parsed.Name)
			delete(shown, parsed.Name)
		}
		instructions, err := m.Disassemble(parsed.Name)
		require.NoError(t, err, parsed.Name)
		require.Len(t, instructions, function.Instructions)
		if !function.IsNative {
			require.Contains(t, []string{"Ret", "Abort"}, instructions[len(instructions)-1].Name)
		}
	}
	require.Empty(t, shown)
}

func recorded(parameters []move.TypeParameter) []parameterRecord {
	records := []parameterRecord{}
	for _, parameter := range parameters {
		records = append(records, parameterRecord{parameter.Constraints, parameter.IsPhantom})
	}
	return records
}

// A script is not parsed as a module.
func TestScriptBytecode(t *testing.T) {
	t.Parallel()
	_, err := move.ParseBytecode(ScriptBytecode)
	require.ErrorContains(t, err, "a script, not a module")
}
