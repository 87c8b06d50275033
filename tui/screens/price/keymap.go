package price

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the prices of a pair.
var Spec = screen.Spec[*Model]{
	Name: "price", Visitors: screen.Allowed,
	Links:   func(link target.Link) bool { return link.Target.Kind == target.Pair },
	Open:    func(deps *screen.Deps, link target.Link) *Model { return New(deps, link.Target.Pair) },
	Start:   startWatched,
	Menu:    screen.MenuItem{Key: "p", Words: "prices", Offered: hasPrices, Keeps: true},
	Callers: []load.Caller{market.Caller},
	Hints:   []screen.Hint{{ID: "price.shorter", Words: text.Const("shorter bars")}, {ID: "price.longer", Words: text.Const("longer bars")}, {ID: "price.left", Words: text.Const("moves the crosshair")}, {ID: "price.indicators", Words: text.Const("adds indicators")}},
	Symbols: (*Model).symbols,
	Typing:  (*Model).isTyping,
	Bindings: screen.Bind(
		formBindings.If((*Model).showsForm),
		lineBindings.If((*Model).isDrawing),
		replayBindings.If((*Model).isReplaying),
		chartBindings.Hide().If((*Model).showsForm),
		chartBindings.If(screen.Not((*Model).showsForm)),
	).Then((*Model).settle),
}

// hasPrices reports whether the network has a price service.
func hasPrices(deps *screen.Deps) bool { return deps.Prices.Available() }

// startWatched opens the first watched pair, or asks for one.
func startWatched(deps *screen.Deps) (*Model, any) {
	if watched := deps.Prices.Watched(); len(watched) > 0 {
		return New(deps, watched[0]), nil
	}
	return nil, screen.OpenHomeMsg{Ask: text.Const("a pair such as btc_usdt")}
}

// formBindings are the keys in the key row while the form of indicators is open. Those of the chart act, too.
var formBindings = append(screen.Lift(Bindings, (*Model).form), screen.Bindings[*Model]{
	{ID: "price.left", Pair: "price.right"},
	{ID: "price.zoom_in", Pair: "price.zoom_out"},
	{ID: "price.shorter", Pair: "price.longer"},
	{ID: "price.newest", Help: "close", While: screen.Always},
}...)

// lineBindings are the keys while a line is drawn, before those of a replay and of the chart.
var lineBindings = screen.Bindings[*Model]{
	{ID: "price.line", Help: "set line", Run: func(m *Model) tea.Cmd { return m.drawLine(false) }},
	{ID: "price.ray", Help: "set ray", Run: func(m *Model) tea.Cmd { return m.drawLine(true) }},
	{ID: "price.snap_up", Keys: "up k", Pair: "price.snap_down", Help: "price", Long: "line: higher price of the bar", Run: screen.By((*Model).nextSnap, 1)},
	{ID: "price.snap_down", Keys: "down j", Help: "lower price", Long: "line: lower price of the bar", Run: screen.By((*Model).nextSnap, -1)},
	{ID: "price.left", Pair: "price.right", Help: "crosshair", Run: screen.By((*Model).moveCursor, -1)},
	{ID: "price.right", Help: "crosshair right", Run: screen.By((*Model).moveCursor, 1)},
	{ID: "price.newest", Help: "cancel", Run: (*Model).escape},
}

// replayBindings are the keys of a replay, before those of the chart.
var replayBindings = screen.Bindings[*Model]{
	{ID: "price.replay_back", Keys: "left", Pair: "price.replay_forward", Help: "step", Long: "replay: one bar back", Run: func(m *Model) tea.Cmd { return m.stepReplay(-1) }},
	{ID: "price.replay_forward", Keys: "right", Help: "step forward", Long: "replay: one bar forward", Run: func(m *Model) tea.Cmd { return m.stepReplay(1) }},
	{ID: "price.pause", Help: "play", State: screen.Instead((*Model).isPlaying, "pause"), Run: (*Model).togglePlay},
	{ID: "price.newest", Help: "end replay", Run: (*Model).escape},
}

