package wire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"foredeck/client/move"
)

// parseArgument parses a JSON argument of a view call by its declared type (spec section
// 2.1): u8, u16 and u32 are numbers, wider integers decimal strings or numbers,
// vector<u8> is hex with or without 0x, an Option is {"vec": [...]} and an Object its
// address. The value is in the form that chain.Fields describes.
func parseArgument(tag move.TypeTag, raw json.RawMessage) (any, error) {
	switch tag.Kind {
	case move.KindBool:
		return parseAs[bool](raw, "true or false")
	case move.KindU8, move.KindU16, move.KindU32, move.KindU64, move.KindU128, move.KindU256:
		return parseInteger(tag, raw)
	case move.KindAddress:
		return parseAddress(raw)
	case move.KindVector:
		return parseVector(*tag.Element, raw)
	}
	if element, ok := tag.OptionElement(); ok {
		return parseOption(tag, element, raw)
	}
	switch {
	case tag.IsString():
		return parseAs[string](raw, "a string")
	case tag.IsObject():
		return parseAddress(raw)
	default:
		return nil, fmt.Errorf("%s cannot be an argument of a view function", tag)
	}
}

// parseAs parses a JSON value other than null.
func parseAs[T any](raw json.RawMessage, expected string) (T, error) {
	var value *T
	if err := json.Unmarshal(raw, &value); err != nil || value == nil {
		var zero T
		return zero, fmt.Errorf("expected %s, not %.60s", expected, raw)
	}
	return *value, nil
}

func parseInteger(tag move.TypeTag, raw json.RawMessage) (any, error) {
	bits := tag.Kind.Bits()
	digits := string(raw)
	if strings.HasPrefix(digits, `"`) {
		if bits <= 32 {
			return nil, fmt.Errorf("expected a number for a %s, not %.60s", tag, raw)
		}
		var err error
		if digits, err = parseAs[string](raw, "a decimal string"); err != nil {
			return nil, err
		}
	}
	// JSON numbers with a fraction or an exponent are not integers.
	if digits == "" || len(digits) > 78 || strings.Trim(digits, "0123456789") != "" {
		return nil, fmt.Errorf("expected a %s, not %.60s", tag, raw)
	}
	value, _ := new(big.Int).SetString(digits, 10)
	if value.BitLen() > bits {
		return nil, fmt.Errorf("%.80s is too large for a %s", digits, tag)
	}
	if bits <= 64 {
		return value.Uint64(), nil
	}
	return value, nil
}

func parseAddress(raw json.RawMessage) (any, error) {
	text, err := parseAs[string](raw, "an address")
	if err != nil {
		return nil, err
	}
	address, err := move.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	return address, nil
}

func parseVector(element move.TypeTag, raw json.RawMessage) (any, error) {
	if element.Kind == move.KindU8 {
		text, err := parseAs[string](raw, "hex for a vector<u8>")
		if err != nil {
			return nil, err
		}
		bytes, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
		if err != nil {
			return nil, fmt.Errorf("expected hex for a vector<u8>: %w", err)
		}
		return bytes, nil
	}
	items, err := parseAs[[]json.RawMessage](raw, "an array")
	if err != nil {
		return nil, err
	}
	values := make([]any, len(items))
	for i, item := range items {
		if values[i], err = parseArgument(element, item); err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
	}
	return values, nil
}

// parseOption parses {"vec": [...]} with at most one value. The vec of an Option<u8> is hex, like any vector<u8>.
func parseOption(tag, element move.TypeTag, raw json.RawMessage) (any, error) {
	if !bytes.HasPrefix(raw, []byte("{")) {
		return nil, fmt.Errorf(`expecting a JSON map for a struct: {"vec": []} or {"vec": [value]} for %s`, tag)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, err
	}
	if len(object) != 1 || object["vec"] == nil {
		return nil, fmt.Errorf("expected only the member vec for %s", tag)
	}
	value, err := parseVector(element, object["vec"])
	if err != nil {
		return nil, err
	}
	items, ok := value.([]any)
	if !ok {
		for _, item := range value.([]byte) {
			items = append(items, uint64(item))
		}
	}
	if len(items) > 1 {
		return nil, fmt.Errorf("expected one value at most for %s, not %d", tag, len(items))
	}
	return items, nil
}
