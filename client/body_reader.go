package client

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/internal/jsonscan"
	"foredeck/client/move"
)

// bodyReader reads the JSON of a response in one pass and records its problems. Each reading method consumes exactly one
// value; a value of another kind is skipped and recorded. After a syntax error all methods return zero values.
type bodyReader struct {
	response apiResponse
	decoder  *jsonscan.Decoder
	pair     string       // whose prices were requested
	path     []step       // of the current value
	problem  *DecodeError // the first one outside of records
	broken   error        // the error that ended the pass
	elements int          // of all arrays so far

	notes      notes // about the current record
	described  int   // problems in all records, beside their first ones
	otherBytes int   // of the members in all records that the client does not know
	otherPath  []byte
	derived    int // size of the interfaces read from bytecode

	// Most texts and addresses of a list repeat: they are shared, and numbers are allocated together.
	shared    [256]string
	addresses [64]knownAddress
	numbers   []uint64
	events    []Event // of the current transaction
}

// knownAddress is an address with the text it was parsed from.
type knownAddress struct {
	text    string
	address move.Address
}

// step is the name of a member or the index of an element.
type step struct {
	name  []byte
	index int
}

func newBodyReader(found apiResponse) *bodyReader {
	// Duplicate names and invalid UTF-8 must not cost a whole page.
	return &bodyReader{response: found, decoder: jsonscan.NewDecoder(found.body)}
}

// end returns the error of the body after its value was read.
func (r *bodyReader) end() error {
	if r.broken == nil {
		if err := r.decoder.ReadToken(); !errors.Is(err, io.EOF) {
			r.broken = &DecodeError{URL: r.response.url, Err: errTrailingData}
		}
	}
	if r.broken != nil {
		return r.broken
	}
	if r.problem != nil {
		return r.problem
	}
	return nil
}

