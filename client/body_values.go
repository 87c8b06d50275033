package client

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/move"
)

// text reads a string; "" for null.
func (r *bodyReader) text() string {
	if r.kind() != '"' {
		r.unwanted("a string")
		return ""
	}
	return r.share(r.unquote(r.value()))
}

// share returns a string for text, one that was returned before if there is one at hand.
func (r *bodyReader) share(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	known := &r.shared[textSlot(text)%uint(len(r.shared))]
	if *known != string(text) {
		*known = string(text)
	}
	return *known
}

// textSlot spreads texts by their length and a few bytes.
func textSlot[T string | []byte](text T) uint {
	last := len(text) - 1
	return uint(len(text))*7 + uint(text[last])*31 + uint(text[last/2])*5 + uint(text[last/3])*17
}

// hash reads a hash, a key or an identity: a text or, as the specification's "binary" can be written, an array of 32 bytes.
func (r *bodyReader) hash() string {
	if r.kind() != '[' {
		return hash(r.text())
	}
	if bytes := r.bytes(hashBytes); bytes != nil {
		return "0x" + hex.EncodeToString(bytes)
	}
	return ""
}

const hashBytes = 32

// bytes reads an array of a number of bytes; nil for other arrays.
func (r *bodyReader) bytes(want int) []byte {
	bytes, count := make([]byte, 0, want), 0
	r.array(func() {
		count++
		number, err := strconv.ParseUint(string(r.value()), 10, 8)
		if err == nil && len(bytes) < want {
			bytes = append(bytes, byte(number))
		}
	})
	switch {
	case count != want:
		r.note(fmt.Errorf("an array of %d elements instead of %d bytes", count, want))
	case len(bytes) != want:
		r.note(errors.New("an array with elements that are not bytes"))
	default:
		return bytes
	}
	return nil
}

// boolean reads true or false; false for null and other values.
func (r *bodyReader) boolean() bool {
	kind := r.kind()
	if kind != 't' && kind != 'f' {
		r.unwanted("true or false")
		return false
	}
	r.skip()
	return kind == 't'
}

// unsigned reads an integer up to 2^64-1, written as a number or as a string; nil for null and other values. Fractions and
// exponents are rejected, so that nothing is rounded.
func (r *bodyReader) unsigned() *uint64 {
	kind := r.kind()
	if kind != '0' && kind != '"' {
		r.unwanted("an unsigned integer")
		return nil
	}
	digits := r.unquote(r.value())
	if r.broken != nil {
		return nil
	}
	number, err := strconv.ParseUint(string(digits), 10, 64)
	switch {
	case err == nil:
		if len(r.numbers) == cap(r.numbers) {
			r.numbers = make([]uint64, 0, max(16, min(4*cap(r.numbers), 64)))
		}
		r.numbers = append(r.numbers, number)
		return &r.numbers[len(r.numbers)-1]
	case errors.Is(err, strconv.ErrRange):
		r.note(errors.New(quoted(string(digits)) + " exceeds 2^64-1"))
	default:
		r.note(errors.New(quoted(string(digits)) + " instead of an unsigned integer"))
	}
	return nil
}

// address reads an address in any of its forms; nil for null and other values.
func (r *bodyReader) address() *move.Address {
	if r.kind() != '"' {
		r.unwanted("an address")
		return nil
	}
	text := r.text()
	if r.broken != nil {
		return nil
	}
	if text != "" {
		if known := &r.addresses[textSlot(text)%uint(len(r.addresses))]; known.text == text {
			return new(known.address)
		}
	}
	address, err := move.ParseAddress(text)
	if err != nil {
		r.note(err)
		return nil
	}
	r.addresses[textSlot(text)%uint(len(r.addresses))] = knownAddress{text, address}
	return &address
}

// texts reads an array of strings; nil for null.
func (r *bodyReader) texts() []string {
	var texts []string
	r.array(func() { texts = append(texts, r.text()) })
	return texts
}

