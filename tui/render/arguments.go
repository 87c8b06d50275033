package render

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// Argument is an argument of a call, formatted by its declared type.
type Argument struct {
	Type    text.Safe     // empty if unknown
	Shown   text.Safe     // for reading: amounts in their unit, addresses with their names
	Raw     text.Safe     // one line, as the node sent it; "same" if equal to Shown
	Address *move.Address // the account or object it refers to; nil if none
	Tag     move.TypeTag  // zero if the type is unknown
	JSON    json.RawMessage
}

// Arguments are the arguments of a call with their types.
type Arguments struct {
	// RawReason says why some or all arguments are shown as sent; empty if all were decoded.
	RawReason text.Safe

	values []json.RawMessage
	types  []parameter // one per argument; nil if unknown
	coin   string      // type argument that amounts may be in; empty if the call does not have exactly one
	native bool        // amounts are in the native coin
}

// Formatter formats values for display.
type Formatter struct {
	NameOf   func(move.Address) text.Safe
	Decimals int // of the native coin
	Units    text.Units
	// CoinDecimals returns the decimals of a coin type. ok is false if they are unknown. May be nil.
	CoinDecimals func(kind string) (decimals int, ok bool)
	// ArgumentName returns the user's name for an argument of the call, by its parameter and its index, or "". May be nil.
	ArgumentName func(parameter, i int) text.Safe
	// Instant formats a time in the user's zone; nil to leave times out.
	Instant func(time.Time) text.Safe
	// HashPage is the page that the hash of the record links to.
	HashPage text.Page
}

// Label returns the number of the parameter that an argument belongs to, and its name: the user's, or that in the published source.
// Without a declaration it is the index among the arguments that the node sent.
func (a *Arguments) Label(f Formatter, i int) text.Safe {
	number, name := unknownParameter, text.Safe{}
	if a.types != nil {
		number, name = a.types[i].number, a.types[i].declared
	}
	if f.ArgumentName != nil {
		if given := f.ArgumentName(number, i); !given.IsEmpty() {
			name = given
		}
	}
	if number == unknownParameter {
		return withName(text.Format("[%s]", text.Integer(uint64(i))), name)
	}
	return ParameterLabel(number, name)
}

// Parameter returns the number of the parameter that an argument belongs to, in the declaration. ok is false if it is unknown.
func (a *Arguments) Parameter(i int) (number int, ok bool) {
	if a.types == nil {
		return 0, false
	}
	return a.types[i].number, true
}

// ParameterLabel returns a parameter's number in the declaration, from 0, signers included, and its name, if any.
func ParameterLabel(number int, name text.Safe) text.Safe {
	return withName(text.Format("#%s", text.Integer(uint64(number))), name)
}

func withName(label, name text.Safe) text.Safe {
	if name.IsEmpty() {
		return label
	}
	return text.Format("%s %s", label, name)
}

// unknownParameter is the number of the parameter of an argument without a declaration.
const unknownParameter = -1

// decimals returns the decimals of a coin's amounts, 0 if unknown.
func (f Formatter) decimals(coin string) int {
	decimals, _ := f.knownDecimals(coin)
	return decimals
}

func (f Formatter) knownDecimals(coin string) (decimals int, ok bool) {
	if f.CoinDecimals != nil {
		if decimals, ok := f.CoinDecimals(coin); ok {
			return decimals, true
		}
	}
	if client.IsNativeCoin(coin) {
		return f.Decimals, true
	}
	return 0, false
}

