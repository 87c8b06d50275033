package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/move"
)

// bodyReader walks over the JSON of an answer once, from front to back, and notes
// where something is not as it should be. Each reading method takes exactly one value,
// of whatever kind; a value of the wrong kind is skipped and noted as the problem.
// After an error of syntax every method gives nothing.
type bodyReader struct {
	answer  answer
	decoder *jsontext.Decoder
	path    []step       // from the top of the body to the value that is read
	problem *DecodeError // the first thing that was not understood
	broken  error        // the error of syntax that ended the walk
}

// step is a member's name or an element's index.
type step struct {
	name  []byte
	index int
}

func newBodyReader(found answer) *bodyReader {
	return &bodyReader{
		answer: found,
		// Repeated names and broken UTF-8 are no reason to lose a page.
		decoder: jsontext.NewDecoder(bytes.NewBuffer(found.body),
			jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
	}
}

// end gives the error of the body as a whole, once its one value was read.
func (r *bodyReader) end() error {
	if r.broken == nil {
		if _, err := r.decoder.ReadToken(); !errors.Is(err, io.EOF) {
			r.broken = &DecodeError{URL: r.answer.url, Err: ErrTrailingData}
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

// stop ends the walk at an error of syntax.
func (r *bodyReader) stop(err error) {
	if r.broken != nil {
		return
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		err = ErrTruncated
	case errors.As(err, &syntax):
		err = fmt.Errorf("not JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	r.broken = &DecodeError{URL: r.answer.url, Path: r.place(), Err: err}
}

// note keeps the first problem, at the value that is read.
func (r *bodyReader) note(err error) {
	if r.problem == nil && r.broken == nil {
		r.problem = &DecodeError{URL: r.answer.url, Path: r.place(), Err: err}
	}
}

// missing notes that the object that was read lacks a member.
func (r *bodyReader) missing(name string) {
	r.path = append(r.path, step{name: []byte(name)})
	r.note(errors.New("missing"))
	r.path = r.path[:len(r.path)-1]
}

// place writes the path, such as [3].header.sequence_number. A name that is no short
// plain word is quoted: it is the node's own and may hold anything.
func (r *bodyReader) place() string {
	var text strings.Builder
	for _, step := range r.path {
		switch {
		case step.name == nil:
			text.WriteString("[" + strconv.Itoa(step.index) + "]")
		case !isWord(step.name):
			text.WriteString("[" + quoted(string(step.name)) + "]")
		default:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.Write(step.name)
		}
	}
	return text.String()
}

func isWord(name []byte) bool {
	for _, b := range name {
		if b != '_' && (b < '0' || b > '9') && (b < 'a' || b > 'z') && (b < 'A' || b > 'Z') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= quotedCharacters
}

// kind is that of the next value, in the letters of jsontext.
func (r *bodyReader) kind() jsontext.Kind {
	if r.broken != nil {
		return 0
	}
	return r.decoder.PeekKind()
}

// here is where the next value begins.
func (r *bodyReader) here() int {
	offset := int(r.decoder.InputOffset())
	for offset < len(r.answer.body) && strings.IndexByte(" \t\r\n,:", r.answer.body[offset]) >= 0 {
		offset++
	}
	return offset
}

// since is the part of the body from an offset on to the end of the value last read.
// It shares the body's memory.
func (r *bodyReader) since(start int) json.RawMessage {
	end := int(r.decoder.InputOffset())
	if r.broken != nil || end < start {
		return nil
	}
	return json.RawMessage(r.answer.body[start:end:end])
}

// value takes any value as it stands; nil after an error of syntax.
func (r *bodyReader) value() []byte {
	if r.broken != nil {
		return nil
	}
	value, err := r.decoder.ReadValue()
	if err != nil {
		r.stop(err)
		return nil
	}
	end := int(r.decoder.InputOffset()) // the decoder's own slice does not last
	return r.answer.body[end-len(value) : end : end]
}

func (r *bodyReader) skip() { r.value() }

func (r *bodyReader) raw() json.RawMessage {
	start := r.here()
	r.skip()
	return r.since(start)
}

// null takes a null and tells whether there was one; it takes no other value.
func (r *bodyReader) null() bool {
	if r.kind() != 'n' {
		return false
	}
	r.skip()
	return true
}

// unwanted takes a value of the wrong kind and notes it. A null is merely absent.
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
		r.note(errors.New(cut(string(value), quotedCharacters) + " instead of " + wanted))
	}
}

// object takes an object and calls visit at each member's value, which visit must
// take. It tells whether it was an object.
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
		r.path = append(r.path, step{name: unquoted(name)})
		visit(r.path[len(r.path)-1].name)
		r.path = r.path[:len(r.path)-1]
	}
	r.token()
	return r.broken == nil
}

// array takes an array and calls visit at each element, which visit must take. It
// tells whether it was an array.
func (r *bodyReader) array(visit func()) bool {
	if r.kind() != '[' {
		r.unwanted("an array")
		return false
	}
	r.token()
	for index := 0; r.kind() != ']' && r.broken == nil; index++ {
		r.path = append(r.path, step{index: index})
		visit()
		r.path = r.path[:len(r.path)-1]
	}
	r.token()
	return r.broken == nil
}

func (r *bodyReader) token() {
	if r.broken != nil {
		return
	}
	if _, err := r.decoder.ReadToken(); err != nil {
		r.stop(err)
	}
}

// text takes a string; empty for null.
func (r *bodyReader) text() string {
	if r.kind() != '"' {
		r.unwanted("a string")
		return ""
	}
	return string(unquoted(r.value()))
}

// optionalText takes a string; nil for null and for what is no string.
func (r *bodyReader) optionalText() *string {
	if r.kind() != '"' {
		r.unwanted("a string")
		return nil
	}
	return new(r.text())
}

// boolean takes true or false; false for null and for what is neither.
func (r *bodyReader) boolean() bool {
	kind := r.kind()
	if kind != 't' && kind != 'f' {
		r.unwanted("true or false")
		return false
	}
	r.skip()
	return kind == 't'
}

// unsigned takes an integer up to 2^64-1, written as a number or as a string; nil for
// null and for what is none. A fraction or an exponent makes it none, as nothing on
// the way may round.
func (r *bodyReader) unsigned() *uint64 {
	kind := r.kind()
	if kind != '0' && kind != '"' {
		r.unwanted("an unsigned integer")
		return nil
	}
	digits := unquoted(r.value())
	if r.broken != nil {
		return nil
	}
	number, err := strconv.ParseUint(string(digits), 10, 64)
	switch {
	case err == nil:
		return &number
	case errors.Is(err, strconv.ErrRange):
		r.note(errors.New(quoted(string(digits)) + " is over 2^64-1"))
	default:
		r.note(errors.New(quoted(string(digits)) + " is no unsigned integer"))
	}
	return nil
}

// address takes an address in any of its forms; nil for null and for what is none.
func (r *bodyReader) address() *move.Address {
	if r.kind() != '"' {
		r.unwanted("an address")
		return nil
	}
	text := r.text()
	if r.broken != nil {
		return nil
	}
	address, err := move.ParseAddress(text)
	if err != nil {
		r.note(err)
		return nil
	}
	return &address
}

// texts takes an array of strings; empty for null.
func (r *bodyReader) texts() []string {
	var texts []string
	r.array(func() { texts = append(texts, r.text()) })
	return texts
}

// raws takes an array and keeps its elements as they stand; empty for null.
func (r *bodyReader) raws() []json.RawMessage {
	var raws []json.RawMessage
	r.array(func() { raws = append(raws, r.raw()) })
	return raws
}

// unquoted gives the characters of a JSON string, and any other value as it stands.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return value
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	// The value was read as JSON already; what remains is UTF-8 that is replaced.
	text, _ := jsontext.AppendUnquote(nil, value)
	return text
}

// quotedCharacters is how much of a value an error shows.
const quotedCharacters = 40

// quoted shows a text of an answer inside an error: escaped and not long.
func quoted(text string) string { return strconv.Quote(cut(text, quotedCharacters)) }

// hash gives 0x and 64 lower-case digits for 64 hex digits in any case, with or
// without 0x, and any other text as it is.
func hash(text string) string {
	const length = 64
	digits := text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits = text[2:]
	}
	if len(digits) != length || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return text
	}
	if strings.HasPrefix(text, "0x") {
		return strings.ToLower(text) // without a copy where it is lower-case
	}
	return "0x" + strings.ToLower(digits)
}
