package query

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"foredeck/client/move"
	"foredeck/tui/text"
)

const (
	// MaxLength is the maximum length of a query in bytes.
	MaxLength = 1000
	// maxExpression is the maximum length of a regular expression in bytes.
	maxExpression = 200
)

// QueryOf is a Query, with a pointer as parameter.
type QueryOf[P any] struct {
	typed      string
	terms      []term[P]
	incomplete string
}

// term is a condition of a query.
type term[P any] struct {
	negated bool
	match   func(P) bool // ignoring negated
	words   [2]string    // says what the term means, and what its negation does
	isWord  bool         // has no field name
	condition
}

// String returns the query as typed.
func (q QueryOf[P]) String() string { return q.typed }

// IsZero reports whether the query selects all records.
func (q QueryOf[P]) IsZero() bool { return len(q.terms) == 0 }

// Incomplete returns the first term that is not complete yet, such as fee:>, or "". The query ignores these terms.
func (q QueryOf[P]) Incomplete() string { return q.incomplete }

// Match reports whether a record matches all terms.
func (q QueryOf[P]) Match(record P) bool {
	for i := range q.terms {
		if q.terms[i].match(record) == q.terms[i].negated {
			return false
		}
	}
	return true
}

// Explain says what was understood: status is fail, function contains transfer. It is empty for a single word.
func (q QueryOf[P]) Explain() string {
	if len(q.terms) == 0 || len(q.terms) == 1 && q.terms[0].isWord {
		return ""
	}
	words := make([]string, len(q.terms))
	for i, t := range q.terms {
		words[i] = t.words[0]
		if t.negated {
			words[i] = t.words[1]
		}
	}
	return strings.Join(words, ", ")
}

// TermError is a term that cannot be understood.
type TermError struct {
	Term string // as typed
	Err  error
}

func (e *TermError) Error() string { return fmt.Sprintf("%q: %v", e.Term, e.Err) }
func (e *TermError) Unwrap() error { return e.Err }

// ErrUnknownField is the error of a term with a field that the list does not have.
var ErrUnknownField = errors.New("unknown field")

// Parse compiles a query. Its error names the term: a *TermError.
func (l LanguageOf[P]) Parse(typed string) (QueryOf[P], error) {
	q := QueryOf[P]{typed: typed}
	if len(typed) > MaxLength {
		return QueryOf[P]{}, fmt.Errorf("filter of %d characters: at most %d", len(typed), MaxLength)
	}
	for _, token := range split(typed) {
		t, ok, err := l.term(token)
		switch {
		case err != nil:
			return QueryOf[P]{}, &TermError{token, err}
		case ok:
			q.terms = append(q.terms, t)
		case q.incomplete == "":
			q.incomplete = token
		}
	}
	return q, nil
}

// split splits a query into its terms at spaces, but not within quotes or between slashes.
func split(typed string) (tokens []string) {
	for {
		typed = strings.TrimLeft(typed, " \t")
		if typed == "" {
			return tokens
		}
		end := valueAt(typed)
		if end < len(typed) && (typed[end] == '"' || typed[end] == '/') {
			if closing := closingAt(typed[end:]); closing >= 0 {
				end += closing
			} else {
				end = len(typed)
			}
		}
		for end < len(typed) && typed[end] != ' ' && typed[end] != '\t' {
			end++
		}
		tokens, typed = append(tokens, typed[:end]), typed[end:]
	}
}

// valueAt returns the position after the negation and field name at the start of a term.
func valueAt(term string) int {
	rest := strings.TrimLeft(term, "!")
	if _, value, ok := cutField(rest); ok {
		rest = strings.TrimPrefix(strings.TrimLeft(value, "!"), "=")
	}
	return len(term) - len(rest)
}

// closingAt returns the position of the quote or slash that closes the one at the start, or -1.
func closingAt(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			if i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t' {
				return i
			}
		}
	}
	return -1
}

// fieldName is the name of a field or a path, which starts with arg[ or a dot.
var fieldName = text.Regexp(`^(?:[A-Za-z][A-Za-z0-9_-]*|(?:arg\[|\.[A-Za-z_])[A-Za-z0-9_.\[\]]*):`)

