package chart

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"foredeck/tui/text"
)

// scale maps prices to heights.
type scale struct {
	low, high float64 // bounds; logarithms on a log scale
	kind      Scale
	base      float64 // reference of Percent
	levels    int     // number of heights, 0 at the bottom
	isWhole   bool    // labels are whole at any length

	step     float64 // of the ticks of an aligned scale, in what the axis shows; 0: not aligned
	exponent int     // of the last digit of step
}

// newScale returns a scale on which low to high fill the levels. If they are equal, they are centered.
func newScale(kind Scale, low, high, base float64, levels int) scale {
	s := scale{kind: kind, base: base, levels: levels}
	if kind == Log && low <= 0 {
		s.kind = Normal // the logarithm is undefined
	}
	if kind == Percent && !(finite(base) && base > 0) {
		s.kind = Normal
	}
	s.low, s.high = s.measure(low), s.measure(high)
	if s.high-s.low <= math.Abs(s.high)*1e-12 {
		margin := math.Abs(s.high) / 100
		if margin == 0 || s.kind == Log {
			margin = 1
		}
		s.low, s.high = s.low-margin, s.high+margin
	}
	return s
}

// widened returns the scale with blank levels above and below. Prices that are not negative stay so.
func (s scale) widened(levels int) scale {
	if s.levels <= 2*levels {
		return s
	}
	margin := (s.high/2 - s.low/2) / float64(s.levels-1-2*levels) * 2 * float64(levels)
	low, high := s.low-margin, s.high+margin
	if s.kind != Log && s.low >= 0 {
		low = max(low, 0)
	}
	if finite(low) && finite(high) {
		s.low, s.high = low, high
	}
	return s
}

// aligned returns the scale extended so that ticks are a whole number of rows apart, in the middle of their rows, and the first and the last
// row are left for the labels of the extremes. ok is false for a scale that has no such ticks, or would start below zero for them.
func (s scale) aligned(decimals int) (best scale, ok bool) {
	const (
		edge    = 0.76 // rows: what is closer to the end of the scale is in its last row
		stretch = 1.3  // the greatest extension
	)
	low, high := s.value(s.price(0)), s.value(s.price(1))
	rows := float64(s.levels-1) / 2
	perRow := (high - low) / (rows - 2*edge)
	if s.kind == Log || !finite(low) || !finite(high) || !finite(2*maxTickRows*perRow) || perRow <= 0 {
		return s, false
	}
	smallest, least := s.smallestStep(decimals), math.Inf(1)
	for wanted := minTickRows * perRow; wanted <= 2*maxTickRows*perRow; {
		step, exponent := roundStep(wanted, smallest)
		wanted = step * 1.001
		for apart := minTickRows; apart <= min(maxTickRows, int(rows)/minTicks); apart++ {
			size := step / float64(apart)
			cost := size * (1 + math.Abs(float64(apart-labelInterval))*tickRowCost)
			first := math.Floor(low/size - edge + 0.25)
			spare := math.Floor(first - 0.25 + rows - edge - high/size) // rows
			if cost >= least || size < perRow || size > stretch*perRow || spare < 0 {
				continue
			}
			least, best = cost, s
			bottom := (first - math.Floor(spare/2) - 0.25) * size
			best.step, best.exponent = step, exponent
			best.low, best.high = s.priceOf(bottom), s.priceOf(bottom+rows*size)
		}
	}
	ok = !math.IsInf(least, 1) && finite(best.low) && finite(best.high) && !(s.low >= 0 && best.low < 0)
	return best, ok
}

const (
	// minTickRows and maxTickRows limit the rows between the ticks of an aligned scale.
	minTickRows, maxTickRows = 2, 6
	// tickRowCost is the share of the height that a row more or less than labelInterval between ticks is worth.
	tickRowCost = 0.03
)

// smallestStep returns the price difference that the last of a number of decimals stands for. It is 0 if decimals are not limited.
func (s scale) smallestStep(decimals int) float64 {
	if decimals < 0 || s.kind == Percent {
		return 0
	}
	return math.Pow10(-min(decimals, maxDecimals))
}

