package chart

import (
	"math"
	"strconv"

	"foredeck/tui/text"
)

// scale maps prices to heights.
type scale struct {
	low, high float64 // bounds; logarithms on a log scale
	kind      Scale
	base      float64 // reference of Percent
	levels    int     // number of heights, 0 at the bottom
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

// level returns the height of a price, clamped to the scale.
func (s scale) level(price float64) int {
	return max(0, min(int(math.Round(s.share(price)*float64(s.levels-1))), s.levels-1))
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

// label formats the price at a relative height, with enough decimals to distinguish adjacent rows.
func (s scale) label(share float64, rows int) text.Safe {
	price := s.price(share)
	if s.kind == Percent {
		return text.Format("%s%%", signed(100*(price/s.base-1), decimalsFor(100*(s.high-s.low)/s.base, rows)))
	}
	return text.Cut(FormatPrice(price, decimalsFor(s.price(1)-s.price(0), rows)), maxLabelWidth)
}

// decimalsFor returns the number of decimals that distinguish prices one row apart.
func decimalsFor(span float64, rows int) int {
	step := span / float64(max(rows, 1))
	if !(step > 0) || math.IsInf(step, 0) {
		return 2
	}
	return max(0, min(1-int(math.Floor(math.Log10(step))), 12))
}

// FormatPrice formats a price with thousands separators: 97,214.10.
func FormatPrice(price float64, decimals int) text.Safe {
	return text.Group(strconv.FormatFloat(price, 'f', decimals, 64))
}

// signed formats a number with its sign, including +.
func signed(number float64, decimals int) text.Safe {
	s := FormatPrice(number, decimals)
	if number > 0 {
		s = text.Format("+%s", s)
	}
	return text.Cut(s, maxLabelWidth-1)
}
