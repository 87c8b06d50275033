package price

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// lineDrag is a line that the pointer moves: a level by its tag or anywhere on it, another line by one of its points.
type lineDrag struct {
	on       bool
	was, now store.Line
	fixed    store.PricePoint // the point that stays, unless the line is a level
	row      int              // at which it was taken
}

// lineAt returns the line that was clicked: the newest of several.
func (m *Model) lineAt(at screen.ClickMsg) (found lineDrag) {
	if m.draft.on || at.IsModified {
		return lineDrag{}
	}
	c, width, height := m.drawnChart()
	th, w := m.deps.Theme, m.window()
	slot, isInPlot := c.SlotAt(th, at.Column, width, height)
	isNear := func(point store.PricePoint, rows int) bool {
		row, ok := c.RowOf(th, market.Float(point.Price), width, height)
		return ok && max(row-at.Row, at.Row-row) <= rows
	}
	for _, line := range m.lines() {
		taken := lineDrag{on: true, was: *line, now: *line, row: at.Row}
		switch isEnd := isInPlot && line.Kind != store.Level; {
		case line.Kind == store.Level && isNear(line.From, 0):
			found = taken
		case isEnd && w.slotAt(line.To.At) == slot && isNear(line.To, 1):
			found, found.fixed = taken, line.From
		case isEnd && w.slotAt(line.From.At) == slot && isNear(line.From, 1):
			found, found.fixed = taken, line.To
		}
	}
	return found
}

// dropLine leaves the line that is dragged where it was. It reports whether there was one.
func (m *Model) dropLine() bool {
	was := m.lineDrag.on
	if m.lineDrag = (lineDrag{}); was {
		m.snap = snapClose
	}
	return was
}

// dragLine moves the dragged line, and sets it when the button is released.
func (m *Model) dragLine(to screen.DragMsg) tea.Cmd {
	d := &m.lineDrag
	name := text.Format("%s line %s", text.Clean(d.was.Pair), text.Clean(d.was.Name))
	if to.IsOver {
		defer m.dropLine()
		if d.now == d.was {
			return nil
		}
		_, err := m.prices().SetLine(&d.now)
		return m.saved(err, text.Format("%s moved", name))
	}
	where := m.dragLevelLine
	if d.was.Kind != store.Level {
		where = m.dragPoint
	}
	return m.status(text.Format("%s %s · release sets it, %s leaves it", name, where(to), m.deps.Key("price.newest")))
}

// dragLevelLine moves a level to the price at the pointer, and says where it is.
func (m *Model) dragLevelLine(to screen.DragMsg) text.Safe {
	d := &m.lineDrag
	if d.now = d.was; to.Row != d.row {
		c, width, height := m.drawnChart()
		d.now.From.Price = c.PriceAt(m.deps.Theme, to.Row, width, height)
		d.now.To = d.now.From
	}
	return text.Format("%s → %s", market.Digits(d.was.From.Price), market.Digits(d.now.From.Price))
}

// dragPoint moves a point of a line to the nearest price of the bar at the pointer, and says which one that is. A line has its points in two
// bars: in the bar of the other point it stays.
func (m *Model) dragPoint(to screen.DragMsg) text.Safe {
	d, w := &m.lineDrag, m.window()
	slot, _ := m.slotAt(to.Column)
	m.crosshair, m.cursor = true, max(w.times[slot], m.oldest())
	m.snapToRow(to.Row)
	if point, ok := m.snapped(); ok && m.startOf(d.fixed.At) != point.At {
		d.now.From, d.now.To = d.fixed, point
		if point.At < d.fixed.At {
			d.now.From, d.now.To = point, d.fixed
		}
		d.now.Known = max(d.was.Known, m.endOf(point.At)) // the other bar may be a longer one than those that are drawn
	}
	point, _ := m.snapped()
	return text.Format("snapped to %s %s", text.Clean(m.snap.String()), m.price(point.Price))
}
