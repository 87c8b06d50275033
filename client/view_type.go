package client

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"

	"foredeck/client/move"
)

// viewType is the type of a parameter or of a returned value, with the type arguments of
// the call in their places. The zero viewType is one that is not known.
type viewType struct {
	name  string        // as it is shown
	typed *move.Type    // nil where it is not understood
	tag   *move.TypeTag // nil where a value of it cannot be written: a reference
}

// instantiate reads a type of the ABI. What is not understood keeps its name.
func (r ViewRequest) instantiate(text string) viewType {
	typed, err := move.ParseType(text)
	if err != nil {
		return viewType{name: text}
	}
	tag, err := typed.Instantiate(r.TypeArguments)
	if err != nil {
		return viewType{name: typed.String(), typed: &typed}
	}
	if typed, err = move.ParseType(tag.String()); err != nil {
		return viewType{name: tag.String(), tag: &tag}
	}
	return viewType{name: tag.String(), typed: &typed, tag: &tag}
}

// isSigner tells whether the node fills the parameter in.
func (t viewType) isSigner() bool { return t.typed != nil && t.typed.IsSigner() }

// argument checks a value for the parameter in that place.
func (t viewType) argument(place int, value any) (viewArgument, error) {
	field := fmt.Sprintf("argument %d", place)
	if t.tag == nil {
		written, rule := writeUntyped(value)
		if rule != "" {
			return viewArgument{}, &ArgumentError{Field: field, Rule: rule}
		}
		return viewArgument{json: written}, nil
	}
	argument, err := move.NewArgument(*t.tag, value)
	if err != nil {
		return viewArgument{}, argumentRefused(field+" ("+t.name+")", err)
	}
	return viewArgument{json: argument.JSON(), typed: &argument}, nil
}

// value takes a returned value out of its key.
func (t viewType) value(sent json.RawMessage) MoveValue {
	if isNull(sent) {
		return MoveValue{Type: t.name}
	}
	bare, key := move.Unwrap(sent, t.typed)
	if t.name != "" {
		key = t.name
	}
	return MoveValue{Type: key, JSON: bare}
}

// writeUntyped writes an argument by its Go type, in the form of the widest Move type
// that it may be for: integers of up to 32 bits as numbers, wider ones and those of no
// told width as strings. The rule is empty on success.
func writeUntyped(value any) (written json.RawMessage, rule string) {
	quote := func(text string) json.RawMessage { return json.RawMessage(strconv.Quote(text)) }
	switch value := value.(type) {
	case nil:
		return json.RawMessage(`{"vec":[]}`), ""
	case json.RawMessage:
		if !json.Valid(value) {
			return nil, "must be JSON"
		}
		return value, ""
	case move.Address:
		return quote(value.String()), ""
	case []byte:
		return quote("0x" + hex.EncodeToString(value)), ""
	case *big.Int:
		if value == nil || value.Sign() < 0 {
			return nil, "must be an unsigned integer"
		}
		return quote(value.String()), ""
	}
	reflected := reflect.ValueOf(value)
	switch kind := reflected.Kind(); {
	case kind == reflect.Bool:
		return json.RawMessage(strconv.FormatBool(reflected.Bool())), ""
	case kind == reflect.String:
		return plainJSON(reflected.String()), ""
	case reflected.CanInt() && reflected.Int() < 0:
		return nil, "must be an unsigned integer"
	case reflect.Int8 <= kind && kind <= reflect.Int32:
		return json.RawMessage(strconv.FormatInt(reflected.Int(), 10)), ""
	case reflect.Uint8 <= kind && kind <= reflect.Uint32:
		return json.RawMessage(strconv.FormatUint(reflected.Uint(), 10)), ""
	case reflected.CanInt():
		return quote(strconv.FormatInt(reflected.Int(), 10)), ""
	case reflected.CanUint():
		return quote(strconv.FormatUint(reflected.Uint(), 10)), ""
	case kind == reflect.Slice:
		items := make([]json.RawMessage, reflected.Len())
		for i := range items {
			if items[i], rule = writeUntyped(reflected.Index(i).Interface()); rule != "" {
				return nil, fmt.Sprintf("item %d: %s", i+1, rule)
			}
		}
		return plainJSON(items), ""
	default:
		return nil, fmt.Sprintf("is a Go %T, which no Move type takes", value)
	}
}
