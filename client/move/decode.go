package move

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
)

// Decode decodes a Move value in the JSON of a node into the Go value that target points to:
//
//	bool                 bool
//	u8 ... i256          integers that are large enough, *big.Int, string
//	address, Object      Address, string
//	vector<u8>           []byte, string of 0x and hex digits
//	vector               slices
//	String               string
//	Option               pointers, nil if empty
//	struct               structs, with the names of json tags or of the fields, and maps with string keys
//
// Any value fits json.RawMessage, and any string fits a type with an UnmarshalText method. Fields that the value does not
// have are left unchanged; a null leaves everything but pointers unchanged. Integers are exact: one that does not fit is
// an error.
func Decode(raw json.RawMessage, target any) error {
	pointer := reflect.ValueOf(target)
	if pointer.Kind() != reflect.Pointer || pointer.IsNil() {
		return fmt.Errorf("target has the type %T: pass a pointer to a Go value", target)
	}
	if len(raw) == 0 {
		raw = json.RawMessage("null")
	}
	if !json.Valid(raw) {
		return errors.New("invalid JSON")
	}
	return decode(raw, pointer.Elem())
}

func decode(raw json.RawMessage, target reflect.Value) error {
	raw = bytes.TrimSpace(raw)
	if target.Type() == reflect.TypeFor[json.RawMessage]() {
		target.SetBytes(append([]byte(nil), raw...))
		return nil
	}
	if target.Kind() == reflect.Pointer {
		return decodePointer(raw, target)
	}
	if string(raw) == "null" {
		return nil
	}
	text, isText := string(raw), raw[0] == '"'
	if isText {
		_ = json.Unmarshal(raw, &text) // valid JSON
	}
	if target.Type() == reflect.TypeFor[big.Int]() {
		if _, ok := target.Addr().Interface().(*big.Int).SetString(text, 10); !ok {
			return mismatch(raw, target)
		}
		return nil
	}
	if unmarshaler, ok := target.Addr().Interface().(encoding.TextUnmarshaler); ok && isText {
		return unmarshaler.UnmarshalText([]byte(text))
	}
	switch kind := target.Kind(); {
	case kind == reflect.String && raw[0] != '{' && raw[0] != '[':
		target.SetString(text)
		return nil
	case target.CanUint():
		number, err := strconv.ParseUint(text, 10, target.Type().Bits())
		target.SetUint(number)
		return integerError(err, raw, target)
	case target.CanInt():
		number, err := strconv.ParseInt(text, 10, target.Type().Bits())
		target.SetInt(number)
		return integerError(err, raw, target)
	case kind == reflect.Slice && raw[0] == '[':
		return decodeSlice(raw, target)
	case kind == reflect.Slice && isText && target.Type().Elem().Kind() == reflect.Uint8:
		content, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
		target.SetBytes(content)
		if err != nil {
			return mismatch(raw, target)
		}
		return nil
	case kind == reflect.Struct && raw[0] == '{':
		return decodeStruct(raw, target)
	case kind == reflect.Map && raw[0] == '{' && target.Type().Key().Kind() == reflect.String:
		return decodeMap(raw, target)
	case kind == reflect.Bool || kind == reflect.Interface:
		if json.Unmarshal(raw, target.Addr().Interface()) != nil {
			return mismatch(raw, target)
		}
		return nil
	}
	return mismatch(raw, target)
}

// decodePointer decodes an Option, {"vec": []} with at most one element, or a plain value.
func decodePointer(raw json.RawMessage, target reflect.Value) error {
	if raw[0] == '{' {
		var option map[string]json.RawMessage
		_ = json.Unmarshal(raw, &option) // valid JSON
		if vec, ok := option["vec"]; ok && len(option) == 1 {
			var items []json.RawMessage
			if vec[0] == '"' { // nodes write vector<u8> in hex
				var content []uint8
				if err := decode(vec, reflect.ValueOf(&content).Elem()); err != nil {
					return err
				}
				for _, b := range content {
					items = append(items, json.RawMessage(strconv.Itoa(int(b))))
				}
			} else if json.Unmarshal(vec, &items) != nil {
				return mismatch(raw, target)
			}
			switch len(items) {
			case 0:
				raw = json.RawMessage("null")
			case 1:
				raw = items[0]
			default:
				return mismatch(raw, target)
			}
		}
	}
	if string(raw) == "null" {
		target.SetZero()
		return nil
	}
	value := reflect.New(target.Type().Elem())
	if err := decode(raw, value.Elem()); err != nil {
		return err
	}
	target.Set(value)
	return nil
}

func decodeSlice(raw json.RawMessage, target reflect.Value) error {
	var items []json.RawMessage
	_ = json.Unmarshal(raw, &items) // a valid array
	slice := reflect.MakeSlice(target.Type(), len(items), len(items))
	for i, item := range items {
		if err := decode(item, slice.Index(i)); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	target.Set(slice)
	return nil
}

func decodeMap(raw json.RawMessage, target reflect.Value) error {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // a valid object
	decoded := reflect.MakeMapWithSize(target.Type(), len(members))
	for name, member := range members {
		value := reflect.New(target.Type().Elem()).Elem()
		if err := decode(member, value); err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
		decoded.SetMapIndex(reflect.ValueOf(name).Convert(target.Type().Key()), value)
	}
	target.Set(decoded)
	return nil
}

func decodeStruct(raw json.RawMessage, target reflect.Value) error {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // a valid object
	for _, field := range reflect.VisibleFields(target.Type()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		name = cmp.Or(name, field.Name)
		member, ok := members[name]
		if !field.IsExported() || len(field.Index) > 1 || !ok {
			continue
		}
		if err := decode(member, target.FieldByIndex(field.Index)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func integerError(err error, raw json.RawMessage, target reflect.Value) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s exceeds the range of %s: use a larger type, such as *big.Int", quote(string(raw)), target.Type())
	}
	if err != nil {
		return mismatch(raw, target)
	}
	return nil
}

func mismatch(raw json.RawMessage, target reflect.Value) error {
	return fmt.Errorf("%s does not fit the Go type %s", quote(string(raw)), target.Type())
}
