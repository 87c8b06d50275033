package query

import (
	"errors"
	"math/big"
	"strconv"
	"strings"

	"foredeck/tui/text"
)

// bounds is an inclusive range of integers; nil is no bound.
type bounds struct{ low, high *big.Int }

// comparison is a comparison of a number as typed.
type comparison struct {
	sign     string
	words    [2]string // what it means, and what its negation means
	min, max bool      // the number is a lower or upper bound
	strict   bool      // the number itself is not included
}

var comparisons = []comparison{
	{sign: ">=", words: [2]string{"at least", "below"}, min: true},
	{sign: "<=", words: [2]string{"at most", "above"}, max: true},
	{sign: ">", words: [2]string{"above", "at most"}, min: true, strict: true},
	{sign: "<", words: [2]string{"below", "at least"}, max: true, strict: true},
	{sign: "=", words: [2]string{"is", "is not"}, min: true, max: true},
	{words: [2]string{"is", "is not"}, min: true, max: true},
}

// rangeTerm compiles the value of a numeric field: 700, >700, 700..720.
func (l *LanguageOf[P]) rangeTerm(field *FieldOf[P], value string) (t term[P], ok bool, err error) {
	within, words, ok, err := parseRange(field.Kind, value, l.Decimals)
	if !ok || err != nil {
		return t, false, err
	}
	for i := range words {
		t.words[i] = field.label() + " " + words[i]
	}
	if t.within = within; field.Kind == Age {
		t.within = within.before(l.Now)
	}
	if field.Kind == Amount {
		t.match = func(record P) bool {
			amount := field.Amount(record)
			return amount != nil && (within.low == nil || amount.Cmp(within.low) >= 0) && (within.high == nil || amount.Cmp(within.high) <= 0)
		}
		return t, true, nil
	}
	low, high, any := within.uint64s()
	now := l.Now.UnixMicro()
	t.match = func(record P) bool {
		number := field.Number(record)
		if number == nil || !any {
			return false
		}
		n := *number
		if field.Kind == Age {
			n = uint64(max(now-int64(min(n, 1<<62)), 0))
		}
		return n >= low && n <= high
	}
	return t, true, nil
}

// uint64s returns the part of the range that a uint64 can have. any is false if there is none.
func (b bounds) uint64s() (low, high uint64, any bool) {
	high = ^uint64(0)
	if b.low != nil && b.low.Sign() > 0 {
		if !b.low.IsUint64() {
			return 0, 0, false
		}
		low = b.low.Uint64()
	}
	if b.high != nil {
		if b.high.Sign() < 0 {
			return 0, 0, false
		}
		if b.high.IsUint64() {
			high = b.high.Uint64()
		}
	}
	return low, high, low <= high
}

// parseRange parses a comparison or a range. It is not ok if a number is missing.
func parseRange(kind Kind, value string, decimals int) (within bounds, words [2]string, ok bool, err error) {
	value = strings.Trim(value, `"`)
	if from, to, isRange := strings.Cut(value, ".."); isRange {
		return parseInterval(kind, from, to, decimals)
	}
	for _, c := range comparisons {
		rest, found := strings.CutPrefix(value, c.sign)
		if !found {
			continue
		}
		if rest == "" {
			return within, words, false, nil
		}
		if c.sign == "" && (kind == Age || kind == Duration) {
			c = comparisons[1] // nothing is exactly an hour old
		}
		number, err := parseNumber(kind, rest, decimals)
		if err != nil {
			return within, words, false, err
		}
		for i := range words {
			words[i] = c.words[i] + " " + rest
		}
		if c.min {
			within.low = ceil(number)
			if c.strict {
				within.low = new(big.Int).Add(floor(number), big.NewInt(1))
			}
		}
		if c.max {
			within.high = floor(number)
			if c.strict {
				within.high = new(big.Int).Sub(ceil(number), big.NewInt(1))
			}
		}
		return within, words, true, nil
	}
	return within, words, false, nil
}

