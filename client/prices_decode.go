package client

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// history reads the records of a price history: under data (spec section 2.9) or, from deployed services, as a bare array.
// A record without a time is left out and recorded as a problem.
func (r *bodyReader) history() []Candle {
	if r.kind() == '[' {
		return r.candles()
	}
	var candles []Candle
	said, known, isObject := r.serviceObject("data", func() { candles = r.candles() })
	switch {
	case !isObject:
	case !known && said.String() != "", said.isFailure(), len(candles) == 0 && len(said.texts) > 0:
		r.note(said.failure())
	case !known:
		r.missing("data")
	}
	return candles
}

func (r *bodyReader) candles() []Candle {
	var candles []Candle
	r.array(func() {
		if candle, ok := r.candle(); ok {
			candles = append(candles, candle)
		}
	})
	return candles
}

// candle reads a record. It returns false if the record has no time or is incomplete.
func (r *bodyReader) candle() (Candle, bool) {
	var candle Candle
	var milliseconds *int64
	candle.Raw, candle.Problems, candle.Other = r.record(func() {
		var instant instant
		isObject := r.fields(
			optional("timestamp", func() { r.instant(&instant, "timestamp") }),
			optional("open", decimalInto(&candle.Open)),
			optional("high", decimalInto(&candle.High)),
			optional("low", decimalInto(&candle.Low)),
			optional("close", decimalInto(&candle.Close)),
			optional("volume", decimalInto(&candle.Volume)),
			optional("time", func() { r.instant(&instant, "time") }),
			optional("tradingPair", r.candlePair),
			optional("tradingPairs", r.candlePair),
		)
		if milliseconds = r.endInstant(&instant); isObject && milliseconds == nil {
			r.note(errNoTime)
		}
	})
	if milliseconds == nil && r.problem == nil {
		r.problem = candle.Problems.First()
	}
	if milliseconds == nil || r.broken != nil {
		return Candle{}, false
	}
	candle.Time = *milliseconds
	return candle, true
}

// candlePair reads the pair of a candle, which some services repeat.
func (r *bodyReader) candlePair() {
	if pair := r.text(); pair != "" && !strings.EqualFold(pair, r.pair) {
		r.note(errors.New(quoted(pair) + " instead of the requested " + r.pair))
	}
}

// instrument reads a response with latest prices and returns that of the pair, nil if it is absent, and what the service says beside it.
// An entry without a pair counts as the requested one.
func (r *bodyReader) instrument(pair string) (*Instrument, serviceTexts) {
	var found, unnamed *Instrument
	said, isKnown, isObject := r.serviceObject("instruments", func() {
		r.array(func() {
			instrument := r.instrumentRecord()
			switch {
			case found == nil && instrument.Pair == pair:
				found = &instrument
			case unnamed == nil && instrument.Pair == "":
				instrument.Pair = pair
				unnamed = &instrument
			}
		})
	})
	switch found = cmp.Or(found, unnamed); {
	case found != nil && said.isFailure():
		found.Problems = append(found.Problems, &DecodeError{URL: r.response.url, Err: said.failure()})
	case isObject && !isKnown && said.String() != "":
		r.note(said.failure())
	case isObject && !isKnown:
		r.missing("instruments")
	}
	return found, said
}

func (r *bodyReader) instrumentRecord() Instrument {
	var instrument Instrument
	instrument.Raw, instrument.Problems, instrument.Other = r.record(func() {
		if r.null() {
			r.note(errNull)
			return
		}
		var instant instant
		isNamed := false // why there is no price
		pair := func() { instrument.Pair = strings.ToLower(r.text()) }
		if !r.fields(
			optional("tradingPairs", pair),
			optional("tradingPair", pair),
			optional("currentPrice", func() {
				before := len(r.notes.problems)
				instrument.Price = r.decimal()
				isNamed = len(r.notes.problems) > before
			}),
			optional("24h_high", decimalInto(&instrument.High24h)),
			optional("24h_low", decimalInto(&instrument.Low24h)),
			optional("24h_change", decimalInto(&instrument.Change24h)),
			optional("time", func() { r.instant(&instant, "time") }),
			optional("timestamp", func() { r.instant(&instant, "timestamp") }),
		) {
			return
		}
		if instrument.Time = r.endInstant(&instant); instrument.Time == nil {
			r.note(errNoTime)
		}
		if instrument.Price == "" && !isNamed {
			r.missing("currentPrice")
		}
	})
	return instrument
}

var errNoTime = errors.New("no readable time")

// instant is the time of a record. Deployed services send it twice: in milliseconds, and as a date with seconds.
type instant struct {
	exact    *int64
	date     *time.Time
	dateName string
	dateJSON []byte
}

// milliseconds returns the time since the Unix epoch, nil if neither form is readable.
func (i *instant) milliseconds() *int64 {
	if i.exact == nil && i.date != nil {
		return new(i.date.UnixMilli())
	}
	return i.exact
}

// instant reads milliseconds, as a number or as a string, or a date in UTC.
func (r *bodyReader) instant(into *instant, name string) {
	kind := r.kind()
	if kind != '0' && kind != '"' {
		r.unwanted("a time")
		return
	}
	value := r.value()
	text := string(unquoted(value))
	if r.broken != nil || text == "" {
		return
	}
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		if into.exact != nil && *into.exact != number {
			r.keep(value)
			return
		}
		into.exact = &number
		return
	}
	for _, layout := range []string{time.DateTime, time.RFC3339} {
		if date, err := time.Parse(layout, text); err == nil {
			if into.date != nil && !into.date.Equal(date) {
				r.keep(value)
				return
			}
			into.date, into.dateName, into.dateJSON = &date, name, value
			return
		}
	}
	r.note(errors.New(quoted(text) + " instead of milliseconds or a date"))
}

// endInstant keeps a date that is not that of the milliseconds, such as one in another time zone.
func (r *bodyReader) endInstant(i *instant) *int64 {
	if i.exact != nil && i.date != nil && time.UnixMilli(*i.exact).Unix() != i.date.Unix() {
		r.path = append(r.path, step{name: []byte(i.dateName)})
		r.keep(i.dateJSON)
		r.path = r.path[:len(r.path)-1]
	}
	return i.milliseconds()
}

// decimal reads a decimal number, written as a number or as a string, without changing its digits; "" for null, empty
// strings and other values.
func (r *bodyReader) decimal() string {
	kind := r.kind()
	if kind != '0' && kind != '"' {
		r.unwanted("a decimal number")
		return ""
	}
	text := string(unquoted(r.value()))
	if r.broken != nil || text == "" {
		return ""
	}
	if !isDecimal(text) {
		r.note(errors.New(quoted(text) + " instead of a decimal number"))
		return ""
	}
	return text
}

// isDecimal reports whether the text is digits with an optional sign, fraction and exponent.
func isDecimal(text string) bool {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, hasFraction := strings.Cut(unsigned(mantissa), ".")
	return isDigits(whole) && (!hasFraction || isDigits(fraction)) && (!hasExponent || isDigits(unsigned(exponent)))
}

// unsigned returns the text without its sign.
func unsigned(text string) string {
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		return text[1:]
	}
	return text
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