// NewArguments types the arguments of a call by the ABI of the called module; abi may be nil. Parameters of type signer have no
// argument, since the chain supplies them.
func NewArguments(payload *client.Payload, abi *move.ModuleABI) Arguments {
	a := Arguments{values: payload.Arguments, native: payload.MovesNativeCoin()}
	if len(payload.TypeArguments) == 1 {
		a.coin = payload.TypeArguments[0]
	}
	a.types, a.RawReason = parameterTypes(payload, abi)
	for i, encoded := range payload.EncodedArguments {
		a.values = append(a.values, decodedValue(encoded, a.types, i))
	}
	if a.types == nil {
		return a
	}
	formatter := Formatter{NameOf: func(move.Address) text.Safe { return text.Safe{} }}
	for i, value := range a.values {
		if _, ok := formatter.typed(a.types[i], value, 0); !ok {
			a.RawReason = text.Format("#%s is not of type %s", text.Integer(uint64(a.types[i].number)), a.types[i].name)
			break
		}
	}
	return a
}

// Input returns an argument as a user would type it into a form. Without a type it is JSON, or text without its quotes.
func (a *Arguments) Input(i int) string {
	parameter := Argument{JSON: a.values[i]}
	if a.types != nil {
		parameter.Tag = a.types[i].tag
		parameter.JSON, _ = move.Unwrap(a.values[i], a.types[i].full)
	} else {
		parameter.JSON, _ = move.Unwrap(a.values[i], nil)
	}
	return parameter.Input()
}

// decodedValue returns the JSON of argument i from its BCS, or the BCS in hex if its type is unknown.
func decodedValue(encoded []byte, types []parameter, i int) json.RawMessage {
	if i < len(types) {
		if value, err := move.DecodeBCS(types[i].tag, encoded); err == nil {
			return value.JSON()
		}
	}
	return json.RawMessage(`"0x` + hex.EncodeToString(encoded) + `"`)
}

// Len returns the number of arguments.
func (a *Arguments) Len() int { return len(a.values) }

// HasTypes reports whether the argument types are known.
func (a *Arguments) HasTypes() bool { return len(a.types) > 0 }

// Type returns the type of an argument, or "" if unknown.
func (a *Arguments) Type(i int) text.Safe {
	if a.types == nil {
		return text.Safe{}
	}
	return a.types[i].name
}

// At formats an argument.
func (a *Arguments) At(f Formatter, i int) Argument {
	if a.types == nil {
		return f.untyped(a.values[i])
	}
	decimals := f.decimals(a.coin)
	if a.native {
		decimals = f.Decimals
	}
	argument, _ := f.typed(a.types[i], a.values[i], decimals)
	return argument
}

// parameter is a declared parameter with the call's type arguments substituted.
type parameter struct {
	name text.Safe
	tag  move.TypeTag // zero if it cannot be parsed
	full *move.Type

	number   int       // in the declaration
	declared text.Safe // the name in the source, "" if unknown
}

// parameterTypes returns the parameters that the arguments belong to, or nil and the reason if they are unknown.
func parameterTypes(payload *client.Payload, abi *move.ModuleABI) (types []parameter, rawReason text.Safe) {
	function := &move.FunctionABI{Parameters: payload.ScriptParameters}
	if payload.ScriptParameters == nil {
		if function, rawReason = calledFunction(payload, abi); function == nil {
			return nil, rawReason
		}
	}
	var typeArguments []move.TypeTag
	for _, written := range payload.TypeArguments {
		tag, err := move.ParseTypeTag(written)
		if err != nil {
			return nil, text.Const("invalid type argument")
		}
		typeArguments = append(typeArguments, tag)
	}
	types = []parameter{}
	for _, number := range function.Arguments() {
		written := function.Parameters[number]
		p := parameter{name: text.Bounded(written), number: number}
		if number < len(function.ParameterNames) {
			p.declared = text.Bounded(function.ParameterNames[number])
		}
		if parsed, err := move.ParseType(written); err == nil {
			if tag, err := parsed.Instantiate(typeArguments); err == nil {
				p.tag, p.name, p.full = tag, text.Bounded(tag.String()), &parsed
			}
		}
		types = append(types, p)
	}
	if len(types) != payload.Len() {
		return nil, text.Format("expected %s arguments, got %s", text.Integer(uint64(len(types))), text.Integer(uint64(payload.Len())))
	}
	return types, text.Safe{}
}

