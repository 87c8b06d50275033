package chart

import (
	"math"
	"strconv"
	"strings"

	"foredeck/tui/text"
)

// scale makes heights of prices.
type scale struct {
	low, high float64 // as they are measured: logarithms on a logarithmic scale
	kind      Scale
	base      float64 // what Percent counts from
	levels    int     // heights, from 0 at the bottom
}

// newScale is a scale on which the prices from low to high fill the levels. Where they are equal, they stand in the middle.
func newScale(kind Scale, low, high, base float64, levels int) scale {
	s := scale{kind: kind, base: base, levels: levels}
	if kind == Log && low <= 0 {
		s.kind = Normal // there is no logarithm to show
	}
	if kind == Percent && !(finite(base) && base > 0) {
		s.kind = Normal
	}
	s.low, s.high = s.measure(low), s.measure(high)
	if s.high-s.low <= math.Abs(s.high)*1e-12 {
		room := math.Abs(s.high) / 100
		if room == 0 || s.kind == Log {
			room = 1
		}
		s.low, s.high = s.low-room, s.high+room
	}
	return s
}

func (s scale) measure(price float64) float64 {
	if s.kind == Log {
		return math.Log(price)
	}
	return price
}

// share is how far up a price is, from 0 to 1 inside of the scale. Halves keep the largest numbers from running over.
func (s scale) share(price float64) float64 {
	return (s.measure(price)/2 - s.low/2) / (s.high/2 - s.low/2)
}

// level is the height of a price, at the edge for one that is outside.
func (s scale) level(price float64) int {
	return max(0, min(int(math.Round(s.share(price)*float64(s.levels-1))), s.levels-1))
}

// holds tells whether a price is inside of the scale.
func (s scale) holds(price float64) bool {
	share := s.share(price)
	return share >= 0 && share <= 1
}

// price is what stands at a share of the height.
func (s scale) price(share float64) float64 {
	measured := s.low*(1-share) + s.high*share
	if s.kind == Log {
		return math.Exp(measured)
	}
	return measured
}

// label writes the price at a share of the height, so that neighbours in so many rows differ.
func (s scale) label(share float64, rows int) text.Safe {
	price := s.price(share)
	if s.kind == Percent {
		return signed(100*(price/s.base-1), decimalsFor(100*(s.high-s.low)/s.base, rows)) + "%"
	}
	return text.Cut(Price(price, decimalsFor(s.price(1)-s.price(0), rows)), widestPrice)
}

// decimalsFor is how many decimals tell apart prices a row from each other.
func decimalsFor(span float64, rows int) int {
	step := span / float64(max(rows, 1))
	if !(step > 0) || math.IsInf(step, 0) {
		return 2
	}
	return max(0, min(1-int(math.Floor(math.Log10(step))), 12))
}

// Price writes a price in groups of three with so many decimals: 97,214.10.
func Price(price float64, decimals int) text.Safe {
	written := strconv.FormatFloat(price, 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(written, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	grouped := text.Group(whole)
	if fraction != "" {
		grouped += "." + text.Safe(fraction)
	}
	return text.Safe(sign) + grouped
}

// signed writes a number with its sign, + too.
func signed(number float64, decimals int) text.Safe {
	written := Price(number, decimals)
	if number > 0 {
		written = "+" + written
	}
	return text.Cut(written, widestPrice-1)
}
