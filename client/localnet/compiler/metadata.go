package compiler

import (
	"encoding/binary"
	"sort"
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
	return appendText(appendText(nil, metadataKey), string(value))
}

func appendText(b []byte, text string) []byte { return append(appendLength(b, len(text)), text...) }

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
	var codes []uint64
	for code := range described {
		codes = append(codes, code)
	}
	// BCS sorts the keys of a map by their bytes.
	sort.Slice(codes, func(i, j int) bool { return reversed(codes[i]) < reversed(codes[j]) })
	b = appendLength(b, len(codes))
	for _, code := range codes {
		b = binary.LittleEndian.AppendUint64(b, code)
		b = appendText(b, described[code].Name)
		b = appendText(b, described[code].Text)
	}
	return b
}

// reversed returns the number with the bytes of a little-endian number read as big-endian.
func reversed(number uint64) uint64 {
	return binary.BigEndian.Uint64(binary.LittleEndian.AppendUint64(nil, number))
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
		first, second := attributes[i].name, attributes[j].name
		return string(appendText(nil, first)) < string(appendText(nil, second))
	})
	b = appendLength(b, len(attributes))
	for _, attribute := range attributes {
		b = appendText(b, attribute.name)
		b = append(b, 1, attribute.kind)
		b = appendLength(b, len(attribute.arguments))
		for _, argument := range attribute.arguments {
			b = appendText(b, argument)
		}
	}
	return b
}
