package client

import (
	"encoding/json"

	"foredeck/client/move"
)

// field is a member of an object that is read, and what its value is read into.
type field struct {
	name       string
	into       any // a pointer of a type that value knows, or a func() that reads the value
	isRequired bool
}

// required is a member without which the object has a problem, also if its value is null or cannot be read.
func required(name string, into any) field { return field{name, into, true} }

// optional is a member that can be missing.
func optional(name string, into any) field { return field{name: name, into: into} }

// hashText and decimalText are strings that are read as hash and as decimal do.
type (
	hashText    string
	decimalText string
)

func hashInto(text *string) *hashText       { return (*hashText)(text) }
func decimalInto(text *string) *decimalText { return (*decimalText)(text) }

// fields reads an object and its members into fields. Of members with the same name the last one counts. It reports whether the value was an
// object.
func (r *bodyReader) fields(members ...field) bool {
	next, found := 0, uint64(0) // the member after the last one, as most come in this order; a bit for each that has a value
	isObject := r.object(func(name []byte) {
		for range members {
			index := next
			if next++; next == len(members) {
				next = 0
			}
			if members[index].name != string(name) {
				continue
			}
			found &^= 1 << index
			if r.into(members[index].into) {
				found |= 1 << index
			}
			return
		}
	})
	for index := range members {
		if isObject && members[index].isRequired && found&(1<<index) == 0 {
			r.missing(members[index].name)
		}
	}
	return isObject
}

// into reads a value into what target points to, as its type says. It reports whether there was one.
func (r *bodyReader) into(target any) bool {
	switch target := target.(type) {
	case *string:
		*target = r.text()
		return *target != ""
	case **uint64:
		*target = r.unsigned()
		return *target != nil
	case *hashText:
		*target = hashText(r.hash())
		return *target != ""
	case *json.RawMessage:
		*target = r.raw()
	case **move.Address:
		*target = r.address()
	case *decimalText:
		*target = decimalText(r.decimal())
	case **Timestamp:
		*target = r.timestamp()
		return *target != nil
	case *bool:
		*target = r.boolean()
	case *uint64:
		number := r.unsigned()
		if number != nil {
			*target = *number
		}
		return number != nil
	case *[]string:
		*target = emptyIfNil(r.texts())
	case **BlockHeader:
		*target = r.blockHeader()
	case **Payload:
		*target = r.payload()
	case **Authenticator:
		*target = r.authenticator()
	case **Certificate:
		*target = r.certificate()
	case *[]move.TypeParameter:
		*target = r.typeParameters()
	case func():
		target()
	default:
		panic("no reader for the type of a field")
	}
	return true
}