func (s scale) measure(price float64) float64 {
	if s.kind == Log {
		return math.Log(price)
	}
	return price
}

// share returns the relative height of a price, between 0 and 1 inside the scale. Halving avoids overflow for very
// large numbers.
func (s scale) share(price float64) float64 {
	return (s.measure(price)/2 - s.low/2) / (s.high/2 - s.low/2)
}

// level returns the height of a price, clamped to the scale. A price without a logarithm is at the bottom of a log scale.
func (s scale) level(price float64) int {
	share := max(0, min(s.share(price), 1)) // an infinite share has no integer
	if math.IsNaN(share) {
		share = 0
	}
	return int(math.Round(share * float64(s.levels-1)))
}

// contains reports whether a price is inside the scale.
func (s scale) contains(price float64) bool {
	share := s.share(price)
	return share >= 0 && share <= 1
}

// price returns the price at a relative height.
func (s scale) price(share float64) float64 {
	measured := s.low*(1-share) + s.high*share
	if s.kind == Log {
		return math.Exp(measured)
	}
	return measured
}

// value converts a price to the number that the axis shows: itself, or its change in percent.
func (s scale) value(price float64) float64 {
	if s.kind == Percent {
		return 100 * (price/s.base - 1)
	}
	return price
}

// priceOf is the inverse of value.
func (s scale) priceOf(value float64) float64 {
	if s.kind == Percent {
		return s.base * (1 + value/100)
	}
	return value
}

// label formats a price as the axis shows it.
func (s scale) label(price float64, decimals int) text.Safe {
	if s.kind == Percent {
		return text.Format("%s%%", signed(s.value(price), decimals))
	}
	if s.isWhole {
		return FormatPrice(price, decimals)
	}
	return text.Cut(FormatPrice(price, decimals), maxLabelWidth)
}

// maxDecimals is the maximum number of decimals on the axis.
const maxDecimals = 12

// ticks returns the round prices on the axis, ascending, at least two rows apart, and the decimals that all labels have: no more than differ.
// decimals are those of the pair; if negative, there are as many as the ticks need.
func (s scale) ticks(rows, decimals int) (prices []float64, digits int) {
	low, high := s.value(s.price(0)), s.value(s.price(1))
	if !finite(low) || !finite(high) || !finite(high-low) || high <= low {
		return nil, max(decimals, 0)
	}
	step, exponent := s.tickStep(low, high, rows, decimals)
	if s.kind == Log && high/low > maxLinearRatio {
		return logTicks(low, high, rows), s.priceDigits(-exponent, decimals)
	}
	if digits = max(0, min(-exponent, maxDecimals)); s.kind != Percent && decimals >= 0 {
		digits = min(decimals, digits) // what all labels would have as zeros says nothing
	}
	first := math.Ceil(low/step - 1e-9)
	if !finite(first) || math.Abs(first) > 1<<52 {
		return nil, digits
	}
	for i := range maxTicks {
		value := (first + float64(i)) * step
		if rounded := math.Round(value*math.Pow10(digits)) / math.Pow10(digits); finite(rounded) {
			value = rounded // the same as the label
		}
		if value > high+step*1e-9 {
			break
		}
		if price := s.priceOf(value); s.contains(price) {
			prices = append(prices, price)
		}
	}
	return prices, digits
}

// priceDigits returns the decimals of a price that is not a tick: those of the pair, or as many as ticks have.
func (s scale) priceDigits(ofTicks, decimals int) int {
	if s.kind != Percent && decimals >= 0 {
		return min(decimals, maxDecimals)
	}
	return max(0, min(ofTicks, maxDecimals))
}

