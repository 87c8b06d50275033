package compiler

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

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
	codes := slices.SortedFunc(maps.Keys(described), func(a, b uint64) int { return cmp.Compare(bits.ReverseBytes64(a), bits.ReverseBytes64(b)) })
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
	slices.SortFunc(attributes, func(a, b namedAttribute) int {
		return bytes.Compare(AppendString(nil, a.name), AppendString(nil, b.name))
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
