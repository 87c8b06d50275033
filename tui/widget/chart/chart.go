// Package chart draws price series as candles, bars, a line or an area, with volume, at any size from a single row up.
package chart

import (
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

// Chart is a window of a price series. Time is divided into slots of equal length; a slot without a bar is a gap.
type Chart struct {
	Bars  []Bar // ascending; bars before the window count toward the average
	Start int64 // start of the first slot in Unix milliseconds
	Step  int64 // length of a slot in milliseconds
	Slots int
	// From and To delimit the loaded range. Gaps within it are marked, gaps outside are left blank.
	From, To int64

	Type       Type
	Scale      Scale
	Volume     bool
	Average    int   // number of slots in the moving average; 0: none
	Comparison []Bar // second series, drawn as percentage change; nil: none

	Cursor     int            // slot of the crosshair; negative: none
	Unfinished int            // slot of the bar in progress; negative: none
	Levels     []float64      // prices of horizontal lines
	Marks      []int64        // times of marks
	Label      text.Safe      // at the end of the time axis
	Zone       *time.Location // of the time axis; nil: UTC
}

const (
	minFullWidth  = 40 // columns; narrower charts draw candles and bars as a line
	minChartWidth = 20 // columns; narrower charts are a single row
	minChartRows  = 4
	minAxisWidth  = 28 // columns; narrower charts have no price axis
	maxLabelWidth = 14
)

// Draw draws the chart in exactly height lines of width columns.
func (c Chart) Draw(th theme.Theme, width, height int) []text.Line {
	if width <= 0 || height <= 0 {
		return nil
	}
	if c.Slots <= 0 || c.Step <= 0 {
		return make([]text.Line, height)
	}
	if width < minChartWidth || height < minChartRows {
		return text.Height([]text.Line{c.sparkline(th, width)}, height)
	}
	return c.newDrawing(th, width, height).draw()
}

// SlotAt returns the slot at a column of a chart of this size.
func (c Chart) SlotAt(th theme.Theme, column, width, height int) (slot int, ok bool) {
	if c.Slots <= 0 || c.Step <= 0 || width <= 0 || height <= 0 {
		return 0, false
	}
	layout := newLayout(c.Slots, width)
	if width >= minChartWidth && height >= minChartRows {
		layout = c.newDrawing(th, width, height).layout
	}
	for slot := range c.Slots {
		if from, to := layout.columnsOf(slot); from <= column && column < to {
			return slot, true
		}
	}
	return 0, false
}

type layout struct {
	slots, columns int
	pitch          int // columns per slot; 0: several slots share a column
	left           int // blank columns before the first slot
}

func newLayout(slots, columns int) layout {
	l := layout{slots: slots, columns: columns}
	if slots <= columns {
		l.pitch = columns / slots
		l.left = columns - l.pitch*slots
	}
	return l
}

// columnsOf returns the columns of a slot, to exclusive.
func (l layout) columnsOf(slot int) (from, to int) {
	if l.pitch > 0 {
		return l.left + slot*l.pitch, l.left + (slot+1)*l.pitch
	}
	column := slot * l.columns / l.slots
	return column, column + 1
}

// eachGroup calls visit for every drawn bar with its slots and columns, ends exclusive.
func (l layout) eachGroup(visit func(first, last, from, to int)) {
	if l.pitch > 0 {
		for slot := range l.slots {
			from, to := l.columnsOf(slot)
			visit(slot, slot+1, from, to)
		}
		return
	}
	for column := range l.columns {
		first, last := (column*l.slots+l.columns-1)/l.columns, ((column+1)*l.slots+l.columns-1)/l.columns
		visit(first, last, column, column+1)
	}
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
