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
	minimum, maximum := kind.limits()
	if number.Cmp(minimum) < 0 {
		return encoded{}, fmt.Sprintf("below %s: the minimum is %s", kind, groupedInteger(minimum))
	}
	if number.Cmp(maximum) > 0 {
		return encoded{}, fmt.Sprintf("exceeds %s: the maximum is %s", kind, groupedInteger(maximum))
	}
	stored := number
	if number.Sign() < 0 { // two's complement
		stored = new(big.Int).Add(number, powerOfTwo(bits))
	}
	value.bcs = stored.FillBytes(make([]byte, bits/8))
	slices.Reverse(value.bcs)
	value.json = integerJSON(bits, number.String())
	return value, ""
}

func powerOfTwo(exponent int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(exponent)) }

// limits returns the smallest and the largest number of an integer kind.
func (k Kind) limits() (minimum, maximum *big.Int) {
	magnitude := k.Bits()
	minimum = new(big.Int)
	if k.IsSigned() {
		magnitude--
		minimum.Neg(powerOfTwo(magnitude))
	}
	return minimum, new(big.Int).Sub(powerOfTwo(magnitude), big.NewInt(1))
}

// groupedInteger returns a number with commas between thousands.
func groupedInteger(number *big.Int) string {
	digits, isNegative := strings.CutPrefix(number.String(), "-")
	if isNegative {
		return "-" + grouped(digits)
	}
	return grouped(digits)
}

// decodedInteger returns the number of an integer kind in little-endian bytes as decimal digits.
func decodedInteger(kind Kind, littleEndian []byte) string {
	bigEndian := slices.Clone(littleEndian)
	slices.Reverse(bigEndian)
	number := new(big.Int).SetBytes(bigEndian)
	if kind.IsSigned() && bigEndian[0] >= 0x80 {
		number.Sub(number, powerOfTwo(kind.Bits()))
	}
	return number.String()
}

// integerJSON encodes an integer as nodes do: as a number up to 32 bits, otherwise as a string, because many JSON parsers
// lose digits beyond 53 bits.
func integerJSON(bits int, digits string) []byte {
	if bits <= 32 {
		return []byte(digits)
	}
	return []byte(`"` + digits + `"`)
}

// readInteger parses an integer: decimal digits with single _ or , between them, or 0x and hex digits, and a minus in front if the
// kind is signed. The rule is empty on success; position is 0 if the rule is about the whole text.
func readInteger(kind Kind, text string) (value encoded, position int, rule string) {
	digits, isNegative := text, false
	if kind.IsSigned() {
		digits, isNegative = strings.CutPrefix(text, "-")
	}
	base := 10
	if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X") {
		digits, base = digits[2:], 16
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
			if base == 10 && digit == '.' {
				return encoded{}, position, fmt.Sprintf("whole units only: not a digit at character %d", position)
			}
			return encoded{}, position, fmt.Sprintf("not %s at character %d", what, position)
		}
	}
	significant := strings.TrimLeft(string(read), "0")
	// A number with more digits exceeds the largest kind; parsing a very long one would be slow.
	significant = significant[:min(len(significant), 2*maxAddressDigits)]
	number, _ := new(big.Int).SetString("0"+significant, base)
	if isNegative {
		number.Neg(number)
	}
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
