package chart

import (
	"math"
	"strings"
	"time"

	"github.com/guptarohit/asciigraph"

	"foredeck/tui/text"
)

// bucket is some slots that share the columns of a line.
type bucket struct {
	first, last, from, to int
}

// buckets shares out the line: a slot has a column or more; where there are more slots than columns, some of them share two
// columns, so that both the lowest and the highest of them are points of the line.
func (d *drawing) buckets() []bucket {
	var buckets []bucket
	if d.across.pitch > 0 {
		d.across.groups(func(first, last, from, to int) { buckets = append(buckets, bucket{first, last, from, to}) })
		return buckets
	}
	pairs, left := layout{slots: d.Slots, columns: d.columns / 2}, d.columns%2
	pairs.groups(func(first, last, from, to int) {
		buckets = append(buckets, bucket{first, last, left + 2*from, left + 2*to})
	})
	return buckets
}

// points are the closes that the line goes through, one for each column; NaN where there is a gap.
func (d *drawing) points() []float64 {
	points := make([]float64, d.columns)
	for i := range points {
		points[i] = math.NaN()
	}
	for _, b := range d.buckets() {
		low, high := -1, -1
		for slot := b.first; slot < b.last; slot++ {
			switch bar := d.bars[slot]; {
			case !bar.Known():
			case low < 0:
				low, high = slot, slot
			case bar.Close < d.bars[low].Close:
				low = slot
			case bar.Close > d.bars[high].Close:
				high = slot
			}
		}
		if low < 0 {
			continue
		}
		for x := b.from; x < b.to; x++ {
			points[x] = d.bars[max(low, high)].Close
		}
		points[b.from] = d.bars[min(low, high)].Close
	}
	return points
}

// drawLine draws a line through the closes, and its times.
func (d *drawing) drawLine() {
	points := d.points()
	rows := make([]float64, len(points)+1)
	for i, point := range points {
		rows[i] = math.NaN()
		if finite(point) {
			rows[i] = float64(d.prices.level(point) / 2)
		}
	}
	rows[len(points)] = rows[len(points)-1] // the graph has one column less than points
	lines := d.graph(rows)
	for y := range d.plot {
		x := -2 // the axis of prices is left out
		for _, r := range lines[y] {
			if x++; x >= 0 && x < d.columns && r != ' ' && finite(points[x]) { // nothing reaches into a gap
				d.grid.set(x, y, r, d.theme.Accent)
			}
		}
	}
	if d.axis == 2 {
		d.drawGraphTimes(lines[d.plot:])
	}
}

// drawGraphTimes draws the axis of times that the graph brings along: a rule with ticks, and the times below them.
func (d *drawing) drawGraphTimes(lines []string) {
	y := d.grid.height - 2
	for x, r := range []rune(lines[0])[1:] {
		if x < d.columns {
			d.grid.set(x, y, r, d.theme.Faint)
		}
	}
	times := lines[1]
	if times[0] == ' ' {
		times = times[1:]
	} else {
		times = strings.Replace(times, "  ", " ", 1) // there was no room to put the first one over its tick
	}
	if over := len(times); over > d.columns {
		times = times[:strings.LastIndexByte(times, ' ')+1]
	}
	d.grid.write(0, y+1, text.Safe(strings.TrimRight(times, " ")), d.theme.Faint)
	if d.columns < d.grid.width {
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
}

// graph is the plot of heights in rows with the axis of times below, and an axis of prices without prices on the left. The heights are whole and
// inside of the plot, and one of them at least is a number: so there is no number that it cannot take.
func (d *drawing) graph(rows []float64) []string {
	end, clock := d.Start+int64(d.Slots)*d.Step, d.clock()
	drawn := asciigraph.Plot(rows,
		asciigraph.Height(d.plot-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(d.plot-1)),
		asciigraph.Offset(1), asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
		asciigraph.XAxisRange(float64(d.Start), float64(end)), asciigraph.XAxisTickCount(max(d.columns/(len(clock)+5), 2)),
		asciigraph.XAxisValueFormatter(func(at float64) string { return d.local(int64(at)).Format(clock) }),
	)
	return strings.Split(drawn, "\n")
}

// clock is how the axis of the graph writes a time: with no more than it takes to tell one from the next.
func (d *drawing) clock() string {
	switch span := time.Duration(int64(d.Slots)*d.Step) * time.Millisecond; {
	case span <= day:
		return "15:04"
	case span <= 5*day:
		return "01-02 15:04"
	case span <= 300*day:
		return "01-02"
	}
	return "2006-01-02"
}

// drawArea fills what is under the closes. Where several share a column, it is shaded between the lowest and the highest.
func (d *drawing) drawArea() {
	style := d.theme.Up
	if base := d.base(d.bars); d.bars[d.newest()].Close < base {
		style = d.theme.Down
	}
	d.across.groups(func(first, last, from, to int) {
		low, high := math.Inf(1), math.Inf(-1)
		for slot := first; slot < last; slot++ {
			if bar := d.bars[slot]; bar.Known() {
				low, high = min(low, bar.Close), max(high, bar.Close)
			}
		}
		if math.IsInf(low, 0) {
			return
		}
		fine := d.prices
		fine.levels = 8 * d.plot
		lower, upper := fine.level(low)+1, fine.level(high)+1
		for x := from; x < to; x++ {
			for y := range d.plot {
				below := 8 * (d.plot - 1 - y)
				switch {
				case below < lower:
					d.grid.set(x, y, eighths[min(lower-below, 8)], style)
				case below < upper:
					d.grid.set(x, y, '░', style)
				}
			}
		}
	})
}

// newest is the last slot with a bar.
func (d *drawing) newest() int {
	for slot := len(d.bars) - 1; slot > 0; slot-- {
		if d.bars[slot].Known() {
			return slot
		}
	}
	return 0
}
