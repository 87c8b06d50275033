package move

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// encodeInteger encodes a number of an integer kind. The rule is empty on success.
func encodeInteger(kind Kind, number *big.Int) (value encoded, rule string) {
	bits := kind.Bits()
	if number.Sign() < 0 {
		return encoded{}, fmt.Sprintf("below %s: the minimum is 0", kind)
	}
	if number.BitLen() > bits {
		maximum := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
		return encoded{}, fmt.Sprintf("exceeds %s: the maximum is %s", kind, grouped(maximum.String()))
	}
	value.bcs = number.FillBytes(make([]byte, bits/8))
	slices.Reverse(value.bcs)
	value.json = integerJSON(bits, number.String())
	return value, ""
}

// integerJSON encodes an integer as nodes do: as a number up to 32 bits, otherwise as a string, because many JSON parsers
// lose digits beyond 53 bits.
func integerJSON(bits int, digits string) []byte {
	if bits <= 32 {
		return []byte(digits)
	}
	return []byte(`"` + digits + `"`)
}

// readInteger parses an integer: decimal digits with single _ or , between them, or 0x and hex digits. The rule is empty on
// success; position is 0 if the rule is about the whole text.
func readInteger(kind Kind, text string) (value encoded, position int, rule string) {
	digits, base := text, 10
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits, base = text[2:], 16
	}
	if text == "" {
		return encoded{}, 0, "empty"
	}
	if digits == "" {
		return encoded{}, len(text) + 1, fmt.Sprintf("no digits after character %d", len(text))
	}
	read := make([]byte, 0, len(digits))
	for i := range len(digits) {
		digit := digits[i]
		switch {
		case isDigit(digit) || base == 16 && !isNotHex(rune(digit)):
			read = append(read, digit)
		case base == 10 && (digit == '_' || digit == ',') && between(digits, i):
		default:
			// Everything before this character is ASCII, so bytes count characters.
			position = len(text) - len(digits) + i + 1
			what := "a digit"
			if base == 16 {
				what = "hex"
			}
			return encoded{}, position, fmt.Sprintf("not %s at character %d", what, position)
		}
	}
	significant := strings.TrimLeft(string(read), "0")
	// A number with more digits exceeds the largest kind; parsing a very long one would be slow.
	significant = significant[:min(len(significant), 2*maxAddressDigits)]
	number, _ := new(big.Int).SetString("0"+significant, base)
	value, rule = encodeInteger(kind, number)
	return value, 0, rule
}

// between reports whether the i-th character is between two decimal digits.
func between(text string, i int) bool {
	return 0 < i && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1])
}

// grouped separates thousands by commas.
func grouped(digits string) string {
	var text strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteByte(',')
		}
		text.WriteRune(digit)
	}
	return text.String()
}