// stop ends the pass at a syntax error.
func (r *bodyReader) stop(err error) {
	if r.broken != nil {
		return
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		err = errTruncated
	case errors.As(err, &syntax):
		err = fmt.Errorf("invalid JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	r.broken = &DecodeError{URL: r.response.url, Path: r.location(), Err: err}
}

// missing records that the object lacks a member.
func (r *bodyReader) missing(name string) { r.noteMember(name, errors.New("missing")) }

// noteMember records a problem with a member of the object.
func (r *bodyReader) noteMember(name string, err error) {
	r.path = append(r.path, step{name: []byte(name)})
	r.note(err)
	r.path = r.path[:len(r.path)-1]
}

// location returns the path as text, such as [3].header.sequence_number. Names from the node that are not short words are
// quoted, and an ellipsis replaces what is after the first steps.
func (r *bodyReader) location() string {
	const maxSteps = 20
	var text []byte
	for i, step := range r.path {
		if i == maxSteps {
			text = append(text, "…"...)
			break
		}
		name := step.name
		if len(name) > quotedCharacters {
			name = []byte(truncate(string(name), quotedCharacters))
		}
		text = step.append(text, name)
	}
	return string(text)
}

// append appends the step to a path, with a name that can be shortened.
func (s step) append(path, name []byte) []byte {
	switch {
	case s.name == nil:
		return append(strconv.AppendInt(append(path, '['), int64(s.index), 10), ']')
	case !isWord(s.name):
		return append(strconv.AppendQuote(append(path, '['), string(name)), ']')
	case len(path) > 0:
		path = append(path, '.')
	}
	return append(path, name...)
}

func isWord(name []byte) bool {
	for _, b := range name {
		if b != '_' && (b < '0' || b > '9') && (b < 'a' || b > 'z') && (b < 'A' || b > 'Z') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= quotedCharacters
}

// kind returns the kind of the next value, as in jsontext.
func (r *bodyReader) kind() jsontext.Kind {
	if r.broken != nil {
		return 0
	}
	return r.decoder.PeekKind()
}

// here returns the offset of the next value.
func (r *bodyReader) here() int {
	offset := r.decoder.InputOffset()
	for offset < len(r.response.body) && strings.IndexByte(" \t\r\n,:", r.response.body[offset]) >= 0 {
		offset++
	}
	return offset
}

// since returns the body from an offset to the end of the last value. It shares the body's memory.
func (r *bodyReader) since(start int) json.RawMessage {
	end := r.decoder.InputOffset()
	if r.broken != nil || end < start {
		return nil
	}
	return json.RawMessage(r.response.body[start:end:end])
}

// value reads any value; nil after a syntax error.
func (r *bodyReader) value() []byte {
	if r.broken != nil {
		return nil
	}
	value, err := r.decoder.ReadValue()
	if err != nil {
		r.stop(err)
		return nil
	}
	return value
}

func (r *bodyReader) skip() { r.value() }

// raw reads any value.
func (r *bodyReader) raw() json.RawMessage { return r.span(r.skip) }

// span returns the JSON of the value that read reads.
func (r *bodyReader) span(read func()) json.RawMessage {
	start := r.here()
	read()
	return r.since(start)
}

// null reads a null and reports whether there was one. It does not read other values.
func (r *bodyReader) null() bool {
	if r.kind() != 'n' {
		return false
	}
	r.skip()
	return true
}

// unwanted reads a value of the wrong kind and records that. A null counts as absent.
func (r *bodyReader) unwanted(wanted string) {
	kind := r.kind()
	value := r.value()
	switch kind {
	case 'n', 0:
	case '{':
		r.note(errors.New("an object instead of " + wanted))
	case '[':
		r.note(errors.New("an array instead of " + wanted))
	case '"':
		r.note(errors.New(quoted(string(unquoted(value))) + " instead of " + wanted))
	default: // a number, true or false
		r.note(errors.New(truncate(string(value), quotedCharacters) + " instead of " + wanted))
	}
}

// object reads an object and calls visit for each member, whose value visit reads or leaves to the other members of the
// record. It reports whether the value was an object.
func (r *bodyReader) object(visit func(name []byte)) bool {
	if r.kind() != '{' {
		r.unwanted("an object")
		return false
	}
	r.token()
	for r.kind() != '}' && r.broken == nil {
		name := r.value()
		if r.broken != nil {
			break
		}
		r.path = append(r.path, step{name: r.unquote(name)})
		before := r.decoder.InputOffset()
		visit(r.path[len(r.path)-1].name)
		if r.decoder.InputOffset() == before {
			r.other()
		}
		r.path = r.path[:len(r.path)-1]
	}
	r.token()
	return r.broken == nil
}

// member reads an object and calls visit for the member with a name. It reports whether the value was an object and had it.
func (r *bodyReader) member(name string, visit func()) (isObject, found bool) {
	isObject = r.object(func(other []byte) {
		if string(other) == name {
			found = true
			visit()
		}
	})
	return isObject, found
}

// maxElements is the maximum number of elements that are decoded of a body: an empty object of two bytes takes some hundred
// bytes. A month of prices every 15 seconds has 178,560.
const maxElements = 1 << 19

// array reads an array and calls visit for each element, which visit must read. It reports whether the value was an array.
func (r *bodyReader) array(visit func()) bool {
	if r.kind() != '[' {
		r.unwanted("an array")
		return false
	}
	r.token()
	for index := 0; r.kind() != ']' && r.broken == nil; index++ {
		if r.elements++; r.elements > maxElements {
			r.stop(errTooManyElements)
			return false
		}
		r.path = append(r.path, step{index: index})
		visit()
		r.path = r.path[:len(r.path)-1]
	}
	r.token()
	return r.broken == nil
}

// first reads an array and calls visit for its first element, which visit must read. The others are members of the record.
func (r *bodyReader) first(visit func()) {
	next := visit
	r.array(func() {
		next()
		next = r.other
	})
}

// identifier reads an item of a list of version 1: a text, or a pair of it and an object with its parts.
func (r *bodyReader) identifier(read func()) {
	if r.kind() != '[' {
		read()
		return
	}
	index := 0
	r.array(func() {
		switch {
		case index == 0:
			read()
		case index == 1 && r.kind() == '{':
			r.object(func([]byte) {})
		default:
			r.other()
		}
		index++
	})
}

func (r *bodyReader) token() {
	if r.broken != nil {
		return
	}
	if err := r.decoder.ReadToken(); err != nil {
		r.stop(err)
	}
}

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
