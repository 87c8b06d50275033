package render

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// Argument is an argument of a call as the interface of its module tells it.
type Argument struct {
	Type    text.Safe     // empty where it is not known
	Shown   text.Safe     // as it is read: amounts in their unit, addresses with their names
	Raw     text.Safe     // as the node sent it, in a line: "same" where that is no different
	Address *move.Address // the account or object that it is
	Tag     move.TypeTag  // the zero one where the type is not known
	JSON    json.RawMessage
}

// Arguments are the arguments of a call with what is known of their types.
type Arguments struct {
	// Raw says why some of them, or all, are shown as they were sent; it is empty where all can be read.
	Raw text.Safe

	sent   []json.RawMessage
	types  []parameter // one for each; nil where they are not known
	coin   string      // amounts are of this coin, where it is one; empty: no type argument names one
	native bool        // amounts are of the native coin
}

// Reader is what arguments are read with.
type Reader struct {
	NameOf   func(move.Address) text.Safe
	Decimals int // of the native coin
	Units    text.Units
	// Coin is how many decimals a coin has by its type; not ok where that is not known. Nil: none is known.
	Coin func(kind string) (decimals int, ok bool)
	// Argument is the name that the user has given to an argument of the call, empty where there is none. Nil: none has one.
	Argument func(i int) text.Safe
}

// nameOf is the number of an argument, with its name.
func (r Reader) nameOf(i int) text.Safe {
	name := "#" + text.Integer(uint64(i))
	if r.Argument != nil {
		if given := r.Argument(i); given != "" {
			name += " " + given
		}
	}
	return name
}

// decimals is how many decimals the amounts of a coin have.
func (r Reader) decimals(coin string) int {
	if r.Coin != nil {
		if decimals, ok := r.Coin(coin); ok {
			return decimals
		}
	}
	if IsNativeCoin(coin) {
		return r.Decimals
	}
	return 0
}

// NewArguments are the arguments of a call by the interface of the module that it names, which is nil where there is none.
// Parameters of type signer have no argument: the chain fills them in.
func NewArguments(payload *client.Payload, abi *move.ModuleABI) Arguments {
	a := Arguments{sent: payload.Arguments, native: isNative(payload)}
	if len(payload.TypeArguments) == 1 {
		a.coin = payload.TypeArguments[0]
	}
	a.types, a.Raw = parameterTypes(payload, abi)
	if a.types == nil {
		return a
	}
	reader := Reader{NameOf: func(move.Address) text.Safe { return "" }}
	for i, sent := range a.sent {
		if _, ok := reader.typed(a.types[i], sent, 0); !ok {
			a.Raw = "#" + text.Integer(uint64(i)) + " is no " + a.types[i].name
			break
		}
	}
	return a
}

// Len is the number of arguments.
func (a *Arguments) Len() int { return len(a.sent) }

// Typed tells that the types of the arguments are known.
func (a *Arguments) Typed() bool { return len(a.types) > 0 }

// Type is that of an argument; empty where it is not known.
func (a *Arguments) Type(i int) text.Safe {
	if a.types == nil {
		return ""
	}
	return a.types[i].name
}

// At reads an argument.
func (a *Arguments) At(r Reader, i int) Argument {
	if a.types == nil {
		return r.untyped(a.sent[i])
	}
	decimals := r.decimals(a.coin)
	if a.native {
		decimals = r.Decimals
	}
	argument, _ := r.typed(a.types[i], a.sent[i], decimals)
	return argument
}

// parameter is a parameter with the type arguments of the call in their places.
type parameter struct {
	name text.Safe
	tag  move.TypeTag // the zero one where it is not understood
	full *move.Type
}

// parameterTypes are the parameters that the arguments are for; nil, and why, where they are not known.
func parameterTypes(payload *client.Payload, abi *move.ModuleABI) (types []parameter, raw text.Safe) {
	id, err := move.ParseFunctionID(payload.Function)
	switch {
	case payload.Function == "":
		return nil, "no function is named that would tell the types"
	case err != nil:
		return nil, "the function has no regular name"
	case abi == nil:
		return nil, "the node gives no interface of the module"
	}
	function := abi.Function(id.Name)
	if function == nil {
		return nil, "the module shows no function " + text.Bounded(id.Name) + " (any more)"
	}
	var typeArguments []move.TypeTag
	for _, written := range payload.TypeArguments {
		tag, err := move.ParseTypeTag(written)
		if err != nil {
			return nil, "a type argument is not understood"
		}
		typeArguments = append(typeArguments, tag)
	}
	types = []parameter{}
	for _, written := range function.Parameters {
		p := parameter{name: text.Bounded(written)}
		if parsed, err := move.ParseType(written); err == nil {
			if parsed.IsSigner() {
				continue
			}
			if tag, err := parsed.Instantiate(typeArguments); err == nil {
				p.tag, p.name, p.full = tag, text.Bounded(tag.String()), &parsed
			}
		}
		types = append(types, p)
	}
	if len(types) != len(payload.Arguments) {
		return nil, "the function takes " + text.Integer(uint64(len(types))) + " arguments, and " + text.Integer(uint64(len(payload.Arguments))) + " were sent"
	}
	return types, ""
}

