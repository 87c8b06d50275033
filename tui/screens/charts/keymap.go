package charts

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Spec declares the charts of the watched pairs.
var Spec = screen.Spec[*Model]{
	Name: "charts", Visitors: screen.Allowed,
	Links: func(link target.Link) bool { return link.Target.Kind == target.Charts },
	Open:  func(deps *screen.Deps, link target.Link) *Model { return New(deps, link.Target.Pair) },
	Reuse: func(m *Model, link target.Link) { m.Select(link.Target.Pair) },
	Start: func(*screen.Deps) (*Model, any) {
		return nil, screen.OpenMsg{Target: target.Target{Kind: target.Charts}}
	},
	Offer:   screen.Offer{Text: target.Charts.String(), Words: text.Const("charts of the watched pairs"), When: func(deps *screen.Deps) bool { return deps.Prices.Available() }},
	Callers: []load.Caller{market.Caller},
	Hints:   []screen.Hint{{ID: "charts.open", Words: text.Const("opens a chart")}, {ID: "charts.right", Words: text.Const("goes to the next one")}},
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "charts.open", Keys: "enter", Help: "open", Run: (*Model).open},
			{ID: "charts.layout", Keys: "1 2 3", Help: "layout", Long: "one row, 2×2, 3×3", Pick: (*Model).setLayout},
			{ID: "charts.shorter", Keys: "< ,", Pair: "charts.longer", Help: "bar size", Long: "shorter bars", Run: screen.By((*Model).changeBarSize, -1)},
			{ID: "charts.longer", Keys: "> .", Help: "longer bars", Run: screen.By((*Model).changeBarSize, 1)},
			{ID: "charts.zoom_in", Keys: "+", Pair: "charts.zoom_out", Help: "zoom", Long: "zoom in", Run: screen.By((*Model).zoom, -1)},
			{ID: "charts.zoom_out", Keys: "-", Help: "zoom out", Run: screen.By((*Model).zoom, 1)},
			{ID: "charts.cursor_left", Keys: "H shift+left", Label: "H", Pair: "charts.cursor_right", Help: "crosshair", Long: "crosshair left, in all charts", Run: screen.By((*Model).moveCursor, -1)},
			{ID: "charts.cursor_right", Keys: "L shift+right", Label: "L", Help: "crosshair right", Run: screen.By((*Model).moveCursor, 1)},
			{ID: "charts.week", Keys: "w", Pair: "charts.month", Help: "week, month", Long: "the last 7 days", Run: screen.Do((*Model).showWeek)},
			{ID: "charts.month", Keys: "m", Help: "the last 30 days", Run: screen.Do((*Model).showMonth)},
			{ID: "charts.volume", Keys: "v", Help: "volume", Run: screen.Do((*Model).toggleVolume)},
			{ID: "charts.type", Keys: "c", Help: "type", Long: "chart type", Run: screen.Do((*Model).nextType)},
			{ID: "deck.refresh", Run: (*Model).refresh},
			{ID: "charts.pause", Keys: "p", Help: "pause", State: screen.Instead((*Model).isPaused, "resume"), Run: screen.Do((*Model).pause)},
		}.If((*Model).hasPairs),
		screen.Bindings[*Model]{
			{ID: "charts.left", Keys: "h left", Label: "h ←", Help: "previous chart", Run: screen.By((*Model).move, -1)},
			{ID: "charts.right", Keys: "l right", Label: "l →", Help: "next chart", Run: screen.By((*Model).move, 1)},
			{ID: "list.up", Run: screen.By((*Model).moveRow, -1)},
			{ID: "list.down", Run: screen.By((*Model).moveRow, 1)},
			{ID: "list.first", Run: screen.By((*Model).moveAll, -1)},
			{ID: "list.last", Run: screen.By((*Model).moveAll, 1)},
		}.Hide().If(func(m *Model) bool { return len(m.pairs()) > 1 }),
		screen.Bindings[*Model]{
			{ID: "list.page_down", Help: "next page", Run: screen.By((*Model).turn, 1)},
			{ID: "list.page_up", Place: screen.Hidden, Run: screen.By((*Model).turn, -1)},
		}.If(func(m *Model) bool { return len(m.pairs()) > m.grid().cells() }),
	).Then((*Model).show),
}

func (m *Model) hasPairs() bool       { return len(m.pairs()) > 0 }
func (m *Model) isPaused() bool       { return m.prices().Paused() }
func (m *Model) pause()               { m.prices().Pause(!m.prices().Paused()) }
func (m *Model) nextType()            { m.kind = m.kind.Next() }
func (m *Model) moveRow(by int)       { m.move(by * m.grid().columns) }
func (m *Model) moveAll(by int)       { m.move(by * len(m.pairs())) }
func (m *Model) toggleVolume()        { m.noVolume = !m.noVolume }
func (m *Model) showWeek()            { m.exact = 7 * 24 * time.Hour }
func (m *Model) showMonth()           { m.exact = 30 * 24 * time.Hour }
func (m *Model) changeBarSize(by int) { m.setBarSize(m.bar + by) }

// setBarSize chooses a bar size, in place of an exact time.
func (m *Model) setBarSize(size int) { m.bar, m.exact = max(0, min(size, len(chart.BarSizes)-1)), 0 }

// refresh requests the latest price, unless the service limits the rate.
func (m *Model) refresh() tea.Cmd {
	if m.prices().Backoff() > 0 {
		return desk.Limited(m.deps)
	}
	return m.prices().Refresh(m.ctx, m.pairs()[m.selected()])
}
