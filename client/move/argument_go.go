package move

import (
	"encoding/json"
	"math/big"
	"reflect"
)

// encodeGo encodes a Go value at a nesting depth of types.
func encodeGo(tag TypeTag, value any, depth int) (encoded, error) {
	if tag.Kind == 0 || tag.Kind == KindSigner || tag.Kind == KindFunction {
		return encoded{}, notPassable(tag)
	}
	if depth > MaxTypeDepth {
		return encoded{}, invalid("nesting exceeds %d types", MaxTypeDepth)
	}
	if raw, ok := value.(json.RawMessage); ok {
		return encodeRaw(tag, raw, depth)
	}
	reflected := reflect.ValueOf(value)
	if reflected.Kind() == reflect.String {
		return encodeText(tag, reflected.String(), depth)
	}
	if inner, isOption := tag.OptionElement(); isOption {
		if isNil(reflected) {
			return encodeOption(inner), nil
		}
		read, err := encodeGo(inner, value, depth+1)
		if err != nil {
			return encoded{}, err
		}
		return encodeOption(inner, read), nil
	}
	return encodePlain(tag, reflected, depth)
}

// isNil reports whether the value is nil or a nil pointer. A nil slice is an empty vector.
func isNil(value reflect.Value) bool {
	return !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil()
}

// encodePlain encodes a value that is neither text nor an Option.
func encodePlain(tag TypeTag, value reflect.Value, depth int) (encoded, error) {
	if isNil(value) {
		return encoded{}, invalid("nil is only valid for an Option")
	}
	kind := value.Kind()
	address, isAddress := value.Interface().(Address)
	switch {
	case tag.Kind == KindBool && kind == reflect.Bool:
		return encodeBool(value.Bool()), nil
	case tag.Kind.Bits() > 0:
		return integerOf(tag, value)
	case isAddress && (tag.Kind == KindAddress || tag.IsObject()):
		return encodeAddress(address), nil
	case tag.isBytes() && kind == reflect.Slice && value.Type().Elem().Kind() == reflect.Uint8:
		return encodeBytes(value.Bytes()), nil
	case tag.Kind == KindVector && kind == reflect.Slice:
		items := make([]encoded, value.Len())
		for i := range items {
			var err error
			items[i], err = encodeGo(*tag.Element, value.Index(i).Interface(), depth+1)
			if err != nil {
				return encoded{}, itemError(i, err)
			}
		}
		return encodeVector(*tag.Element, items), nil
	default:
		return encoded{}, mismatchError(tag, value)
	}
}

func integerOf(tag TypeTag, value reflect.Value) (encoded, error) {
	number, isBig := value.Interface().(*big.Int)
	switch {
	case isBig:
	case value.CanInt():
		number = big.NewInt(value.Int())
	case value.CanUint():
		number = new(big.Int).SetUint64(value.Uint())
	default:
		return encoded{}, mismatchError(tag, value)
	}
	read, rule := encodeInteger(tag.Kind, number)
	if rule != "" {
		return encoded{}, invalid("%s", rule)
	}
	return read, nil
}

// mismatchError returns the error for a Go value that does not fit the type.
func mismatchError(tag TypeTag, value reflect.Value) error {
	what := tag.Kind.String()
	if tag.Kind == KindStruct {
		what = tag.Struct.Name
	}
	return invalid("Go type %s does not fit %s: pass a string", value.Type(), what)
}
