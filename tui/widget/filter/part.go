package filter

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// part is ASCII text that every match of an expression has in it. Most texts do not have it, and to look for it is many times
// faster than to run the expression. The zero value is no such text: it is in everything.
type part struct {
	text    string // in small letters where capital ones match as well
	anyCase bool
	// relatives tells that it has k or s, which match letters outside of ASCII as well: the Kelvin sign and the long s.
	relatives bool
}

// found is what is known of a text after looking for a part.
type found int

const (
	absent found = iota
	possible
	present
)

// partOf is the longest text that the expression cannot do without; whole tells that it is all there is to it.
func partOf(expression *syntax.Regexp) (longest part, whole bool) {
	switch expression.Op {
	case syntax.OpLiteral:
		return literal(expression)
	case syntax.OpCapture:
		return partOf(expression.Sub[0])
	case syntax.OpPlus:
		longest, _ = partOf(expression.Sub[0])
	case syntax.OpConcat:
		for _, sub := range expression.Sub {
			if p, _ := partOf(sub); len(p.text) > len(longest.text) {
				longest = p
			}
		}
	}
	return longest, false
}

func literal(expression *syntax.Regexp) (p part, whole bool) {
	p.anyCase = expression.Flags&syntax.FoldCase != 0
	for _, c := range expression.Rune {
		if c >= utf8.RuneSelf {
			return part{}, false
		}
	}
	p.text = string(expression.Rune)
	if p.anyCase {
		p.text = strings.ToLower(p.text)
		p.relatives = strings.ContainsAny(p.text, "ks")
	}
	return p, true
}

func (p part) find(s string) found {
	switch {
	case p.text == "":
		return possible
	case !p.anyCase:
		if strings.Contains(s, p.text) {
			return present
		}
		return absent
	case p.in(s):
		return present
	case p.relatives && !isASCII(s):
		return possible
	}
	return absent
}

// in tells whether the text has the part, its letters capital or not.
func (p part) in(s string) bool {
	first := p.text[0]
	for i := 0; i+len(p.text) <= len(s); i++ {
		if small(s[i]) == first && equalInAnyCase(s[i+1:i+len(p.text)], p.text[1:]) {
			return true
		}
	}
	return false
}

func equalInAnyCase(s, smallLetters string) bool {
	for i := range len(s) {
		if small(s[i]) != smallLetters[i] {
			return false
		}
	}
	return true
}

func small(c byte) byte {
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
