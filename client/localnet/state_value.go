package localnet

import (
	"maps"
	"math/big"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/move"
)

// A Move value is held as a Go value by its type:
//
//	bool                 bool
//	u8 to u64            uint64
//	u128, u256           *big.Int
//	address, Object<T>   move.Address
//	vector<u8>           []byte
//	other vectors        []any
//	String               string
//	Option<T>            []any, of one value or none
//	other structs        fields
type fields map[string]any

var (
	stringTag        = move.StructTag{Address: frameworkAddress, Module: "string", Name: "String"}
	frameworkAddress = move.Address{31: 1}
)

// isStandard tells whether a struct is the framework's of that module and name.
func isStandard(tag *move.StructTag, module, name string) bool {
	return tag.Address == frameworkAddress && tag.Module == module && tag.Name == name
}

// elementOfOption gives T of Option<T>.
func elementOfOption(tag move.TypeTag) (move.TypeTag, bool) {
	if tag.Kind != move.KindStruct || !isStandard(tag.Struct, "option", "Option") || len(tag.Struct.TypeArguments) != 1 {
		return move.TypeTag{}, false
	}
	return tag.Struct.TypeArguments[0], true
}

func isString(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && tag.Struct.Equal(stringTag)
}

func isObject(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && isStandard(tag.Struct, "object", "Object")
}

// quoted writes a text of any characters.
func (w *writer) quoted(text string) {
	w.separate()
	var err error
	if w.out, err = jsontext.AppendQuote(w.out, text); err != nil {
		panic(err) // what came in as JSON is UTF-8
	}
}

// value writes a value bare, as it stands inside a struct (spec section 2.2).
func (w *writer) value(declarations declarations, tag move.TypeTag, value any) {
	switch tag.Kind {
	case move.KindBool:
		w.boolean(value.(bool))
	case move.KindU8, move.KindU16, move.KindU32:
		w.number(value.(uint64))
	case move.KindU64:
		w.big(value.(uint64))
	case move.KindU128, move.KindU256:
		w.text(value.(*big.Int).String())
	case move.KindVector:
		w.vector(declarations, *tag.Element, value)
	case move.KindStruct:
		w.structure(declarations, tag, value)
	default:
		w.address(value.(move.Address))
	}
}

func (w *writer) vector(declarations declarations, element move.TypeTag, value any) {
	if element.Kind == move.KindU8 {
		w.hex(value.([]byte))
		return
	}
	w.list(func() {
		for _, item := range value.([]any) {
			w.value(declarations, element, item)
		}
	})
}

func (w *writer) structure(declarations declarations, tag move.TypeTag, value any) {
	if isString(tag) {
		w.quoted(value.(string))
		return
	}
	if isObject(tag) {
		w.only("inner", func() { w.address(value.(move.Address)) })
		return
	}
	if element, ok := elementOfOption(tag); ok {
		w.only("vec", func() {
			if element.Kind == move.KindU8 {
				value = bytesOf(value.([]any))
			}
			w.vector(declarations, element, value)
		})
		return
	}
	given := value.(fields)
	layout := declarations.layout(tag.Struct)
	w.members(func() {
		for _, name := range slices.Sorted(maps.Keys(layout)) {
			w.key(name)
			w.value(declarations, layout[name], given[name])
		}
	})
}

func bytesOf(items []any) []byte {
	bytes := make([]byte, len(items))
	for i, item := range items {
		bytes[i] = byte(item.(uint64))
	}
	return bytes
}

// layout gives the fields of a struct with their types.
func (l declarations) layout(tag *move.StructTag) map[string]move.TypeTag {
	declared := l.structure(move.ModuleID{Address: tag.Address, Name: tag.Module}, tag.Name)
	layout := make(map[string]move.TypeTag, len(declared.fields))
	for _, field := range declared.fields {
		layout[field.name] = field.kind.instantiate(tag.TypeArguments)
	}
	return layout
}

// keyOf gives the key under which a value of a type stands in the specification's form
// of a view result (spec section 2.2).
func keyOf(tag move.TypeTag) string {
	switch tag.Kind {
	case move.KindBool:
		return "Bool"
	case move.KindU8:
		return "U8"
	case move.KindU16:
		return "U16"
	case move.KindU32:
		return "U32"
	case move.KindU64:
		return "U64"
	case move.KindU128:
		return "U128"
	case move.KindU256:
		return "U256"
	case move.KindVector:
		if tag.Element.Kind == move.KindU8 {
			return "Bytes"
		}
		return "Vector"
	case move.KindStruct:
		if isString(tag) {
			return "String"
		}
		return "Struct"
	default:
		return "Address"
	}
}

// typed is a value with its type.
type typed struct {
	tag   move.TypeTag
	value any
}

// results writes what a view function returned: keyed by type as the specification has
// it, or bare as deployed nodes send it (spec section 2.3).
func (w *writer) results(declarations declarations, dialect Dialect, results []typed) {
	w.only("result", func() {
		w.list(func() {
			for _, result := range results {
				write := func() { w.value(declarations, result.tag, result.value) }
				if dialect == Spec {
					w.only(keyOf(result.tag), write)
				} else {
					write()
				}
			}
		})
	})
}