// raws reads an array of any values; nil for null.
func (r *bodyReader) raws() []json.RawMessage {
	var raws []json.RawMessage
	r.array(func() { raws = append(raws, r.raw()) })
	return raws
}

// unquote is unquoted for the value that was read last.
func (r *bodyReader) unquote(value []byte) []byte {
	if r.decoder.IsPlain() {
		return value[1 : len(value)-1]
	}
	return unquoted(value)
}

// unquoted returns the characters of a JSON string, and other values unchanged.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return value
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	// The value is valid JSON, so the error can only be invalid UTF-8, which is replaced.
	text, _ := jsontext.AppendUnquote(nil, value)
	return text
}

// quotedCharacters is the length to which errors shorten a value.
const quotedCharacters = 40

// quoted escapes and shortens text of a response for an error.
func quoted(text string) string { return strconv.Quote(truncate(text, quotedCharacters)) }

// hash returns 0x and 64 lower-case digits for 64 hex digits in any case, with or without 0x, and other text unchanged.
func hash(text string) string {
	const length = 64
	if isLowerHex(text, 2+length) {
		return text
	}
	digits := text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits = text[2:]
	}
	if len(digits) != length || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return text
	}
	return "0x" + strings.ToLower(digits)
}

// isLowerHex reports whether text is 0x and lower-case digits, of a length in all.
func isLowerHex(text string, length int) bool {
	if len(text) != length || text[0] != '0' || text[1] != 'x' {
		return false
	}
	for _, b := range []byte(text[2:]) {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

// field is a member of an object that is read, and what its value is read into.
type field struct {
	name       string
	into       any // a pointer of a type that value knows, or a func() that reads the value
	isRequired bool
}

// required is a member without which the object has a problem, also if its value is null or cannot be read.
func required(name string, into any) field { return field{name, into, true} }

// optional is a member that can be missing.
func optional(name string, into any) field { return field{name: name, into: into} }

// hashText and decimalText are strings that are read as hash and as decimal do.
type (
	hashText    string
	decimalText string
)

func hashInto(text *string) *hashText       { return (*hashText)(text) }
func decimalInto(text *string) *decimalText { return (*decimalText)(text) }

// fields reads an object and its members into fields. Of members with the same name the last one counts. It reports whether the value was an
// object.
func (r *bodyReader) fields(members ...field) bool {
	next, found := 0, uint64(0) // the member after the last one, as most come in this order; a bit for each that has a value
	isObject := r.object(func(name []byte) {
		for range members {
			index := next
			if next++; next == len(members) {
				next = 0
			}
			if members[index].name != string(name) {
				continue
			}
			found &^= 1 << index
			if r.into(members[index].into) {
				found |= 1 << index
			}
			return
		}
	})
	for index := range members {
		if isObject && members[index].isRequired && found&(1<<index) == 0 {
			r.missing(members[index].name)
		}
	}
	return isObject
}

// into reads a value into what target points to, as its type says. It reports whether there was one.
func (r *bodyReader) into(target any) bool {
	switch target := target.(type) {
	case *string:
		*target = r.text()
		return *target != ""
	case **uint64:
		*target = r.unsigned()
		return *target != nil
	case *hashText:
		*target = hashText(r.hash())
		return *target != ""
	case *json.RawMessage:
		*target = r.raw()
	case **move.Address:
		*target = r.address()
	case *decimalText:
		*target = decimalText(r.decimal())
	case **Timestamp:
		*target = r.timestamp()
		return *target != nil
	case *bool:
		*target = r.boolean()
	case *uint64:
		number := r.unsigned()
		if number != nil {
			*target = *number
		}
		return number != nil
	case *[]string:
		*target = emptyIfNil(r.texts())
	case **BlockHeader:
		*target = r.blockHeader()
	case **Payload:
		*target = r.payload()
	case **Authenticator:
		*target = r.authenticator()
	case **Certificate:
		*target = r.certificate()
	case *[]move.TypeParameter:
		*target = r.typeParameters()
	case func():
		target()
	default:
		panic("no reader for the type of a field")
	}
	return true
}
