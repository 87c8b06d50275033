package move

import (
	"encoding/json"
	"errors"
)

// ErrNoLayout is for the functions that DecodeStructBCS takes: nobody knows the fields of a struct.
var ErrNoLayout = errors.New("no layout")

// DecodeStructBCS decodes a value of any type but signers, enumerations and functions from BCS, without trailing bytes: a resource, an event
// or an argument. fields returns the fields of a struct, whose type arguments it does not need; it is called once for each place with a
// struct, and never for String, Option and Object. The JSON has the form of Argument.JSON, structs are objects. The error is a
// *ParseError, which wraps no error of fields but has its text.
func DecodeStructBCS(tag TypeTag, bytes []byte, fields func(StructTag) ([]FieldABI, error)) (json.RawMessage, error) {
	r := &bcsReader{kind: "BCS value", bytes: bytes, fields: fields}
	value := r.value(tag, 1)
	if err := r.end(); err != nil {
		return nil, err
	}
	return value, nil
}

// structure reads a struct at a nesting depth and returns it as JSON.
func (r *bcsReader) structure(tag StructTag, depth int) []byte {
	if r.fields == nil {
		r.fail(nowhere, "the layout of %s is unknown", tag.Name)
		return nil
	}
	declared, err := r.fields(tag)
	if err != nil {
		r.fail(nowhere, "the layout of %s is unknown: %s", tag.Name, err)
		return nil
	}
	object := []byte{'{'}
	for i, field := range declared {
		kind, err := ParseType(field.Type)
		var of TypeTag
		if err == nil {
			of, err = kind.Instantiate(tag.TypeArguments)
		}
		if err != nil {
			r.fail(nowhere, "field %s of %s: %s", field.Name, tag.Name, err)
			return nil
		}
		if i > 0 {
			object = append(object, ',')
		}
		name, err := EncodeJSON(field.Name)
		if err != nil {
			r.fail(nowhere, "field %s of %s: %s", field.Name, tag.Name, err)
			return nil
		}
		object = append(append(object, name...), ':')
		object = append(object, r.value(of, depth+1)...)
		if r.err != nil {
			return nil
		}
	}
	return append(object, '}')
}
