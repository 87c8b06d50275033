package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/screen/price"
	"foredeck/tui/text"
)

// openPrices goes to the prices, as they were left where they were looked at before, else to the first pair that is watched.
func (m *Model) openPrices() tea.Cmd {
	if _, here := m.history.current().screen.(*price.Model); here {
		return nil
	}
	for _, v := range m.history.visits {
		if known, ok := v.screen.(*price.Model); ok {
			return m.visit(known)
		}
	}
	if watched := m.deps.Prices.Watched(); len(watched) > 0 {
		return m.visit(price.New(m.deps, watched[0]))
	}
	return m.ask("a pair, such as btc_usdt")
}

// lookAtPrices makes the looks at prices whose time has come, whatever is on the screen: alerts are told everywhere.
func (m *Model) lookAtPrices() tea.Cmd {
	return m.deps.Prices.Tick(load.For(m.ctx, pricesCaller()))
}

// pricesCaller is on whose behalf prices are looked at, whatever is on the screen.
func pricesCaller() load.Caller { return load.Caller{Screen: "prices"} }

// tookPrices takes an answer of the price service, and tells the alerts that came of it.
func (m *Model) tookPrices(msg prices.AnswerMsg) tea.Cmd {
	m.deps.Prices.Handle(msg)
	cmds := []tea.Cmd{m.tell(msg)}
	fired := m.deps.Prices.DrainFired()
	for _, alert := range fired {
		words := text.Clean(alert.Pair) + " " + text.Clean(alert.Condition())
		m.said = screen.StatusMsg{Text: "alert: " + words + ", now " + prices.Digits(alert.Price), Warn: true}
		cmds = append(cmds, m.alert(screen.AlertMsg{Words: words, Kind: "price", Facts: []string{"PAIR=" + alert.Pair, "PRICE=" + string(prices.Digits(alert.Price))}}))
	}
	if len(fired) > 0 {
		cmds = append(cmds, m.deps.Keep())
	}
	return tea.Batch(cmds...)
}

// hush makes the window's title the program's own again: who presses a key has seen it.
func (m *Model) hush() tea.Cmd {
	if !m.rang {
		return nil
	}
	return m.alert(screen.AlertMsg{})
}
