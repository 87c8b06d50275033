// tiles.go draws the tiles below the box: where one can go from here, each with its key and a figure.

package home

import (
	"foredeck/tui/live"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// tile leads to a screen.
type tile struct {
	screen string // its name
	title  text.Safe
	figure func(m *Model, width int) text.Line
}

// allTiles are the tiles from left to right.
var allTiles = [...]tile{
	{"account", text.Const("Accounts"), func(m *Model, _ int) text.Line { return text.In(m.deps.Theme.Hint, "type an address") }},
	{"blocks", text.Const("Blocks"), (*Model).gapFigure},
	{"activity", text.Const("Activity"), (*Model).activityFigure},
	{"price", text.Const("Prices"), (*Model).priceFigure},
	{"settings", text.Const("Settings"), func(m *Model, _ int) text.Line {
		return text.In(m.deps.Theme.Hint, "theme %s", text.Clean(m.deps.Theme.Name))
	}},
}

// tiles returns the tiles that lead somewhere on this network.
func (m *Model) tiles() []tile {
	var shown []tile
	for _, t := range allTiles {
		switch {
		case t.screen == "activity" && !m.latest.isServed():
		case t.screen == "price" && !m.deps.Prices.Available():
		case t.screen == "settings" && m.deps.Remote:
		default:
			shown = append(shown, t)
		}
	}
	return shown
}

// showsTiles reports whether there is room for the tiles beside what is saved.
func (m *Model) showsTiles() bool {
	return m.size.Class >= screen.Wide || m.isEmpty() && m.size.Class >= screen.Compact && m.choices() == 0
}

// tileRow returns the row of the tiles.
func (m *Model) tileRow() []pane.Part {
	if !m.showsTiles() {
		return nil
	}
	var row []pane.Part
	for i, t := range m.tiles() {
		row = append(row, pane.Part{Content: 1, Panel: func(room pane.Area) widget.Panel { return m.tile(i, t, room.Width) }})
	}
	return row
}

// tile draws a tile. A narrow one has its key in place of the figure.
func (m *Model) tile(i int, t tile, width int) widget.Panel {
	th := m.deps.Theme
	key := text.Format("%s %s", m.deps.Key("deck.goto"), m.deps.Key("goto."+t.screen)).In(th.Accent)
	p := widget.Panel{Title: widget.Title(th, t.title, false), State: key}
	body := t.figure(m, width)
	switch {
	case text.Width(t.title)+key.Width()+2 > width:
		p.State, body = nil, key
	case body == nil:
		body = text.None.In(th.Hint)
	}
	p.Body = []text.Line{body.Fit(width).WithHit(&text.Hit{IsPoint: true, Target: i})}
	return p
}

// clickTile opens the screen of a tile.
func (m *Model) clickTile(i int) {
	if tiles := m.tiles(); i < len(tiles) {
		m.deps.Post(screen.OpenScreenMsg{Name: tiles[i].screen})
	}
}

// gapFigure shows the newest block gaps.
func (m *Model) gapFigure(width int) text.Line {
	th := m.deps.Theme
	gaps := m.deps.Blocks.Intervals(max(width-len(" 9.99 s"), 1))
	if len(gaps) == 0 {
		return nil
	}
	return append(m.deps.GapBars(gaps), text.In(th.Faint, " %s s", live.FormatSeconds(gaps[len(gaps)-1]))...)
}

// activityFigure counts the latest transactions.
func (m *Model) activityFigure(int) text.Line {
	th, style := m.deps.Theme, m.deps.Theme.Faint
	if len(m.latest.list) == 0 {
		return nil
	}
	if m.latest.failed > 0 {
		style = th.Bad
	}
	return text.Line{{Text: text.Integer(uint64(m.latest.failed)), Style: style}, {Text: text.Format(" of %s failed", text.Integer(uint64(len(m.latest.list)))), Style: th.Faint}}
}

// priceFigure shows the price of the first watched pair.
func (m *Model) priceFigure(width int) text.Line {
	pairs := m.prices.Pairs()
	if len(pairs) == 0 {
		return text.In(m.deps.Theme.Hint, "type a pair")
	}
	latest, ok := m.deps.Prices.Latest(pairs[0])
	if !ok {
		return text.In(m.deps.Theme.Hint, "%s", text.Clean(pairs[0]))
	}
	line := append(market.Digits(latest.Price).Line(), text.Span{Text: text.Const("  ")}, market.ChangeSpan(m.deps.Theme, latest.Change24h))
	if pair := text.In(m.deps.Theme.Faint, "%s ", text.Clean(pairs[0])); pair.Width()+line.Width() <= width {
		line = append(pair, line...)
	}
	return line
}
