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

// slots assigns the bars to the slots of the window and to before slots ahead of it. Slots without a bar get an empty
// bar.
func (c *Chart) slots(bars []Bar, before int) []Bar {
	slots := make([]Bar, before+c.Slots)
	from := c.Start - int64(before)*c.Step
	for i := range slots {
		slots[i] = emptyBar(from + int64(i)*c.Step)
	}
	first := sort.Search(len(bars), func(i int) bool { return bars[i].Time >= from })
	for _, bar := range bars[first:] {
		slot := int((bar.Time - from) / c.Step)
		if slot >= len(slots) {
			break
		}
		bar = bar.normalized()
		bar.Time = slots[slot].Time
		slots[slot] = Join(slots[slot], bar)
	}
	return slots
}

// average returns the moving average of the last count closes per slot, NaN if one of them is unknown. bars starts
// count-1 slots before the window.
func average(bars []Bar, count int) []float64 {
	means := make([]float64, 0, len(bars)-count+1)
	sum, known := 0.0, 0
	for i, bar := range bars {
		if bar.Known() {
			sum += bar.Close
			known++
		} else {
			sum, known = 0, 0 // gaps reset the average
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
