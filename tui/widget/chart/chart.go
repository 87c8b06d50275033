// Package chart draws what prices did over time: candles, bars, a line or an area, with the volume below, in any room from one
// row of a few columns up. It draws what it is given and knows no service.
package chart

import (
	"time"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Type is how the bars are drawn.
type Type int

// The types of chart.
const (
	Candles Type = iota
	Bars
	Line
	Area
)

// String is the type in a word.
func (t Type) String() string { return [...]string{"candles", "bars", "line", "area"}[t] }

// Next is the type after this one, and the first after the last.
func (t Type) Next() Type { return (t + 1) % 4 }

// Scale is how a price becomes a height.
type Scale int

// The scales.
const (
	Normal  Scale = iota
	Log           // equal ratios are equally high
	Percent       // as Normal, and the axis tells the change since the first close in the window
)

// String is the scale in a word.
func (s Scale) String() string { return [...]string{"normal", "log", "percent"}[s] }

// Next is the scale after this one, and the first after the last.
func (s Scale) Next() Scale { return (s + 1) % 3 }

// Chart is a window of time with what a price did in it. Time goes in slots of equal length; a slot with no bar is a gap.
type Chart struct {
	Bars  []Bar // in the order of time; those before the window count for the average
	Start int64 // of the first slot, in milliseconds since 1970
	Step  int64 // milliseconds of a slot
	Slots int
	// From and To are the times between which bars were asked for: a slot there without a bar is marked, and one that is not
	// there is left blank.
	From, To int64

	Type    Type
	Scale   Scale
	Volume  bool
	Average int   // over so many bars a moving average is drawn; 0: none
	Second  []Bar // another price, drawn in percent beside this one; nil: none

	Cursor     int            // slot of the crosshair; below 0: none
	Unfinished int            // slot of the bar that is not over; below 0: none
	Levels     []float64      // prices that are lines across the chart
	Marks      []int64        // times that are marked
	Label      text.Safe      // at the end of the time axis
	Zone       *time.Location // of the time axis; nil: UTC
}

const (
	lineUnder   = 40 // columns: under it there is room for a line alone
	rowUnder    = 20 // columns: under it there is room for a row alone
	leastRows   = 4
	axisFrom    = 28 // columns: from here on there is an axis of prices
	widestPrice = 14
)

// Draw is the chart in exactly height lines of width columns.
func (c Chart) Draw(th theme.Theme, width, height int) []text.Line {
	if width <= 0 || height <= 0 {
		return nil
	}
	if c.Slots <= 0 || c.Step <= 0 {
		return make([]text.Line, height)
	}
	if width < rowUnder || height < leastRows {
		return text.Height([]text.Line{c.heights(th, width)}, height)
	}
	return c.newDrawing(th, width, height).draw()
}

// SlotAt is the slot that is drawn at a column of the chart in this room. It is not ok where none is.
func (c Chart) SlotAt(th theme.Theme, column, width, height int) (slot int, ok bool) {
	if c.Slots <= 0 || c.Step <= 0 || width <= 0 || height <= 0 {
		return 0, false
	}
	across := spread(c.Slots, width)
	if width >= rowUnder && height >= leastRows {
		across = c.newDrawing(th, width, height).across
	}
	for slot := range c.Slots {
		if from, to := across.of(slot); from <= column && column < to {
			return slot, true
		}
	}
	return 0, false
}

// layout is how slots are shared out over columns.
type layout struct {
	slots, columns int
	pitch          int // columns of a slot; 0: several slots share a column
	left           int // blank columns before the first slot
}

func spread(slots, columns int) layout {
	l := layout{slots: slots, columns: columns}
	if slots <= columns {
		l.pitch = columns / slots
		l.left = columns - l.pitch*slots
	}
	return l
}

// of is the columns of a slot, to not included.
func (l layout) of(slot int) (from, to int) {
	if l.pitch > 0 {
		return l.left + slot*l.pitch, l.left + (slot+1)*l.pitch
	}
	column := slot * l.columns / l.slots
	return column, column + 1
}

// groups calls visit for each drawn bar with the slots in it and its columns; the ends are not included.
func (l layout) groups(visit func(first, last, from, to int)) {
	if l.pitch > 0 {
		for slot := range l.slots {
			from, to := l.of(slot)
			visit(slot, slot+1, from, to)
		}
		return
	}
	for column := range l.columns {
		first, last := (column*l.slots+l.columns-1)/l.columns, ((column+1)*l.slots+l.columns-1)/l.columns
		visit(first, last, column, column+1)
	}
}

// body is the columns of a bar that are painted: with some room, one is left blank between two bars.
func body(from, to int) (int, int) {
	width := to - from
	if width > 1 {
		width--
	}
	if width%2 == 0 && width > 1 {
		width-- // so that the wick stands in the middle
	}
	return from, from + min(width, widestBody)
}

const widestBody = 7