// cutField separates the field name from a term. A double colon is part of a Move name instead.
func cutField(term string) (name, value string, ok bool) {
	name = fieldName().FindString(term)
	if name == "" || strings.HasPrefix(term[len(name):], ":") {
		return "", term, false
	}
	return strings.TrimSuffix(name, ":"), term[len(name):], true
}

// term compiles a term. It is not ok if the term is incomplete.
func (l *LanguageOf[P]) term(token string) (t term[P], ok bool, err error) {
	rest := strings.TrimLeft(token, "!")
	negations := len(token) - len(rest)
	name, value, isField := cutField(rest)
	if !isField {
		t, ok, err = l.wordTerm(rest)
		t.negated = negations%2 == 1
		return t, ok, err
	}
	if t, ok, isPath, err := l.pathTerm(name, value, negations); isPath {
		return t, ok, err
	}
	field := l.field(name)
	if field == nil {
		return t, false, fmt.Errorf("%w, use one of %s; quote a text that contains a colon", ErrUnknownField, strings.Join(l.FieldNames(), ", "))
	}
	rest = strings.TrimLeft(value, "!")
	negations += len(value) - len(rest)
	t, ok, err = l.fieldTerm(field, rest)
	t.negated, t.field = negations%2 == 1, field.Name
	return t, ok, err
}

// pathTerm compiles a term whose field is a path: a comparison of numbers if the value is one, else of texts.
func (l *LanguageOf[P]) pathTerm(path, value string, negations int) (t term[P], ok, isPath bool, err error) {
	if l.Path == nil {
		return t, false, false, nil
	}
	field := l.Path(path)
	if field == nil {
		return t, false, false, nil
	}
	rest := strings.TrimLeft(value, "!")
	negations += len(value) - len(rest)
	if rest != "" && isNumeric(rest) {
		field.Kind = Amount
	}
	plain := *l
	plain.Decimals = 0 // values are as the chain has them
	t, ok, err = plain.fieldTerm(field, rest)
	t.negated = negations%2 == 1
	return t, ok, true, err
}

// isNumeric reports whether a value is a number, a comparison or a range of numbers, and not an address.
func isNumeric(value string) bool {
	return value[0] == '<' || value[0] == '>' || strings.HasPrefix(value, "..") || value[0] >= '0' && value[0] <= '9' && !strings.HasPrefix(value, "0x")
}

// wordTerm compiles a term without a field name.
func (l *LanguageOf[P]) wordTerm(value string) (t term[P], ok bool, err error) {
	n, ok, err := l.needle(value, true)
	if !ok || err != nil {
		return t, false, err
	}
	var matches []func(P) bool
	for i := range l.Fields {
		if field := &l.Fields[i]; field.InWords {
			if match := matchText(field, &n); match != nil {
				matches = append(matches, match)
			}
		}
	}
	t.isWord, t.words = true, [2]string{n.shown, "not " + n.shown}
	t.match = func(record P) bool {
		return slices.ContainsFunc(matches, func(match func(P) bool) bool { return match(record) })
	}
	return t, true, nil
}

// fieldTerm compiles the value of a field.
func (l *LanguageOf[P]) fieldTerm(field *FieldOf[P], value string) (t term[P], ok bool, err error) {
	isPattern := strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~")
	if field.Kind >= Number && !isPattern {
		return l.rangeTerm(field, value)
	}
	if exact, isExact := strings.CutPrefix(value, "="); isExact {
		return exactTerm(field, exact)
	}
	n, ok, err := l.needle(value, false)
	if !ok || err != nil {
		return t, false, err
	}
	verbs := [2]string{" contains ", " does not contain "}
	if isPattern {
		verbs = [2]string{" matches ", " does not match "}
	}
	t.match, t.accounts = matchText(field, &n), n.accounts()
	if field.Kind == Word && !isPattern {
		verbs = [2]string{" is ", " is not "}
		t.match = matchWord(field, n.plain)
	}
	if t.match == nil {
		return t, false, errors.New("not supported here, use a number")
	}
	for i, verb := range verbs {
		t.words[i] = field.label() + verb + n.shown
	}
	return t, true, nil
}

