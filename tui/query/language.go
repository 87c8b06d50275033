// Package query is the language of filters: words and conditions on fields, all of which a record must match.
//
//	transfer            any column contains the word; a regular expression (RE2), case-sensitive only with a capital letter
//	"not enough"        exactly this text, with spaces
//	/^0x1.*coin$/       a regular expression, which may contain spaces
//	~trsf               the characters in this order
//	status:fail         the field is, or contains, the value; also reason:/INSUFF/, fn:~trsf and reason:"not enough"
//	fee:>0.1            a number: 700, >700, >=700, <700, <=700, 700..720, 700.. or ..720
//	age:<1h             a duration: 90s, 30m, 1h30m, 2d or 1w
//	!status:fail        not
//
// Numbers match with and without separators. A list declares its fields, and the deck and the commands use the same declaration.
package query

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"foredeck/tui/target"
)

// Kind is how the values of a field are compared.
type Kind int

// The kinds of fields.
const (
	Text     Kind = iota // contains the typed text
	Word                 // one of a few words, which may be abbreviated
	Address              // text with addresses, which match in any length and by name
	Number               // an integer
	Amount               // an amount, typed in the displayed unit
	Duration             // a length of time
	Age                  // the time since a moment
)

// Field is a field of the records of a list.
type Field[T any] struct {
	Name    string // as typed
	Label   string // in explanations; empty: Name
	Help    string
	Kind    Kind
	Values  []string          // typical values, for completion
	Aliases map[string]string // other names of the values of a Word
	InWords bool              // a word without a field name is searched here as well

	// Texts calls match with each text of the field until it returns true, and returns whether it did. A numeric field needs it only
	// for words without a field name; a Number without it is searched with and without separators.
	Texts func(record *T, match func(string) bool) bool
	// Number returns the number, or the microseconds of a Duration, or those since 1970 of the moment of an Age. Nil is unknown.
	Number func(record *T) *uint64
	// Amount returns the amount in the smallest unit; nil is unknown.
	Amount func(record *T) *big.Int
}

func (f *Field[T]) label() string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}

// Language is what filters of a list can say.
type Language[T any] struct {
	Fields   []Field[T]
	Names    []target.Name // saved names of addresses
	Decimals int           // of the unit in which amounts are typed
	Now      time.Time     // the end of ages
}

func (l *Language[T]) field(name string) *Field[T] {
	i := slices.IndexFunc(l.Fields, func(f Field[T]) bool { return f.Name == strings.ToLower(name) })
	if i < 0 {
		return nil
	}
	return &l.Fields[i]
}

// FieldNames returns the names of all fields.
func (l Language[T]) FieldNames() []string {
	names := make([]string, len(l.Fields))
	for i, field := range l.Fields {
		names[i] = field.Name
	}
	return names
}

// Candidate is a way to complete what was typed.
type Candidate struct {
	Text string // of the term: status: or status:fail
	Help string
}

// Complete returns the field names or values that can complete the last term, and what was typed with the part that they have in
// common.
func (l *Language[T]) Complete(typed string) (completed string, candidates []Candidate) {
	start := strings.LastIndexByte(typed, ' ') + 1
	if tokens := split(typed); len(tokens) > 0 && strings.HasSuffix(typed, tokens[len(tokens)-1]) {
		start = len(typed) - len(tokens[len(tokens)-1])
	}
	prefix := typed[start:]
	term := strings.TrimLeft(prefix, "!")
	prefix = prefix[:len(prefix)-len(term)]
	name, value, ok := cutField(term)
	if field := l.field(name); ok && field != nil {
		for _, known := range field.Values {
			if strings.HasPrefix(known, strings.ToLower(value)) {
				candidates = append(candidates, Candidate{Text: field.Name + ":" + known})
			}
		}
	} else if !ok {
		for _, field := range l.Fields {
			if strings.HasPrefix(field.Name, strings.ToLower(term)) {
				candidates = append(candidates, Candidate{Text: field.Name + ":", Help: field.Help})
			}
		}
	}
	if len(candidates) == 0 {
		return typed, nil
	}
	common := candidates[0].Text
	for _, candidate := range candidates[1:] {
		for !strings.HasPrefix(candidate.Text, common) {
			common = common[:len(common)-1]
		}
	}
	if len(common) < len(term) {
		return typed, candidates
	}
	return typed[:start] + prefix + common, candidates
}
