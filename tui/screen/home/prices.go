package home

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// mostAlerts bounds the alerts that are listed below the prices.
const mostAlerts = 4

// pairs are those whose prices are watched.
func (m *Model) pairs() []string {
	if !m.deps.Prices.Available() {
		return nil
	}
	return m.deps.Prices.Watched()
}

// pricesHeight is the height of the panel of prices in so much room; 0: there is none to be shown.
func (m *Model) pricesHeight(room int) int {
	pairs := len(m.pairs())
	if pairs == 0 {
		return 0
	}
	_, frame := panel.Frame(m.size.Plain())
	wanted := frame + 1 + pairs
	if alerts := len(m.listedAlerts()); alerts > 0 {
		wanted += 1 + alerts
	}
	return min(wanted, room/2)
}

// listedAlerts are the alerts listed below the prices.
func (m *Model) listedAlerts() []store.Alert {
	alerts := m.deps.Prices.AllAlerts()
	return alerts[:min(len(alerts), mostAlerts)]
}

// priceRoom is the number of rows of prices in a panel of this height.
func (m *Model) priceRoom(height int) int {
	_, frame := panel.Frame(m.size.Plain())
	room := height - frame - 1
	if alerts := len(m.listedAlerts()); alerts > 0 {
		room -= 1 + alerts
	}
	return max(room, 1)
}

// openPrice opens the selected pair.
func (m *Model) openPrice() tea.Cmd {
	pair := m.pairs()[m.priceRows.Selected()]
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: pair}})
}

// pricesStatus is how the newest looks went: a failure before all else, then the one that is longest ago.
func (m *Model) pricesStatus() load.Status {
	var worst load.Status
	for i, pair := range m.pairs() {
		status := m.deps.Prices.Status(pair)
		if i == 0 || worst.Err == nil && (status.Err != nil || status.Age > worst.Age) {
			worst = status
		}
	}
	return worst
}

// pricesPanel is the newest prices of the watched pairs, and the alerts.
func (m *Model) pricesPanel(width int) panel.Panel {
	th, deals := m.deps.Theme, m.deps.Prices
	p := panel.Panel{Title: m.title("Prices", areaPrices), State: m.deps.StateLine(m.pricesStatus()), Plain: m.size.Plain()}
	frameWidth, _ := panel.Frame(p.Plain)
	if wait := deals.Backoff(); wait > 0 {
		p.State = text.In(th.Warn, "waiting "+text.Elapsed(wait))
	}
	alerts := m.listedAlerts()
	p.Body = m.priceRows.View(th, m.priceColumns(), width-frameWidth, func(i int) []table.Cell { return m.priceRow(m.pairs()[i]) })
	if len(alerts) > 0 {
		p.Body = append(p.Body, nil)
	}
	for _, alert := range alerts {
		words := "alert  " + text.Clean(alert.Pair) + " " + text.Clean(alert.Condition())
		state := text.Safe(deals.Distance(alert))
		if !alert.Armed && !alert.Fired.IsZero() {
			state = "told " + text.Age(alert.Fired, m.deps.Now())
		}
		p.Body = append(p.Body, text.Line{{Text: words}, {Text: "   " + state, Style: th.Faint}})
	}
	return p
}

// priceColumns are as wide as what stands in them: a number is shown whole or not at all.
func (m *Model) priceColumns() []table.Column {
	columns := []table.Column{
		{Title: "PAIR", Width: 9}, {Title: "LAST", Width: 6, Right: true}, {Title: "24H", Width: 6, Right: true}, {Title: "LOW–HIGH 24H", Width: 12, Rank: 2, Flex: true},
	}
	for _, pair := range m.pairs() {
		if _, priced := m.deps.Prices.Latest(pair); !priced {
			continue // words in the place of numbers, which can be cut
		}
		for i, cell := range m.priceRow(pair) {
			columns[i].Width = max(columns[i].Width, text.Width(cell.Text))
		}
	}
	return columns
}

// priceRow is what is known of a pair, or why nothing is.
func (m *Model) priceRow(pair string) []table.Cell {
	th := m.deps.Theme
	latest, ok := m.deps.Prices.Latest(pair)
	if !ok {
		status := m.deps.Prices.Status(pair)
		why := table.Cell{Text: status.Words(), Style: th.Faint}
		if status.Err != nil {
			why = table.Cell{Text: m.deps.Prices.Explain(status.Err).Reason, Style: th.Bad}
		}
		return []table.Cell{{Text: text.Clean(pair)}, why}
	}
	style := map[int]theme.Style{1: th.Up, -1: th.Down}[prices.Sign(latest.Change24h)]
	return []table.Cell{
		{Text: text.Clean(pair)}, {Text: prices.Digits(latest.Price)}, {Text: prices.Change(latest.Change24h), Style: style},
		{Text: brief(latest.Low24h) + "–" + brief(latest.High24h), Style: th.Faint},
	}
}

// brief is a price without its fraction where that is the lesser part of it: over a thousand.
func brief(price string) text.Safe {
	written := prices.Digits(price)
	if whole, _, ok := strings.Cut(string(written), "."); ok && strings.Contains(whole, ",") {
		return text.Safe(whole)
	}
	return written
}