// chartBindings are the keys of the chart and of the watchlist.
var chartBindings = slices.Concat(
	screen.Bindings[*Model]{
		{ID: "price.open", Keys: "enter", Help: "open transaction", When: (*Model).isOnMark, Why: "no marked coin transfer in this bar", Run: (*Model).openMark},
		{ID: "price.shorter", Keys: "< ,", Pair: "price.longer", Help: "bar size", Long: "shorter bars", Run: screen.By((*Model).changeBarSize, -1)},
		{ID: "price.zoom_in", Keys: "+", Pair: "price.zoom_out", Help: "zoom", Long: "zoom in", Run: screen.By((*Model).zoom, -spansPerKey)},
		{ID: "price.left", Keys: "h left", Pair: "price.right", Help: "crosshair", Long: "crosshair left", Run: screen.By((*Model).moveCursor, -1)},
		{ID: "price.panel", State: screen.Instead((*Model).isListShown, "chart"), When: (*Model).hasOnePanel},
		{ID: "price.type", Keys: "c", Help: "type", Long: "chart type", Run: screen.Do((*Model).nextType)},
		{ID: "price.indicators", Keys: "i", Help: "indicators", Long: "indicators: averages, Bollinger, RSI, MACD, ATR", Run: screen.Do((*Model).toggleForm)},
		{ID: "price.volume", Keys: "v", Help: "volume", Run: screen.Do((*Model).toggleVolume)},
		{ID: "price.compare", Keys: "C", Help: "compare", Long: "compare with other pairs", Run: (*Model).compare},
		{ID: "price.alert", Keys: "a", Help: "alert", Run: (*Model).promptAlert},
		{ID: "price.charts", Keys: "g", Help: "charts", Long: "charts of the watched pairs", Run: (*Model).openCharts},
	},
	screen.Lift(desk.Bindings, (*Model).watchlist),
	screen.Bindings[*Model]{
		{ID: "price.newest", Keys: "esc", Help: "newest", When: (*Model).canEscape, Run: (*Model).escape},
		{ID: "price.measure", Keys: "d", Help: "measure from here", Run: screen.Do((*Model).anchorHere)},
		{ID: "price.line", Keys: "s", Help: "draw a line", Long: "draw a level or a line from here", Run: func(m *Model) tea.Cmd { return m.drawLine(false) }},
		{ID: "price.ray", Keys: "S", Help: "draw a ray", Long: "draw a ray from here", Run: func(m *Model) tea.Cmd { return m.drawLine(true) }},
		{ID: "price.range", Keys: "D", Help: "statistics of the bars shown", State: screen.Instead((*Model).showsRange, "hide statistics"), Run: screen.Do((*Model).toggleRange)},
		{ID: "price.leave", Keys: "alt+up", Help: "leave the chart", Run: (*Model).leave},
		{ID: "price.right", Keys: "l right", Label: "l →", Help: "crosshair right", Run: screen.By((*Model).moveCursor, 1)},
		{ID: "price.left_page", Keys: "H pgup", Label: "H pgup", Help: "ten bars left", Run: screen.By((*Model).moveCursor, -10)},
		{ID: "price.right_page", Keys: "L pgdown", Label: "L pgdn", Help: "ten bars right", Run: screen.By((*Model).moveCursor, 10)},
		{ID: "price.oldest", Keys: "home", Help: "oldest loaded bar", Run: screen.Do((*Model).goFirst)},
		{ID: "list.last", Help: "newest bar", Run: screen.Do((*Model).goLast)},
		{ID: "price.zoom_out", Keys: "-", Help: "zoom out", Run: screen.By((*Model).zoom, spansPerKey)},
		{ID: "price.size", Keys: "1 2 3 4 5 6 7 8 9 0", Label: "1 to 0", Help: "bar size from 30s to 1w", Pick: (*Model).pickBarSize},
		{ID: "price.longer", Keys: "> .", Help: "longer bars", Run: screen.By((*Model).changeBarSize, 1)},
		{ID: "price.panel", Keys: "tab", Help: "watchlist", State: screen.Instead((*Model).isListShown, "chart"), When: func(m *Model) bool { return m.split() > 0 && !m.replay.on }, Run: (*Model).switchPanel},
		{ID: "price.scale", Keys: "x", Help: "scale", Run: (*Model).nextScale},
		{ID: "price.grid", Keys: "#", Help: "grid lines", Run: screen.Do((*Model).toggleGrid)},
		{ID: "price.go_to", Keys: "t", Help: "go to date", Run: (*Model).promptDate},
		{ID: "deck.refresh", Run: (*Model).refresh},
		{ID: "price.pause", Keys: "p", Help: "pause", State: screen.Instead((*Model).isPaused, "resume"), Run: screen.Do((*Model).pause)},
		{ID: "price.replay", Keys: "B", Help: "replay", Long: "replay bar by bar from here", Run: (*Model).startReplay},
		{ID: "price.position", Keys: "P", Help: "position", Long: "plan a position: size, risk and reward", Run: (*Model).promptPosition},
		{ID: "price.alerts", Keys: "A", Help: "all alerts", When: (*Model).hasAlerts, Why: "no price alerts", Run: (*Model).listAlerts},
		{ID: "price.marks", Keys: "M", Help: "mark coin transfers", When: (*Model).hasNames, Why: "name an account first", Run: (*Model).chooseMarks},
		{ID: "price.next_mark", Keys: "n", Help: "next mark", State: screen.Instead((*Model).showsRange, "next extreme"), When: (*Model).hasMarks, Why: "no marks", Run: screen.By((*Model).goToMark, 1)},
		{ID: "price.previous_mark", Keys: "N", Help: "previous mark", State: screen.Instead((*Model).showsRange, "previous extreme"), When: (*Model).hasMarks, Why: "no marks", Run: screen.By((*Model).goToMark, -1)},
	}.Hide(),
)

