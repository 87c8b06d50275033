// Package chart draws price series as candles, bars, a line or an area, with volume, at any size from a single row up.
package chart

import (
	"math"
	"time"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Type is the chart type.
type Type int

// The chart types.
const (
	Candles Type = iota
	Bars
	Line
	Area
)

// String returns the name of the type.
func (t Type) String() string { return [...]string{"candles", "bars", "line", "area"}[t] }

// Next returns the following type and wraps around.
func (t Type) Next() Type { return (t + 1) % 4 }

// Scale is the scale of the price axis.
type Scale int

// The scales.
const (
	Normal  Scale = iota
	Log           // equal ratios have equal heights
	Percent       // linear, labeled with the change since the first close in the window
)

// String returns the name of the scale.
func (s Scale) String() string { return [...]string{"normal", "log", "percent"}[s] }

// Next returns the following scale and wraps around.
func (s Scale) Next() Scale { return (s + 1) % 3 }

// Chart is a window of a price series. Time is divided into slots, each of which is drawn as one candle or point; a slot without a bar
// is a gap. If there are more slots than columns, only the newest are drawn.
type Chart struct {
	Bars  []Bar   // ascending; the bars of a slot are joined
	Times []int64 // borders of the slots in Unix milliseconds, ascending: one more than slots
	// From and To delimit the loaded range. Gaps within it are marked, and what is outside is blank, or hatched if Loading is set.
	From, To int64
	Loading  bool // the range before From is being loaded

	Type   Type
	Scale  Scale
	Volume bool
	Grid   bool
	Curves []Curve // drawn over the bars
	Panes  []Pane  // below the volume, as many as have room

	// Amounts draws numbers that are not rounded and of which a float does not hold every digit: labels of ticks are whole at any length, and
	// the extremes and the crosshair have none.
	Amounts bool
	Octants bool // curves are drawn with the block octants of Unicode 16, which few fonts have, instead of braille

	Decimals   int            // of the pair's prices on the axis; negative: as many as the axis needs
	AxisWidth  int            // columns of the price axis; 0: as wide as its labels
	Last       float64        // latest price, marked on the axis; 0: none
	LastRose   bool           // direction of the latest price
	Left       text.Safe      // until the newest bar closes, below the tag of Last; empty: nothing
	Cursor     int            // slot of the crosshair; negative: none
	Anchors    []int          // slots of further vertical lines
	Unfinished int            // slot of the bar in progress; negative: none
	Levels     []float64      // prices of horizontal lines
	Planned    []Planned      // prices of a planned position
	Straights  []Straight     // lines that the user has drawn
	Marks      []int64        // times of marks
	NoTimes    bool           // the time axis is that of a chart below
	Label      text.Safe      // at the end of the time axis
	Zone       *time.Location // of the time axis; nil: UTC
	Year       int            // current year, which time labels leave out
}

// Curve is a line over the plot, such as a moving average or another pair.
type Curve struct {
	Name     text.Safe
	Mark     rune        // that stands for the curve in a legend
	Style    theme.Style // of the line and the mark
	Values   []float64   // per slot of the window, on the price axis; NaN: a gap. Missing ones at the end are gaps.
	Fit      bool        // the price axis reaches all values
	Dash     uint16      // as in theme.Curve
	IsTagged bool        // its newest value stands on the axis, behind the mark
	Hidden   bool        // another curve has the same values: this one is only in the legend
}

// at returns the value of a slot.
func (c *Curve) at(slot int) float64 {
	if slot >= len(c.Values) {
		return math.NaN()
	}
	return c.Values[slot]
}

const (
	minFullWidth  = 40 // columns; narrower charts draw candles and bars as a line
	minChartWidth = 20 // columns; narrower charts are a single row
	minChartRows  = 4
	minAxisWidth  = 28 // columns; narrower charts have no price axis
	maxLabelWidth = 14
)

// Slots returns the number of slots in the window.
func (c *Chart) Slots() int { return max(len(c.Times)-1, 0) }

// Draw draws the chart in exactly height lines of width columns.
func (c Chart) Draw(th theme.Theme, width, height int) []text.Line {
	if width <= 0 || height <= 0 {
		return nil
	}
	if c.Slots() == 0 {
		return make([]text.Line, height)
	}
	if width < minChartWidth || height < minChartRows {
		return text.Height([]text.Line{c.sparkline(th, width)}, height)
	}
	return c.drawWhole(th, width, height)
}

// SlotAt returns the slot at a column of a chart of this size.
func (c Chart) SlotAt(th theme.Theme, column, width, height int) (slot int, ok bool) {
	if c.Slots() == 0 || width <= 0 || height <= 0 {
		return 0, false
	}
	layout := newLayout(c.Slots(), width)
	if width >= minChartWidth && height >= minChartRows {
		layout = c.newDrawing(th, width, height).layout
	}
	return layout.slotAt(column)
}

// barColumns returns the columns of a plot without those after the newest bar.
func barColumns(columns int) int {
	if columns < minFullWidth {
		return columns
	}
	return columns - 1
}

// layout divides columns into slots of equal width.
type layout struct {
	first, slots int // drawn slots: from first to slots, exclusive
	pitch        int // columns per slot
	left         int // blank columns before the first slot
}

// newLayout lays out slots in the columns of a plot. The newest bar keeps a distance from the axis.
func newLayout(slots, columns int) layout {
	columns = barColumns(columns)
	l := layout{slots: slots, first: max(slots-columns, 0), pitch: max(columns/max(slots, 1), 1)}
	l.left = columns - l.pitch*(l.slots-l.first)
	return l
}

func (l layout) slotAt(column int) (slot int, ok bool) {
	if column < l.left {
		return 0, false
	}
	slot = l.first + (column-l.left)/l.pitch
	return slot, slot < l.slots
}

// columnsOf returns the columns of a slot, to exclusive; outside the drawing for a slot that is not drawn.
func (l layout) columnsOf(slot int) (from, to int) {
	if slot < l.first {
		return -1, -1
	}
	from = l.left + (slot-l.first)*l.pitch
	return from, from + l.pitch
}

// bodyColumns returns the columns of a bar's body. If there is room, one column is left blank between bars.
func bodyColumns(from, to int) (int, int) {
	width := to - from
	if width > 1 {
		width--
	}
	if width%2 == 0 && width > 1 {
		width-- // odd, to center the wick
	}
	return from, from + min(width, maxBodyWidth)
}

const maxBodyWidth = 7

// PlotWidth returns the columns that the axis leaves to the bars of a chart of this size.
func (c Chart) PlotWidth(th theme.Theme, width, height int) int {
	if c.Slots() == 0 || width < minChartWidth || height < minChartRows {
		return max(width, 0)
	}
	return barColumns(c.newDrawing(th, width, height).columns)
}
