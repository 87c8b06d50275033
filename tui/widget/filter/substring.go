package filter

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// substring is ASCII text that every match of an expression contains. Most texts do not contain it, and searching for
// it is much faster than running the expression. The zero value is contained in every text.
type substring struct {
	text     string // lower case if foldCase is set
	foldCase bool
	// hasFoldVariants is set if the text has a k or an s, which also match the non-ASCII Kelvin sign and long s.
	hasFoldVariants bool
}

// found is the result of searching a text for a substring.
type found int

const (
	absent found = iota
	possible
	present
)

// requiredSubstring returns the longest substring that every match must contain; whole is true if the expression is
// exactly that substring.
func requiredSubstring(expression *syntax.Regexp) (longest substring, whole bool) {
	switch expression.Op {
	case syntax.OpLiteral:
		return literal(expression)
	case syntax.OpCapture:
		return requiredSubstring(expression.Sub[0])
	case syntax.OpPlus:
		longest, _ = requiredSubstring(expression.Sub[0])
	case syntax.OpConcat:
		for _, sub := range expression.Sub {
			if p, _ := requiredSubstring(sub); len(p.text) > len(longest.text) {
				longest = p
			}
		}
	}
	return longest, false
}

func literal(expression *syntax.Regexp) (p substring, whole bool) {
	p.foldCase = expression.Flags&syntax.FoldCase != 0
	for _, c := range expression.Rune {
		if c >= utf8.RuneSelf {
			return substring{}, false
		}
	}
	p.text = string(expression.Rune)
	if p.foldCase {
		p.text = strings.ToLower(p.text)
		p.hasFoldVariants = strings.ContainsAny(p.text, "ks")
	}
	return p, true
}

func (p substring) find(s string) found {
	switch {
	case p.text == "":
		return possible
	case !p.foldCase:
		if strings.Contains(s, p.text) {
			return present
		}
		return absent
	case p.foundIn(s):
		return present
	case p.hasFoldVariants && !isASCII(s):
		return possible
	}
	return absent
}

// foundIn reports whether the text contains the substring, ignoring case.
func (p substring) foundIn(s string) bool {
	first := p.text[0]
	for i := 0; i+len(p.text) <= len(s); i++ {
		if lower(s[i]) == first && equalFold(s[i+1:i+len(p.text)], p.text[1:]) {
			return true
		}
	}
	return false
}

func equalFold(s, smallLetters string) bool {
	for i := range len(s) {
		if lower(s[i]) != smallLetters[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