// addressDigits is how many hex digits a value must have to be taken for an address while its type is not known: nodes leave
// out leading zeros, and shorter hex is rather bytes.
const addressDigits = 60

// untyped is an argument of which nothing is known.
func (r Reader) untyped(sent json.RawMessage) Argument {
	argument := Argument{Shown: MovePlain(client.MoveValue{JSON: sent}), Raw: "same", JSON: sent}
	if written, ok := textOf(sent); ok && strings.HasPrefix(written, "0x") && len(written) >= len("0x")+addressDigits {
		r.address(&argument, written)
	}
	return argument
}

// typed is an argument of a type. It is not ok where the value is not of it.
func (r Reader) typed(p parameter, sent json.RawMessage, decimals int) (Argument, bool) {
	bare, _ := move.Unwrap(sent, p.full)
	plain := MovePlain(client.MoveValue{JSON: bare})
	argument := Argument{Type: p.name, Shown: plain, Raw: "same", Tag: p.tag, JSON: bare}
	if p.tag.Kind == 0 {
		return argument, false
	}
	shown, ok := r.value(&argument, p.tag, bare, decimals)
	if !ok {
		return argument, false
	}
	if argument.Shown = shown; shown != plain {
		argument.Raw = plain
	}
	return argument, true
}

// value writes a value by its type. It is not ok where it is not of it.
func (r Reader) value(argument *Argument, tag move.TypeTag, bare json.RawMessage, decimals int) (text.Safe, bool) {
	written, isText := textOf(bare)
	plain := MovePlain(client.MoveValue{JSON: bare})
	switch tag.Kind {
	case move.KindBool:
		return plain, string(bare) == "true" || string(bare) == "false"
	case move.KindU8, move.KindU16, move.KindU32, move.KindU64, move.KindU128, move.KindU256:
		number, ok := integer(bare)
		if tag.Kind != move.KindU64 {
			decimals = 0
		}
		if !ok {
			return plain, false
		}
		return r.Units.Amount(number.String(), decimals)
	case move.KindAddress:
		return r.addressText(argument, written, isText)
	case move.KindVector:
		if tag.Element.Kind == move.KindU8 && isText {
			return plain, strings.HasPrefix(written, "0x")
		}
		if amounts, ok := r.amounts(tag, bare, decimals); ok {
			return amounts, true
		}
		return plain, len(bare) > 0 && bare[0] == '['
	case move.KindStruct:
		return r.structure(argument, tag.Struct, bare)
	}
	return plain, false
}

// amounts writes a vector of amounts of a coin. It is not ok for any other.
func (r Reader) amounts(tag move.TypeTag, bare json.RawMessage, decimals int) (text.Safe, bool) {
	var sent []json.RawMessage
	if decimals == 0 || tag.Element.Kind != move.KindU64 || len(bare) > longestMoveValue || json.Unmarshal(bare, &sent) != nil {
		return "", false
	}
	written := text.Safe("[")
	for i, amount := range sent {
		number, ok := integer(amount)
		if !ok {
			return "", false
		}
		if i > 0 {
			written += "  "
		}
		written += r.Units.Write(number, decimals)
	}
	return written + "]", true
}

