package client

import (
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
	return &bodyReader{response: found, decoder: jsonscan.NewDecoder(found.body), path: make([]step, 0, 8)}
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
func (r *bodyReader) missing(name string) { r.noteMember(name, errMissing) }

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
