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

// maxAlerts is the number of alerts listed below the prices.
const maxAlerts = 4

// pairs returns the watched pairs.
func (m *Model) pairs() []string {
	if !m.deps.Prices.Available() {
		return nil
	}
	return m.deps.Prices.Watched()
}

// pricesHeight returns the height of the prices panel for the available height; 0 if there are no pairs.
func (m *Model) pricesHeight(room int) int {
	pairs := len(m.pairs())
	if pairs == 0 {
		return 0
	}
	_, frame := panel.Frame(m.size.Plain())
	height := frame + 1 + pairs
	if alerts := len(m.listedAlerts()); alerts > 0 {
		height += 1 + alerts
	}
	return min(height, room/2)
}

// listedAlerts returns the alerts listed below the prices.
func (m *Model) listedAlerts() []store.Alert {
	alerts := m.deps.Prices.AllAlerts()
	return alerts[:min(len(alerts), maxAlerts)]
}

// priceRowsHeight returns the number of price rows in a panel of this height.
func (m *Model) priceRowsHeight(height int) int {
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

// pricesStatus returns the status of the prices: a failure if there is one, otherwise the oldest.
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

// pricesPanel shows the latest prices and the alerts.
func (m *Model) pricesPanel(width int) panel.Panel {
	th, service := m.deps.Theme, m.deps.Prices
	p := panel.Panel{Title: m.title("Prices", areaPrices), State: m.deps.StateLine(m.pricesStatus()), Plain: m.size.Plain()}
	frameWidth, _ := panel.Frame(p.Plain)
	if wait := service.Backoff(); wait > 0 {
		p.State = text.In(th.Warn, "waiting "+text.Elapsed(wait))
	}
	alerts := m.listedAlerts()
	p.Body = m.priceRows.View(th, m.priceColumns(), width-frameWidth, func(i int) []table.Cell { return m.priceRow(m.pairs()[i]) })
	if len(alerts) > 0 {
		p.Body = append(p.Body, nil)
	}
	for _, alert := range alerts {
		label := "alert  " + text.Clean(alert.Pair) + " " + text.Clean(alert.Condition())
		state := text.Safe(service.Distance(alert))
		if !alert.Armed && !alert.Fired.IsZero() {
			state = "told " + text.Age(alert.Fired, m.deps.Now())
		}
		p.Body = append(p.Body, text.Line{{Text: label}, {Text: "   " + state, Style: th.Faint}})
	}
	return p
}

// priceColumns fits the columns to their contents, so that numbers are never cut.
func (m *Model) priceColumns() []table.Column {
	columns := []table.Column{
		{Title: "PAIR", Width: 9}, {Title: "LAST", Width: 6, Right: true}, {Title: "24H", Width: 6, Right: true}, {Title: "LOW–HIGH 24H", Width: 12, Rank: 2, Flex: true},
	}
	for _, pair := range m.pairs() {
		if _, priced := m.deps.Prices.Latest(pair); !priced {
			continue // its row has an error text, which may be cut
		}
		for i, cell := range m.priceRow(pair) {
			columns[i].Width = max(columns[i].Width, text.Width(cell.Text))
		}
	}
	return columns
}

// priceRow returns the cells of a pair.
func (m *Model) priceRow(pair string) []table.Cell {
	th := m.deps.Theme
	latest, ok := m.deps.Prices.Latest(pair)
	if !ok {
		status := m.deps.Prices.Status(pair)
		state := table.Cell{Text: status.Words(), Style: th.Faint}
		if status.Err != nil {
			state = table.Cell{Text: m.deps.Prices.Explain(status.Err).Reason, Style: th.Bad}
		}
		return []table.Cell{{Text: text.Clean(pair)}, state}
	}
	style := map[int]theme.Style{1: th.Up, -1: th.Down}[prices.Sign(latest.Change24h)]
	return []table.Cell{
		{Text: text.Clean(pair)}, {Text: prices.Digits(latest.Price)}, {Text: prices.Change(latest.Change24h), Style: style},
		{Text: compactPrice(latest.Low24h) + "–" + compactPrice(latest.High24h), Style: th.Faint},
	}
}

// compactPrice omits the fraction of prices of 1,000 or more.
func compactPrice(price string) text.Safe {
	written := prices.Digits(price)
	if whole, _, ok := strings.Cut(string(written), "."); ok && strings.Contains(whole, ",") {
		return text.Safe(whole)
	}
	return written
}
