// bytes.go reads bytes in hex, base64 or as a JSON array.

package explain

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// hexDigits matches bytes in hex, also over several lines.
var hexDigits = text.Regexp(`^(0[xX])?([0-9a-fA-F]{2}\s*)+$`)

// base64Digits matches at least six bytes in base64, also over several lines.
var base64Digits = text.Regexp(`^[A-Za-z0-9+/_\-\s]{8,}={0,2}$`)

// bytes reads bytes in hex or base64.
func (r *reader) bytes() {
	if hexDigits().MatchString(r.text) && (len(r.text) > 4 || strings.HasPrefix(strings.ToLower(r.text), "0x")) {
		compact := strings.Join(strings.Fields(r.text), "")
		if len(compact) > 1 && (compact[1] == 'x' || compact[1] == 'X') {
			compact = compact[2:]
		} else if integer().MatchString(compact) && len(compact) < 40 {
			return // a number
		}
		if content, err := hex.DecodeString(compact); err == nil {
			r.content(content, "hex")
		}
		return
	}
	if !base64Digits().MatchString(r.text) || len(r.found) > 0 {
		return
	}
	compact := strings.TrimRight(strings.Join(strings.Fields(r.text), ""), "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if content, err := encoding.DecodeString(compact); err == nil {
			r.content(content, "base64")
			return
		}
	}
}

// content reads bytes.
func (r *reader) content(content []byte, form string) {
	count := fmt.Sprintf("%s of %d bytes", form, len(content))
	if r.As != nil {
		r.asked(content, count)
		return
	}
	before := len(r.found)
	r.structured(content, count)
	if len(r.found) > before {
		return // a guess would add nothing
	}
	if printable(content) {
		r.add(Reading{Kind: Text, Value: string(content), Basis: count + ": all of it is text", IsGuess: true})
	}
	r.values(content, count)
}

// asked reads bytes as the type that was asked for. Complete reads those with structs.
func (r *reader) asked(content []byte, count string) {
	reading := Reading{Kind: Value, Value: r.As.String(), Basis: count + ", as asked", Call: &Call{TypeArguments: []move.TypeTag{*r.As}, Arguments: [][]byte{content}}}
	if decoded, err := move.DecodeBCS(*r.As, content); err == nil {
		reading.Decoded, reading.Call = decoded.JSON(), nil
	}
	r.add(reading)
}

// structured reads bytes with so much structure that they are hardly anything else.
func (r *reader) structured(content []byte, count string) {
	if module, err := move.ParseBytecode(content); err == nil {
		r.add(Reading{Kind: Bytecode, Value: module.ID.String(), Basis: count, Opens: to(moduleTarget(module.ID)), Facts: []Fact{
			{"functions", fmt.Sprint(len(module.Functions)), nil}, {"structs", fmt.Sprint(len(module.Structs)), nil}, {"version", fmt.Sprint(module.Version), nil},
		}})
	}
	if t, err := move.ParseTransactionBCS(content); err == nil {
		r.add(r.transaction(&t, count))
	}
	for _, parse := range []struct {
		what string
		of   func([]byte) (move.FunctionID, []move.TypeTag, [][]byte, error)
	}{{"a call", move.ParseCallBCS}, {"the payload of a multisig account", move.ParseMultisigPayloadBCS}, {"the payload of a transaction", payload}} {
		if function, tags, arguments, err := parse.of(content); err == nil {
			reading := called(Call{function, tags, arguments})
			reading.Basis = count + ": " + parse.what
			r.add(reading)
		}
	}
	if tag, err := move.ParseTypeTagBCS(content); err == nil && len(content) > 34 {
		r.add(Reading{Kind: TypeTag, Value: tag.String(), Basis: count})
	}
}

// payload parses the payload of a transaction that calls an entry function: a variant and the call.
func payload(content []byte) (move.FunctionID, []move.TypeTag, [][]byte, error) {
	const entryFunction = 2
	if len(content) == 0 || content[0] != entryFunction {
		return move.FunctionID{}, nil, nil, &move.ParseError{Rule: "not a call of an entry function"}
	}
	return move.ParseCallBCS(content[1:])
}

