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

// keys are the names of types in which a node can wrap a value: {"U64": "1"} (spec section 2.2).
var keys = map[string]struct {
	typeName string
	fits     func(jsontext.Value) bool // whether the value has the JSON form of the type
}{
	"U8":      {"u8", isUnsigned(8)},
	"U16":     {"u16", isUnsigned(16)},
	"U32":     {"u32", isUnsigned(32)},
	"U64":     {"u64", isDigits},
	"U128":    {"u128", isDigits},
	"U256":    {"u256", isDigits},
	"I8":      {"i8", isSigned(8)},
	"I16":     {"i16", isSigned(16)},
	"I32":     {"i32", isSigned(32)},
	"I64":     {"i64", isSignedDigits},
	"I128":    {"i128", isSignedDigits},
	"I256":    {"i256", isSignedDigits},
	"Bool":    {"bool", isKind('t', 'f')},
	"Address": {"address", isAddress},
	"Vector":  {"vector", isKind('[')},
	"Bytes":   {"vector<u8>", isHex},
	"Struct":  {"struct", isKind('{')},
	"String":  {"0x1::string::String", isKind('"')},
}

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
	known, isKey := keys[key]
	if !isKey || !known.fits(value) || !canWrap(key, tag) {
		return raw, ""
	}
	if key != "Vector" {
		return value, known.typeName
	}
	value, typeName = unwrapItems(value, tag, depth)
	typeName = cmp.Or(typeName, known.typeName)
	return value, typeName
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

func isKind(kinds ...jsontext.Kind) func(jsontext.Value) bool {
	return func(value jsontext.Value) bool { return slices.Contains(kinds, value.Kind()) }
}

func isUnsigned(bits int) func(jsontext.Value) bool {
	return func(value jsontext.Value) bool {
		_, err := strconv.ParseUint(string(value), 10, bits)
		return err == nil
	}
}

func isDigits(value jsontext.Value) bool {
	text, found := quotedText(value)
	return found && text != "" && strings.Trim(text, "0123456789") == ""
}

func isSigned(bits int) func(jsontext.Value) bool {
	return func(value jsontext.Value) bool {
		_, err := strconv.ParseInt(string(value), 10, bits)
		return err == nil
	}
}

func isSignedDigits(value jsontext.Value) bool {
	text, found := quotedText(value)
	digits := strings.TrimPrefix(text, "-")
	return found && digits != "" && strings.Trim(digits, "0123456789") == ""
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
