package text

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Integer formats an integer with thousands separators, as in 48,211,907. It never rounds and never uses an exponent.
func Integer(n uint64) Safe {
	return Safe{group(strconv.FormatUint(n, 10))}
}

// Plural formats a count with its noun, as in 1 pair and 2 pairs.
func Plural(n int, noun constant) Safe {
	if n != 1 {
		noun += "s"
	}
	return Format("%s %s", Integer(uint64(n)), Const(noun))
}

// Decimal formats an amount in base units with the given number of decimals, all of them shown: 900,000 with 8 decimals
// is 0.00900000. The conversion is exact. A nil amount is –.
func Decimal(amount *big.Int, decimals int) Safe {
	if amount == nil {
		return None
	}
	digits := new(big.Int).Abs(amount).String()
	if missing := decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	whole, fraction := digits[:len(digits)-decimals], digits[len(digits)-decimals:]
	if decimals > 0 {
		whole += "." + fraction
	}
	if amount.Sign() < 0 {
		whole = "-" + whole
	}
	return Safe{group(whole)}
}

// None is drawn where there is no value.
var None = Const("–")

// CutNumber shortens an amount to at most width columns. It drops decimals first and marks the cut with …, because
// cutting the integer part in the middle would show a different number. Text that is not a number is cut like any
// other.
func CutNumber(s Safe, width int) Safe {
	point := strings.IndexByte(s.s, '.')
	isNumber := point > 0 && strings.Trim(s.s, "+-0123456789,.") == ""
	if Width(s) <= width || !isNumber || point+2 > width {
		return Cut(s, width)
	}
	return Safe{s.s[:width-1] + "…"}
}

// Group inserts thousands separators into the integer part of a decimal number.
func Group(number string) Safe { return Clean(group(number)) }

func group(number string) string {
	digits := strings.TrimLeft(number, "+-")
	whole, _, _ := strings.Cut(digits, ".")
	grouped := []byte(number[:len(number)-len(digits)])
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			grouped = append(grouped, ',')
		}
		grouped = append(grouped, whole[i])
	}
	return string(append(grouped, digits[len(whole):]...))
}

// Compact formats a number with three digits: 980, 12.3K, 4.56M, 1.2e18.
func Compact(value float64) Safe {
	units := "KMBT"
	unit := ""
	for at := 0; math.Abs(value) >= 999.5 && at < len(units); at++ {
		value, unit = value/1000, units[at:at+1]
	}
	switch size := math.Abs(value); {
	case size >= 999.5:
		return Clean(strconv.FormatFloat(value*1e12, 'e', 1, 64))
	case size >= 99.95 || size == 0:
		return Clean(strconv.FormatFloat(value, 'f', 0, 64) + unit)
	case size >= 9.995:
		return Clean(strconv.FormatFloat(value, 'f', 1, 64) + unit)
	}
	return Clean(strconv.FormatFloat(value, 'f', 2, 64) + unit)
}
