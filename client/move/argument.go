package move

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Argument is an encoded argument of a function (spec section 2.1). The zero Argument is invalid.
type Argument struct {
	tag   TypeTag
	value encoded
}

// encoded is a value in both encodings.
type encoded struct {
	json []byte
	bcs  []byte
	// bcsErr is the reason why there is no BCS, nil if there is.
	bcsErr error
}

// Type returns the type of the argument.
func (a Argument) Type() TypeTag { return a.tag }

// JSON returns the value as nodes expect it: integers of up to 32 bits as numbers, larger integers as strings of digits, addresses in
// full, vector<u8> as 0x and hex digits, other vectors as arrays, an Option as {"vec":[]} with the value in the array
// (for u8 as {"vec":"0x"} with the byte in hex), and an Object as its address. A json.RawMessage is unchanged.
func (a Argument) JSON() json.RawMessage { return a.value.json }

// BCS returns the value in BCS. It fails for structs other than String, Option and Object, whose layout is unknown, and for a
// json.RawMessage that does not parse as the type.
func (a Argument) BCS() ([]byte, error) {
	if a.value.bcsErr != nil {
		return nil, a.value.bcsErr
	}
	return a.value.bcs, nil
}

// NewArgument encodes a Go value as an argument of a type:
//
//   - bool, integers, *big.Int, Address (also for an Object), []byte for vector<u8>, and slices for other vectors
//   - for an Option, nil if it is empty, or else a value of its inner type
//   - json.RawMessage for any type; it is sent unchanged
//   - a string for any type, in these forms, without trimming:
//
// Strings:
//
//	bool          true, false, t, f
//	u8 ... u256   digits, with single _ and , between them; 0x and hex digits
//	i8 ... i256   the same, with - in front of a negative number
//	address       as in ParseAddress; also for an Object, or {"inner":"0x1"}
//	vector<u8>    0x and hex digits; [1, 2]; text: followed by text
//	vector        a JSON array, or items separated by commas, with or without
//	              brackets; quotes keep an item together
//	String        the text
//	Option        none, null, [] or nothing if it is empty; {"vec":[]}; {"vec":[x]}; or
//	              as the inner type, where [] is an empty vector
//	other struct  a JSON object
//
// A signer or a function value cannot be an argument. The error is a *ParseError; a rule about an item of a vector starts with its number: "item 3: not
// hex at character 1".
func NewArgument(tag TypeTag, value any) (Argument, error) {
	read, err := encodeGo(tag, value, 1)
	if err != nil {
		text, _ := value.(string)
		return Argument{}, argumentError(text, err)
	}
	return Argument{tag: tag, value: read}, nil
}

// argumentError returns err as an error about a whole argument.
func argumentError(text string, err error) error {
	invalid := *err.(*ParseError)
	invalid.Kind, invalid.Input = "argument", text
	return &invalid
}

// invalid returns an error about the whole input.
func invalid(rule string, values ...any) error {
	return &ParseError{Kind: "argument", Rule: fmt.Sprintf(rule, values...)}
}

// invalidAt returns an error at a character of the text.
func invalidAt(position int, rule string, values ...any) error {
	return &ParseError{Kind: "argument", Position: position, Rule: fmt.Sprintf(rule, values...)}
}

// isBytes reports whether the type is vector<u8>.
func (t TypeTag) isBytes() bool { return t.Kind == KindVector && t.Element.Kind == KindU8 }

func encodeBool(value bool) encoded {
	bcs := []byte{0}
	if value {
		bcs[0] = 1
	}
	return encoded{json: strconv.AppendBool(nil, value), bcs: bcs}
}

func encodeAddress(address Address) encoded {
	return encoded{json: []byte(`"` + address.String() + `"`), bcs: address[:]}
}

func encodeBytes(value []byte) encoded {
	return encoded{json: []byte(`"0x` + hex.EncodeToString(value) + `"`), bcs: appendString(nil, value)}
}

// encodeString encodes text, which must be UTF-8.
func encodeString(text string) (encoded, error) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return encoded{}, invalid("not UTF-8")
	}
	return encoded{json: quoted, bcs: appendString(nil, text)}, nil
}

// encodeVector encodes a vector of items.
func encodeVector(element TypeTag, items []encoded) encoded {
	value := encoded{bcs: appendLength(nil, len(items))}
	var list [][]byte
	for i, item := range items {
		if item.bcsErr != nil && value.bcsErr == nil {
			value.bcsErr = itemError(i, item.bcsErr)
		}
		value.bcs = append(value.bcs, item.bcs...)
		list = append(list, item.json)
	}
	if element.Kind == KindU8 && value.bcsErr == nil {
		return encodeBytes(value.bcs[len(value.bcs)-len(items):])
	}
	value.json = append(append([]byte("["), bytes.Join(list, []byte(","))...), ']')
	return value
}

// encodeOption encodes an Option, a vector of at most one item.
func encodeOption(inner TypeTag, items ...encoded) encoded {
	value := encodeVector(inner, items)
	if value.bcsErr != nil {
		value.bcsErr = items[0].bcsErr
	}
	value.json = append(append([]byte(`{"vec":`), value.json...), '}')
	return value
}

// encodeRaw encodes JSON unchanged. It has BCS only if it parses as the type.
func encodeRaw(tag TypeTag, raw []byte, depth int) (encoded, error) {
	if !jsontext.Value(raw).IsValid() {
		return encoded{}, invalid("not JSON")
	}
	value, err := encodeItem(tag, trimSpaces(string(raw)), depth)
	if err != nil {
		value.bcsErr = argumentError(string(raw), err)
	}
	value.json = raw
	return value, nil
}

// itemError returns an error about an item of a vector.
func itemError(index int, err error) error {
	return invalid("item %d: %s", index+1, ruleOf(err))
}

// ruleOf returns the rule of an error, which is always a *ParseError.
func ruleOf(err error) string { return err.(*ParseError).Rule }
