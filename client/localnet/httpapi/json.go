package httpapi

import (
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Document builds a JSON document. It puts commas where they belong by looking at what it
// wrote last. Its texts are the network's own: printable ASCII without quotes and
// backslashes, which needs no escapes.
type Document struct {
	Bytes []byte
}

// separate comes before each key and each value that stands in a list.
func (w *Document) separate() {
	if len(w.Bytes) == 0 {
		return
	}
	switch w.Bytes[len(w.Bytes)-1] {
	case '{', '[', ':':
	default:
		w.Bytes = append(w.Bytes, ',')
	}
}

func (w *Document) open(bracket byte) {
	w.separate()
	w.Bytes = append(w.Bytes, bracket)
}

func (w *Document) close(bracket byte) {
	w.Bytes = append(w.Bytes, bracket)
}

// Key starts a member of an object; its value comes next.
func (w *Document) Key(name string) {
	w.Text(name)
	w.Bytes = append(w.Bytes, ':')
}

func (w *Document) Text(s string) {
	w.separate()
	w.Bytes = append(w.Bytes, '"')
	w.Bytes = append(w.Bytes, s...)
	w.Bytes = append(w.Bytes, '"')
}

// Number writes an integer as a JSON number.
func (w *Document) Number(n uint64) {
	w.separate()
	w.Bytes = strconv.AppendUint(w.Bytes, n, 10)
}

// Literal writes a JSON number that is given as text.
func (w *Document) Literal(number string) {
	w.separate()
	w.Bytes = append(w.Bytes, number...)
}

// Decimal writes an integer as a decimal string, as Move values of u64 and more are.
func (w *Document) Decimal(n uint64) {
	w.separate()
	w.Bytes = append(w.Bytes, '"')
	w.Bytes = strconv.AppendUint(w.Bytes, n, 10)
	w.Bytes = append(w.Bytes, '"')
}

func (w *Document) Boolean(b bool) {
	w.separate()
	w.Bytes = strconv.AppendBool(w.Bytes, b)
}

func (w *Document) Null() {
	w.separate()
	w.Bytes = append(w.Bytes, "null"...)
}

func (w *Document) Hex(bytes []byte) {
	w.separate()
	w.Bytes = append(w.Bytes, '"', '0', 'x')
	w.Bytes = hex.AppendEncode(w.Bytes, bytes)
	w.Bytes = append(w.Bytes, '"')
}

// Object writes an object.
func (w *Document) Object(write func()) {
	w.open('{')
	write()
	w.close('}')
}

// Wrap writes an object of one member.
func (w *Document) Wrap(key string, write func()) {
	w.open('{')
	w.Key(key)
	write()
	w.close('}')
}

// Array writes an array.
func (w *Document) Array(write func()) {
	w.open('[')
	write()
	w.close(']')
}

func (w *Document) TextArray(values ...string) {
	w.open('[')
	for _, value := range values {
		w.Text(value)
	}
	w.close(']')
}

// Quoted writes a text of any characters.
func (w *Document) Quoted(text string) {
	w.separate()
	var err error
	if w.Bytes, err = jsontext.AppendQuote(w.Bytes, text); err != nil {
		panic(err) // what came in as JSON is UTF-8
	}
}

// ByteArray writes an array of numbers.
func (w *Document) ByteArray(values []byte) {
	w.Array(func() {
		for _, value := range values {
			w.Number(uint64(value))
		}
	})
}
