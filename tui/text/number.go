package text

import (
	"math/big"
	"strconv"
	"strings"
)

// Integer writes a whole number in groups of three, as in 48,211,907. Never in exponent form, never rounded.
func Integer(n uint64) Safe {
	return Safe(group(strconv.FormatUint(n, 10)))
}

// Counted is a number with its noun, as in 1 pair and 2 pairs.
func Counted(n int, noun Safe) Safe {
	if n != 1 {
		noun += "s"
	}
	return Integer(uint64(n)) + " " + noun
}

// Decimal writes an amount of the smallest unit in the unit that has the given number of decimals, with all of them:
// 900,000 with 8 decimals is 0.00900000. It is a view of the number and loses nothing. A nil amount is –.
func Decimal(amount *big.Int, decimals int) Safe {
	if amount == nil {
		return None
	}
	digits := new(big.Int).Abs(amount).String()
	if missing := decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	whole, fraction := digits[:len(digits)-decimals], digits[len(digits)-decimals:]
	written := group(whole)
	if decimals > 0 {
		written += "." + fraction
	}
	if amount.Sign() < 0 {
		written = "-" + written
	}
	return Safe(written)
}

// None stands where there is no value.
const None Safe = "–"

// CutNumber shortens an amount to at most width columns: its decimals go first, with … in their place, as the whole part cut in its
// middle would be another number. What is no number is cut like any text.
func CutNumber(s Safe, width int) Safe {
	point := strings.IndexByte(string(s), '.')
	isNumber := point > 0 && strings.Trim(string(s), "+-0123456789,.") == ""
	if Width(s) <= width || !isNumber || point+2 > width {
		return Cut(s, width)
	}
	return s[:width-1] + "…"
}

func group(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	var grouped strings.Builder
	first := len(digits) % 3
	if first == 0 {
		first = 3
	}
	grouped.WriteString(digits[:first])
	for i := first; i < len(digits); i += 3 {
		grouped.WriteByte(',')
		grouped.WriteString(digits[i : i+3])
	}
	return grouped.String()
}

// Group writes digits in groups of three.
func Group(digits string) Safe { return Safe(group(digits)) }
