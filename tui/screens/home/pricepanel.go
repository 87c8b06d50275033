// pricepanel.go is the panel of the home screen with the prices of the watched pairs and the price alerts.

package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxAlerts is the number of alerts listed below the prices.
const maxAlerts = 4

// pricePanel is the panel.
type pricePanel struct {
	deps *screen.Deps
	List *desk.Watchlist

	width int // of the body
}

// newPricePanel returns the panel.
func newPricePanel(deps *screen.Deps) *pricePanel {
	return &pricePanel{deps: deps, List: desk.NewWatchlist(deps, "")}
}

// Bindings are the keys of the panel.
var Bindings = screen.Lift(desk.PortfolioBindings, func(m *pricePanel) *screen.Deps { return m.deps })

// Pairs returns the watched pairs.
func (m *pricePanel) Pairs() []string {
	if !m.deps.Prices.Available() {
		return nil
	}
	return m.deps.Prices.Watched()
}

// Height returns the height that the panel needs, up to half of the available height; 0 if there are no pairs.
func (m *pricePanel) Height(available int) int {
	rows := m.List.Rows()
	if rows == 0 {
		return 0
	}
	_, height := pane.Area{Height: 1 + rows}.Outer()
	if below := m.below(); below > 0 {
		height += 1 + below
	}
	return min(height, available/2)
}

// below returns the number of lines below the prices.
func (m *pricePanel) below() int {
	return len(m.listedAlerts()) + len(desk.TotalLines(m.deps, m.width))
}

// listedAlerts returns the alerts listed below the prices.
func (m *pricePanel) listedAlerts() []store.Alert {
	alerts := m.deps.Prices.AllAlerts()
	return alerts[:min(len(alerts), maxAlerts)]
}

// Layout sizes the list.
func (m *pricePanel) Layout(room pane.Area) {
	rows := room.Height
	if below := m.below(); below > 0 {
		rows -= 1 + below
	}
	m.width = room.Width
	m.List.SetSize(room.Width, max(rows, 2))
}

// Open opens the selected pair.
func (m *pricePanel) Open() tea.Cmd {
	pair := m.List.Current()
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: pair}})
}

// status returns the status of the prices: a failure if there is one, otherwise the oldest.
func (m *pricePanel) status() load.Status {
	var worst load.Status
	for i, pair := range m.Pairs() {
		status := m.deps.Prices.Status(pair)
		if i == 0 || worst.Err == nil && (status.Err != nil || status.Age > worst.Age) {
			worst = status
		}
	}
	return worst
}

// Panel draws the latest prices and the alerts.
func (m *pricePanel) Panel(title text.Line) widget.Panel {
	th, service := m.deps.Theme, m.deps.Prices
	p := widget.Panel{Title: title, State: m.deps.StateLine(m.status())}
	if service.OnChain() {
		p.State = append(text.In(th.Faint, "on-chain feed, no key  "), p.State...)
	}
	if wait := service.Backoff(); wait > 0 {
		p.State = text.In(th.Warn, "rate limited %s", text.Elapsed(wait))
	}
	alerts := m.listedAlerts()
	p.Body = m.List.Lines()
	if m.below() > 0 {
		p.Body = append(p.Body, nil)
	}
	p.Body = append(p.Body, desk.TotalLines(m.deps, m.width)...)
	for _, alert := range alerts {
		label := text.Format("alert  %s %s", text.Clean(alert.Pair), text.Clean(alert.Condition))
		p.Body = append(p.Body, text.Line{{Text: label}, {Text: text.Format("   %s", desk.AlertState(m.deps, alert)), Style: th.Faint}})
	}
	return p
}
