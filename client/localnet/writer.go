package localnet

import (
	"encoding/hex"
	"strconv"

	"foredeck/client/move"
)

// writer builds a JSON document. It puts commas where they belong by looking at what it
// wrote last. Its texts are the network's own: printable ASCII without quotes and
// backslashes, which needs no escapes.
type writer struct {
	out []byte
}

// separate comes before each key and each value that stands in a list.
func (w *writer) separate() {
	if len(w.out) == 0 {
		return
	}
	switch w.out[len(w.out)-1] {
	case '{', '[', ':':
	default:
		w.out = append(w.out, ',')
	}
}

func (w *writer) open(bracket byte) {
	w.separate()
	w.out = append(w.out, bracket)
}

func (w *writer) close(bracket byte) {
	w.out = append(w.out, bracket)
}

// key starts a member of an object; its value comes next.
func (w *writer) key(name string) {
	w.text(name)
	w.out = append(w.out, ':')
}

func (w *writer) text(s string) {
	w.separate()
	w.out = append(w.out, '"')
	w.out = append(w.out, s...)
	w.out = append(w.out, '"')
}

// number writes an integer as a JSON number.
func (w *writer) number(n uint64) {
	w.separate()
	w.out = strconv.AppendUint(w.out, n, 10)
}

// literal writes a JSON number that is given as text.
func (w *writer) literal(number string) {
	w.separate()
	w.out = append(w.out, number...)
}

// big writes an integer as a decimal string, as Move values of u64 and more are.
func (w *writer) big(n uint64) {
	w.separate()
	w.out = append(w.out, '"')
	w.out = strconv.AppendUint(w.out, n, 10)
	w.out = append(w.out, '"')
}

func (w *writer) boolean(b bool) {
	w.separate()
	w.out = strconv.AppendBool(w.out, b)
}

func (w *writer) null() {
	w.separate()
	w.out = append(w.out, "null"...)
}

func (w *writer) hex(bytes []byte) {
	w.separate()
	w.out = append(w.out, '"', '0', 'x')
	w.out = hex.AppendEncode(w.out, bytes)
	w.out = append(w.out, '"')
}

// address writes the short form, which values have.
func (w *writer) address(a move.Address) {
	w.text(a.Short())
}

// members writes an object.
func (w *writer) members(write func()) {
	w.open('{')
	write()
	w.close('}')
}

// only writes an object of one member.
func (w *writer) only(key string, write func()) {
	w.open('{')
	w.key(key)
	write()
	w.close('}')
}

// list writes an array.
func (w *writer) list(write func()) {
	w.open('[')
	write()
	w.close(']')
}

func (w *writer) texts(values ...string) {
	w.open('[')
	for _, value := range values {
		w.text(value)
	}
	w.close(']')
}
