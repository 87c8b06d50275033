package compiler

import "strings"

// span is a range of bytes of a source.
type span struct{ start, end int }

// name is an identifier where it is declared.
type name struct {
	text string
	span
}

// lexeme is a token of the source: a name, a number, a sign, an attribute such as #[view], or a byte string such as b"text".
type lexeme struct {
	text string
	span
	doc string // the doc comment before it
}

// lexer splits a source into lexemes.
type lexer struct {
	source   string
	offset   int
	current  lexeme // text is empty at the end
	previous span
}

// seek continues at an offset.
func (l *lexer) seek(offset int) {
	l.offset = offset
	l.advance()
}

// advance reads the next lexeme into current.
func (l *lexer) advance() {
	l.previous = l.current.span
	doc := l.skipSpace()
	start := l.offset
	l.offset += lexemeLength(l.source[start:])
	l.current = lexeme{l.source[start:l.offset], span{start, l.offset}, doc}
}

// skipSpace skips white space and comments, and returns the doc comment among them.
func (l *lexer) skipSpace() string {
	var doc []string
	for l.offset < len(l.source) {
		rest := l.source[l.offset:]
		switch {
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			if text, ok := strings.CutPrefix(line, "///"); ok {
				doc = append(doc, strings.TrimSpace(text))
			}
			l.offset += len(line)
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			l.offset++
		default:
			return strings.Join(doc, "\n")
		}
	}
	return ""
}

// lexemeLength returns the length of the first lexeme of a text that does not start with white space.
func lexemeLength(text string) int {
	switch {
	case text == "":
		return 0
	case strings.HasPrefix(text, `b"`) || strings.HasPrefix(text, `x"`):
		return 2 + strings.IndexByte(text[2:], '"') + 1
	case strings.HasPrefix(text, "#["):
		return strings.IndexByte(text, ']') + 1
	case isNameByte(text[0]):
		length := 1
		for length < len(text) && isNameByte(text[length]) {
			length++
		}
		return length
	}
	for _, sign := range [...]string{"::", "==", "!=", "<=", ">=", "&&", "||", "<<"} {
		if strings.HasPrefix(text, sign) {
			return len(sign)
		}
	}
	return 1
}

func isNameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// skipBlock skips a block in braces, which current begins, and returns its range. Byte strings with braces are not supported.
func (l *lexer) skipBlock() span {
	start, depth := l.current.start, 1
	for depth > 0 && l.offset < len(l.source) {
		rest := l.source[l.offset:]
		switch {
		case strings.HasPrefix(rest, "//"):
			l.offset += strings.IndexByte(rest+"\n", '\n')
			continue
		case rest[0] == '{':
			depth++
		case rest[0] == '}':
			depth--
		}
		l.offset++
	}
	block := span{start, l.offset}
	l.advance()
	return block
}
