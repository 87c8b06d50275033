package move

import (
	"encoding/json"
	"fmt"
)

// Argument is a value that fits its type, ready to be passed to a function
// (spec section 2.1). The zero Argument is none.
type Argument struct {
	tag   TypeTag
	value encoded
}

// encoded is a value in both forms.
type encoded struct {
	json []byte
	bcs  []byte
	// unsendable is why there is no BCS; nil where there is.
	unsendable error
}

// Type gives the type that the argument fits.
func (a Argument) Type() TypeTag { return a.tag }

// JSON gives the value as nodes read it in a call: u8, u16 and u32 as numbers, wider
// integers as strings of digits, addresses in full, vector<u8> as 0x and hex, other
// vectors as arrays, an Option as {"vec":[]} with its value in the array (one of u8
// as {"vec":"0x"} with its byte in the hex), an Object as its address. A
// json.RawMessage stands as it was given.
func (a Argument) JSON() json.RawMessage { return a.value.json }

// BCS gives the value in BCS. It fails for a struct other than String, Option and
// Object, whose layout the type does not tell, and for a json.RawMessage that does
// not read as the type.
func (a Argument) BCS() ([]byte, error) {
	if a.value.unsendable != nil {
		return nil, a.value.unsendable
	}
	return a.value.bcs, nil
}

// NewArgument checks a Go value against the type:
//
//   - bool, any integer, *big.Int, Address (for an Object too), []byte for
//     vector<u8>, and slices of what fits the element for other vectors;
//   - nil for an Option without a value, else what fits its inner type;
//   - json.RawMessage for any type: it is sent as it is, when it is JSON at all;
//   - a string for any type, read as a person types it.
//
// Strings read like this, with nothing trimmed:
//
//	bool          true, false, t, f
//	u8 ... u256   digits, with single _ and , between them; 0x and hex digits
//	address       as ParseAddress; the same for an Object
//	vector<u8>    0x and hex digits; [1, 2]; text: and words
//	vector        a JSON array, or items with commas between them, in brackets or
//	              not, each read by its type; quotes keep an item together
//	String        the text
//	Option        empty for none; {"vec":[]}, {"vec":[x]}; else by the inner type
//	other struct  a JSON object
//
// A signer cannot be passed. The error is a *ParseError; the rule about an item of a
// vector begins with its number: "item 3: not hex at character 1".
func NewArgument(tag TypeTag, value any) (Argument, error) {
	read, err := encodeGo(tag, value, 1)
	if err != nil {
		text, _ := value.(string)
		return Argument{}, argumentError(text, err)
	}
	return Argument{tag: tag, value: read}, nil
}

// argumentError makes err the error about the text of a whole argument.
func argumentError(text string, err error) error {
	broken := *err.(*ParseError)
	broken.Kind, broken.Input = "argument", text
	return &broken
}

// broken is an error of the whole text, or about no text.
func broken(rule string, values ...any) error {
	return &ParseError{Kind: "argument", Rule: fmt.Sprintf(rule, values...)}
}

// brokenAt is an error at a character of the text.
func brokenAt(position int, rule string, values ...any) error {
	return &ParseError{Kind: "argument", Position: position, Rule: fmt.Sprintf(rule, values...)}
}

// The structs of the standard library that have a form of their own.
type standardStruct int

const (
	ordinaryStruct standardStruct = iota
	stringStruct
	optionStruct
	objectStruct
)

// standard tells which of the standard library's structs the type is.
func (t TypeTag) standard() standardStruct {
	if t.Kind != KindStruct || t.Struct.Address != (Address{31: 1}) {
		return ordinaryStruct
	}
	switch [2]string{t.Struct.Module, t.Struct.Name} {
	case [2]string{"string", "String"}:
		if len(t.Struct.TypeArguments) == 0 {
			return stringStruct
		}
	case [2]string{"option", "Option"}:
		if len(t.Struct.TypeArguments) == 1 {
			return optionStruct
		}
	case [2]string{"object", "Object"}:
		if len(t.Struct.TypeArguments) == 1 {
			return objectStruct
		}
	}
	return ordinaryStruct
}

// isBytes tells whether the type is vector<u8>.
func (t TypeTag) isBytes() bool {
	return t.Kind == KindVector && t.Element.Kind == KindU8
}
