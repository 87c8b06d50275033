package query

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern selects texts. The zero value matches everything and highlights nothing.
//
// Plain text is a regular expression (RE2). It is case-insensitive unless it contains a capital letter. A leading !
// inverts the match. A leading ~ matches texts that contain the characters in the given order.
type Pattern struct {
	typed         string
	inverted      bool
	characters    []rune // of a fuzzy pattern
	caseSensitive bool
	expression    *regexp.Regexp
	literal       string // the expression, if it is ASCII text without special characters
}

// ParsePattern parses a pattern. The error is a short description without the pattern.
func ParsePattern(typed string) (Pattern, error) {
	p := Pattern{typed: typed}
	rest := typed
	for rest != "" && rest[0] == '!' {
		p.inverted, rest = !p.inverted, rest[1:]
	}
	if rest == "" || rest == "~" {
		return Pattern{}, nil // incomplete
	}
	p.caseSensitive = hasCapital(rest)
	if characters, fuzzy := strings.CutPrefix(rest, "~"); fuzzy {
		if !p.caseSensitive {
			characters = strings.ToLower(characters)
		}
		p.characters = []rune(characters)
		return p, nil
	}
	if regexp.QuoteMeta(rest) == rest && isASCII(rest) {
		p.literal = rest
	}
	if !p.caseSensitive {
		rest = "(?i)" + rest
	}
	expression, err := regexp.Compile(rest)
	if err != nil {
		return Pattern{}, describe(err)
	}
	p.expression = expression
	return p, nil
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf })
}

func describe(err error) error {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Code == syntax.ErrTrailingBackslash {
		return errors.New("trailing \\")
	}
	return errors.New(string(wrong.Code))
}

// hasCapital reports whether the text contains an unescaped capital letter.
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

// String returns the pattern as typed.
func (p Pattern) String() string { return p.typed }

// IsZero reports whether the pattern is empty.
func (p Pattern) IsZero() bool { return p.expression == nil && p.characters == nil }

// Match reports whether any of the texts matches; for an inverted pattern, whether none does.
func (p Pattern) Match(texts ...string) bool {
	if p.IsZero() {
		return true
	}
	for _, s := range texts {
		if p.contains(s) {
			return !p.inverted
		}
	}
	return p.inverted
}

// contains reports whether the text matches, ignoring inversion.
func (p Pattern) contains(s string) bool {
	if p.expression == nil {
		return len(p.inOrder(s, 1)) > 0
	}
	return !p.excludes(s) && p.expression.MatchString(s)
}

// excludes reports whether the text does not contain the literal, if there is one. That is much faster than to run the expression.
// The letters k and s also match the Kelvin sign and the long s, which are not ASCII.
func (p Pattern) excludes(s string) bool {
	if p.literal == "" || p.caseSensitive {
		return !strings.Contains(s, p.literal)
	}
	const toLower = 'a' - 'A' // bit in which ASCII letters differ by case
	for i := range len(s) - len(p.literal) + 1 {
		if s[i]|toLower == p.literal[0]|toLower && strings.EqualFold(s[i:i+len(p.literal)], p.literal) {
			return false
		}
	}
	return isASCII(s) || !strings.ContainsAny(p.literal, "ks")
}

// Find returns the first limit matches in the text as pairs of byte offsets. An inverted pattern has none.
func (p Pattern) Find(s string, limit int) [][]int {
	switch {
	case p.IsZero() || p.inverted:
		return nil
	case p.expression == nil:
		return p.inOrder(s, limit)
	case p.excludes(s):
		return nil
	}
	return p.expression.FindAllStringIndex(s, limit)
}

// inOrder returns the positions of the characters of a fuzzy pattern, nil unless the text contains all of them in
// order.
func (p Pattern) inOrder(s string, limit int) [][]int {
	var at [][]int
	next := 0
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if !p.caseSensitive {
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
