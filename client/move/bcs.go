package move

import (
	"encoding/binary"
	"slices"
)

// BCS is the binary encoding of the chain. Lengths are in ULEB128: seven bits per byte, lowest first, in as few bytes as
// possible. Integers are little-endian.

// bcsKinds has the kinds of type tags by their number in BCS.
var bcsKinds = [...]Kind{
	KindBool, KindU8, KindU64, KindU128, KindAddress, KindSigner, KindVector, KindStruct, KindU16, KindU32, KindU256,
	KindFunction, KindI8, KindI16, KindI32, KindI64, KindI128, KindI256,
}

// appendLength appends a length or a number of items in ULEB128.
func appendLength(bytes []byte, length int) []byte {
	return binary.AppendUvarint(bytes, uint64(length))
}

// appendString appends text or bytes after their length.
func appendString[T string | []byte](bytes []byte, text T) []byte {
	return append(appendLength(bytes, len(text)), text...)
}

// AppendBCS appends the type in BCS.
func (t TypeTag) AppendBCS(bytes []byte) []byte {
	bytes = append(bytes, byte(slices.Index(bcsKinds[:], t.Kind)))
	switch t.Kind {
	case KindVector:
		return t.Element.AppendBCS(bytes)
	case KindStruct:
		return t.Struct.AppendBCS(bytes)
	case KindFunction:
		bytes = appendFunctionParts(bytes, t.Function.Parameters)
		bytes = appendFunctionParts(bytes, t.Function.Results)
		return append(bytes, t.Function.abilitySet())
	default:
		return bytes
	}
}

// functionReferences are the references in function types by their variant in BCS.
var functionReferences = [...]string{"&", "&mut ", ""}

func appendFunctionParts(bytes []byte, types []Type) []byte {
	bytes = appendLength(bytes, len(types))
	for _, t := range types {
		bytes = append(bytes, byte(slices.Index(functionReferences[:], t.reference)))
		bytes = t.tag.AppendBCS(bytes)
	}
	return bytes
}

// abilitySet returns the abilities as bits.
func (f *FunctionTag) abilitySet() (set byte) {
	for bit, name := range abilityNames {
		if slices.Contains(f.Abilities, name) {
			set |= 1 << bit
		}
	}
	return set
}

// AppendBCS appends the struct type in BCS, without the variant index of a type tag.
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

// CallBCS returns a call in BCS: the body of a view call (spec section 4.2), and the EntryFunction of a transaction payload, which has
// the same layout. The arguments are from Argument.BCS.
func CallBCS(function FunctionID, typeArguments []TypeTag, arguments [][]byte) []byte {
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

// ParseCallBCS decodes a call from BCS. It is strict: names are Move identifiers, type arguments are within the limits of
// ParseTypeTag, lengths have no superfluous bytes, and no bytes are left over. The arguments share the memory of the call;
// decode them with DecodeBCS. The error is a *ParseError.
func ParseCallBCS(body []byte) (FunctionID, []TypeTag, [][]byte, error) {
	r := &bcsReader{kind: "BCS call", bytes: body}
	function, typeArguments, arguments := r.call()
	if err := r.end(); err != nil {
		return FunctionID{}, nil, nil, err
	}
	return function, typeArguments, arguments, nil
}

// call reads a call. The arguments share the memory of the input.
func (r *bcsReader) call() (function FunctionID, typeArguments []TypeTag, arguments [][]byte) {
	function = FunctionID{Address: r.address(), Module: r.identifier("module name"), Name: r.identifier("function name")}
	for range r.count("type arguments") {
		typeArguments = append(typeArguments, r.wholeTypeTag())
	}
	for range r.count("arguments") {
		arguments = append(arguments, r.string("argument"))
	}
	return function, typeArguments, arguments
}

// ParseMultisigPayloadBCS decodes the payload that a multisig account stores and that its events report: a variant, which must be
// that of an entry function, and the call. It is strict, as ParseCallBCS is. The error is a *ParseError.
func ParseMultisigPayloadBCS(payload []byte) (FunctionID, []TypeTag, [][]byte, error) {
	const entryFunction = 0
	r := &bcsReader{kind: "BCS multisig payload", bytes: payload}
	if variant := r.number("variant", maxBCSLength); variant != entryFunction {
		r.fail(0, "variant %d is not an entry function", variant)
	}
	if r.err != nil {
		return FunctionID{}, nil, nil, r.err
	}
	return ParseCallBCS(payload[r.offset:])
}
