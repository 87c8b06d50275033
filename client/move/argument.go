package move

import (
	"encoding/json"
	"fmt"
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
