package market

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	"foredeck/tui/text"
)

const (
	// maxDigits is the maximum length of a number in calculations.
	maxDigits = 200
	// maxExponent is the maximum exponent in calculations, far beyond any price.
	maxExponent = 60
)

// Rat parses a decimal number exactly; nil if it is invalid or out of bounds.
func Rat(digits string) *big.Rat {
	if digits == "" || len(digits) > maxDigits || strings.ContainsAny(digits, "/_xXpPoObB") {
		return nil
	}
	if at := strings.IndexAny(digits, "eE"); at >= 0 {
		exponent, err := strconv.Atoi(digits[at+1:])
		if err != nil || exponent > maxExponent || exponent < -maxExponent {
			return nil
		}
	}
	exact, ok := new(big.Rat).SetString(digits)
	if !ok {
		return nil
	}
	return exact
}

// Places returns the number of decimals of a number in plain notation.
func Places(digits string) int {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	shift, _ := strconv.Atoi(exponent) // 0 without an exponent
	return max(len(fraction)-shift, 0)
}

// fixed converts a number to plain notation without an exponent, and leaves it unchanged otherwise.
func fixed(digits string) string {
	if !strings.ContainsAny(digits, "eE") {
		return digits
	}
	exact := Rat(digits)
	if exact == nil {
		return digits
	}
	return exact.FloatString(Places(digits))
}

// Digits formats a number with its original digits and thousands separators: 97,214.10. Text that is not a number is
// returned as is; an empty string is –.
func Digits(digits string) text.Safe {
	if digits == "" {
		return text.None
	}
	if isFixed(digits) {
		return text.Group(digits)
	}
	if Rat(digits) == nil {
		return text.Cut(text.Clean(digits), 24)
	}
	return text.Group(strings.TrimPrefix(fixed(digits), "+"))
}

// isFixed reports whether a number is written as big.Rat writes it, as nearly all prices are: nothing in it need be parsed.
func isFixed(digits string) bool {
	whole, fraction, hasFraction := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	return whole != "" && len(digits) <= maxDigits && (whole[0] != '0' || whole == "0" && digits[0] != '-') && isDigits(whole) &&
		(!hasFraction || fraction != "" && isDigits(fraction))
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// Change formats a percentage change with its sign and two decimals: +6.91%.
func Change(percent string) text.Safe {
	written, ok := rounded(percent)
	if !ok {
		exact := Rat(percent)
		if exact == nil {
			return text.None
		}
		written = exact.FloatString(changePlaces)
	}
	switch {
	case strings.Trim(written, "-0.") == "":
		return text.Const("0.00%")
	case written[0] != '-':
		written = "+" + written
	}
	return text.Format("%s%%", text.Clean(written))
}

// changePlaces is the number of decimals of Change.
const changePlaces = 2

// rounded rounds a usual number to changePlaces, halves away from zero. ok is false for others.
func rounded(digits string) (written string, ok bool) {
	number, ok := parsePlain(digits)
	more := number.decimals - changePlaces
	if !ok || more > maxUnitDigits {
		return "", false
	}
	if more <= 0 {
		units, fits := scale(number.units, -more)
		return writeUnits(units, changePlaces, changePlaces), fits
	}
	unit := int64(integerPower(more))
	units, rest := number.units/unit, number.units%unit
	if size := max(rest, -rest); size >= unit-size {
		units += int64(cmp.Compare(rest, 0))
	}
	return writeUnits(units, changePlaces, changePlaces), true
}

// Sign returns -1 for a fall, 1 for a rise, and 0 for no change or an unknown one.
func Sign(percent string) int {
	if exact := Rat(percent); exact != nil {
		return exact.Sign()
	}
	return 0
}

// Float converts a number for drawing; NaN if it is invalid.
func Float(digits string) float64 {
	value, err := strconv.ParseFloat(digits, 64)
	if digits == "" || err != nil {
		return math.NaN()
	}
	return value
}

// higher returns the greater of two numbers, or the valid one.
func higher(a, b string) string { return extreme(a, b, 1) }

// lower returns the lesser of two numbers, or the valid one.
func lower(a, b string) string { return extreme(a, b, -1) }

func extreme(a, b string, sign int) string {
	x, y := Rat(a), Rat(b)
	if x == nil || y != nil && y.Cmp(x) == sign {
		return b
	}
	return a
}

// sum returns the exact sum of two numbers, or the valid one.
func sum(a, b string) string {
	x, y := Rat(a), Rat(b)
	switch {
	case x == nil:
		return b
	case y == nil:
		return a
	}
	return new(big.Rat).Add(x, y).FloatString(max(Places(a), Places(b)))
}

// Decimals returns the number of decimals of prices of the pair: the most that a loaded one has.
func (s *Series) Decimals() int {
	s.AxisWidth() // measures both
	return s.drawn.decimals
}

func (s *Series) mostDecimals() int {
	most := 0
	for _, p := range s.pages {
		for _, column := range p.columns[:volumeColumn] {
			most = max(most, column.decimals)
			if column.places != trimmed {
				most = max(most, column.places)
			}
		}
	}
	return most
}

// maxAligned is the largest number of decimals that FixedDigits pads to.
const maxAligned = 12

// FixedDigits is Digits with trailing zeros up to a number of decimals, so that prices below each other are aligned and a changing
// price keeps its width. It drops no digits.
func FixedDigits(digits string, count int) text.Safe {
	if isFixed(digits) && count <= maxAligned {
		if _, fraction, _ := strings.Cut(digits, "."); len(fraction) < count {
			if fraction == "" {
				digits += "."
			}
			digits += strings.Repeat("0", count-len(fraction))
		}
		return text.Group(digits)
	}
	exact := Rat(digits)
	if exact == nil || count > maxAligned || Places(digits) >= count {
		return Digits(digits)
	}
	return text.Group(strings.TrimPrefix(exact.FloatString(count), "+"))
}
