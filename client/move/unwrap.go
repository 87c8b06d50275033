package move

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Unwrap removes the wrapper of a value, an object with its type as the only key such as {"U64": "1"} (spec section 2.2), also
// from the items of vectors. Other values are returned unchanged. Fields of structs are never wrapped.
//
// typeName is the type in the wrapper: u8 ... u256, i8 ... i256, bool, address, vector<u8>, 0x1::string::String, struct, or vector,
// with the type of its items if they all agree (vector<u64>). It is "" without a wrapper.
//
// A struct can have a single field with the name of a wrapper. So the value must have the JSON form of the type, and if
// expected is not nil, a struct is only unwrapped from wrappers of structs. Invalid JSON, and items nested in more than
// 16 vectors, are returned unchanged. The result shares raw's memory if possible.
func Unwrap(raw json.RawMessage, expected *Type) (bare json.RawMessage, typeName string) {
	var tag TypeTag
	if expected != nil {
		tag = expected.tag
	}
	if !bytes.ContainsRune(raw, '{') || !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return raw, ""
	}
	value, typeName := unwrap(jsontext.Value(raw), tag, 1)
	return json.RawMessage(value), typeName
}

// unwrap unwraps valid JSON. tag is zero if the type is unknown.
func unwrap(raw jsontext.Value, tag TypeTag, depth int) (bare jsontext.Value, typeName string) {
	if depth > MaxTypeDepth {
		return raw, ""
	}
	key, value, found := onlyMember(raw)
	if !found {
		return unwrapItems(raw, tag, depth)
	}
	wrapped, fits := wrappedType(key, value)
	if !fits || !canWrap(key, tag) {
		return raw, ""
	}
	if key != "Vector" {
		return value, wrapped
	}
	value, typeName = unwrapItems(value, tag, depth)
	return value, cmp.Or(typeName, wrapped)
}

// unwrapItems unwraps the items of an array. typeName is that of the vector if all items have the same type, otherwise "".
func unwrapItems(raw jsontext.Value, tag TypeTag, depth int) (bare jsontext.Value, typeName string) {
	if raw.Kind() != '[' {
		return raw, ""
	}
	var element TypeTag
	if tag.Kind == KindVector {
		element = *tag.Element
	}
	decoder := lenientDecoder(raw)
	_, _ = decoder.ReadToken() // the bracket
	var items [][]byte
	var names []string
	for decoder.PeekKind() > 0 && decoder.PeekKind() != ']' {
		value, name := unwrap(readValue(decoder, raw), element, depth+1)
		items, names = append(items, value), append(names, name)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		return raw, ""
	}
	bare = append(append([]byte("["), bytes.Join(items, []byte(","))...), ']')
	if len(slices.Compact(names)) == 1 {
		typeName = "vector<" + names[0] + ">"
	}
	return bare, typeName
}

// onlyMember returns the only member of an object.
func onlyMember(raw jsontext.Value) (name string, value jsontext.Value, found bool) {
	if raw.Kind() != '{' {
		return "", nil, false
	}
	decoder := lenientDecoder(raw)
	_, _ = decoder.ReadToken() // the brace
	if decoder.PeekKind() != '"' {
		return "", nil, false
	}
	// Valid JSON cannot fail here.
	token, _ := decoder.ReadToken()
	name = token.String()
	value = readValue(decoder, raw)
	return name, value, decoder.PeekKind() == '}'
}

// readValue returns the next value of the decoder of raw, in the memory of raw.
func readValue(decoder *jsontext.Decoder, raw jsontext.Value) jsontext.Value {
	value, _ := decoder.ReadValue()
	end := int(decoder.InputOffset())
	return raw[end-len(value) : end : end]
}

// lenientDecoder reads valid JSON with duplicate names and invalid UTF-8, as some nodes send it.
func lenientDecoder(raw jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// canWrap reports whether the key can wrap a value of the type. For a struct it can be a field instead: structs are wrapped in
// Struct, and those of the standard library, which have no such fields, also in the type of their content.
func canWrap(key string, tag TypeTag) bool {
	if tag.Kind != KindStruct || key == "Struct" {
		return true
	}
	return tag.IsString() && key == "String" || tag.IsObject() && key == "Address"
}

// wrappedType returns the type that the key of a wrapper names: {"U64": "1"} (spec section 2.2). It does not fit if the key names none,
// or if the value does not have the JSON form of the type.
func wrappedType(key string, value jsontext.Value) (typeName string, fits bool) {
	form := value.Kind()
	switch key {
	case "Bool":
		return "bool", form == 't' || form == 'f'
	case "Address":
		return "address", isAddress(value)
	case "Vector":
		return "vector", form == '['
	case "Bytes":
		return "vector<u8>", isHex(value)
	case "Struct":
		return "struct", form == '{'
	case "String":
		return "0x1::string::String", form == '"'
	}
	kind := kindNamed(strings.ToLower(key))
	return kind.String(), kind.Bits() > 0 && key == strings.ToUpper(key) && isInteger(kind, value)
}

// isInteger reports whether a value has the JSON form of an integer kind: a number up to 32 bits, otherwise digits in quotes.
func isInteger(kind Kind, value jsontext.Value) bool {
	digits, isQuoted := quotedText(value)
	switch bits := kind.Bits(); {
	case bits <= 32 && kind.IsSigned():
		_, err := strconv.ParseInt(string(value), 10, bits)
		return err == nil
	case bits <= 32:
		_, err := strconv.ParseUint(string(value), 10, bits)
		return err == nil
	case kind.IsSigned():
		digits = strings.TrimPrefix(digits, "-")
	}
	return isQuoted && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func isAddress(value jsontext.Value) bool {
	text, found := quotedText(value)
	_, err := ParseAddress(text)
	return found && err == nil && strings.HasPrefix(text, "0x")
}

func isHex(value jsontext.Value) bool {
	text, found := quotedText(value)
	if !found || !strings.HasPrefix(text, "0x") {
		return false
	}
	_, err := bytesText(text)
	return err == nil
}

func quotedText(value jsontext.Value) (text string, found bool) {
	if value.Kind() != '"' {
		return "", false
	}
	unquoted, err := jsontext.AppendUnquote(nil, value)
	return string(unquoted), err == nil
}
