package move

import (
	"encoding/binary"
	"slices"
)

// BCS is the chain's binary form. A length is written as ULEB128: seven bits to a
// byte, the lowest first, in as few bytes as it takes. Integers are little-endian.

// bcsKinds holds each kind of type tag at the number that begins it in BCS.
var bcsKinds = [...]Kind{
	KindBool, KindU8, KindU64, KindU128, KindAddress, KindSigner, KindVector, KindStruct, KindU16, KindU32, KindU256,
}

// appendLength appends a length, or a number of items, as ULEB128.
func appendLength(bytes []byte, length int) []byte {
	return binary.AppendUvarint(bytes, uint64(length))
}

// appendString appends a text or bytes, with their length in front.
func appendString[T string | []byte](bytes []byte, text T) []byte {
	return append(appendLength(bytes, len(text)), text...)
}

// AppendBCS appends the type in BCS to the bytes.
func (t TypeTag) AppendBCS(bytes []byte) []byte {
	bytes = append(bytes, byte(slices.Index(bcsKinds[:], t.Kind)))
	switch t.Kind {
	case KindVector:
		return t.Element.AppendBCS(bytes)
	case KindStruct:
		return t.Struct.AppendBCS(bytes)
	default:
		return bytes
	}
}

// AppendBCS appends the struct type in BCS to the bytes, without the number that
// marks it as a struct among type tags.
func (s StructTag) AppendBCS(bytes []byte) []byte {
	bytes = append(bytes, s.Address[:]...)
	bytes = appendString(bytes, s.Module)
	bytes = appendString(bytes, s.Name)
	return appendTypeTags(bytes, s.TypeArguments)
}

func appendTypeTags(bytes []byte, tags []TypeTag) []byte {
	bytes = appendLength(bytes, len(tags))
	for _, tag := range tags {
		bytes = tag.AppendBCS(bytes)
	}
	return bytes
}

// ViewCallBCS is the binary body of a view call (spec section 4.2). Each argument is
// the BCS of its value, as Argument.BCS gives it.
func ViewCallBCS(function FunctionID, typeArguments []TypeTag, arguments [][]byte) []byte {
	body := append([]byte(nil), function.Address[:]...)
	body = appendString(body, function.Module)
	body = appendString(body, function.Name)
	body = appendTypeTags(body, typeArguments)
	body = appendLength(body, len(arguments))
	for _, argument := range arguments {
		body = appendString(body, argument)
	}
	return body
}

// ParseViewCallBCS reads what ViewCallBCS writes, and nothing else: names are Move
// identifiers, type arguments keep to the limits of ParseTypeTag, lengths are written
// in as few bytes as they take, no bytes are left over. The arguments share the
// body's memory; DecodeBCS reads them by the function's parameters. The error is a
// *ParseError.
func ParseViewCallBCS(body []byte) (FunctionID, []TypeTag, [][]byte, error) {
	r := &bcsReader{kind: "BCS view call", bytes: body}
	function := FunctionID{Address: r.address(), Module: r.identifier("module name"), Name: r.identifier("function name")}
	var typeArguments []TypeTag
	for range r.count("type arguments") {
		typeArguments = append(typeArguments, r.wholeTypeTag())
	}
	var arguments [][]byte
	for range r.count("arguments") {
		arguments = append(arguments, r.string("argument"))
	}
	if err := r.end(); err != nil {
		return FunctionID{}, nil, nil, err
	}
	return function, typeArguments, arguments, nil
}