// tickStep returns the distance of ticks and the exponent of its last digit.
func (s scale) tickStep(low, high float64, rows, decimals int) (step float64, exponent int) {
	if s.step > 0 {
		return s.step, s.exponent
	}
	smallest := s.smallestStep(decimals)
	step, exponent = roundStep((high-low)/float64(max(rows/labelInterval, 1)), smallest)
	if math.Floor(high/step)-math.Ceil(low/step)+1 < minTicks {
		return roundStep((high-low)/float64(max(rows/2, 1)), smallest)
	}
	return step, exponent
}

const (
	// labelInterval is the number of rows per label that ticks aim at.
	labelInterval = 3
	// minTicks is the number of ticks below which they are as close as labels can be.
	minTicks = 3
	// maxTicks limits the number of ticks.
	maxTicks = 200
	// maxLinearRatio is the ratio of the ends of a log scale above which ticks are a constant ratio apart, not a constant difference.
	maxLinearRatio = 4
)

// roundStep returns the smallest step of 1, 2, 2.5 or 5 × 10^n that is at least wanted and a multiple of smallest, and the exponent
// of its last digit.
func roundStep(wanted, smallest float64) (step float64, exponent int) {
	wanted = max(wanted, smallest)
	for power := int(math.Floor(math.Log10(wanted) + 1e-9)); ; power++ {
		for _, candidate := range []struct {
			factor float64
			places int
		}{{1, 0}, {2, 0}, {2.5, 1}, {5, 0}} {
			step = candidate.factor * math.Pow10(power)
			if candidate.places > 0 && math.Pow10(power-1) < smallest*0.99 {
				continue // more digits than the prices have
			}
			if step >= wanted*(1-1e-9) {
				return step, power - candidate.places
			}
		}
	}
}

// logTicks returns prices of 1, 2 and 5 × 10^n, as many as have room.
func logTicks(low, high float64, rows int) []float64 {
	low = max(low, math.SmallestNonzeroFloat64) // the end of a scale can be rounded to 0, which has no logarithm
	decades, every := math.Log10(high)-math.Log10(low), 1
	if decades*3 > float64(rows)/2 {
		every = int(math.Ceil(decades * 2 / float64(max(rows, 1))))
	}
	var prices []float64
	for power := int(math.Floor(math.Log10(low))); power <= int(math.Log10(high)) && len(prices) < maxTicks; power++ {
		if power%every != 0 {
			continue
		}
		factors := []float64{1, 2, 5}
		if every > 1 || decades*3 > float64(rows)/2 {
			factors = factors[:1]
		}
		for _, factor := range factors {
			if price := factor * math.Pow10(power); price >= low && price <= high {
				prices = append(prices, price)
			}
		}
	}
	return prices
}

// significantDigits is the number of digits of a computed price that are exact. An average of prices is often halfway between two numbers of
// as many decimals, which rounding errors must not decide.
const significantDigits = 13

// FormatPrice formats a price with thousands separators: 97,214.10. Halves are rounded away from zero.
func FormatPrice(price float64, decimals int) text.Safe {
	scaled := math.Abs(price) * math.Pow10(max(decimals, 0))
	if math.Abs(scaled-math.Floor(scaled)-0.5) > 1e-3 { // not halfway
		return text.Group(strconv.FormatFloat(price, 'f', decimals, 64))
	}
	rounded, ok := new(big.Rat).SetString(strconv.FormatFloat(price, 'e', significantDigits-1, 64))
	if !ok || decimals < 0 {
		return text.Group(strconv.FormatFloat(price, 'f', decimals, 64))
	}
	return text.Group(rounded.FloatString(decimals))
}

// signed formats a number with its sign, including +, and without one for zero.
func signed(number float64, decimals int) text.Safe {
	digits := strconv.FormatFloat(number, 'f', decimals, 64)
	switch {
	case strings.Trim(digits, "-0.") == "":
		digits = strings.TrimPrefix(digits, "-")
	case number > 0:
		return text.Cut(text.Format("+%s", text.Group(digits)), maxLabelWidth-1)
	}
	return text.Cut(text.Group(digits), maxLabelWidth-1)
}