// calledFunction returns the function that a payload calls, or the reason why it is unknown.
func calledFunction(payload *client.Payload, abi *move.ModuleABI) (function *move.FunctionABI, reason text.Safe) {
	id, err := move.ParseFunctionID(payload.Function)
	switch {
	case payload.Function == "":
		return nil, text.Const("the payload names no function")
	case err != nil:
		return nil, text.Const("invalid function name")
	case abi == nil:
		return nil, text.Const("the node sent no ABI of the module")
	}
	if function = abi.Function(id.Name); function == nil {
		return nil, text.Format("the module exposes no function %s", text.Bounded(id.Name))
	}
	return function, text.Safe{}
}

// addressDigits is the minimum number of hex digits for a value of unknown type to be treated as an address: nodes omit leading
// zeros, and shorter hex is more likely bytes.
const addressDigits = 60

// ParseAddress parses a JSON value of unknown type as an address. ok is false for any other value.
func ParseAddress(raw json.RawMessage) (address move.Address, ok bool) {
	str, _ := unquote(raw)
	if !strings.HasPrefix(str, "0x") || len(str) < len("0x")+addressDigits {
		return move.Address{}, false
	}
	address, err := move.ParseAddress(str)
	return address, err == nil
}

// untyped formats an argument of unknown type.
func (f Formatter) untyped(raw json.RawMessage) Argument {
	argument := Argument{Shown: RawMoveValue(client.MoveValue{JSON: raw}), Raw: text.Const("same"), JSON: raw}
	if _, ok := ParseAddress(raw); ok {
		f.setAddress(&argument, text.Unquote(raw))
	}
	return argument
}

// typed formats an argument of a known type. ok is false if the value is not of that type.
func (f Formatter) typed(p parameter, raw json.RawMessage, decimals int) (Argument, bool) {
	value, _ := move.Unwrap(raw, p.full)
	plain := RawMoveValue(client.MoveValue{JSON: value})
	argument := Argument{Type: p.name, Shown: plain, Raw: text.Const("same"), Tag: p.tag, JSON: value}
	if p.tag.Kind == 0 {
		return argument, false
	}
	shown, ok := f.value(&argument, p.tag, value, decimals)
	if !ok {
		return argument, false
	}
	if argument.Shown = shown; shown != plain {
		argument.Raw = plain
	}
	return argument, true
}

// value formats a value by its type. ok is false if the value is not of that type.
func (f Formatter) value(argument *Argument, tag move.TypeTag, raw json.RawMessage, decimals int) (text.Safe, bool) {
	str, isString := unquote(raw)
	plain := RawMoveValue(client.MoveValue{JSON: raw})
	if tag.Kind.Bits() > 0 {
		number, ok := parseInteger(raw)
		if tag.Kind != move.KindU64 {
			decimals = 0
		}
		if !ok || number.Sign() < 0 && !tag.Kind.IsSigned() {
			return plain, false
		}
		return f.Units.Amount(number.String(), decimals)
	}
	switch tag.Kind {
	case move.KindBool:
		return plain, string(raw) == "true" || string(raw) == "false"
	case move.KindAddress:
		return f.addressText(argument, str, isString)
	case move.KindVector:
		if tag.Element.Kind == move.KindU8 && isString {
			return plain, strings.HasPrefix(str, "0x")
		}
		if amounts, ok := f.amounts(tag, raw, decimals); ok {
			return amounts, true
		}
		return plain, len(raw) > 0 && raw[0] == '['
	case move.KindStruct:
		return f.structValue(argument, tag, raw)
	}
	return plain, false
}

