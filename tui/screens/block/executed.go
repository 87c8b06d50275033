package block

import (
	"cmp"
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// isExecuted reports whether the block came without a certificate.
func (m *Model) isExecuted() bool {
	return m.block != nil && m.block.Certificate == nil && m.block.Statistics != nil
}

// tabs returns the tabs that the node has contents for.
func (m *Model) tabs() []tab {
	switch {
	case m.isExecuted():
		return []tab{tabTransactions, tabStatistics, tabRaw}
	case m.deps.Node.HasExecutedBlocks():
		return []tab{tabTransactions, tabStatistics, tabBatches, tabPayload, tabRaw}
	}
	return []tab{tabBatches, tabPayload, tabRaw}
}

// resetTab selects the first tab if the node does not have the current one.
func (m *Model) resetTab() {
	if tabs := m.tabs(); !slices.Contains(tabs, m.tab) {
		m.tab = tabs[0]
	}
}

func (m *Model) needsTransactions() bool {
	return m.block != nil && (m.tab == tabTransactions || m.tab == tabStatistics)
}

// loadTransactions requests the transactions of the block unless they are loaded.
func (m *Model) loadTransactions() tea.Cmd {
	if !m.needsTransactions() || m.executed != nil || m.executedState.Loading() {
		return nil
	}
	node, height := m.deps.Node, m.height
	return m.executedState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		return node.Block(ctx, height, client.WithTransactions())
	})
}

// setTransactions shows the transactions of the block.
func (m *Model) setTransactions(msg load.Result[client.Block]) {
	if msg.Err != nil {
		return // the tab shows the error
	}
	m.executed = &msg.Value
	for i := range m.executed.Transactions {
		m.deps.Seen.Add(&m.executed.Transactions[i])
	}
	m.transactions.SetLength(len(m.executed.Transactions))
	isOfUser := func(t client.Transaction) bool { return shortType(t.Type) == text.Const("user") }
	m.transactions.Select(max(slices.IndexFunc(m.executed.Transactions, isOfUser), 0)) // the first is the chain's own
}

// transaction returns the selected transaction, or nil.
func (m *Model) transaction() *client.Transaction {
	if at := m.transactions.Selected(); m.executed != nil && at < len(m.executed.Transactions) {
		return &m.executed.Transactions[at]
	}
	return nil
}

func (m *Model) inTransactions() bool {
	return m.isLoaded() && m.focus == areaTabs && m.tab == tabTransactions && m.transaction() != nil
}

// ranged returns the list of transactions if it has the focus.
func (m *Model) ranged() *widget.Table {
	if !m.inTransactions() {
		return nil
	}
	return &m.transactions
}

func (m *Model) openTransaction() tea.Cmd {
	return m.deps.Post(screen.OpenTransactionMsg{Record: m.transaction()})
}

// transactionLines lists the transactions in order of execution.
func (m *Model) transactionLines() []text.Line {
	th := m.deps.Theme
	if m.executed == nil {
		return m.executedLines()
	}
	if len(m.executed.Transactions) == 0 {
		return []text.Line{text.In(th.Faint, "the node lists no transactions of this block")}
	}
	columns := []widget.Column{
		{Title: text.Const("#"), Width: 3, Right: true, Rank: 4}, {Title: text.Const("STATUS"), Width: 9}, {Title: text.Const("TYPE"), Width: 6, Rank: 3},
		{Title: text.Const("FUNCTION"), Width: 24, Flex: true, Shorten: text.Function}, {Title: text.Const("SENDER"), Width: 13, Rank: 2}, {Title: text.Const("GAS"), Width: 7, Right: true, Rank: 1},
		{Title: text.Const("HASH"), Width: 11, Rank: 5},
	}
	m.Mark()
	return m.transactions.View(th, columns, m.tabsRoom.Width, func(i int) []widget.Cell {
		t := &m.executed.Transactions[i]
		sender := text.None
		if t.Sender != nil {
			if sender = m.deps.Names.Of(*t.Sender); sender.IsEmpty() {
				sender = text.Short(text.Clean(t.Sender.String()))
			}
		}
		return []widget.Cell{
			{Text: text.Integer(uint64(i)), Style: th.Faint}, {Text: render.Status(t.Status), Style: render.StatusStyle(th, t.Status)},
			{Text: shortType(t.Type), Style: th.Faint}, {Text: render.Call(t)}, {Text: sender}, {Text: render.Number(t.GasUsed), Style: m.deps.GasStyle(t.GasUsed, t.MaxGasAmount)},
			{Text: text.Short(text.Clean(t.Hash)), Style: th.Faint, Page: m.deps.TransactionPage(t.Hash)},
		}
	})
}

