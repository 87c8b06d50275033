// Package filter is the one way in which lists and trees are searched: the language of the patterns, the line in which one is
// typed, and the rows of a list that match.
package filter

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern tells which texts are searched for. The zero value is no pattern: it matches everything and finds nothing in it.
//
// Plain text is a regular expression (RE2); whether letters are capital matters only where one of its own is. With ! in
// front, all texts match that otherwise would not; with ~ in front, those that have its characters in this order.
type Pattern struct {
	typed      string
	inverted   bool
	characters []rune // of a fuzzy pattern
	capital    bool   // whether letters are capital matters
	expression *regexp.Regexp
	part       part
	whole      bool // the part is all there is to the expression
}

// Parse reads a pattern. The error says in words what is wrong with it.
func Parse(typed string) (Pattern, error) {
	p := Pattern{typed: typed}
	rest := typed
	for rest != "" && rest[0] == '!' {
		p.inverted, rest = !p.inverted, rest[1:]
	}
	if rest == "" || rest == "~" {
		return Pattern{}, nil // not yet a pattern
	}
	p.capital = hasCapital(rest)
	if characters, fuzzy := strings.CutPrefix(rest, "~"); fuzzy {
		if !p.capital {
			characters = strings.ToLower(characters)
		}
		p.characters = []rune(characters)
		return p, nil
	}
	if !p.capital {
		rest = "(?i)" + rest
	}
	expression, err := regexp.Compile(rest)
	if err != nil {
		return Pattern{}, inWords(err)
	}
	p.expression = expression
	if tree, err := syntax.Parse(rest, syntax.Perl); err == nil {
		p.part, p.whole = partOf(tree.Simplify())
	}
	return p, nil
}

func inWords(err error) error {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Code == syntax.ErrTrailingBackslash {
		return errors.New("nothing follows the \\ at its end")
	}
	return errors.New(string(wrong.Code))
}

// hasCapital tells whether a capital letter was typed that stands for itself.
func hasCapital(typed string) bool {
	escaped := false
	for _, c := range typed {
		if !escaped && unicode.IsUpper(c) {
			return true
		}
		escaped = !escaped && c == '\\'
	}
	return false
}

// String is the pattern as it was typed.
func (p Pattern) String() string { return p.typed }

// IsZero tells that there is no pattern.
func (p Pattern) IsZero() bool { return p.expression == nil && p.characters == nil }

// Match tells whether one of the texts is searched for; of an inverted pattern, whether all of them are.
func (p Pattern) Match(texts ...string) bool {
	if p.IsZero() {
		return true
	}
	for _, s := range texts {
		if p.has(s) {
			return !p.inverted
		}
	}
	return p.inverted
}

// has tells whether the pattern, taken upright, is found in the text.
func (p Pattern) has(s string) bool {
	if p.expression == nil {
		return len(p.inOrder(s, 1)) > 0
	}
	switch p.part.find(s) {
	case absent:
		return false
	case present:
		if p.whole {
			return true
		}
	}
	return p.expression.MatchString(s)
}

// Find is where in the text the pattern is found, as pairs of byte positions, at most limit of them. An inverted pattern is
// found nowhere.
func (p Pattern) Find(s string, limit int) [][]int {
	switch {
	case p.IsZero() || p.inverted:
		return nil
	case p.expression == nil:
		return p.inOrder(s, limit)
	case p.part.find(s) == absent:
		return nil
	}
	return p.expression.FindAllStringIndex(s, limit)
}

// inOrder is where the text has the characters of a fuzzy pattern: nil unless it has all, in their order.
func (p Pattern) inOrder(s string, limit int) [][]int {
	var at [][]int
	next := 0
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if !p.capital {
			c = unicode.ToLower(c)
		}
		if c != p.characters[next] {
			continue
		}
		if len(at) < limit {
			at = append(at, []int{i - size, i})
		}
		if next++; next == len(p.characters) {
			return at
		}
	}
	return nil
}
