package wire

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// encoder writes JSON with Move values.
type encoder struct {
	httpapi.Document
}

// Key writes the key of an object member and returns e to write the value.
func (e *encoder) Key(name string) *encoder {
	e.Document.Key(name)
	return e
}

// address writes an address in short form.
func (e *encoder) address(a move.Address) { e.Text(a.Short()) }

// hex32 writes an address, hash or key in hexadecimal.
func (e *encoder) hex32(bytes [32]byte) { e.Hex(bytes[:]) }

// writeArray writes an array; write writes the item for a value.
func writeArray[T any](e *encoder, values []T, write func(T)) {
	e.Array(func() {
		for _, value := range values {
			write(value)
		}
	})
}

// value writes a Move value without its type (spec section 2.2).
func (e *encoder) value(declarations compiler.Library, tag move.TypeTag, value any) {
	switch tag.Kind {
	case move.KindBool:
		e.Boolean(value.(bool))
	case move.KindU8, move.KindU16, move.KindU32:
		e.Number(value.(uint64))
	case move.KindU64:
		e.Decimal(value.(uint64))
	case move.KindU128, move.KindU256:
		e.Text(value.(*big.Int).String())
	case move.KindVector:
		e.vector(declarations, *tag.Element, value)
	case move.KindStruct:
		e.structure(declarations, tag, value)
	default:
		e.address(value.(move.Address))
	}
}

func (e *encoder) vector(declarations compiler.Library, element move.TypeTag, value any) {
	if element.Kind == move.KindU8 {
		e.Hex(value.([]byte))
		return
	}
	writeArray(e, value.([]any), func(item any) { e.value(declarations, element, item) })
}

func (e *encoder) structure(declarations compiler.Library, tag move.TypeTag, value any) {
	if tag.IsString() {
		e.Quoted(value.(string))
		return
	}
	if tag.IsObject() {
		e.Wrap("inner", func() { e.address(value.(move.Address)) })
		return
	}
	if element, ok := tag.OptionElement(); ok {
		e.Wrap("vec", func() {
			if element.Kind == move.KindU8 {
				value = bytesOf(value.([]any))
			}
			e.vector(declarations, element, value)
		})
		return
	}
	values := value.(chain.Fields)
	layout := declarations.Layout(tag.Struct)
	e.Object(func() {
		for _, name := range slices.Sorted(maps.Keys(layout)) {
			e.Key(name).value(declarations, layout[name], values[name])
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

// keyOf returns the key that wraps a view result of a type in the dialect Spec (spec section
// 2.2).
func keyOf(tag move.TypeTag) string {
	switch {
	case tag.Kind == move.KindVector && tag.Element.Kind == move.KindU8:
		return "Bytes"
	case tag.IsString():
		return "String"
	}
	name := tag.Kind.String() // such as u8, vector or struct
	return strings.ToUpper(name[:1]) + name[1:]
}

// results writes the results of a view function (spec section 2.3). In the dialect Spec, each is under the key of its type.
func (e *encoder) results(declarations compiler.Library, dialect httpapi.Dialect, results []chain.TypedValue) {
	e.Wrap("result", func() {
		writeArray(e, results, func(result chain.TypedValue) {
			write := func() { e.value(declarations, result.Type, result.Value) }
			if dialect == httpapi.Spec {
				e.Wrap(keyOf(result.Type), write)
			} else {
				write()
			}
		})
	})
}
