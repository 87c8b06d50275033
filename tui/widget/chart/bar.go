package chart

import (
	"math"
	"sort"
)

// Bar is what a price did in a span of time. A number that is not known is NaN.
type Bar struct {
	Time                   int64 // when it begins, in milliseconds since 1970
	Open, High, Low, Close float64
	Volume                 float64
}

// Known tells whether there is anything to draw of the bar: a price that is finite.
func (b Bar) Known() bool { return finite(b.Close) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Rose tells whether the price did not fall.
func (b Bar) Rose() bool { return b.Close >= b.Open }

// whole is the bar with what can be told of missing numbers by the others: it reaches over all that are known. Without a close
// there is none.
func (b Bar) whole() Bar {
	if !b.Known() {
		b.Close = b.Open
		if !b.Known() {
			return Bar{Time: b.Time, Open: math.NaN(), High: math.NaN(), Low: math.NaN(), Close: math.NaN(), Volume: math.NaN()}
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

// Join is the bar of two whole ones that follow one another.
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

// none is a bar of which nothing is known.
func none(at int64) Bar {
	return Bar{Time: at, Open: math.NaN(), High: math.NaN(), Low: math.NaN(), Close: math.NaN(), Volume: math.NaN()}
}

// slots puts the bars into the slots of the window, from so many before it on: a slot without a bar has one that is not known.
func (c *Chart) slots(bars []Bar, before int) []Bar {
	placed := make([]Bar, before+c.Slots)
	from := c.Start - int64(before)*c.Step
	for i := range placed {
		placed[i] = none(from + int64(i)*c.Step)
	}
	first := sort.Search(len(bars), func(i int) bool { return bars[i].Time >= from })
	for _, bar := range bars[first:] {
		slot := int((bar.Time - from) / c.Step)
		if slot >= len(placed) {
			break
		}
		bar = bar.whole()
		bar.Time = placed[slot].Time
		placed[slot] = Join(placed[slot], bar)
	}
	return placed
}

// average is the mean close of each slot and the ones before it, count in all; NaN where one of them is not known. The bars
// begin count-1 slots before the window.
func average(bars []Bar, count int) []float64 {
	means := make([]float64, 0, len(bars)-count+1)
	sum, known := 0.0, 0
	for i, bar := range bars {
		if bar.Known() {
			sum += bar.Close
			known++
		} else {
			sum, known = 0, 0 // nothing is carried across a gap
		}
		if known > count {
			sum -= bars[i-count].Close
			known = count
		}
		if i < count-1 {
			continue
		}
		mean := math.NaN()
		if known == count {
			mean = sum / float64(count)
		}
		means = append(means, mean)
	}
	return means
}