// amounts formats a vector of coin amounts. ok is false for any other vector.
func (f Formatter) amounts(tag move.TypeTag, raw json.RawMessage, decimals int) (text.Safe, bool) {
	var items []json.RawMessage
	if decimals == 0 || tag.Element.Kind != move.KindU64 || len(raw) > maxMoveValueBytes || json.Unmarshal(raw, &items) != nil {
		return text.Safe{}, false
	}
	line := text.Const("[")
	for i, amount := range items {
		number, ok := parseInteger(amount)
		if !ok {
			return text.Safe{}, false
		}
		if i > 0 {
			line = text.Format("%s  ", line)
		}
		line = text.Concat(line, f.Units.Write(number, decimals))
	}
	return text.Format("%s]", line), true
}

// structValue formats String, Object and Option of the standard library; other structs stay as sent.
func (f Formatter) structValue(argument *Argument, tag move.TypeTag, raw json.RawMessage) (text.Safe, bool) {
	plain := RawMoveValue(client.MoveValue{JSON: raw})
	str, isString := unquote(raw)
	element, isOption := tag.OptionElement()
	switch {
	case tag.IsString():
		return plain, isString
	case tag.IsObject():
		var inner struct{ Inner string }
		if !isString && len(raw) < maxMoveValueBytes && json.Unmarshal(raw, &inner) == nil {
			return f.addressText(argument, inner.Inner, true)
		}
		return f.addressText(argument, str, isString)
	case isOption && len(raw) <= maxMoveValueBytes:
		inner, ok := Option(raw)
		switch {
		case !ok:
			return plain, len(raw) > 0 && raw[0] == '{'
		case inner == nil:
			return text.Const("none"), true
		}
		return f.value(argument, element, inner, 0)
	}
	return plain, true
}

// Option returns the value inside an Option, which nodes send as {"vec": [value]}; nil if it is none.
func Option(raw json.RawMessage) (inner json.RawMessage, ok bool) {
	var option struct{ Vec *[]json.RawMessage }
	if json.Unmarshal(raw, &option) != nil || option.Vec == nil || len(*option.Vec) > 1 {
		return nil, false
	}
	if len(*option.Vec) == 0 {
		return nil, true
	}
	return (*option.Vec)[0], true
}

func (f Formatter) addressText(argument *Argument, str string, isString bool) (text.Safe, bool) {
	if !isString {
		return argument.Shown, false
	}
	if !f.setAddress(argument, str) {
		return text.Bounded(str), false
	}
	return argument.Shown, true
}

// setAddress formats the argument as an address, preceded by its name.
func (f Formatter) setAddress(argument *Argument, str string) bool {
	address, err := move.ParseAddress(str)
	if err != nil {
		return false
	}
	argument.Address, argument.Shown = &address, text.Bounded(str)
	if name := f.NameOf(address); !name.IsEmpty() {
		argument.Raw = argument.Shown
		argument.Shown = text.Format("%s  %s", name, text.Short(argument.Shown))
	}
	return true
}

// maxScalarBytes bounds strings that are parsed as an address or integer.
const maxScalarBytes = 200

// unquote returns a JSON string without its quotes. Strings longer than any address or integer are truncated, not decoded.
func unquote(raw json.RawMessage) (str string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	if len(raw) > maxScalarBytes {
		return string(bytes.TrimPrefix(raw[:maxScalarBytes], []byte(`"`))), true
	}
	return str, json.Unmarshal(raw, &str) == nil
}

// parseInteger parses an unsigned integer, quoted or not.
func parseInteger(raw json.RawMessage) (*big.Int, bool) {
	digits := strings.Trim(string(raw[:min(len(raw), maxScalarBytes)]), `"`)
	if magnitude := strings.TrimPrefix(digits, "-"); len(raw) > maxScalarBytes || magnitude == "" || strings.Trim(magnitude, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}

// Input returns the argument as a user would type it into a form.
func (a Argument) Input() string {
	raw := a.JSON
	if a.Tag.Kind != 0 {
		if argument, err := move.NewArgument(a.Tag, raw); err == nil {
			return argument.Text()
		}
	}
	return text.Unquote(raw)
}
