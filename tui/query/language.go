// Package query is the language of filters: words and conditions on fields, all of which a record must match.
//
//	transfer            any column contains the word; a regular expression (RE2), case-sensitive only with a capital letter
//	"not enough"        exactly this text, with spaces
//	/^0x1.*coin$/       a regular expression, which may contain spaces
//	~trsf               the characters in this order
//	status:fail         the field is, or contains, the value; also reason:/INSUFF/, fn:~trsf and reason:"not enough"
//	fee:>0.1            a number: 700, >700, >=700, <700, <=700, 700..720, 700.. or ..720
//	age:<1h             a duration: 90s, 30m, 1h30m, 2d or 1w
//	fn:=0x1::coin::transfer  the field is exactly the value; reason:="" has none
//	!status:fail        not
//
// Numbers match with and without separators. A list declares its fields, and the deck and the commands use the same declaration.
package query

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/target"
	"foredeck/tui/text"
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

// What queries need of records is reached by pointers to them, and the code of all pointers is compiled once. So the types have pointers as
// their parameter, and names by the type of the record.
type (
	// Field is a field of the records of a list.
	Field[T any] = FieldOf[*T]
	// Language is what filters of a list can say.
	Language[T any] = LanguageOf[*T]
	// Query selects records. The zero value selects all. A query must not be used by several goroutines at once.
	Query[T any] = QueryOf[*T]
)

// FieldOf is a Field, with a pointer as parameter.
type FieldOf[P any] struct {
	Name    string // as typed
	Label   string // in explanations; empty: Name
	Help    string
	Kind    Kind
	Values  []string          // typical values, for completion
	Aliases map[string]string // other names of the values of a Word
	InWords bool              // a word without a field name is searched here as well

	// Texts calls match with each text of the field until it returns true, and returns whether it did. A numeric field needs it only
	// for words without a field name; a Number without it is searched with and without separators.
	Texts func(record P, match func(string) bool) bool
	// Exact returns the value that = is compared with, "" for none. nil: it is compared with each of the texts.
	Exact func(record P) string
	// Number returns the number, or the microseconds of a Duration, or those since 1970 of the moment of an Age. Nil is unknown.
	Number func(record P) *uint64
	// Amount returns the amount in the smallest unit; nil is unknown.
	Amount func(record P) *big.Int
}

func (f *FieldOf[P]) label() string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}

// LanguageOf is a Language, with a pointer as parameter.
type LanguageOf[P any] struct {
	Fields   []FieldOf[P]
	Names    []target.Name // saved names of addresses
	Decimals int           // of the unit in which amounts are typed
	Now      time.Time     // the end of ages
	// Path returns the field of a path, such as arg[1].amount, with texts and amounts; nil if it is not one. It may be nil.
	Path func(path string) *FieldOf[P]
}

func (l *LanguageOf[P]) field(name string) *FieldOf[P] {
	i := slices.IndexFunc(l.Fields, func(f FieldOf[P]) bool { return f.Name == strings.ToLower(name) })
	if i < 0 {
		return nil
	}
	return &l.Fields[i]
}

// FieldNames returns the names of all fields.
func (l LanguageOf[P]) FieldNames() []string {
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
func (l *LanguageOf[P]) Complete(typed string) (completed string, candidates []Candidate) {
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

// maxText is the number of bytes of a text that are searched: the node may send texts of any length.
const maxText = 64 << 10

// in reports whether the text contains the needle.
func (n *needle) in(s string) bool {
	s = s[:min(len(s), maxText)]
	return n.pattern.Match(s) || n.digits != "" && n.digits != n.plain && strings.Contains(s, n.digits)
}

// inAddresses reports whether the text contains the needle, or one of its addresses in any length.
func (n *needle) inAddresses(s string) bool {
	if n.in(s) {
		return true
	}
	s = s[:min(len(s), maxText)]
	for _, digits := range n.addresses {
		if containsAddress(s, digits) {
			return true
		}
	}
	return false
}

// containsAddress reports whether the text contains an address, given as its lower-case digits without leading zeros.
func containsAddress(s, digits string) bool {
	for {
		_, rest, found := strings.Cut(s, "0x")
		if !found {
			return false
		}
		s = rest
		rest = strings.TrimLeft(rest, "0")
		if digits == "0" && len(rest) < len(s) {
			rest = "0" + rest // the address 0x0 has no other digit
		}
		if len(rest) >= len(digits) && strings.EqualFold(rest[:len(digits)], digits) && !startsWithDigit(rest[len(digits):]) {
			return true
		}
	}
}

func startsWithDigit(s string) bool {
	return s != "" && strings.IndexByte("0123456789abcdefABCDEF", s[0]) >= 0
}

// couldBeNumber reports whether the needle could match the text of a number.
func (n *needle) couldBeNumber() bool {
	return n.pattern.literal == "" || strings.Trim(n.pattern.literal, "0123456789,.") == ""
}

// matchText returns a function that searches the texts of a field, or nil if it has none that could match.
func matchText[P any](field *FieldOf[P], n *needle) func(P) bool {
	switch {
	case field.Kind == Number && field.Texts != nil:
		match := n.in
		return func(record P) bool { return field.Texts(record, match) }
	case field.Kind == Number && n.couldBeNumber():
		var buffer [20]byte
		return func(record P) bool {
			number := field.Number(record)
			if number == nil {
				return false
			}
			digits := string(strconv.AppendUint(buffer[:0], *number, 10))
			return n.in(digits) || n.digits == "" && len(digits) > 3 && n.in(text.Integer(*number).String())
		}
	case field.Kind == Amount && n.couldBeNumber() && field.Texts != nil:
		withoutSeparators := func(s string) bool { return n.in(s) || n.in(strings.ReplaceAll(s, ",", "")) }
		return func(record P) bool { return field.Texts(record, withoutSeparators) }
	case field.Kind >= Number:
		return nil
	case field.Kind == Address:
		match := n.inAddresses
		return func(record P) bool { return field.Texts(record, match) }
	}
	match := n.in
	return func(record P) bool { return field.Texts(record, match) }
}

// matchWord returns a function that compares a field of kind Word. A value may be abbreviated.
func matchWord[P any](field *FieldOf[P], typed string) func(P) bool {
	want := typed
	if alias, ok := field.Aliases[strings.ToLower(typed)]; ok {
		want = alias
	}
	match := func(s string) bool { return len(s) >= len(want) && strings.EqualFold(s[:len(want)], want) }
	return func(record P) bool { return field.Texts(record, match) }
}
