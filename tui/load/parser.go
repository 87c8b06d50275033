package load

import (
	"encoding/json"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// maxInline is the maximum length in bytes of JSON that is parsed in the program's loop. It takes up to 6 ms, 1 ms for typical records.
const maxInline = 256 << 10

// Parser parses JSON, short texts immediately and long ones in the background. The zero value is idle.
type Parser[T any] struct {
	parsed State[T]
	length int
}

// Parse parses a short text and returns the value. For a long text it returns the zero value and a command that returns a Result for
// Accept. A previous text that is still being parsed is dropped.
func (r *Parser[T]) Parse(l *Loader, raw json.RawMessage, parse func(json.RawMessage) T) (value T, cmd tea.Cmd) {
	r.parsed = State[T]{}
	if len(raw) <= maxInline {
		return parse(raw), nil
	}
	r.length = len(raw)
	return value, r.parsed.Compute(l, func() (T, error) { return parse(raw), nil })
}

// Accept returns the parsed value. ok is false if msg is not the result of the latest Parse.
func (r *Parser[T]) Accept(msg Result[T]) (value T, ok bool) {
	if !r.parsed.Accept(msg) {
		return value, false
	}
	r.parsed = State[T]{} // the screen holds the value
	return msg.Value, true
}

// Parsing reports whether a long text is being parsed.
func (r *Parser[T]) Parsing() bool { return r.parsed.Loading() }

// Cancel drops the text that is being parsed.
func (r *Parser[T]) Cancel() { r.parsed.Cancel() }

// Text returns the status to show while Parsing.
func (r *Parser[T]) Text() text.Safe {
	return text.Clean(fmt.Sprintf("parsing %.1f MB", float64(r.length)/1e6))
}
