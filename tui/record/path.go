// path.go has columns of what is at a path inside transactions, such as arg[1].amount.

package record

import (
	"cmp"
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/config"
	"foredeck/tui/linkvalue"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

const (
	// pathWidth is the width of columns by path in tables.
	pathWidth = 20
	// lastPlace puts columns by path behind all others in CSV.
	lastPlace = 1 << 20
)

// TransactionPath returns the column of the values at a path: in an argument of the call, as arg[1].amount, or in the document that
// -o json prints, as .payload.kind. ok is false if config.IsColumnPath says that the name is not a path.
func TransactionPath(name string) (column Column[transaction], ok bool) {
	return pathColumn(name, valueAt(name))
}

// EventPath returns the column of the values at a path in the document that -o json prints of an event, such as .data.amount. ok is false
// if the name is not such a path: events have no arguments.
func EventPath(name string) (column Column[chainEvent], ok bool) {
	return pathColumn(name, eventValueAt(name))
}

// pathColumn returns the column of a name and the texts at its path, which are nil if the name is not a path.
func pathColumn[T any](name string, value func(*T) string) (column Column[T], ok bool) {
	if value == nil {
		return column, false
	}
	return Column[T]{
		Name: name, Deck: name, Title: text.Clean(name), Width: max(pathWidth, len(name)), Wide: fullWidth, place: lastPlace,
		Text: func(t *T) text.Safe { return text.Clean(value(t)) },
		Cell: func(t *T) text.Safe { return OrNone(text.Bounded(value(t))) },
	}, true
}

// eventValueAt returns the function for the text at a path of events, as valueAt does for transactions.
func eventValueAt(name string) func(*chainEvent) string {
	if !config.IsColumnPath(name) || strings.HasPrefix(name, "arg") {
		return nil
	}
	path, err := linkvalue.ParsePath(name)
	if err != nil {
		return nil
	}
	return func(e *chainEvent) string {
		encoded, err := json.Marshal(e)
		if err != nil {
			return ""
		}
		return textAt(path, encoded)
	}
}

// valueAt returns the function for the text at a path of transactions, "" where there is none; nil if the name is not a path.
func valueAt(name string) func(*transaction) string {
	if !config.IsColumnPath(name) {
		return nil
	}
	steps, isArgument := strings.CutPrefix(name, "arg")
	path, err := linkvalue.ParsePath(steps)
	if err != nil {
		return nil
	}
	return func(t *transaction) string {
		var document json.RawMessage
		rest := path
		if isArgument {
			index, _ := path[0].(int)
			arguments := payloadOf(t).Arguments
			if index >= len(arguments) {
				return ""
			}
			document, rest = arguments[index], path[1:]
		} else if encoded, err := json.Marshal(t); err == nil {
			document = encoded
		}
		return textAt(rest, document)
	}
}

// textAt returns the text at a path, "" where there is none.
func textAt(path linkvalue.Path, document json.RawMessage) string {
	found, err := path.Lookup(document)
	if err != nil || string(found) == "null" {
		return ""
	}
	if found[0] == '{' || found[0] == '[' {
		return render.Value(found).String()
	}
	return text.Unquote(found)
}

// ComparePath orders texts at a path: numbers by value and before other texts, missing ones last.
func ComparePath(a, b string) int {
	x, y := integer(a), integer(b)
	switch {
	case a == "" || b == "":
		return cmp.Compare(len(b), len(a))
	case x != nil && y != nil:
		return x.Cmp(y)
	case x != nil:
		return -1
	case y != nil:
		return 1
	}
	return strings.Compare(a, b)
}

// maxInteger is the length of the largest u256.
const maxInteger = 78

// integer returns the number that a text is, nil if it is not one.
func integer(s string) *big.Int {
	if s == "" || len(s) > maxInteger+1 {
		return nil
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return nil
	}
	return n
}

// pathField returns what filters say of the values at a path; nil if the name is not a path.
func pathField(name string) *query.Field[transaction] { return fieldOf(name, valueAt(name)) }

// eventPathField is pathField for events.
func eventPathField(name string) *query.Field[chainEvent] { return fieldOf(name, eventValueAt(name)) }

func fieldOf[T any](name string, value func(*T) string) *query.Field[T] {
	if value == nil {
		return nil
	}
	return &query.Field[T]{
		Name: name, Kind: query.Address, Texts: texts(value),
		Amount: func(t *T) *big.Int { return integer(value(t)) },
	}
}
