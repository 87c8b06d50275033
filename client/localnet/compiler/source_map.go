package compiler

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// SourceMap returns the BCS of the source map of the module: where in Source the structs, functions, fields, variables and
// instructions are. It has the layout of SourceMap in the crate move-bytecode-source-map of aptos-core.
func (c *Compiled) SourceMap() []byte {
	w := sourceMapWriter{hash: sha256.Sum256([]byte(c.Source))}
	w.location(c.span)
	w.b = append(w.b, 1) // a module, not a script
	w.b = append(w.b, c.ID.Address[:]...)
	w.b = AppendString(w.b, c.ID.Name)
	w.indexed(len(c.Structs), func(i int) { w.structure(&c.Structs[i]) })
	bodies := c.bodies()
	w.indexed(len(c.Functions), func(i int) { w.function(&c.Functions[i], bodies[i]) })
	w.constants(c.Module)
	return w.b
}

// sourceMapWriter writes a source map.
type sourceMapWriter struct {
	b    []byte
	hash [sha256.Size]byte // of the source
}

func (w *sourceMapWriter) location(where span) {
	w.b = append(w.b, w.hash[:]...)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(where.start))
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(where.end))
}

func (w *sourceMapWriter) names(names []name) {
	w.b = appendLength(w.b, len(names))
	for _, name := range names {
		w.b = AppendString(w.b, name.text)
		w.location(name.span)
	}
}

// indexed writes a map from the indexes below a count.
func (w *sourceMapWriter) indexed(count int, value func(index int)) {
	keys := make([]int, count)
	for i := range keys {
		keys[i] = i
	}
	w.u16Map(keys, value)
}

// u16Map writes a map with keys of type u16. BCS sorts the keys of a map by their bytes.
func (w *sourceMapWriter) u16Map(keys []int, value func(key int)) {
	sort.Slice(keys, func(i, j int) bool {
		return bits.ReverseBytes16(uint16(keys[i])) < bits.ReverseBytes16(uint16(keys[j]))
	})
	w.b = appendLength(w.b, len(keys))
	for _, key := range keys {
		w.b = binary.LittleEndian.AppendUint16(w.b, uint16(key))
		value(key)
	}
}

func (w *sourceMapWriter) structure(declared *Struct) {
	w.location(declared.span)
	w.names(declared.names)
	w.b = append(w.b, 1) // no variants: one list of fields
	w.b = appendLength(w.b, len(declared.Fields))
	for _, field := range declared.Fields {
		w.location(field.span)
	}
}

func (w *sourceMapWriter) function(declared *Function, compiled body) {
	parameters := len(declared.TypeParameters)
	w.location(declared.span)
	w.names(declared.names[:parameters])
	w.names(declared.names[parameters:])
	var locals []name
	for i, local := range compiled.locals {
		if i < len(declared.Parameters) {
			continue
		}
		local.text = cmp.Or(local.text, "$t"+strconv.Itoa(i))
		locals = append(locals, local.name)
	}
	w.names(locals)
	w.b = append(w.b, 0) // no nops
	var starts []int     // of runs of instructions with the same location
	for offset, i := range compiled.code {
		if offset == 0 || i.where != compiled.code[offset-1].where {
			starts = append(starts, offset)
		}
	}
	w.u16Map(starts, func(offset int) { w.location(compiled.code[offset].where) })
	w.b = append(w.b, boolByte(declared.IsNative))
}

// constants writes a map from the names of the constants to their indexes in the bytecode.
func (w *sourceMapWriter) constants(m *Module) {
	var pool assembler
	indexes := make(map[string]int)
	var names []string
	for _, constant := range m.Constants {
		indexes[constant.Name] = pool.constant(constant.Type, constant.bytes)
		names = append(names, constant.Name)
	}
	sort.Slice(names, func(i, j int) bool {
		return bytes.Compare(AppendString(nil, names[i]), AppendString(nil, names[j])) < 0
	})
	w.b = appendLength(w.b, len(names))
	for _, name := range names {
		w.b = AppendString(w.b, name)
		w.b = binary.LittleEndian.AppendUint16(w.b, uint16(indexes[name]))
	}
}

// metadataKey is the key under which the compiler of Aptos writes the metadata of a module.
const metadataKey = "aptos::metadata_v1"

// Kinds of attributes in the metadata.
const (
	viewAttribute        = 1
	groupMemberAttribute = 3
	eventAttribute       = 4
)

// moduleMetadata returns the metadata table of a module: the descriptions of its error constants, and the attributes of structs and
// functions.
func moduleMetadata(m *Module) []byte {
	value := appendErrorMap(nil, m)
	var structs, functions []namedAttribute
	for _, declared := range m.Structs {
		if declared.Group != "" {
			structs = append(structs, namedAttribute{declared.Name, groupMemberAttribute, []string{declared.Group}})
		}
		if declared.IsEvent {
			structs = append(structs, namedAttribute{declared.Name, eventAttribute, nil})
		}
	}
	for _, declared := range m.Functions {
		if declared.IsView {
			functions = append(functions, namedAttribute{declared.Name, viewAttribute, nil})
		}
	}
	value = appendAttributes(value, structs)
	value = appendAttributes(value, functions)
	if len(value) == 3 { // three empty maps
		return nil
	}
	return AppendString(AppendString(nil, metadataKey), string(value))
}

// isError reports whether the error map contains a constant: one of type u64 whose name begins with E.
func (c *Constant) isError() bool { return c.Type.token == u64Token && strings.HasPrefix(c.Name, "E") }

// appendErrorMap appends the names and doc comments of the error constants, sorted by value.
func appendErrorMap(b []byte, m *Module) []byte {
	described := make(map[uint64]*Constant)
	for i := range m.Constants {
		if constant := &m.Constants[i]; constant.isError() {
			described[constant.number()] = constant
		}
	}
	// BCS sorts the keys of a map by their bytes.
	codes := slices.Collect(maps.Keys(described))
	sort.Slice(codes, func(i, j int) bool { return bits.ReverseBytes64(codes[i]) < bits.ReverseBytes64(codes[j]) })
	b = appendLength(b, len(codes))
	for _, code := range codes {
		b = binary.LittleEndian.AppendUint64(b, code)
		b = AppendString(b, described[code].Name)
		b = AppendString(b, described[code].Text)
	}
	return b
}

// namedAttribute is an attribute of a struct or function.
type namedAttribute struct {
	name      string
	kind      byte
	arguments []string
}

// appendAttributes appends a map from names to lists of one attribute.
func appendAttributes(b []byte, attributes []namedAttribute) []byte {
	sort.Slice(attributes, func(i, j int) bool {
		return bytes.Compare(AppendString(nil, attributes[i].name), AppendString(nil, attributes[j].name)) < 0
	})
	b = appendLength(b, len(attributes))
	for _, attribute := range attributes {
		b = AppendString(b, attribute.name)
		b = append(b, 1, attribute.kind)
		b = appendLength(b, len(attribute.arguments))
		for _, argument := range attribute.arguments {
			b = AppendString(b, argument)
		}
	}
	return b
}
