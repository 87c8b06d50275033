package chart

import (
	"math"
	"sort"
)

// Bar is one bar of a price series. Unknown numbers are NaN.
type Bar struct {
	Time                   int64 // start in Unix milliseconds
	Open, High, Low, Close float64
	Volume                 float64
}

// Known reports whether the bar has a finite close and can be drawn.
func (b Bar) Known() bool { return finite(b.Close) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Rose reports whether the price did not fall.
func (b Bar) Rose() bool { return b.Close >= b.Open }

// normalized fills in missing numbers from the others and widens high and low to include open and close. Without open
// and close the bar is empty.
func (b Bar) normalized() Bar {
	if !b.Known() {
		b.Close = b.Open
		if !b.Known() {
			return emptyBar(b.Time)
		}
	}
	if !finite(b.Open) {
		b.Open = b.Close
	}
	top, bottom := max(b.Open, b.Close), min(b.Open, b.Close)
	if !finite(b.High) || b.High < top {
		b.High = top
	}
	if !finite(b.Low) || b.Low > bottom {
		b.Low = bottom
	}
	if !finite(b.Volume) || b.Volume < 0 {
		b.Volume = math.NaN()
	}
	return b
}

// Join merges two consecutive normalized bars.
func Join(first, second Bar) Bar {
	switch {
	case !first.Known():
		second.Time = first.Time
		return second
	case !second.Known():
		return first
	}
	first.High, first.Low, first.Close = max(first.High, second.High), min(first.Low, second.Low), second.Close
	switch {
	case math.IsNaN(first.Volume):
		first.Volume = second.Volume
	case !math.IsNaN(second.Volume):
		first.Volume += second.Volume
	}
	return first
}

func emptyBar(at int64) Bar {
	return Bar{Time: at, Open: math.NaN(), High: math.NaN(), Low: math.NaN(), Close: math.NaN(), Volume: math.NaN()}
}

// Align joins the bars of each slot. Times are the borders of the slots, one more than slots; a slot without a bar gets one with unknown
// numbers.
func Align(bars []Bar, times []int64) []Bar {
	slots := make([]Bar, max(len(times)-1, 0))
	for i := range slots {
		slots[i] = emptyBar(times[i])
	}
	if len(slots) == 0 {
		return nil
	}
	at := 0
	for _, bar := range bars[sort.Search(len(bars), func(i int) bool { return bars[i].Time >= times[0] }):] {
		for at < len(slots) && bar.Time >= times[at+1] {
			at++
		}
		if at == len(slots) {
			break
		}
		bar = bar.normalized()
		bar.Time = times[at]
		slots[at] = Join(slots[at], bar)
	}
	return slots
}

// The scale leaves out wicks beyond the outermost twentieth of them if they would shrink the rest by more than a third.
const (
	wickQuantile = 0.05
	maxWickShare = 0.5
)

// withWicks extends a range of bodies by the wicks that do not flatten it. It sorts lows and highs.
func withWicks(low, high float64, lows, highs []float64) (bottom, top float64) {
	if len(lows) == 0 {
		return low, high
	}
	sort.Float64s(lows)
	sort.Float64s(highs)
	count := len(lows)
	spare := int(wickQuantile * float64(count))
	usualLow, usualHigh := min(low, lows[spare]), max(high, highs[count-1-spare])
	bottom, top = min(low, lows[0]), max(high, highs[count-1])
	room := (usualHigh - usualLow) * maxWickShare
	if count < minWicks || room <= 0 {
		return bottom, top
	}
	if top > usualHigh+room {
		top = usualHigh + room/10
	}
	if bottom < usualLow-room {
		bottom = usualLow - room/10
	}
	return bottom, top
}

// withAllWicks extends a range of bodies by all wicks.
func withAllWicks(low, high float64, lows, highs []float64) (bottom, top float64) {
	for i := range lows {
		low, high = min(low, lows[i]), max(high, highs[i])
	}
	return low, high
}

// minWicks is the number of bars from which a wick can count as extreme.
const minWicks = 20
