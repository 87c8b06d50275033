package view

import (
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

const (
	timeWidth, tookWidth = 11, 8
	// leastWith and leastValue are the widths that the columns of the arguments and of the value keep beside each other.
	leastWith, leastValue = 12, 16
	// runGaps is the width of what stands between the columns of the runs, with the pointer.
	runGaps = 8
)

// runColumns are the columns of the runs. The arguments get what the values in sight leave.
func (m *Model) runColumns(width int) []table.Column {
	value, with := leastValue, leastWith
	for i := m.rows.First(); i < min(m.rows.First()+m.rows.Height(), len(m.runs)); i++ {
		cells := m.runRow(i)
		value, with = max(value, text.Width(cells[1].Text)), max(with, text.Width(cells[3].Text))
	}
	room := width - timeWidth - tookWidth - runGaps
	with = max(min(with, max(room-value, room/3)), leastWith)
	return []table.Column{
		{Title: "TIME", Width: timeWidth}, {Title: "VALUE", Width: leastValue, Flex: true}, {Title: "TOOK", Width: tookWidth, Right: true, Rank: 2},
		{Title: "WITH", Width: with, Rank: 1},
	}
}

func (m *Model) runRow(i int) []table.Cell {
	th, run := m.deps.Theme, &m.runs[i]
	outcome := m.outcome(run)[0]
	value := table.Cell{Text: outcome.Text, Style: outcome.Style}
	if run.Err == nil {
		value = table.Cell{Text: render.MoveValues(run.Values, m.deps.NameOf, m.deps.Amounts(run.TypeArguments(m.types)))}
	}
	with := table.Cell{Text: m.savedName(run), Style: th.Accent}
	if with.Text == "" {
		with = table.Cell{Text: written(run), Style: th.Faint}
	}
	return []table.Cell{{Text: m.when(run.At), Style: th.Faint}, value, {Text: text.Latency(run.Took), Style: th.Faint}, with}
}

// written is the inputs of a run as they were typed.
func written(run *screen.ViewRun) text.Safe {
	inputs := make([]text.Safe, 0, len(run.Inputs))
	for _, typed := range run.Inputs {
		inputs = append(inputs, text.Short(text.Bounded(typed)))
	}
	return joined(inputs)
}
