package httpapi

import (
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Document writes a JSON document. The zero value is empty and ready to use. Each method
// writes one value, preceded by a comma if needed; the members of objects start with Key.
type Document struct {
	Bytes    []byte    // the document so far, or the part of a response that is not sent yet
	response *response // nil if the document is not a response
}

// separate inserts a comma if the last byte ends a value. It first sends the start of a long response.
func (d *Document) separate() {
	if len(d.Bytes) == 0 {
		return
	}
	if d.response != nil && len(d.Bytes) >= chunkSize {
		d.response.send(d.Bytes[:len(d.Bytes)-1])
		d.Bytes = append(d.Bytes[:0], d.Bytes[len(d.Bytes)-1])
	}
	switch d.Bytes[len(d.Bytes)-1] {
	case '{', '[', ':':
	default:
		d.Bytes = append(d.Bytes, ',')
	}
}

// enclose writes what write writes between two brackets.
func (d *Document) enclose(opening, closing byte, write func()) {
	d.separate()
	d.Bytes = append(d.Bytes, opening)
	write()
	d.Bytes = append(d.Bytes, closing)
}

// Key writes the key of an object member and returns d to write the value.
func (d *Document) Key(name string) *Document {
	d.Text(name)
	d.Bytes = append(d.Bytes, ':')
	return d
}

// Text writes a string that needs no escapes: printable ASCII without quotes and backslashes.
func (d *Document) Text(s string) {
	d.Literal(`"`)
	d.Bytes = append(append(d.Bytes, s...), '"')
}

// Number writes an integer as a JSON number.
func (d *Document) Number(n uint64) {
	d.separate()
	d.Bytes = strconv.AppendUint(d.Bytes, n, 10)
}

// Literal writes JSON unchanged.
func (d *Document) Literal(text string) {
	d.separate()
	d.Bytes = append(d.Bytes, text...)
}

// Decimal writes an integer as a decimal string, the form of Move integers from u64 up.
func (d *Document) Decimal(n uint64) {
	d.Literal(`"`)
	d.Bytes = strconv.AppendUint(d.Bytes, n, 10)
	d.Bytes = append(d.Bytes, '"')
}

// Boolean writes true or false.
func (d *Document) Boolean(b bool) {
	d.separate()
	d.Bytes = strconv.AppendBool(d.Bytes, b)
}

// Null writes null.
func (d *Document) Null() { d.Literal("null") }

// Hex writes bytes as a hexadecimal string with 0x.
func (d *Document) Hex(bytes []byte) {
	d.Literal(`"0x`)
	d.Bytes = hex.AppendEncode(d.Bytes, bytes)
	d.Bytes = append(d.Bytes, '"')
}

// Object writes an object; write writes its members.
func (d *Document) Object(write func()) { d.enclose('{', '}', write) }

// Array writes an array; write writes its items.
func (d *Document) Array(write func()) { d.enclose('[', ']', write) }

// Wrap writes an object with a single member.
func (d *Document) Wrap(key string, write func()) {
	d.Object(func() {
		d.Key(key)
		write()
	})
}

// WrapObject writes an object with a single member, whose value is another object; write writes the members of that one.
func (d *Document) WrapObject(key string, write func()) {
	d.Wrap(key, func() { d.Object(write) })
}

// TextArray writes an array of strings that need no escapes.
func (d *Document) TextArray(values ...string) {
	d.Array(func() {
		for _, value := range values {
			d.Text(value)
		}
	})
}

// Quoted writes any UTF-8 string, with escapes.
func (d *Document) Quoted(text string) {
	d.separate()
	var err error
	if d.Bytes, err = jsontext.AppendQuote(d.Bytes, text); err != nil {
		panic(err) // callers pass UTF-8
	}
}

// ByteArray writes bytes as an array of numbers.
func (d *Document) ByteArray(values []byte) {
	d.Array(func() {
		for _, value := range values {
			d.Number(uint64(value))
		}
	})
}
