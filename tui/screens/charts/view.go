package charts

import (
	"strconv"
	"time"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// Targets of clicks: the charts, then the bar sizes.
const targetSizes = 100

// cellHits mark the charts: a click selects, and the wheel zooms.
var cellHits = func() (hits [9]*text.Hit) {
	for i := range hits {
		hits[i] = &text.Hit{IsPoint: true, Target: i, Pointer: true}
	}
	return hits
}()

// View draws the body.
func (m *Model) View() []text.Line {
	lines := []text.Line{m.heading(m.size.Width)}
	pairs, first := m.visible()
	if len(pairs) == 0 {
		th := m.deps.Theme
		return text.Height(append(lines, text.Plain(" no watched pairs"), text.In(th.Faint, " type a pair such as btc_usdt on Home, then %s watch", m.deps.Key("price.watch"))), m.size.Height)
	}
	g, w, selected := m.grid(), m.window(), m.selected()-first
	for row := range g.rows {
		_, height := share(max(m.size.Height-1, 0), g.rows, row)
		var drawn []text.Line
		columns := min(g.columns, len(pairs)-row*g.columns) // those of the last row are wider
		for column := range columns {
			left, width := share(m.size.Width, columns, column)
			at := row*g.columns + column
			c := m.cell(pairs[at], w.Widened(width-m.frame()))
			c.isSelected = at == selected
			c.NoTimes = len(pairs) >= (row+2)*g.columns // a chart as wide below has the axis
			cell := m.drawCell(&c, width, height)
			for i := range cell {
				cell[i] = cell[i].WithHit(cellHits[at])
			}
			if column == 0 {
				drawn = cell
			} else {
				drawn = text.Beside(drawn, left, cell)
			}
		}
		lines = append(lines, drawn...)
	}
	return text.Height(lines, m.size.Height)
}

// heading draws what all charts share: the bar size, the type, and which pairs they are.
func (m *Model) heading(width int) text.Line {
	th, size := m.deps.Theme, m.spanOf().Size
	pairs, first := m.visible()
	label := text.Clean(size.String())
	if drawn := text.Clean(m.window().Period.String()); drawn != label {
		label = text.Format("%s → %s", label, drawn)
	}
	if days := int(m.exact / (24 * time.Hour)); days > 0 {
		label = text.Format("%s of %s", text.Plural(days, "day"), text.Clean(m.window().Period.String()))
	}
	left := text.Line{{Text: text.Format(" %s ", label), Style: th.Strong}, {Text: text.Clean(m.kind.String()), Style: th.Faint}}
	if at := m.moment(); !at.IsEmpty() {
		left = append(left, text.Span{Text: text.Format("  %s", at), Style: th.Accent})
	}
	if all := len(m.pairs()); all > len(pairs) {
		left = append(left, text.Span{Text: text.Format("  pairs %s to %s of %s", text.Integer(uint64(first+1)), text.Integer(uint64(first+len(pairs))), text.Integer(uint64(all))), Style: th.Faint})
	}
	for _, sizes := range market.BarSizesLines(m.deps.Theme, m.bar, targetSizes) {
		if gap := width - left.Width() - sizes.Width() - 1; gap >= 2 {
			return append(append(left, text.Span{Text: text.Spaces(gap)}), sizes...)
		}
	}
	return left.Fit(width)
}

// cell is the chart of a pair.
type cell struct {
	desk.Chart
	isSelected bool
}

// moment formats the time of the crosshair; empty if there is none on screen.
func (m *Model) moment() text.Safe {
	w := m.window()
	times := w.Times(m.deps)
	if m.cursor < times[0] || m.cursor >= times[len(times)-1] {
		return text.Safe{}
	}
	layout := "01-02 15:04"
	if w.Period.Fixed == 0 {
		layout = time.DateOnly
	}
	return text.Clean(m.deps.Local(time.UnixMilli(m.cursor)).Format(layout))
}

func (m *Model) spanOf() market.Span {
	if m.exact != 0 {
		return market.Span{Size: chart.Period{Fixed: time.Hour}, Bars: int(m.exact / time.Hour), Exact: true}
	}
	return market.Span{Size: chart.BarSizes[m.bar], Bars: market.BarCounts[m.zoomIndex()]}
}

// columns returns about the columns of a chart's bars.
func (m *Model) columns() int {
	const axis = 14 // with the frame
	return m.size.Width/m.grid().columns - axis
}

func (m *Model) zoomIndex() int { return market.ZoomOf(m.span, m.columns()) }

// frame returns the columns of a cell's frame.
func (m *Model) frame() int {
	width, _ := widget.Frame(m.isPlain())
	return width
}

// window returns the range of the charts on screen.
func (m *Model) window() desk.Window {
	pairs, _ := m.visible()
	return desk.NewWindow(m.deps, pairs, m.spanOf(), m.size.Width/m.grid().columns-m.frame())
}

// isPlain reports whether the cells have a rule above instead of a box, which gives the chart more room.
func (m *Model) isPlain() bool {
	const minBox, minBoxHeight = 48, 9
	g := m.grid()
	return m.size.IsPlain() || m.size.Width/g.columns < minBox || (m.size.Height-1)/g.rows < minBoxHeight
}

// minVolumeHeight is the height of a chart from which there is room for volume.
const minVolumeHeight = 9

// cell returns the chart of a pair.
func (m *Model) cell(pair string, w desk.Window) cell {
	c := cell{Chart: desk.NewChart(m.deps, pair, w)}
	c.Cursor = m.cursor
	return c
}

// drawCell draws the chart of a pair in a panel.
func (m *Model) drawCell(c *cell, width, height int) []text.Line {
	th, plain := m.deps.Theme, m.isPlain()
	p := widget.Panel{Title: m.title(c), Plain: plain, Name: text.Clean(c.Pair), Focused: c.isSelected && len(m.pairs()) > 1}
	if status := m.prices().Status(c.Pair); status.Err != nil && c.Series.Count() > 0 {
		p.State = m.prices().Explain(status.Err).Reason.In(th.Bad)
	}
	frameWidth, frameHeight := widget.Frame(plain)
	width, height = width-frameWidth, height-frameHeight
	if bar, ok := c.At(); ok {
		price := func(digits string) text.Safe { return market.FixedDigits(digits, c.Series.Decimals()) }
		p.Title = desk.BarValues(th, text.Line{m.name(c)}, bar, price, text.Span{}, width-4)
	}
	if p.Body = c.Notice(width); p.Body == nil {
		c.Volume = !m.noVolume && height >= minVolumeHeight
		p.Body = c.Draw(m.kind, &m.bars, width, height)
	}
	return p.Draw(th, width+frameWidth, height+frameHeight)
}

// name draws the pair.
func (m *Model) name(c *cell) text.Span {
	if c.isSelected {
		return text.Span{Text: text.Format("▸ %s", text.Clean(c.Pair)), Style: m.deps.Theme.Focus}
	}
	return text.Span{Text: text.Clean(c.Pair)}
}

// title draws the pair, its latest price and the change in 24 hours. A stale price is faint and has its age.
func (m *Model) title(c *cell) text.Line {
	th := m.deps.Theme
	name := m.name(c)
	latest, ok := m.prices().Latest(c.Pair)
	if !ok {
		if status := m.prices().Status(c.Pair); status.Err == nil {
			return text.Line{name, {Text: text.Format("  %s", status.Text()), Style: th.Faint}}
		}
		return text.Line{name}
	}
	price := text.Span{Text: text.Format("  %s", text.Cut(market.FixedDigits(latest.Price, c.Series.Decimals()), 16)), Style: th.Strong}
	if age, isStale := m.prices().Age(c.Pair); isStale {
		price.Style = th.Faint
		return text.Line{name, price, {Text: text.Format("  %s old", text.Elapsed(age)), Style: th.Faint}}
	}
	change := market.ChangeSpan(th, latest.Change24h)
	change.Text = text.Format("  %s", change.Text)
	return text.Line{name, price, change}
}

// grid is an arrangement of charts.
type grid struct{ rows, columns int }

// layouts are the arrangements to choose from.
var layouts = [...]grid{{1, 3}, {2, 2}, {3, 3}}

// defaultLayout is the index of the initial arrangement: 2×2.
const defaultLayout = 1

// The smallest cell in which a chart is legible.
const minCellWidth, minCellHeight = 38, 6

func (g grid) cells() int { return g.rows * g.columns }

func (g grid) name() text.Safe {
	if g.rows == 1 {
		return text.Plural(g.columns, "chart")
	}
	return text.Clean(strconv.Itoa(g.rows) + "×" + strconv.Itoa(g.columns))
}

// grid returns the arrangement that is drawn: the chosen one without the rows and columns that do not fit or would be empty.
func (m *Model) grid() grid {
	wanted, count := layouts[m.layout], max(len(m.pairs()), 1)
	columns := max(1, min(wanted.columns, m.size.Width/minCellWidth, count))
	room := (m.size.Height - 1) / minCellHeight
	if columns == 2 && count == 3 && wanted.rows > 1 && room >= count { // wide charts rather than an empty cell
		return grid{count, 1}
	}
	return grid{max(1, min(wanted.rows, room, (count+columns-1)/columns)), columns}
}

// share returns the start and length of part i when a length is divided into parts as equal as possible.
func share(length, parts, i int) (start, size int) {
	start = length * i / parts
	return start, length*(i+1)/parts - start
}
