package desk

import (
	"slices"

	"foredeck/tui/text"
)

const (
	gap     = 2 // between two columns
	pointer = 2 // width of the selection pointer
	arrow   = 2 // width of the arrow of a flash and the blank after it
	// narrowLines is the number of lines per pair in a narrow list.
	narrowLines = 2
	ageWidth    = 3
	// The widths of the bar of the 24-hour range.
	minRange = 8
	maxRange = 16
	// minTitledHeight is the height from which the columns have titles.
	minTitledHeight = 2
)

// columns are the widths of the columns of a list that has one line per pair. A width of 0 omits a column.
type columns struct {
	name, price, change int
	alert, spark        int
	low, bar, high      int // the 24-hour range and its ends
	volume, age         int
}

// base returns the columns that are always there and the width that is left for others, negative if each pair needs two lines.
func (m *Watchlist) base() (c columns, left int) {
	w := m.widths
	c = columns{name: w.name, price: w.whole + w.fraction, change: w.change}
	return c, m.width - pointer - c.name - gap - c.price - arrow - c.change
}

// layout returns the columns that fit.
func (m *Watchlist) layout() columns {
	w := m.widths
	c, left := m.base()
	add := func(width int) int {
		if width+gap > left {
			return 0
		}
		left -= width + gap
		return width
	}
	if m.order == byAlert {
		c.alert = add(w.change)
	}
	if m.order == byVolume {
		c.volume = add(w.volume)
	}
	c.spark = add(sparkColumns)
	if m.hasStale() {
		c.age = add(ageWidth)
	}
	if c.bar = add(minRange); c.bar > 0 && c.volume == 0 {
		c.volume = add(w.volume)
	}
	if sides := w.low + w.high + 2; c.bar > 0 && sides <= left {
		c.low, c.high, left = w.low, w.high, left-sides
	}
	if c.bar > 0 {
		c.bar += min(maxRange-c.bar, left)
	}
	return c
}

// alwaysFresh is the number of visible pairs that are requested often enough to stay fresh. A longer list has a column for their age at
// all times, so that the others do not move.
const alwaysFresh = 12

// hasStale reports whether a visible price is stale, or will be at times.
func (m *Watchlist) hasStale() bool {
	visible := m.visible()
	return len(visible) > alwaysFresh || slices.ContainsFunc(visible, func(i item) bool {
		_, isStale := m.deps.Prices.Age(i.pair)
		return isStale
	})
}

func (m *Watchlist) isNarrow() bool {
	_, left := m.base()
	return left < 0
}

func (m *Watchlist) hasTitles() bool { return !m.isNarrow() && m.height >= minTitledHeight }

// titles draws the titles of the columns. That of the order has the mark of its direction.
func (m *Watchlist) titles(c columns) text.Line {
	th := m.deps.Theme
	titled := func(title text.Safe, is order) text.Span {
		if m.order == is && m.State() != (text.Safe{}) {
			title = text.Format("%s%s", title, m.directionMark())
		}
		return text.Span{Text: title, Style: th.Faint}
	}
	b := builder{line: text.Line{{Text: text.Spaces(pointer)}}}
	b.left(0, titled(text.Const("PAIR"), byName), c.name)
	b.right(gap, titled(text.Const("LAST"), orders), c.price)
	b.right(arrow, titled(text.Const("24H"), byChange), c.change)
	b.right(gap, titled(text.Const("ALERT"), byAlert), c.alert)
	b.left(gap, text.Span{}, c.spark)
	title := text.Const("RANGE 24H")
	if text.Width(title) > c.rangeWidth() {
		title = text.Const("RANGE")
	}
	b.left(gap, titled(title, orders), c.rangeWidth())
	b.right(gap, titled(text.Const("VOLUME"), byVolume), c.volume)
	return b.line
}

// rangeWidth returns the width of the 24-hour range with its ends.
func (c *columns) rangeWidth() int {
	if c.low == 0 {
		return c.bar
	}
	return c.low + 1 + c.bar + 1 + c.high
}

// builder builds a line of columns.
type builder struct {
	line text.Line
}

func (b *builder) skip(width int) {
	if width > 0 {
		b.line = append(b.line, text.Span{Text: text.Spaces(width)})
	}
}

// left adds a cell that starts at the left edge of its column, which follows a gap. A column without a width is omitted.
func (b *builder) left(gap int, cell text.Span, width int) {
	if width > 0 {
		b.skip(gap)
		cell.Text = text.Cut(cell.Text, width)
		b.line = append(b.line, cell)
		b.skip(width - text.Width(cell.Text))
	}
}

// right is left for a cell that ends at the right edge of its column.
func (b *builder) right(gap int, cell text.Span, width int) {
	if width > 0 {
		cell.Text = text.Cut(cell.Text, width)
		b.skip(gap)
		b.skip(width - text.Width(cell.Text))
		b.line = append(b.line, cell)
	}
}
