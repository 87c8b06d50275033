package prices

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"foredeck/tui/text"
)

const (
	// mostDigits is how long a number may be that is reckoned with.
	mostDigits = 200
	// mostExponent bounds the exponents of numbers: a price is nowhere near.
	mostExponent = 60
)

// number is a decimal number in the service's own digits as it is; nil for what is none, or no price.
func number(digits string) *big.Rat {
	if digits == "" || len(digits) > mostDigits || strings.ContainsAny(digits, "/_xXpPoObB") {
		return nil
	}
	if at := strings.IndexAny(digits, "eE"); at >= 0 {
		exponent, err := strconv.Atoi(digits[at+1:])
		if err != nil || exponent > mostExponent || exponent < -mostExponent {
			return nil
		}
	}
	exact, ok := new(big.Rat).SetString(digits)
	if !ok {
		return nil
	}
	return exact
}

// decimals is how many digits of a number stand behind the point when it is written without an exponent.
func decimals(digits string) int {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	shift, _ := strconv.Atoi(exponent) // none is no shift
	return max(len(fraction)-shift, 0)
}

// fixed is the number without an exponent, in the service's own digits otherwise.
func fixed(digits string) string {
	if !strings.ContainsAny(digits, "eE") {
		return digits
	}
	exact := number(digits)
	if exact == nil {
		return digits
	}
	return exact.FloatString(decimals(digits))
}

// Digits writes a number in the service's own digits, in groups of three: 97,214.10. What is no number is written as it is, and
// – where there is none.
func Digits(digits string) text.Safe {
	if digits == "" {
		return text.None
	}
	if number(digits) == nil {
		return text.Cut(text.Clean(digits), 24)
	}
	whole, fraction, hasFraction := strings.Cut(fixed(digits), ".")
	sign := ""
	if strings.HasPrefix(whole, "-") || strings.HasPrefix(whole, "+") {
		sign, whole = strings.TrimPrefix(whole[:1], "+"), whole[1:]
	}
	written := text.Safe(sign) + text.Group(whole)
	if hasFraction {
		written += "." + text.Safe(fraction)
	}
	return written
}

// Change writes a change in percent with its sign and two decimals: +6.91%.
func Change(percent string) text.Safe {
	exact := number(percent)
	if exact == nil {
		return text.None
	}
	written := exact.FloatString(2)
	if strings.Trim(written, "-0.") == "" {
		return "0.00%"
	}
	if exact.Sign() > 0 {
		written = "+" + written
	}
	return text.Safe(written) + "%"
}

// Sign is -1 for a fall, 1 for a rise, and 0 where there is neither or it is not known.
func Sign(percent string) int {
	if exact := number(percent); exact != nil {
		return exact.Sign()
	}
	return 0
}

// float is a number as it is drawn; NaN where there is none.
func float(digits string) float64 {
	value, err := strconv.ParseFloat(digits, 64)
	if digits == "" || err != nil {
		return math.NaN()
	}
	return value
}

// higher is the greater of two numbers in its own digits; the other where one is none.
func higher(a, b string) string {
	x, y := number(a), number(b)
	if x == nil || y != nil && y.Cmp(x) > 0 {
		return b
	}
	return a
}

// lower is the lesser of two numbers in its own digits; the other where one is none.
func lower(a, b string) string {
	x, y := number(a), number(b)
	if x == nil || y != nil && y.Cmp(x) < 0 {
		return b
	}
	return a
}

// sum adds two numbers exactly; the other where one is none.
func sum(a, b string) string {
	x, y := number(a), number(b)
	switch {
	case x == nil:
		return b
	case y == nil:
		return a
	}
	return new(big.Rat).Add(x, y).FloatString(max(decimals(a), decimals(b)))
}
