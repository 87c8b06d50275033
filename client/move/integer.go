package move

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// integerBits tells how many bits an integer kind has; 0 for the other kinds.
func integerBits(kind Kind) int {
	switch kind {
	case KindU8:
		return 8
	case KindU16:
		return 16
	case KindU32:
		return 32
	case KindU64:
		return 64
	case KindU128:
		return 128
	case KindU256:
		return 256
	default:
		return 0
	}
}

// encodeInteger encodes a number of an integer kind. The rule is empty on success.
func encodeInteger(kind Kind, number *big.Int) (value encoded, rule string) {
	bits := integerBits(kind)
	if number.Sign() < 0 {
		return encoded{}, fmt.Sprintf("below %s: 0 is the least", kind)
	}
	if number.BitLen() > bits {
		most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
		return encoded{}, fmt.Sprintf("over %s: %s is the most", kind, grouped(most.String()))
	}
	value.bcs = number.FillBytes(make([]byte, bits/8))
	slices.Reverse(value.bcs)
	value.json = integerJSON(bits, number.String())
	return value, ""
}

// integerJSON writes an integer as nodes do: a number up to 32 bits, else a string,
// because many readers of JSON lose digits beyond 53 bits.
func integerJSON(bits int, digits string) []byte {
	if bits <= 32 {
		return []byte(digits)
	}
	return []byte(`"` + digits + `"`)
}

// readInteger reads the text of an integer kind: decimal digits with a single _ or ,
// allowed between two of them, or hex digits after 0x. The rule is empty on success;
// the position is 0 where the rule speaks of the whole text.
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
		_, isHex := hexValue(digit)
		switch {
		case isDigit(digit) || base == 16 && isHex:
			read = append(read, digit)
		case base == 10 && (digit == '_' || digit == ',') && between(digits, i):
		default:
			// All before this character is ASCII: bytes count characters.
			position = len(text) - len(digits) + i + 1
			what := "a digit"
			if base == 16 {
				what = "hex"
			}
			return encoded{}, position, fmt.Sprintf("not %s at character %d", what, position)
		}
	}
	significant := strings.TrimLeft(string(read), "0")
	// A number of more digits than this is over the largest kind. Reading it would
	// take long for text of any length.
	significant = significant[:min(len(significant), 2*maxAddressDigits)]
	number, _ := new(big.Int).SetString("0"+significant, base)
	value, rule = encodeInteger(kind, number)
	return value, 0, rule
}

// between tells whether the i-th character stands between two decimal digits.
func between(text string, i int) bool {
	return 0 < i && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1])
}

// grouped puts a comma before every third digit from the right.
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
