package client

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

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
			r.numbers = make([]uint64, 0, 64)
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
