package jsontree

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"foredeck/tui/text"
)

// emptyKey is shown for a key of no characters.
var emptyKey text.Safe = text.Const(`""`)

// charactersPerColumn bounds the characters that share a column in cleaned text: one and its combining marks.
const charactersPerColumn = 5

// stringHead returns the unescaped start of a string, enough to fill the columns. literal starts after the opening quote. whole
// reports whether nothing is left out.
func stringHead(literal []byte, columns int) (head text.Safe, whole bool) {
	return fill(columns, func(characters int) (string, bool) {
		var head []byte
		rest := literal
		for ; characters > 0 && rest[0] != '"'; characters-- {
			size := 0
			head, size = appendCharacter(head, rest)
			rest = rest[size:]
		}
		return string(head), rest[0] == '"'
	})
}

// maxDigits is the length of the longest integer of Move, with its sign.
const maxDigits = 79

// bareNumber returns a number without the quotes in which nodes send integers of 64 and more bits, nil for any other value. Text with
// zeros in front is not a number.
func bareNumber(raw []byte) []byte {
	if raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9' {
		return raw
	}
	if len(raw) < len(`"0"`) || len(raw) > maxDigits+2 || raw[0] != '"' {
		return nil
	}
	bare := raw[1 : len(raw)-1]
	digits := bytes.TrimPrefix(bare, []byte("-"))
	if len(digits) == 0 || digits[0] == '0' && len(bare) > 1 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return nil
	}
	return bare
}

// rawHead returns the start of a raw text, enough to fill the columns. whole reports whether nothing is left out.
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

// fill takes only as many characters as fit into the columns, because strings can be megabytes long and the cost of a line must
// not depend on them. One character per column usually suffices; the second try is for text with combining marks.
func fill(columns int, prefixOf func(characters int) (prefix string, whole bool)) (head text.Safe, whole bool) {
	prefix, whole := prefixOf(columns + 1)
	if head = text.Clean(prefix); whole || text.Width(head) > columns {
		return head, whole
	}
	prefix, whole = prefixOf((columns + 1) * charactersPerColumn)
	return text.Clean(prefix), whole
}

// appendCharacter unescapes the first character of a literal that jsontext has validated. Half a surrogate pair stays an escape,
// and a byte that is not UTF-8 stays as it is.
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
	default: // quote, slash and backslash
		return append(to, literal[1]), 2
	}
}

// hexEscape returns the value of a leading \uNNNN, or 0 if there is none.
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

// cut shortens the result of stringHead or rawHead to the columns.
func cut(head text.Safe, whole bool, columns int) text.Safe {
	if !whole {
		head = text.Format("%s…", head)
	}
	return text.Cut(head, columns)
}

// keyLabel returns a key as it is drawn. See stringHead for the format of literal.
func keyLabel(literal []byte, columns int) text.Safe {
	if literal[0] == '"' {
		return text.Cut(emptyKey, columns)
	}
	head, whole := stringHead(literal, columns)
	return cut(head, whole, columns)
}

func itemLabel(ordinal int32) text.Safe {
	return text.Clean("[" + strconv.Itoa(int(ordinal)) + "]")
}
