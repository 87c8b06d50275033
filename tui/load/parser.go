package load

import (
	"encoding/json"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// maxParsedAtOnce is the length up to which JSON is parsed while a key is handled, in bytes: 6 ms for numbers of one digit, 1 ms for
// ordinary records.
const maxParsedAtOnce = 256 << 10

// Parser parses JSON texts: a short one at once, a long one beside the program's loop. The zero value parses nothing.
type Parser[T any] struct {
	parsed State[T]
	length int
}

// Parse returns what parse makes of a short text. Of a long one it returns the zero value, and the command brings the Result for Take.
// What was being parsed before is dropped.
func (r *Parser[T]) Parse(l *Loader, raw json.RawMessage, parse func(json.RawMessage) T) (value T, cmd tea.Cmd) {
	r.parsed = State[T]{}
	if len(raw) <= maxParsedAtOnce {
		return parse(raw), nil
	}
	r.length = len(raw)
	return value, r.parsed.Compute(l, func() (T, error) { return parse(raw), nil })
}

// Accept returns the value that was parsed, if it is still wanted.
func (r *Parser[T]) Accept(msg Result[T]) (value T, ok bool) {
	if !r.parsed.Accept(msg) {
		return value, false
	}
	r.parsed = State[T]{} // the screen holds the value
	return msg.Value, true
}

// Parsing reports whether a long text is being parsed.
func (r *Parser[T]) Parsing() bool { return r.parsed.Loading() }

// Cancel drops what is being parsed.
func (r *Parser[T]) Cancel() { r.parsed.Cancel() }

// Text describes what is being parsed.
func (r *Parser[T]) Text() text.Safe { return ParsingText(r.length) }

// ParsingText describes that a text of this length is being parsed.
func ParsingText(length int) text.Safe {
	return text.Safe(fmt.Sprintf("reading %.1f MB", float64(length)/1e6))
}