// exactTerm compiles a value that a field must have exactly. It is empty, in quotes, for a field that has none.
func exactTerm[P any](field *FieldOf[P], value string) (t term[P], ok bool, err error) {
	if value == "" {
		return t, false, nil
	}
	shown := value
	if value[0] == '"' {
		closing := closingAt(value)
		if closing < 1 || closing != len(value)-1 {
			return t, false, nil
		}
		value = unescape(value[1:closing])
	}
	if t.words = [2]string{field.label() + " is " + shown, field.label() + " is not " + shown}; value == "" {
		t.words = [2]string{"without " + field.label(), "with " + field.label()}
	}
	switch {
	case field.Exact != nil:
		if address, err := move.ParseAddress(value); err == nil {
			t.accounts = []move.Address{address}
		}
		t.match = func(record P) bool { return field.Exact(record) == value }
	case value == "":
		isText := func(text string) bool { return text != "" }
		t.match = func(record P) bool { return !field.Texts(record, isText) }
	default:
		isSame := func(text string) bool { return text == value }
		t.match = func(record P) bool { return field.Texts(record, isSame) }
	}
	return t, true, nil
}

// Exactly returns the term of a field that must have exactly a value, empty for none.
func Exactly(field, value string) string {
	if value != "" && !strings.ContainsAny(value, " \t\"\\/") && value[0] != '!' {
		return field + ":=" + value
	}
	return field + `:="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// needle is a text to find.
type needle struct {
	plain     string // without quotes; empty for an expression
	shown     string // in explanations
	pattern   Pattern
	digits    string   // a number without separators; empty if it is not a number
	addresses []string // digits of addresses without leading zeros
}

// needle compiles a value. isWord is true if an unquoted value is a regular expression.
func (l *LanguageOf[P]) needle(value string, isWord bool) (n needle, ok bool, err error) {
	expression := value
	n.shown = value
	switch {
	case value == "":
		return n, false, nil
	case value[0] == '/':
		closing := closingAt(value)
		if closing < 2 || closing != len(value)-1 {
			return n, false, nil
		}
		expression = strings.ReplaceAll(value[1:closing], `\/`, "/")
		if expression[0] == '~' || expression[0] == '!' {
			expression = `\` + expression
		}
	case value[0] == '"':
		closing := closingAt(value)
		if closing < 2 || closing != len(value)-1 {
			return n, false, nil
		}
		n.plain = unescape(value[1:closing])
		expression = regexp.QuoteMeta(n.plain)
	case value[0] == '~':
		if value == "~" {
			return n, false, nil
		}
	case !isWord:
		n.plain, expression = value, regexp.QuoteMeta(value)
	default:
		n.plain = value
	}
	if len(expression) > maxExpression && value[0] == '/' {
		return n, false, fmt.Errorf("expression of %d characters: at most %d", len(expression), maxExpression)
	}
	if n.plain != "" && (expression[0] == '~' || expression[0] == '!') {
		expression = `\` + expression
	}
	if n.pattern, err = ParsePattern(expression); err != nil {
		return n, false, fmt.Errorf("invalid regular expression: %w", err)
	}
	if n.plain != "" {
		n.digits = wholeNumber(n.plain)
		n.addresses = l.addresses(n.plain)
	}
	return n, true, nil
}

var escaped = text.Regexp(`\\(["\\])`)

func unescape(quoted string) string { return escaped().ReplaceAllString(quoted, "$1") }

// addresses returns the digits of the address that was typed, and those of the saved names that contain the text.
func (l *LanguageOf[P]) addresses(typed string) (digits []string) {
	add := func(address move.Address) {
		if short := strings.TrimPrefix(address.Short(), "0x"); !slices.Contains(digits, short) {
			digits = append(digits, short)
		}
	}
	if hex := strings.ToLower(typed); strings.HasPrefix(hex, "0x") {
		if address, err := move.ParseAddress(hex); err == nil {
			add(address)
		}
	}
	pattern, err := ParsePattern(regexp.QuoteMeta(typed))
	if err != nil || !utf8.ValidString(typed) {
		return digits
	}
	for _, name := range l.Names {
		if pattern.Match(name.Name) {
			add(name.Address)
		}
	}
	return digits
}
