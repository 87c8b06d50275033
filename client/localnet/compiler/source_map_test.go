package compiler

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// sourceMap is what the tests need of a source map.
type sourceMap struct {
	*table
	source    string
	functions map[int]map[int]string // the source of each instruction that begins a run, by function
	locals    map[int][]string       // names of the parameters and variables
	constants map[string]int
}

func (m *sourceMap) u16() int { return int(binary.LittleEndian.Uint16(m.take(2))) }

// location reads a location and returns the text there.
func (m *sourceMap) location() string {
	hash := sha256.Sum256([]byte(m.source))
	require.Equal(m.t, hash[:], m.take(32))
	start, end := binary.LittleEndian.Uint32(m.take(4)), binary.LittleEndian.Uint32(m.take(4))
	require.LessOrEqual(m.t, start, end)
	require.LessOrEqual(m.t, int(end), len(m.source))
	return m.source[start:end]
}

func (m *sourceMap) text() string { return string(m.take(m.number())) }

func (m *sourceMap) names() (all []string) {
	for range m.number() {
		name := m.text()
		if where := m.location(); !strings.HasPrefix(name, "$t") {
			require.Equal(m.t, name, where)
		}
		all = append(all, name)
	}
	return all
}

// readSourceMap reads a source map in the layout of move-bytecode-source-map in aptos-core.
func readSourceMap(t *testing.T, encoded []byte, source string) *sourceMap {
	t.Helper()
	m := &sourceMap{
		table: &table{t, encoded}, source: source, functions: map[int]map[int]string{}, locals: map[int][]string{}, constants: map[string]int{},
	}
	require.True(t, strings.HasPrefix(m.location(), "module "))
	require.EqualValues(t, 1, m.byte())
	m.take(32)
	m.text()
	for range m.number() {
		m.u16()
		require.True(t, strings.HasPrefix(m.location(), "struct "))
		m.names()
		require.Equal(t, 1, m.number())
		for range m.number() {
			m.location()
		}
	}
	for range m.number() {
		index := m.u16()
		m.location()
		m.names()
		m.locals[index] = append(m.names(), m.names()...)
		require.Zero(t, m.number(), "nops")
		m.functions[index] = map[int]string{}
		for range m.number() {
			m.functions[index][m.u16()] = m.location()
		}
		m.byte()
	}
	for range m.number() {
		m.constants[m.text()] = m.u16()
	}
	require.Empty(t, m.bytes)
	return m
}

func gunzipped(t *testing.T, compressed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	require.NoError(t, err)
	content, err := io.ReadAll(r)
	require.NoError(t, err)
	return content
}

// The source map of each module leads from its instructions to the source: an abort to abort or assert!, a call to the name of the
// function, a constant to its name.
func TestSourceMaps(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for _, module := range everyModule() {
		m := readSourceMap(t, module.SourceMap(), module.Source)
		parsed, err := move.ParseBytecode(module.Bytecode())
		require.NoError(t, err)
		for index, function := range parsed.Functions {
			instructions, err := parsed.Disassemble(function.ABI.Name)
			require.NoError(t, err)
			where := ""
			for offset, instruction := range instructions {
				if text, ok := m.functions[index][offset]; ok {
					where = text
				}
				switch instruction.Name {
				case "Abort":
					require.Regexp(t, `^(abort |assert!\()`, where)
				case "VecImmBorrow":
					require.Contains(t, where, "borrow(")
				case "Add":
					require.Contains(t, where, "+")
				case "ImmBorrowGlobal", "MutBorrowGlobal":
					require.Contains(t, where, "borrow_global")
				}
				found[instruction.Name]++
			}
		}
		for name, index := range m.constants {
			require.Contains(t, module.Source, "const "+name+": ")
			require.Less(t, index, len(parsed.Constants))
		}
	}
	for _, name := range []string{"Abort", "VecImmBorrow", "Add", "ImmBorrowGlobal", "MutBorrowGlobal"} {
		require.Greater(t, found[name], 5, name)
	}
}

// The registry has gzipped sources and source maps of some packages, sources alone of another, and nothing of others.
func TestRegistryArtifacts(t *testing.T) {
	t.Parallel()
	modules := Framework()[:3]
	full := RegistryArtifacts("framework", modules)
	require.Contains(t, string(gunzipped(t, full.Manifest)), `name = "framework"`)
	for i, module := range full.Modules {
		require.Equal(t, modules[i].ID.Name, module.Name)
		require.Equal(t, modules[i].Source, string(gunzipped(t, module.Source)))
		require.Equal(t, modules[i].SourceMap(), gunzipped(t, module.SourceMap))
	}
	require.Equal(t, full, RegistryArtifacts("framework", modules), "the same bytes each time")

	sourceOnly := RegistryArtifacts("market", modules).Modules[0]
	require.NotEmpty(t, sourceOnly.Source)
	require.Empty(t, sourceOnly.SourceMap)
	require.Equal(t, Artifacts{Policy: immutable, Modules: []ModuleArtifacts{{Name: modules[0].ID.Name}}}, RegistryArtifacts("bridge", modules[:1]))
}

// At least 12 modules have functions of 20 to 200 instructions with branches, loops and aborts whose reasons are in the error map.
func TestModulesHaveCode(t *testing.T) {
	t.Parallel()
	var rich []*Compiled
	for _, module := range everyModule() {
		parsed, err := move.ParseBytecode(module.Bytecode())
		require.NoError(t, err)
		errorMap, err := parsed.Errors()
		require.NoError(t, err)
		for code, described := range errorMap {
			require.Equal(t, module.Constant(described.Name), code)
			require.Contains(t, module.Source, "    /// "+described.Text+"\n    const "+described.Name+": u64 = ")
		}
		large, loops, aborts := 0, 0, 0
		for _, function := range parsed.Functions {
			require.LessOrEqual(t, function.Instructions, 200, function.ABI.Name)
			if function.Instructions >= 20 {
				large++
			}
			instructions, err := parsed.Disassemble(function.ABI.Name)
			require.NoError(t, err)
			for _, instruction := range instructions {
				switch instruction.Name {
				case "Abort":
					aborts++
				case "Branch":
					loops++
				}
			}
		}
		if large > 0 && loops > 0 && aborts > 0 && len(errorMap) > 0 {
			rich = append(rich, module)
		}
	}
	require.GreaterOrEqual(t, len(rich), 12)
}