// shortType returns the type of a transaction as filters name it.
func shortType(sent string) text.Safe {
	switch client.TransactionType(sent) {
	case client.AutomatedType:
		return text.Const("auto")
	case client.BlockMetadataType:
		return text.Const("meta")
	case client.AutomationRecordType:
		return text.Const("record")
	}
	return text.Clean(cmp.Or(sent, "user")) // version 2 lists users only and sends no type
}

// executedLines replaces the contents of a tab while the transactions are not loaded.
func (m *Model) executedLines() []text.Line {
	status := m.executedState.Status(m.deps.Now())
	if spinner := m.deps.Spinner(status, text.Const("transactions")); spinner != nil {
		return []text.Line{spinner}
	}
	return m.deps.FailureLines(status.Err)
}

// statisticsLines shows the figures of the execution.
func (m *Model) statisticsLines() []text.Line {
	th, s := m.deps.Theme, m.block.Statistics
	if s == nil && m.executed != nil {
		s = m.executed.Statistics
	}
	if s == nil && m.executed == nil {
		return m.executedLines()
	}
	if s == nil {
		return []text.Line{render.NotGiven.In(th.Faint)}
	}
	var lines []text.Line
	for _, figure := range [...]struct {
		label text.Safe
		value *uint64
		unit  text.Safe
	}{
		{text.Const("users"), s.UserTransactions, text.Const("transactions")}, {text.Const("automated"), s.AutomatedTransactions, text.Const("transactions")},
		{text.Const("records"), s.AutomationRecords, text.Const("of automation tasks")},
		{text.Const("user gas"), s.UserGasUsed, text.Const("units")}, {text.Const("auto gas"), s.AutomatedGasUsed, text.Const("units")},
		{text.Const("low price"), s.MinGasPrice, text.Const("a unit")}, {text.Const("high price"), s.MaxGasPrice, text.Const("a unit")},
		{text.Const("auto price"), s.AutomatedGasPrice, text.Const("a unit")},
	} {
		switch {
		case figure.value == nil && figure.unit == text.Const("a unit"): // without transactions there is no price
		case figure.value == nil:
			lines = append(lines, m.line(figure.label, render.NotGiven.In(th.Faint)))
		case *figure.value == 1 && figure.unit == text.Const("transactions"):
			lines = append(lines, m.line(figure.label, text.Line{{Text: text.Const("1")}, {Text: text.Const(" transaction"), Style: th.Faint}}))
		default:
			lines = append(lines, m.line(figure.label, text.Line{{Text: render.Number(figure.value)}, {Text: text.Format(" %s", figure.unit), Style: th.Faint}}))
		}
	}
	return lines
}

// statisticsPanel takes the place of the certificate where there is none.
func (m *Model) statisticsPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Execution"), Body: m.statisticsLines()}
	if row := m.blocks.Block(m.height); row != nil && row.Members > 0 {
		p.Body = append(p.Body, m.line(text.Const("votes"), append(live.FormatVotes(row).In(m.deps.VotesStyle(row)), m.deps.OwnVote(row)...)))
	}
	for _, line := range text.Wrap(m.deps.NoVotes(), room.Width, 2) {
		p.Body = append(p.Body, line.In(th.Hint))
	}
	return p
}