// structure writes the structs of the standard library by what they stand for, and all others as they were sent.
func (r Reader) structure(argument *Argument, tag *move.StructTag, bare json.RawMessage) (text.Safe, bool) {
	plain := MovePlain(client.MoveValue{JSON: bare})
	written, isText := textOf(bare)
	if tag.Address != (move.Address{31: 1}) {
		return plain, true
	}
	switch [2]string{tag.Module, tag.Name} {
	case [2]string{"string", "String"}:
		return plain, isText
	case [2]string{"object", "Object"}:
		var inner struct{ Inner string }
		if !isText && len(bare) < longestMoveValue && json.Unmarshal(bare, &inner) == nil {
			return r.addressText(argument, inner.Inner, true)
		}
		return r.addressText(argument, written, isText)
	case [2]string{"option", "Option"}:
		if len(tag.TypeArguments) != 1 || len(bare) > longestMoveValue {
			return plain, true
		}
		inner, ok := Option(bare)
		switch {
		case !ok:
			return plain, len(bare) > 0 && bare[0] == '{'
		case inner == nil:
			return "none", true
		}
		return r.value(argument, tag.TypeArguments[0], inner, 0)
	}
	return plain, true
}

// Option is the value inside of an Option as nodes send it, {"vec": [value]}; nil where there is none.
func Option(sent json.RawMessage) (inner json.RawMessage, ok bool) {
	var option struct{ Vec *[]json.RawMessage }
	if json.Unmarshal(sent, &option) != nil || option.Vec == nil || len(*option.Vec) > 1 {
		return nil, false
	}
	if len(*option.Vec) == 0 {
		return nil, true
	}
	return (*option.Vec)[0], true
}

func (r Reader) addressText(argument *Argument, written string, isText bool) (text.Safe, bool) {
	if !isText {
		return argument.Shown, false
	}
	if !r.address(argument, written) {
		return text.Bounded(written), false
	}
	return argument.Shown, true
}

// address takes the argument for an address, with its name in front.
func (r Reader) address(argument *Argument, written string) bool {
	address, err := move.ParseAddress(written)
	if err != nil {
		return false
	}
	argument.Address, argument.Shown = &address, text.Bounded(written)
	if name := r.NameOf(address); name != "" {
		argument.Raw = argument.Shown
		argument.Shown = name + "  " + text.Short(argument.Shown)
	}
	return true
}

// longestWord bounds the strings that are read as an address, or as an integer.
const longestWord = 200

// textOf is a JSON string without its quotes. What is longer than any address or integer is text, but not read.
func textOf(sent json.RawMessage) (written string, ok bool) {
	if len(sent) == 0 || sent[0] != '"' {
		return "", false
	}
	if len(sent) > longestWord {
		return string(bytes.TrimPrefix(sent[:longestWord], []byte(`"`))), true
	}
	return written, json.Unmarshal(sent, &written) == nil
}

// integer reads an unsigned integer, which may stand in quotes.
func integer(sent json.RawMessage) (*big.Int, bool) {
	digits := strings.Trim(string(sent[:min(len(sent), longestWord)]), `"`)
	if len(sent) > longestWord || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}

// isNative tells whether a call is about the native coin: a function of the coin's own module, or one that transfers it of the
// chain's module of accounts.
func isNative(payload *client.Payload) bool {
	function, err := move.ParseFunctionID(payload.Function)
	if err != nil || len(payload.TypeArguments) > 0 || function.Address != (move.Address{31: 1}) {
		return false
	}
	transfers := function.Name == "transfer" || function.Name == "batch_transfer"
	return strings.HasSuffix(function.Module, coinModule) || strings.HasSuffix(function.Module, accountModule) && transfers
}

// accountModule is what the name of the chain's own module of accounts ends with, like coinModule: 0x1::move_account.
const accountModule = "_account"

// coinModule is what the name of the native coin's module ends with. The framework of a chain names it after the chain:
// 0x1::move_coin::MoveCoin.
const coinModule = "_coin"

// IsNativeCoin tells whether the type is the coin in which the chain takes its fees.
func IsNativeCoin(written string) bool {
	tag, err := move.ParseStructTag(written)
	if err != nil || tag.Address != (move.Address{31: 1}) || len(tag.TypeArguments) > 0 || !strings.HasSuffix(tag.Module, coinModule) {
		return false
	}
	var name strings.Builder
	for word := range strings.SplitSeq(tag.Module, "_") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String() == tag.Name
}

// Typed is the argument as one would type it into a form.
func (a Argument) Typed() string {
	sent := a.JSON
	if a.Tag.Kind == move.KindStruct && a.Tag.Struct.Module == "option" && a.Tag.Struct.Name == "Option" {
		inner, ok := Option(sent)
		if ok && inner == nil {
			return ""
		}
		if ok {
			sent = inner
		}
	}
	if a.Address != nil {
		return a.Address.String()
	}
	var written string
	if json.Unmarshal(sent, &written) == nil {
		return written
	}
	return string(sent)
}
