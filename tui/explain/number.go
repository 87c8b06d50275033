// number.go reads numbers and times.

package explain

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// layouts are the forms of a time that are read. Those without a zone are in the user's one.
var layouts = []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999 MST", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04", time.DateOnly, time.RFC1123, time.RFC1123Z}

// instant reads a time in words.
func (r *reader) instant() {
	for _, layout := range layouts {
		if at, err := time.ParseInLocation(layout, r.text, r.Zone); err == nil {
			r.addTime(at, "", false)
			return
		}
	}
}

// addTime adds a time.
func (r *reader) addTime(at time.Time, basis string, guess bool) {
	r.add(Reading{Kind: Time, Value: text.InstantIn(at, r.Zone).String(), Basis: basis, IsGuess: guess, Facts: []Fact{
		{Name: "UTC", Value: at.UTC().Format(time.RFC3339Nano)},
		{Name: "in s", Value: strconv.FormatInt(at.Unix(), 10)},
		{Name: "in µs", Value: strconv.FormatInt(at.UnixMicro(), 10)},
		{Name: "when", Value: fromNow(at, r.Now)},
	}})
}

// fromNow says how long ago a time was, or how far ahead it is.
func fromNow(at, now time.Time) string {
	if at.After(now) {
		return "in " + text.Elapsed(at.Sub(now)).String()
	}
	return text.Elapsed(now.Sub(at)).String() + " ago"
}

// units are the units of a timestamp, by the digits that it has between 2001 and 2286.
var units = map[int]struct {
	name string
	unit time.Duration
}{10: {"seconds", time.Second}, 13: {"milliseconds", time.Millisecond}, 16: {"microseconds", time.Microsecond}, 19: {"nanoseconds", time.Nanosecond}}

// hexNumber matches a number in hexadecimal that is too short for an address that somebody copies.
var hexNumber = text.Regexp(`^0[xX]([0-9a-fA-F]{1,16})$`)

// integer matches an integer with or without separators.
var integer = text.Regexp(`^[0-9]+$|^[0-9]{1,3}([,_' ][0-9]{3})+$`)

// number reads an integer: a time, a height, an amount, an abort code.
func (r *reader) number() {
	if match := hexNumber().FindStringSubmatch(r.text); match != nil {
		number, _ := strconv.ParseUint(match[1], 16, 64)
		r.addCode(move.AbortCode(number))
		return
	}
	if !integer().MatchString(r.text) {
		return
	}
	digits := strings.TrimLeft(strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(r.text), "0")
	if digits == "" {
		digits = "0"
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	if unit, ok := units[len(digits)]; ok && err == nil {
		per := uint64(time.Second / unit.unit)
		at := time.Unix(int64(number/per), int64(number%per)*int64(unit.unit))
		r.addTime(at, fmt.Sprintf("%d digits are %s since 1970", len(digits), unit.name), true)
	}
	if err == nil {
		r.addCode(move.AbortCode(number))
		r.add(Reading{Kind: Height, Value: text.Integer(number).String(), Opens: to(target.Target{Kind: target.Height, Height: number}), IsGuess: true})
	}
	if amount, ok := new(big.Int).SetString(digits, 10); ok && len(digits) <= 78 {
		hex := fmt.Sprintf("0x%x", amount)
		r.add(Reading{Kind: Amount, Value: text.Decimal(amount, r.Decimals).String(), IsGuess: true, Basis: fmt.Sprintf("in the native coin, which has %d decimals", r.Decimals),
			Facts: []Fact{{Name: "raw", Value: text.Group(digits).String()}, {Name: "hex", Value: hex}}})
	}
}

// addCode adds an abort code that std::error made.
func (r *reader) addCode(code move.AbortCode) {
	if code.Category() == "" {
		return
	}
	status := move.VMStatus{Kind: move.StatusAbort, AbortCode: &code, Offset: -1, FunctionIndex: -1}
	reading := r.failed(AbortCode, status)
	reading.Value, reading.IsGuess = code.String(), true
	reading.Basis = "its high bytes are a category of std::error; add the module for its name, such as 0x1::coin " + code.String()
	r.add(reading)
}
