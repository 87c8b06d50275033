package jsontree

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"foredeck/tui/text"
)

// emptyKey stands for a key of no characters.
const emptyKey text.Safe = `""`

// charactersPerColumn is how many characters may share a column in cleaned text: one and its combining marks.
const charactersPerColumn = 5

// stringHead is the beginning of the string whose literal, without the quote it opens with, the text begins with. Its
// escapes are resolved. It fills the columns; whole tells that nothing is left out.
func stringHead(literal []byte, columns int) (head text.Safe, whole bool) {
	return fill(columns, func(characters int) (string, bool) {
		var taken []byte
		rest := literal
		for ; characters > 0 && rest[0] != '"'; characters-- {
			size := 0
			taken, size = appendCharacter(taken, rest)
			rest = rest[size:]
		}
		return string(taken), rest[0] == '"'
	})
}

// rawHead is the beginning of a raw text: it fills the columns, and whole tells that nothing is left out.
func rawHead(raw []byte, columns int) (head text.Safe, whole bool) {
	return fill(columns, func(characters int) (string, bool) {
		taken := 0
		for ; characters > 0 && taken < len(raw); characters-- {
			_, size := utf8.DecodeRune(raw[taken:])
			taken += size
		}
		return string(raw[:taken]), taken == len(raw)
	})
}

// fill takes as many characters as the columns need: strings can be megabytes long, and the cost of a line must not
// depend on it. Mostly one a column is enough; the second try is for text with combining marks.
func fill(columns int, take func(characters int) (taken string, whole bool)) (head text.Safe, whole bool) {
	taken, whole := take(columns + 1)
	if head = text.Clean(taken); whole || text.Width(head) > columns {
		return head, whole
	}
	taken, whole = take((columns + 1) * charactersPerColumn)
	return text.Clean(taken), whole
}

// appendCharacter resolves the first character of a literal that jsontext has read. Half a surrogate pair is no
// character and stays as the escape that it was sent as; a byte that is no UTF-8 stays as well.
func appendCharacter(to, literal []byte) (with []byte, size int) {
	if literal[0] != '\\' {
		_, size = utf8.DecodeRune(literal)
		return append(to, literal[:size]...), size
	}
	switch literal[1] {
	case 'b':
		return append(to, '\b'), 2
	case 'f':
		return append(to, '\f'), 2
	case 'n':
		return append(to, '\n'), 2
	case 'r':
		return append(to, '\r'), 2
	case 't':
		return append(to, '\t'), 2
	case 'u':
		first := hexEscape(literal)
		if !utf16.IsSurrogate(first) {
			return utf8.AppendRune(to, first), 6
		}
		if pair := utf16.DecodeRune(first, hexEscape(literal[6:])); pair != utf8.RuneError {
			return utf8.AppendRune(to, pair), 12
		}
		return append(to, literal[:6]...), 6
	default: // quote, slash and backslash stand for themselves
		return append(to, literal[1]), 2
	}
}

// hexEscape is the value of the \uNNNN that the literal begins with, 0 where it begins otherwise.
func hexEscape(literal []byte) rune {
	if len(literal) < 6 || literal[0] != '\\' || literal[1] != 'u' {
		return 0
	}
	value, err := strconv.ParseUint(string(literal[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(value)
}

// cut brings text that has been taken with stringHead or rawHead into the columns.
func cut(head text.Safe, whole bool, columns int) text.Safe {
	if !whole {
		head += "…"
	}
	return text.Cut(head, columns)
}

// keyLabel is a key as it is drawn, given as for stringHead.
func keyLabel(literal []byte, columns int) text.Safe {
	if literal[0] == '"' {
		return text.Cut(emptyKey, columns)
	}
	head, whole := stringHead(literal, columns)
	return cut(head, whole, columns)
}

func itemLabel(ordinal int32) text.Safe {
	return text.Safe("[" + strconv.Itoa(int(ordinal)) + "]")
}

// isWord tells keys that a path names without quotes.
func isWord(literal []byte) bool {
	for i, c := range literal {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return len(literal) > 0
}
