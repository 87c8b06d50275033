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

// TrimZeros removes the zeros at the end of a fraction: 12.50000000 becomes 12.5.
func TrimZeros(number Safe) Safe {
	if !strings.Contains(number.s, ".") {
		return number
	}
	return Safe{strings.TrimRight(strings.TrimRight(number.s, "0"), ".")}
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

// Units is the notation in which integers are displayed.
type Units int

// The units, in the order of Next.
const (
	InDecimals Units = iota // with the decimals of the asset, if known
	InRaw                   // digits as sent by the node
	InHex
)

// String returns the name of the units.
func (u Units) String() string { return [...]string{"decimal", "raw", "hex"}[u] }

// ParseUnits returns the units with a name, or InDecimals for any other name.
func ParseUnits(name string) Units {
	for units := range InHex + 1 {
		if units.String() == name {
			return units
		}
	}
	return InDecimals
}

// Next returns the following units and wraps around.
func (u Units) Next() Units { return (u + 1) % 3 }

// maxDigits is the length of the longest on-chain integer, a u256, plus a sign.
const maxDigits = 79

// Amount formats an integer given as decimal digits; decimals is the number of decimals of its unit, 0 if unknown. ok
// is false if digits is not an integer.
func (u Units) Amount(digits string, decimals int) (amount Safe, ok bool) {
	if len(digits) > maxDigits {
		return Safe{}, false
	}
	number, ok := new(big.Int).SetString(digits, 10)
	if !ok || digits == "" || digits[0] == '+' {
		return Safe{}, false
	}
	return u.Write(number, decimals), true
}

// Write formats an integer in these units.
func (u Units) Write(number *big.Int, decimals int) Safe {
	switch u {
	case InRaw:
		return Safe{number.String()}
	case InHex:
		return Safe{strings.Replace("0x"+number.Text(16), "0x-", "-0x", 1)}
	}
	return Decimal(number, decimals)
}

// levels are the bar heights of a sparkline, lowest first. The highest leaves a gap to the line above.
var levels = []rune("▁▂▃▄▅▆▇")

// Sparkline draws one bar per number, scaled between the minimum and the maximum. nil is drawn as a blank. If all
// numbers are equal, all bars are low.
func Sparkline(numbers []*big.Float) Safe {
	var least, greatest *big.Float
	for _, number := range numbers {
		if number == nil {
			continue
		}
		if least == nil || number.Cmp(least) < 0 {
			least = number
		}
		if greatest == nil || number.Cmp(greatest) > 0 {
			greatest = number
		}
	}
	var drawn strings.Builder
	for _, number := range numbers {
		switch {
		case number == nil:
			drawn.WriteByte(' ')
		case greatest.Cmp(least) == 0:
			drawn.WriteRune(levels[0])
		default:
			share, _ := new(big.Float).Quo(new(big.Float).Sub(number, least), new(big.Float).Sub(greatest, least)).Float64()
			drawn.WriteRune(levels[min(int(share*float64(len(levels))), len(levels)-1)])
		}
	}
	return Safe{drawn.String()}
}
