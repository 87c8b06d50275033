package httpapi

import (
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Document writes a JSON document, starting with the zero value. It inserts commas itself.
// The methods write one value each, at the top level, in an array or after Key.
type Document struct {
	Bytes []byte // what has been written so far
}

// separate inserts a comma if the last byte ends a value.
func (d *Document) separate() {
	if len(d.Bytes) == 0 {
		return
	}
	switch d.Bytes[len(d.Bytes)-1] {
	case '{', '[', ':':
	default:
		d.Bytes = append(d.Bytes, ',')
	}
}

func (d *Document) open(bracket byte) {
	d.separate()
	d.Bytes = append(d.Bytes, bracket)
}

func (d *Document) close(bracket byte) {
	d.Bytes = append(d.Bytes, bracket)
}

// Key writes the key of an object member. Its value must follow.
func (d *Document) Key(name string) {
	d.Text(name)
	d.Bytes = append(d.Bytes, ':')
}

// Text writes a string that needs no escapes: printable ASCII without quotes and
// backslashes.
func (d *Document) Text(s string) {
	d.separate()
	d.Bytes = append(d.Bytes, '"')
	d.Bytes = append(d.Bytes, s...)
	d.Bytes = append(d.Bytes, '"')
}

// Number writes an integer as a JSON number.
func (d *Document) Number(n uint64) {
	d.separate()
	d.Bytes = strconv.AppendUint(d.Bytes, n, 10)
}

// Literal writes a JSON number given as text.
func (d *Document) Literal(number string) {
	d.separate()
	d.Bytes = append(d.Bytes, number...)
}

// Decimal writes an integer as a decimal string, the form of Move integers from u64 up.
func (d *Document) Decimal(n uint64) {
	d.separate()
	d.Bytes = append(d.Bytes, '"')
	d.Bytes = strconv.AppendUint(d.Bytes, n, 10)
	d.Bytes = append(d.Bytes, '"')
}

// Boolean writes true or false.
func (d *Document) Boolean(b bool) {
	d.separate()
	d.Bytes = strconv.AppendBool(d.Bytes, b)
}

// Null writes null.
func (d *Document) Null() {
	d.separate()
	d.Bytes = append(d.Bytes, "null"...)
}

// Hex writes bytes as a hexadecimal string with 0x.
func (d *Document) Hex(bytes []byte) {
	d.separate()
	d.Bytes = append(d.Bytes, '"', '0', 'x')
	d.Bytes = hex.AppendEncode(d.Bytes, bytes)
	d.Bytes = append(d.Bytes, '"')
}

// Object writes an object; write writes its members.
func (d *Document) Object(write func()) {
	d.open('{')
	write()
	d.close('}')
}

// Wrap writes an object with a single member.
func (d *Document) Wrap(key string, write func()) {
	d.open('{')
	d.Key(key)
	write()
	d.close('}')
}

// Array writes an array; write writes its items.
func (d *Document) Array(write func()) {
	d.open('[')
	write()
	d.close(']')
}

// TextArray writes an array of strings that need no escapes.
func (d *Document) TextArray(values ...string) {
	d.open('[')
	for _, value := range values {
		d.Text(value)
	}
	d.close(']')
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
