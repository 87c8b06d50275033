// Package jsonscan reads JSON that is in memory, several times as fast as jsontext.
package jsonscan

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is the number of objects and arrays that may be nested in each other. Values of Move types have at most a few dozen
// levels. Without a limit a small body becomes a huge one when it is printed with indentation.
const MaxDepth = 500

// ErrTooDeep is the error of input that is nested more than MaxDepth levels deep.
var ErrTooDeep = fmt.Errorf("the JSON is nested more than %d levels deep", MaxDepth)

// Decoder reads tokens and values like a jsontext.Decoder that allows duplicate names and invalid UTF-8, up to MaxDepth. Where
// the input is not valid, a jsontext.Decoder continues: it decides whether there is an error, and which one.
type Decoder struct {
	input  []byte
	offset int     // after the last token or value
	next   int     // start of the next token, -1 if not known
	open   []level // objects and arrays around the next token
	plain  bool    // see IsPlain
	// exact reads the rest if it is not nil.
	exact   *jsontext.Decoder
	tooDeep bool // the rest is nested too deeply and is not read
}

// level is an object or array that was entered.
type level struct {
	isObject bool
	count    int // elements, or names and values, that were read
}

// NewDecoder returns a Decoder for input, which must not change.
func NewDecoder(input []byte) *Decoder {
	return &Decoder{input: input, next: -1, open: make([]level, 0, 16)}
}

// InputOffset returns the offset after the last token or value.
func (d *Decoder) InputOffset() int {
	if d.exact != nil {
		return int(d.exact.InputOffset())
	}
	return d.offset
}

// PeekKind returns the kind of the next token; 0 at the end of the input and before an error.
func (d *Decoder) PeekKind() jsontext.Kind {
	if d.exact == nil && !d.tooDeep && d.seek() {
		switch b := d.input[d.next]; b {
		case '{', '}', '[', ']', '"', 'n', 't', 'f':
			return jsontext.Kind(b)
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			return '0'
		}
		return 0
	}
	if !d.handOver() {
		return 0
	}
	return d.exact.PeekKind()
}

// ReadToken reads the next token. The error is io.EOF at the end of the input.
func (d *Decoder) ReadToken() error {
	if d.exact == nil && !d.tooDeep && d.seek() {
		inner := len(d.open) - 1
		switch b := d.input[d.next]; {
		case (b == '{' || b == '[') && d.mayBeValue(b) && len(d.open) < MaxDepth:
			if inner >= 0 {
				d.open[inner].count++
			}
			d.open = append(d.open, level{isObject: b == '{'})
			d.advance(d.next + 1)
			return nil
		case inner >= 0 && (b == '}' && d.open[inner].isObject && d.open[inner].count%2 == 0 || b == ']' && !d.open[inner].isObject):
			d.open = d.open[:inner]
			d.advance(d.next + 1)
			return nil
		}
	}
	if d.exact == nil && !d.tooDeep {
		if d.offset > 0 && len(d.open) == 0 && skipSpace(d.input, d.offset) == len(d.input) {
			return io.EOF
		}
	}
	if !d.handOver() {
		return ErrTooDeep
	}
	_, err := d.exact.ReadToken()
	return err
}

// ReadValue reads the next value, which may be the name of a member. It is a part of the input.
func (d *Decoder) ReadValue() ([]byte, error) {
	d.plain = false
	if d.exact == nil && !d.tooDeep && d.seek() && d.mayBeValue(d.input[d.next]) {
		start, end := d.next, 0
		if d.input[start] == '"' {
			end, d.plain = skipString(d.input, start)
		} else {
			end = skipValue(d.input, start, MaxDepth-len(d.open))
		}
		if end >= 0 {
			if inner := len(d.open) - 1; inner >= 0 {
				d.open[inner].count++
			}
			d.advance(end)
			return d.input[start:end:end], nil
		}
	}
	if !d.handOver() {
		return nil, ErrTooDeep
	}
	value, err := d.exact.ReadValue()
	if err != nil {
		return nil, err
	}
	end := int(d.exact.InputOffset()) // the decoder reuses its own slice
	return d.input[end-len(value) : end : end], nil
}

// IsPlain reports whether the last call, one of ReadValue, read a string that is what stands between its quotes: ASCII
// without escapes. It can be false for such a string.
func (d *Decoder) IsPlain() bool { return d.plain }

func (d *Decoder) advance(offset int) { d.offset, d.next = offset, -1 }

// mayBeValue reports whether a token that starts with b may come next: a name must be a string.
func (d *Decoder) mayBeValue(b byte) bool {
	inner := len(d.open) - 1
	return b == '"' || inner < 0 || !d.open[inner].isObject || d.open[inner].count%2 == 1
}

// seek finds the next token. It fails at the end of the input, and if a comma or colon is missing or unexpected.
func (d *Decoder) seek() bool {
	if d.next >= 0 {
		return true
	}
	at, want := skipSpace(d.input, d.offset), byte(0)
	if inner := len(d.open) - 1; inner >= 0 && d.open[inner].count > 0 {
		want = ','
		if d.open[inner].isObject && d.open[inner].count%2 == 1 {
			want = ':'
		}
	} else if inner < 0 && d.offset > 0 { // after the value
		return false
	}
	switch {
	case at == len(d.input):
		return false
	case want != 0 && d.input[at] == want:
		at = skipSpace(d.input, at+1)
		if at == len(d.input) || want == ',' && (d.input[at] == '}' || d.input[at] == ']') {
			return false
		}
	case want == ':', want == ',' && d.input[at] != '}' && d.input[at] != ']':
		return false
	}
	d.next = at
	return true
}

// handOver lets jsontext read on after the last token. It returns false if what follows is nested too deeply, valid or not.
func (d *Decoder) handOver() bool {
	if d.exact != nil || d.tooDeep {
		return !d.tooDeep
	}
	if nesting(d.input[d.offset:], len(d.open)) > MaxDepth {
		d.tooDeep = true
		return false
	}
	d.exact = jsontext.NewDecoder(bytes.NewBuffer(d.input), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for int(d.exact.InputOffset()) < d.offset {
		if _, err := d.exact.ReadToken(); err != nil {
			break // it will be returned again
		}
	}
	return true
}

// nesting returns the largest number of open objects and arrays in input, which starts inside open ones, outside of a string.
// It stops counting above MaxDepth.
func nesting(input []byte, open int) int {
	deepest := open
	for at := 0; at < len(input) && deepest <= MaxDepth; at++ {
		switch input[at] {
		case '{', '[':
			open++
			deepest = max(deepest, open)
		case '}', ']':
			open--
		case '"':
			for at++; at < len(input) && input[at] != '"'; at++ {
				if input[at] == '\\' {
					at++
				}
			}
		}
	}
	return deepest
}
