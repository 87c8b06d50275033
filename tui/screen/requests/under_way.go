package requests

import (
	"slices"

	"foredeck/client/transport"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// waiting is the code of a request that has not ended.
const waiting text.Safe = "..."

// pullUnderWay takes the requests that have not ended, of those that are looked at.
func (m *Model) pullUnderWay() {
	before := len(m.shownUnderWay())
	m.underWay = slices.DeleteFunc(m.deps.Requests.UnderWay(), func(exchange transport.Exchange) bool {
		return m.failedOnly || !m.listsCalled(&exchange, waiting)
	})
	slices.Reverse(m.underWay)
	if len(m.shownUnderWay()) != before {
		m.lay()
	}
}

// shownUnderWay are those of them that have a row: they leave most of the list to the others.
func (m *Model) shownUnderWay() []transport.Exchange {
	return m.underWay[:min(len(m.underWay), m.layout().list/3)]
}

// underWayLines are the titles and their rows, above the others. One cannot go to them: there is nothing to be seen of their answers.
func (m *Model) underWayLines(width int) []text.Line {
	shown, now := m.shownUnderWay(), m.deps.Now()
	var rows table.Model
	rows.SetLength(len(shown))
	rows.SetHeight(len(shown))
	rows.SetBlurred(true)
	lines := rows.View(m.deps.Theme, columns, width, func(i int) []table.Cell {
		took := milliseconds(now.Sub(shown[i].Started)) + " ms"
		return m.cells(&shown[i], table.Cell{Text: waiting, Style: m.deps.Theme.Accent}, took, text.None)
	})
	for i, line := range lines[1:] {
		line[0].Text = text.Spaces(text.Width(line[0].Text)) // none of them is selected
		lines[i+1] = line.WithHit(nil)
	}
	return lines
}
