package move

import (
	"encoding/binary"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
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

// DecodeBCS decodes a value of a type from BCS, without trailing bytes. It is the reverse of Argument.BCS: signers, and
// structs other than String, Option and Object, are errors. The error is a *ParseError.
func DecodeBCS(tag TypeTag, bytes []byte) (Argument, error) {
	r := &bcsReader{kind: "BCS value", bytes: bytes}
	value := r.value(tag, 1)
	if err := r.end(); err != nil {
		return Argument{}, err
	}
	return Argument{tag: tag, value: encoded{json: value, bcs: slices.Clone(bytes)}}, nil
}

// value reads a value of a type at a nesting depth and returns it as JSON.
func (r *bcsReader) value(tag TypeTag, depth int) []byte {
	if depth > MaxTypeDepth {
		r.fail(nowhere, "nesting exceeds %d types", MaxTypeDepth)
	}
	inner, isOption := tag.OptionElement()
	switch {
	case r.err != nil:
		return nil
	case tag.Kind == KindBool:
		return r.bool()
	case tag.Kind.Bits() > 0:
		return r.integer(tag.Kind)
	case tag.Kind == KindAddress || tag.IsObject():
		return encodeAddress(r.address()).json
	case tag.isBytes():
		return encodeBytes(r.string("vector<u8>")).json
	case tag.Kind == KindVector:
		return r.items(*tag.Element, r.count("items"), depth)
	case tag.IsString():
		text, _ := encodeString(r.text("String"))
		return text.json
	case isOption:
		return r.option(inner, depth)
	case tag.Kind == KindStruct:
		return r.structure(*tag.Struct, depth)
	default:
		r.fail(nowhere, "%s", ruleOf(notPassable(tag)))
	}
	return nil
}

func (r *bcsReader) bool() []byte {
	value := r.byte("bool")
	if value > 1 {
		r.fail(r.offset-1, "bool at byte %d is neither 0 nor 1", r.offset-1)
	}
	return encodeBool(value == 1).json
}

func (r *bcsReader) integer(kind Kind) []byte {
	bits := kind.Bits()
	taken := r.take(bits/8, kind.String())
	switch {
	case taken == nil:
		return nil
	case bits <= 64 && !kind.IsSigned():
		var wide [8]byte
		copy(wide[:], taken)
		return integerJSON(bits, strconv.FormatUint(binary.LittleEndian.Uint64(wide[:]), 10))
	default:
		return integerJSON(bits, decodedInteger(kind, taken))
	}
}

// items reads count values as a JSON array. depth is that of the vector.
func (r *bcsReader) items(element TypeTag, count, depth int) []byte {
	array := []byte{'['}
	for i := range count {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, r.value(element, depth+1)...)
		if r.err != nil {
			return nil
		}
	}
	return append(array, ']')
}

func (r *bcsReader) option(inner TypeTag, depth int) []byte {
	start := r.offset
	count := r.count("values")
	if count > 1 {
		r.fail(start, "Option at byte %d has %d values, at most 1", start, count)
		return nil
	}
	list := r.items(inner, count, depth)
	if inner.Kind == KindU8 && r.err == nil {
		list = encodeBytes(r.bytes[r.offset-count : r.offset]).json
	}
	return append(append([]byte(`{"vec":`), list...), '}')
}