// called returns the reading of a call.
func called(call Call) Reading {
	return Reading{Kind: PayloadCall, Value: call.Function.String(), Opens: toFunction(call.Function), Call: &call, Facts: callFacts(&call, nil)}
}

// callFacts returns the parts of a call. values are its arguments as far as they could be decoded.
func callFacts(call *Call, values []Fact) []Fact {
	facts := []Fact{{"function", call.Function.String(), toFunction(call.Function)}}
	for _, tag := range call.TypeArguments {
		facts = append(facts, Fact{Name: "type arg", Value: tag.String()})
	}
	for i, argument := range call.Arguments {
		if i < len(values) {
			facts = append(facts, values[i])
			continue
		}
		facts = append(facts, Fact{Name: fmt.Sprintf("argument %d", i), Value: fmt.Sprintf("0x%x", argument)})
	}
	return facts
}

// transaction returns the reading of a transaction in BCS.
func (r *reader) transaction(t *move.TransactionBCS, count string) Reading {
	reading := called(Call{t.Function, t.TypeArguments, t.Arguments})
	reading.Kind, reading.Basis = SignedTransaction, count
	signed := "no"
	if t.Authenticator != "" {
		signed = t.Authenticator
		reading.Value, reading.Opens = t.Hash, toHash(t.Hash)
		reading.Facts = append(reading.Facts, Fact{"hash", t.Hash, toHash(t.Hash)})
	}
	expires := time.Unix(int64(min(t.Expiration, 1<<40)), 0)
	reading.Facts = append(reading.Facts,
		Fact{"sender", t.Sender.String(), toAccount(t.Sender)},
		Fact{"sequence", text.Integer(t.SequenceNumber).String(), nil},
		Fact{"gas", fmt.Sprintf("at most %s units at %s each", text.Integer(t.MaxGasAmount), text.Integer(t.GasUnitPrice)), nil},
		Fact{"expires", fmt.Sprintf("%s, %s", text.InstantIn(expires, r.Zone), fromNow(expires, r.Now)), nil},
		Fact{"chain", fmt.Sprint(t.ChainID), nil},
		Fact{"signed", signed, nil})
	return reading
}

// printable reports whether bytes are text of at least two characters.
func printable(content []byte) bool {
	return len(content) > 1 && utf8.Valid(content) && bytes.IndexFunc(content, func(c rune) bool { return !unicode.IsPrint(c) && c != '\n' && c != '\t' }) < 0
}

// guessed are the types that bytes are tried as, in this order.
var guessed = []string{"0x1::string::String", "vector<0x1::string::String>", "vector<address>", "vector<u64>", "vector<vector<u8>>", "vector<u8>"}

// values reads bytes as a value of a common type.
func (r *reader) values(content []byte, count string) {
	basis := count + ": guessed; name the type with --as"
	if bits := len(content) * 8; bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 || bits == 256 {
		tag := move.MustParseTypeTag(fmt.Sprintf("u%d", bits))
		if number, err := move.DecodeBCS(tag, content); err == nil {
			reading := Reading{Kind: Number, Value: text.Group(strings.Trim(string(number.JSON()), `"`)).String(), Basis: basis, IsGuess: true, Decoded: number.JSON(),
				Facts: []Fact{{Name: "type", Value: tag.String()}}}
			if bits <= 64 {
				wide := make([]byte, 8)
				copy(wide[8-len(content):], content)
				reading.Facts = append(reading.Facts, Fact{Name: "big endian", Value: text.Integer(binary.BigEndian.Uint64(wide)).String()})
			}
			r.add(reading)
		}
	}
	for _, name := range guessed {
		tag := move.MustParseTypeTag(name)
		if value, err := move.DecodeBCS(tag, content); err == nil && len(content) > 1 {
			r.add(Reading{Kind: Value, Value: tag.String(), Basis: basis, IsGuess: true, Decoded: value.JSON()})
		}
	}
}