// parseInterval parses the ends of an inclusive range, of which one may be empty.
func parseInterval(kind Kind, from, to string, decimals int) (within bounds, words [2]string, ok bool, err error) {
	if from != "" {
		number, err := parseNumber(kind, from, decimals)
		if err != nil {
			return within, words, false, err
		}
		within.low = ceil(number)
	}
	if to != "" {
		number, err := parseNumber(kind, to, decimals)
		if err != nil {
			return within, words, false, err
		}
		within.high = floor(number)
	}
	switch {
	case from == "" && to == "":
		return within, words, false, nil
	case to == "":
		words = [2]string{"at least " + from, "below " + from}
	case from == "":
		words = [2]string{"at most " + to, "above " + to}
	case within.low.Cmp(within.high) > 0:
		return within, words, false, errors.New("the range ends below its start")
	default:
		words = [2]string{"from " + from + " to " + to, "not from " + from + " to " + to}
	}
	return within, words, true, nil
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

func ceil(r *big.Rat) *big.Int {
	number := floor(r)
	if !r.IsInt() {
		number.Add(number, big.NewInt(1))
	}
	return number
}

var (
	errNumber   = errors.New("expected a number, such as 700, >700 or 700..720")
	errAmount   = errors.New("expected an amount, such as 0.1, >0.1 or 0.1..2")
	errDuration = errors.New("expected a duration, such as <1h, >30m or 1d..2d")
)

// maxNumber is the maximum length of a number in bytes.
const maxNumber = 90

var (
	decimalNumber = text.Regexp(`^[0-9][0-9,_]*(\.[0-9]+)?$`)
	hexNumber     = text.Regexp(`^0[xX][0-9a-fA-F]+$`)
	durationPart  = text.Regexp(`^([0-9]+(?:\.[0-9]+)?)(ms|µs|us|s|m|h|d|w)`)
	separators    = strings.NewReplacer(",", "", "_", "")
)

// wholeNumber returns the digits of an integer with or without separators, or "" for another text.
func wholeNumber(typed string) string {
	if !decimalNumber().MatchString(typed) || strings.Contains(typed, ".") {
		return ""
	}
	return separators.Replace(typed)
}

// parseNumber parses a number as an integer of the field: of units, of the smallest unit of an amount, or of microseconds.
func parseNumber(kind Kind, typed string, decimals int) (*big.Rat, error) {
	if kind == Age || kind == Duration {
		return parseDuration(typed)
	}
	wrong := errNumber
	if kind == Amount {
		wrong = errAmount
	}
	isHex := hexNumber().MatchString(typed)
	if len(typed) > maxNumber || !isHex && !decimalNumber().MatchString(typed) {
		return nil, wrong
	}
	number, ok := new(big.Rat).SetString(separators.Replace(typed))
	if !ok {
		return nil, wrong
	}
	if kind == Amount && !isHex {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
		number.Mul(number, new(big.Rat).SetInt(scale))
	}
	return number, nil
}

// microseconds are the lengths of the units of durations.
var microseconds = map[string]int64{
	"us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "m": 60e6, "h": 3600e6, "d": 24 * 3600e6, "w": 7 * 24 * 3600e6,
}

// parseDuration parses a duration such as 1h30m or 2d as microseconds.
func parseDuration(typed string) (*big.Rat, error) {
	total := new(big.Rat)
	if typed == "" || len(typed) > maxNumber {
		return nil, errDuration
	}
	for typed != "" {
		part := durationPart().FindStringSubmatch(typed)
		if part == nil {
			if _, err := strconv.ParseFloat(typed, 64); err == nil {
				return nil, errors.New("a duration needs a unit, such as 30s, 5m, 1h or 2d")
			}
			return nil, errDuration
		}
		number, ok := new(big.Rat).SetString(part[1])
		if !ok {
			return nil, errDuration
		}
		total.Add(total, number.Mul(number, new(big.Rat).SetInt64(microseconds[part[2]])))
		typed = typed[len(part[0]):]
	}
	return total, nil
}
