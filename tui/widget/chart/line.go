package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// bucket is a range of slots and the columns they share.
type bucket struct {
	first, last, from, to int
}

// buckets distributes the slots of a line. If there are more slots than columns, each bucket has two columns, so that
// both its lowest and its highest close are points of the line.
func (d *drawing) buckets() []bucket {
	var buckets []bucket
	if d.layout.pitch > 0 {
		d.layout.eachGroup(func(first, last, from, to int) { buckets = append(buckets, bucket{first, last, from, to}) })
		return buckets
	}
	pairs, left := layout{slots: d.Slots, columns: d.columns / 2}, d.columns%2
	pairs.eachGroup(func(first, last, from, to int) {
		buckets = append(buckets, bucket{first, last, left + 2*from, left + 2*to})
	})
	return buckets
}

// points returns the close per column, NaN in gaps.
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

func (d *drawing) drawLine() {
	points := d.points()
	rows := make([]float64, len(points)+1)
	for i, point := range points {
		rows[i] = math.NaN()
		if finite(point) {
			rows[i] = float64(d.prices.level(point) / 2)
		}
	}
	rows[len(points)] = rows[len(points)-1] // asciigraph draws one column less than it has points
	lines := d.graph(rows)
	for y := range d.plot {
		x := -2 // skip the price axis
		for _, r := range lines[y] {
			if x++; x >= 0 && x < d.columns && r != ' ' && finite(points[x]) { // lines must not extend into gaps
				d.grid.set(x, y, r, d.theme.Accent)
			}
		}
	}
}

// graph plots row numbers with asciigraph, with an unlabeled price axis on the left. The rows are integers within the plot and at
// least one is a number; asciigraph accepts all such input.
func (d *drawing) graph(rows []float64) []string {
	drawn := asciigraph.Plot(rows,
		asciigraph.Height(d.plot-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(d.plot-1)),
		asciigraph.Offset(1), asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
	)
	return strings.Split(drawn, "\n")
}

// drawArea fills the area below the closes. Where several slots share a column, the range between their lowest and
// highest close is shaded.
func (d *drawing) drawArea() {
	style := d.theme.Up
	if d.merged(0, len(d.bars)).Close < d.base(d.bars) {
		style = d.theme.Down
	}
	d.layout.eachGroup(func(first, last, from, to int) {
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
		for y := range d.plot {
			switch below := 8 * (d.plot - 1 - y); {
			case below < lower:
				d.grid.fill(from, to, y, eighths[min(lower-below, 8)], style)
			case below < upper:
				d.grid.fill(from, to, y, '░', style)
			}
		}
	})
}