func (m *Model) form() *IndicatorBox        { return m.indicators }
func (m *Model) watchlist() *desk.Watchlist { return m.list }
func (m *Model) showsForm() bool            { return m.indicators.IsOpen() }
func (m *Model) isTyping() bool             { return m.indicators.IsEditing() }
func (m *Model) isListShown() bool          { return m.showsList }
func (m *Model) hasOnePanel() bool {
	return m.split() == 0 && m.size.Class > screen.OneLine && !m.replay.on
}
func (m *Model) isPaused() bool  { return m.prices().Paused() }
func (m *Model) isDrawing() bool { return m.draft.on }
func (m *Model) hasAlerts() bool {
	return len(m.prices().AllAlerts()) > 0 || len(m.lines()) > 0
}
func (m *Model) hasNames() bool   { return m.marks.on || len(m.deps.Names.List()) > 0 }
func (m *Model) showsRange() bool { return m.ranged.on }
func (m *Model) hasMarks() bool   { return m.ranged.on || len(m.marks.times()) > 0 }
func (m *Model) isOnMark() bool   { return m.marks.on && len(m.marksHere()) > 0 }

func (m *Model) canEscape() bool {
	return m.crosshair || m.level.on || m.lineDrag.on || m.draft.on || m.measure.on || m.ranged.on || m.end != 0 || m.coversChart() || m.replay.on || m.history().Status(m.deps.Now()).Loading
}

// pickBarSize chooses the bar size of a digit.
func (m *Model) pickBarSize(digit int) tea.Cmd {
	m.setBarSize(digit)
	return nil
}

func (m *Model) nextType()        { m.kind = m.kind.Next() }
func (m *Model) toggleForm()      { m.indicators.Toggle() }
func (m *Model) toggleVolume()    { m.volume = !m.volume }
func (m *Model) toggleGrid()      { m.grid = !m.grid }
func (m *Model) pause()           { m.prices().Pause(!m.prices().Paused()) }
func (m *Model) goLast()          { m.crosshair, m.end = false, 0 }
func (m *Model) compare() tea.Cmd { return m.comparison.Open() }
func (m *Model) escape() tea.Cmd  { m.Escape(); return nil }

// leave opens the parent screen, whatever esc would close first.
func (m *Model) leave() tea.Cmd { return m.deps.Post(screen.UpMsg{}) }

func (m *Model) openCharts() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Charts, Pair: m.pair}})
}

// switchPanel shows the list in place of the chart, or the chart again. Beside each other, it says which one is maximized.
func (m *Model) switchPanel() tea.Cmd {
	m.showsList = !m.showsList
	switch {
	case m.split() == 0:
		return nil
	case m.showsList:
		return m.status(text.Format("%s maximizes the watchlist", m.deps.Key("deck.zoom")))
	}
	return m.status(text.Format("%s maximizes the chart", m.deps.Key("deck.zoom")))
}

// refresh requests the latest prices, unless the service limits the rate.
func (m *Model) refresh() tea.Cmd {
	if m.prices().Backoff() > 0 {
		return desk.Limited(m.deps)
	}
	return tea.Batch(m.prices().Refresh(m.ctx, m.pair), m.comparison.Refresh())
}

// nextScale changes the scale. A comparison always uses percent.
func (m *Model) nextScale() tea.Cmd {
	m.scale = m.scale.Next()
	status := text.Format("scale: %s", text.Clean(m.scale.String()))
	if m.comparison.IsOn() {
		status = text.Format("%s (not applied: the comparison with other pairs uses percent)", status)
	}
	return m.status(status)
}

// settle follows what a message or a key has changed.
func (m *Model) settle() tea.Cmd {
	m.followReplay()
	m.layoutList()
	return tea.Batch(m.followList(), m.followDraft(), m.load())
}
