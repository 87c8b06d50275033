// Package pricepanel is the panel of the home screen with the prices of the watched pairs and the price alerts.
package pricepanel

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// maxAlerts is the number of alerts listed below the prices.
const maxAlerts = 4

// Model is the panel.
type Model struct {
	deps *screen.Deps
	Rows table.Model // of the pairs
}

// New returns the panel.
func New(deps *screen.Deps) *Model { return &Model{deps: deps} }

// Pairs returns the watched pairs.
func (m *Model) Pairs() []string {
	if !m.deps.Prices.Available() {
		return nil
	}
	return m.deps.Prices.Watched()
}

// Height returns the height that the panel needs, up to half of the available height; 0 if there are no pairs.
func (m *Model) Height(available int, plain bool) int {
	pairs := len(m.Pairs())
	if pairs == 0 {
		return 0
	}
	_, frame := panel.Frame(plain)
	height := frame + 1 + pairs
	if alerts := len(m.listedAlerts()); alerts > 0 {
		height += 1 + alerts
	}
	return min(height, available/2)
}

// listedAlerts returns the alerts listed below the prices.
func (m *Model) listedAlerts() []store.Alert {
	alerts := m.deps.Prices.AllAlerts()
	return alerts[:min(len(alerts), maxAlerts)]
}

// Layout sizes the table for a panel of this height.
func (m *Model) Layout(height int, plain bool) {
	_, frame := panel.Frame(plain)
	rows := height - frame - 1
	if alerts := len(m.listedAlerts()); alerts > 0 {
		rows -= 1 + alerts
	}
	m.Rows.SetLength(len(m.Pairs()))
	m.Rows.SetHeight(max(rows, 1))
}

// Open opens the selected pair.
func (m *Model) Open() tea.Cmd {
	pair := m.Pairs()[m.Rows.Selected()]
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: pair}})
}

// status returns the status of the prices: a failure if there is one, otherwise the oldest.
func (m *Model) status() load.Status {
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
func (m *Model) Panel(title text.Line, plain bool, width int) panel.Panel {
	th, service := m.deps.Theme, m.deps.Prices
	p := panel.Panel{Title: title, State: m.deps.StateLine(m.status()), Plain: plain}
	frameWidth, _ := panel.Frame(p.Plain)
	if wait := service.Backoff(); wait > 0 {
		p.State = text.In(th.Warn, "rate limited %s", text.Elapsed(wait))
	}
	alerts := m.listedAlerts()
	p.Body = m.Rows.View(th, m.columns(), width-frameWidth, func(i int) []table.Cell { return m.row(m.Pairs()[i]) })
	if len(alerts) > 0 {
		p.Body = append(p.Body, nil)
	}
	for _, alert := range alerts {
		label := text.Format("alert  %s %s", text.Clean(alert.Pair), text.Clean(alert.Condition()))
		state := text.Clean(service.Distance(alert))
		if !alert.Armed && !alert.Fired.IsZero() {
			state = text.Format("alerted %s", text.Ago(alert.Fired, m.deps.Now()))
		}
		p.Body = append(p.Body, text.Line{{Text: label}, {Text: text.Format("   %s", state), Style: th.Faint}})
	}
	return p
}

// columns fits the columns to their contents, so that numbers are never cut.
func (m *Model) columns() []table.Column {
	columns := []table.Column{
		{Title: text.Const("PAIR"), Width: 9}, {Title: text.Const("LAST"), Width: 6, Right: true}, {Title: text.Const("24H"), Width: 6, Right: true}, {Title: text.Const("LOW–HIGH 24H"), Width: 12, Rank: 2, Flex: true},
	}
	for _, pair := range m.Pairs() {
		if _, priced := m.deps.Prices.Latest(pair); !priced {
			continue // its row has an error text, which may be cut
		}
		for i, cell := range m.row(pair) {
			columns[i].Width = max(columns[i].Width, text.Width(cell.Text))
		}
	}
	return columns
}

// row returns the cells of a pair.
func (m *Model) row(pair string) []table.Cell {
	th := m.deps.Theme
	latest, ok := m.deps.Prices.Latest(pair)
	if !ok {
		status := m.deps.Prices.Status(pair)
		state := table.Cell{Text: status.Text(), Style: th.Faint}
		if status.Err != nil {
			state = table.Cell{Text: m.deps.Prices.Explain(status.Err).Reason, Style: th.Bad}
		}
		return []table.Cell{{Text: text.Clean(pair)}, state}
	}
	change := table.Cell{Text: prices.Change(latest.Change24h)}
	switch prices.Sign(latest.Change24h) {
	case 1:
		change.Style = th.Up
	case -1:
		change.Style = th.Down
	}
	return []table.Cell{
		{Text: text.Clean(pair)}, {Text: prices.Digits(latest.Price)}, change,
		{Text: text.Format("%s–%s", compactPrice(latest.Low24h), compactPrice(latest.High24h)), Style: th.Faint},
	}
}

// compactPrice omits the fraction of prices of 1,000 or more.
func compactPrice(price string) text.Safe {
	written := prices.Digits(price)
	if whole, _, ok := strings.Cut(written.String(), "."); ok && strings.Contains(whole, ",") {
		return text.Clean(whole)
	}
	return written
}
