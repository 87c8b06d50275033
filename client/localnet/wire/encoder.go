package wire

import (
	"maps"
	"math/big"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// encoder writes JSON with Move values.
type encoder struct {
	httpapi.Document
}

// address writes an address in short form.
func (e *encoder) address(a move.Address) {
	e.Text(a.Short())
}

// value writes a Move value without its type (spec section 2.2).
func (e *encoder) value(declarations publish.Library, tag move.TypeTag, value any) {
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

func (e *encoder) vector(declarations publish.Library, element move.TypeTag, value any) {
	if element.Kind == move.KindU8 {
		e.Hex(value.([]byte))
		return
	}
	e.Array(func() {
		for _, item := range value.([]any) {
			e.value(declarations, element, item)
		}
	})
}

func (e *encoder) structure(declarations publish.Library, tag move.TypeTag, value any) {
	if chain.IsString(tag) {
		e.Quoted(value.(string))
		return
	}
	if chain.IsObject(tag) {
		e.Wrap("inner", func() { e.address(value.(move.Address)) })
		return
	}
	if element, ok := chain.OptionElement(tag); ok {
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
			e.Key(name)
			e.value(declarations, layout[name], values[name])
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
		if chain.IsString(tag) {
			return "String"
		}
		return "Struct"
	default:
		return "Address"
	}
}

// results writes the results of a view function: each under the key of its type in the
// dialect Spec, or without (spec section 2.3).
func (e *encoder) results(declarations publish.Library, dialect httpapi.Dialect, results []chain.TypedValue) {
	e.Wrap("result", func() {
		e.Array(func() {
			for _, result := range results {
				write := func() { e.value(declarations, result.Type, result.Value) }
				if dialect == httpapi.Spec {
					e.Wrap(keyOf(result.Type), write)
				} else {
					write()
				}
			}
		})
	})
}
