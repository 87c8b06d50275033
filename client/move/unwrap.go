package move

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// keys are the twelve keys that a node may put around a value, naming its Move type
// (spec section 2.2).
var keys = map[string]struct {
	typeName string
	fits     func(jsontext.Value) bool // whether the value has the JSON type of the key
}{
	"U8":      {"u8", isUnsigned(8)},
	"U16":     {"u16", isUnsigned(16)},
	"U32":     {"u32", isUnsigned(32)},
	"U64":     {"u64", isDigits},
	"U128":    {"u128", isDigits},
	"U256":    {"u256", isDigits},
	"Bool":    {"bool", isKind('t', 'f')},
	"Address": {"address", isAddress},
	"Vector":  {"vector", isKind('[')},
	"Bytes":   {"vector<u8>", isHex},
	"Struct":  {"struct", isKind('{')},
	"String":  {"0x1::string::String", isKind('"')},
}

// Unwrap gives the bare value of a result: the value itself, where a node put it into
// an object with one of the keys of spec section 2.2 ({"U64": "1"}), else raw as it is.
// A vector's items are unwrapped too, in it and in arrays without a key; what is inside
// a struct stays, because its fields are bare in both forms.
//
// typeName is what the key says: u8 ... u256, bool, address, vector<u8>,
// 0x1::string::String, struct, or vector with the type of its items where they all
// name the same (vector<u64>). It is empty where there is no key.
//
// An object stays as it is when its value is not of the key's JSON type, so that a
// struct with a field of such a name is not mistaken for a key. Where the expected
// type is known, it decides: a struct is unwrapped from the keys that stand for it
// alone. expected may be nil. Raw that is no JSON, and items below 16 vectors, stay.
// The bare value shares raw's memory where it can.
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

// unwrap unwraps valid JSON. The tag is the zero one where the type is not known.
func unwrap(raw jsontext.Value, tag TypeTag, depth int) (bare jsontext.Value, typeName string) {
	if depth > MaxTypeDepth {
		return raw, ""
	}
	key, value, found := onlyMember(raw)
	if !found {
		return unwrapItems(raw, tag, depth)
	}
	known, isKey := keys[key]
	if !isKey || !known.fits(value) || !mayStandFor(key, tag) {
		return raw, ""
	}
	if key != "Vector" {
		return value, known.typeName
	}
	value, typeName = unwrapItems(value, tag, depth)
	if typeName == "" {
		typeName = known.typeName
	}
	return value, typeName
}

// unwrapItems unwraps each item of an array. The type name is that of the vector when
// all items name one type, empty otherwise.
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

// onlyMember gives the name and the value of an object's only member.
func onlyMember(raw jsontext.Value) (name string, value jsontext.Value, found bool) {
	if raw.Kind() != '{' {
		return "", nil, false
	}
	decoder := lenientDecoder(raw)
	_, _ = decoder.ReadToken() // the brace
	if decoder.PeekKind() != '"' {
		return "", nil, false
	}
	// Neither fails, the JSON being valid.
	token, _ := decoder.ReadToken()
	name = token.String()
	value = readValue(decoder, raw)
	return name, value, decoder.PeekKind() == '}'
}

// readValue gives the next value of the decoder of raw, in the memory of raw.
func readValue(decoder *jsontext.Decoder, raw jsontext.Value) jsontext.Value {
	value, _ := decoder.ReadValue()
	end := int(decoder.InputOffset())
	return raw[end-len(value) : end : end]
}

// lenientDecoder reads valid JSON in which names may come twice and UTF-8 be broken,
// as some nodes write it.
func lenientDecoder(raw jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// mayStandFor tells whether the key can name a value of the type. Only of a struct
// can it be a field instead: its values stand under Struct, and those of the standard
// library's structs, which have no field of such a name, also under what they hold.
func mayStandFor(key string, tag TypeTag) bool {
	if tag.Kind != KindStruct || key == "Struct" {
		return true
	}
	switch tag.standard() {
	case stringStruct:
		return key == "String"
	case objectStruct:
		return key == "Address"
	default:
		return false
	}
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
