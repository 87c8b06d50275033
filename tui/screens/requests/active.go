package requests

import (
	"slices"

	"foredeck/client/transport"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// activeCode is the status of a request in progress.
var activeCode text.Safe = text.Const("...")

// pullActive updates the requests in progress that match the filters.
func (m *Model) pullActive() {
	before := len(m.visibleActive())
	m.active = slices.DeleteFunc(m.deps.Loader.Recorder.InFlight(), func(exchange transport.Exchange) bool {
		return m.failedOnly || !m.matchesExchange(&exchange, activeCode)
	})
	slices.Reverse(m.active)
	if len(m.visibleActive()) != before {
		m.layout()
	}
}

// visibleActive returns the requests in progress that get a row, up to a third of the list.
func (m *Model) visibleActive() []transport.Exchange {
	return m.active[:min(len(m.active), m.listHeight/3)]
}

// activeLines draws the column titles and the requests in progress, which cannot be selected.
func (m *Model) activeLines(width int) []text.Line {
	shown, now := m.visibleActive(), m.deps.Now()
	var rows widget.Table
	rows.SetLength(len(shown))
	rows.SetHeight(len(shown))
	rows.SetBlurred(true)
	lines := rows.View(m.deps.Theme, m.columns(), width, func(i int) []widget.Cell {
		return m.cells(&shown[i], widget.Cell{Text: activeCode, Style: m.deps.Theme.Accent}, tookCell(now.Sub(shown[i].Started)), text.None)
	})
	for i, line := range lines[1:] {
		line[0].Text = text.Spaces(text.Width(line[0].Text)) // rows without a pointer
		lines[i+1] = line.WithHit(nil)
	}
	return lines
}
