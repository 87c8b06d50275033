package price

import (
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// snap is the price of a bar that a point of a line is at.
type snap int

const (
	snapClose snap = iota
	snapOpen
	snapHigh
	snapLow
	snapCount
)

func (s snap) String() string { return [snapCount]string{"close", "open", "high", "low"}[s] }

// draft is a line of which the first point is set.
type draft struct {
	on    bool
	first store.PricePoint
	known int64 // end of its bar
	said  store.PricePoint
}

// snaps returns the prices of the current bar. ok is false if it has none.
func (m *Model) snaps() (at int64, prices [snapCount]string, ok bool) {
	at = m.barTime()
	bar, ok := m.series().Record(at, m.endOf(at))
	return at, [snapCount]string{bar.Close, bar.Open, bar.High, bar.Low}, ok
}

// snapped returns the point at the current bar. ok is false if the bar has no prices.
func (m *Model) snapped() (point store.PricePoint, ok bool) {
	at, prices, ok := m.snaps()
	return store.PricePoint{At: at, Price: prices[m.snap]}, ok
}

// snapTo chooses the price of the current bar with the smallest distance; a negative one does not count.
func (m *Model) snapTo(distance func(price float64) float64) {
	_, prices, ok := m.snaps()
	nearest := math.Inf(1)
	for s, price := range prices {
		if away := distance(market.Float(price)); ok && away >= 0 && away < nearest {
			m.snap, nearest = snap(s), away
		}
	}
}

// snapToRow chooses the price of the current bar that is nearest to a row of the chart.
func (m *Model) snapToRow(row int) {
	c, width, height := m.drawnChart()
	pointed := market.Float(c.PriceAt(m.deps.Theme, row, width, height))
	m.snapTo(func(price float64) float64 { return math.Abs(price - pointed) })
}

// nextSnap chooses the next higher price of the current bar, or the next lower one if direction is negative.
func (m *Model) nextSnap(direction int) {
	m.draft.said = store.PricePoint{} // a key hides what was said
	point, _ := m.snapped()
	here := market.Float(point.Price)
	m.snapTo(func(price float64) float64 {
		if price == here {
			return -1
		}
		return (price - here) * float64(direction)
	})
}

// drawLine sets the first point of a line at the crosshair, or at the newest bar without one. Once it is set, it sets the line: a level at the
// same bar, otherwise a line to the crosshair, which a ray continues.
func (m *Model) drawLine(isRay bool) tea.Cmd {
	point, ok := m.snapped()
	if !ok {
		return m.status(text.Const("no prices in this bar: move the crosshair"))
	}
	if !m.draft.on {
		m.crosshair, m.cursor = true, point.At
		m.draft = draft{on: true, first: point, known: m.endOf(point.At)}
		m.showCursor(0)
		return nil
	}
	line := m.drafted(point)
	switch {
	case isRay && line.Kind == store.Level:
		return m.status(text.Const("a ray needs a second bar: move the crosshair"))
	case isRay:
		line.Kind = store.Ray
	}
	return m.promptLine(line)
}

// drafted returns the line from the first point to another one.
func (m *Model) drafted(to store.PricePoint) *store.Line {
	line := &store.Line{Pair: m.pair, Kind: store.Trend, From: m.draft.first, To: to, Known: max(m.draft.known, m.endOf(to.At))}
	switch {
	case line.From.At == to.At:
		line.Kind, line.From = store.Level, to
	case line.From.At > to.At:
		line.From, line.To = line.To, line.From
	}
	return line
}

// endDraft reports whether a line was being drawn.
func (m *Model) endDraft() bool {
	was := m.draft.on
	m.draft = draft{}
	if was {
		m.snap = snapClose
	}
	return was
}

// followDraft says to which price the point of a line is snapped, after it has moved.
func (m *Model) followDraft() tea.Cmd {
	if !m.draft.on {
		return nil
	}
	point, ok := m.snapped()
	where := store.PricePoint{At: point.At, Price: m.snap.String()}
	if !ok || where == m.draft.said { // the price of the newest bar may change
		return nil
	}
	m.draft.said = where
	return m.status(text.Format("%s: snapped to %s %s", text.Clean(string(m.drafted(point).Kind)), text.Clean(m.snap.String()), m.price(point.Price)))
}

// promptLine asks for the name of a line, and sets it.
func (m *Model) promptLine(line *store.Line) tea.Cmd {
	kind, free := text.Clean(string(line.Kind)), m.prices().FreeLineName(m.pair, line.Kind)
	hint := text.Const("such as support")
	if line.Kind == store.Level {
		hint = text.Const("such as support, or support 82000 for another price")
	}
	prompt := screen.PromptMsg{Title: text.Format("Name of the %s on %s", kind, text.Clean(m.pair)), Hint: text.Format("%s · empty: %s", hint, text.Clean(free))}
	prompt.Submit = func(typed string) (tea.Cmd, error) {
		set := *line
		set.Name = strings.TrimSpace(typed)
		if words := strings.Fields(typed); set.Kind == store.Level && len(words) > 0 {
			if price := strings.ReplaceAll(words[len(words)-1], ",", ""); market.Rat(price) != nil {
				set.Name, set.From.Price = strings.Join(words[:len(words)-1], " "), price
				set.To = set.From
			}
		}
		if set.Name == "" {
			set.Name = free
		}
		moved, err := m.prices().SetLine(&set)
		if err != nil {
			return nil, err
		}
		m.endDraft()
		done := text.Const("set")
		if moved {
			done = text.Const("moved")
		}
		return m.deps.SaveAndReport(text.Format("%s: %s %s %s · %s lists alerts and lines", text.Clean(set.Pair), kind, text.Clean(set.Name), done, m.deps.Key("price.alerts"))), nil
	}
	return m.deps.Post(prompt)
}

// lines returns the lines of the pair; in a replay, those that were known at its moment.
func (m *Model) lines() []*store.Line {
	lines := m.prices().Lines(m.pair)
	known := lines[:0]
	for _, line := range lines {
		if !m.replay.on || line.Known <= m.replayEnd() {
			known = append(known, line)
		}
	}
	return known
}

// straights returns the lines to draw, with the one that is being drawn.
func (m *Model) straights(w window) []chart.Straight {
	lines := m.lines()
	set := len(lines)
	if m.draft.on {
		if point, ok := m.snapped(); ok {
			lines = append(lines, m.drafted(point))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	drawn := make([]chart.Straight, len(lines))
	for i, line := range lines {
		isDragged := m.lineDrag.on && i < set && line.Name == m.lineDrag.was.Name
		if isDragged {
			line = &m.lineDrag.now
		}
		drawn[i] = m.straight(line, w)
		drawn[i].IsDraft = i == set || isDragged
	}
	return drawn
}

// straight returns a line in a window, with a tag for its price at the right edge: the latest one, unless the window is in the past.
func (m *Model) straight(line *store.Line, w window) chart.Straight {
	edge := min(m.lineTime(), w.end()-1)
	drawn := chart.Straight{Values: make([]float64, w.slots()), Tag: market.Float(market.LineAt(line, edge)), IsLevel: line.Kind == store.Level}
	from, to := market.Float(line.From.Price), market.Float(line.To.Price)
	slope := (to - from) / float64(max(line.To.At-line.From.At, 1))
	for slot := range drawn.Values {
		begin := max(w.times[slot], line.From.At) // a longer bar may begin before the point in it
		drawn.Values[slot] = from + slope*float64(begin-line.From.At)
		if w.times[slot+1] <= line.From.At || line.Kind == store.Trend && begin > line.To.At {
			drawn.Values[slot] = math.NaN()
		}
	}
	return drawn
}

// lineTime returns the time at which lines have their prices: now, or the moment of a replay.
func (m *Model) lineTime() int64 {
	if m.replay.on {
		return m.replayEnd()
	}
	return m.deps.Now().UnixMilli()
}

// lineState returns the price of a line, or when it ended.
func (m *Model) lineState(line *store.Line) text.Safe {
	if price := market.LineAt(line, m.lineTime()); price != "" {
		return m.price(price)
	}
	return text.Format("to %s", text.Clean(m.barLabel(line.To.At)))
}

// linePrices lists the lines of the pair with their prices.
func (m *Model) linePrices() text.Safe {
	var parts []text.Safe
	for _, line := range m.lines() {
		parts = append(parts, text.Format("%s %s", text.Clean(line.Name), m.lineState(line)))
	}
	return text.Join(parts, text.Const(", "))
}
