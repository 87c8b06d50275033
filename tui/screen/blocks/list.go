package blocks

import (
	"fmt"
	"time"

	"foredeck/theme"
	"foredeck/tui/blockindex"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// notice stands above the rows: why there are none.
func (m *Model) notice() []text.Line {
	th := m.deps.Theme
	switch {
	case m.chain.Len() > 0:
		return nil
	case m.size.Class >= screen.Compact: // the panel of the head says it
		return nil
	case m.failure() != nil:
		return m.deps.FailureLines(m.failure())
	case m.head.Loading():
		return []text.Line{text.In(th.Accent, m.searching())}
	}
	return nil
}

// listPanel is the blocks, the newest first.
func (m *Model) listPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.Plain())
	p := panel.Panel{Title: text.In(th.Strong, "Blocks"), State: m.held(), Plain: m.size.Plain(), Body: m.notice()}
	if m.chain.Len() == 0 {
		if m.failure() != nil && m.size.Class >= screen.Compact {
			p.Body = m.hopeless()
		}
		return p
	}
	if p.Plain {
		p.State = m.state()
	}
	lines := m.rows.View(th, m.columns(), width-frame, m.cells)
	for i := 1; i < len(lines); i++ { // what is no block takes the line as a whole
		at := m.rows.First() + i - 1
		if row := m.chain.Row(at); row.Kind != blockindex.Block {
			said := *lines[i][0].Announcement
			said.Text = nil // what it says is drawn whole
			lines[i] = m.between(row, at == m.rows.Selected(), width-frame).WithHit(lines[i][0].Hit).WithAnnouncement(&said)
		}
	}
	p.Body = append(m.searchLines(width-frame), lines...)
	return p
}

// hopeless says what can be done where nothing can be followed.
func (m *Model) hopeless() []text.Line {
	th := m.deps.Theme
	lines := []text.Line{text.In(th.Faint, "everything else goes on without blocks")}
	if m.deps.Explain(m.failure()).Kind == load.NotFound {
		lines = []text.Line{
			text.In(th.Faint, "a height that the node holds leads to the others:"),
			text.In(th.Faint, "open it with : and its number, come back, and press r"),
		}
	}
	return lines
}

// held is how many rows are here.
func (m *Model) held() text.Line {
	th := m.deps.Theme
	words := text.Integer(uint64(m.chain.Len())) + " rows"
	if m.read.Loading() {
		words += ", asking for more"
	} else if m.ended {
		words += ", end"
	}
	return text.In(th.Faint, words)
}

// columns are those of the list. In small windows the votes stand before the author.
func (m *Model) columns() []table.Column {
	height := 8
	if newest, _ := m.chain.Newest(); newest != nil {
		height = max(height, text.Width(text.Integer(newest.Height)))
	}
	author := table.Column{Title: "AUTHOR", Width: 9, Flex: true, Rank: 2}
	columns := []table.Column{{Title: "HEIGHT", Width: height}, {Title: "AGE", Width: 5, Rank: 1}, {Title: "GAP", Width: 5}}
	if m.size.Plain() {
		return append(columns, table.Column{Title: "VOTES", Width: 6}, author)
	}
	return append(columns, table.Column{Title: "ROUND", Width: 9, Rank: 3}, author, table.Column{Title: "VOTES", Width: 6}, table.Column{Title: "BATCH", Width: 5, Rank: 4})
}

// age is how old a block is, in five columns.
func (m *Model) age(row *blockindex.Row) text.Safe {
	at, ok := row.Time()
	if !ok {
		return text.None
	}
	now := m.deps.Now()
	switch age := now.Sub(at); {
	case age >= 24*time.Hour:
		return text.Safe(m.deps.Local(at).Format("01-02"))
	case age >= 10*time.Minute && age < time.Hour:
		return text.Elapsed(age)
	}
	return text.Age(at, now)
}

// votes is how many of how many voted.
func votes(row *blockindex.Row) text.Safe { return blockindex.FormatVotes(row) }

func (m *Model) cells(i int) []table.Cell {
	th, row, watch := m.deps.Theme, m.chain.Row(i), &m.chain.Watch
	if row.Kind != blockindex.Block {
		return nil
	}
	gap := table.Cell{Text: text.None, Style: th.Faint}
	if took, ok := m.chain.Gap(row); ok {
		gap = table.Cell{Text: blockindex.FormatSeconds(took)}
		if watch.IsSlow(took) {
			gap = table.Cell{Text: gap.Text + "!", Style: th.Warn}
		}
	}
	voted := table.Cell{Text: votes(row)}
	switch {
	case row.Missed(watch.MemberIndex()):
		voted = table.Cell{Text: voted.Text + "×", Style: th.Bad}
	case watch.HasFewVotes(row):
		voted = table.Cell{Text: voted.Text + "!", Style: th.Warn}
	}
	author := m.deps.Author(row.Author, 20)
	cells := []table.Cell{{Text: text.Integer(row.Height)}, {Text: m.age(row), Style: th.Faint}, gap}
	if m.size.Plain() {
		return append(cells, voted, table.Cell{Text: author.Text, Style: author.Style})
	}
	batches := table.Cell{Text: text.None, Style: th.Faint}
	if row.Batches >= 0 {
		batches = table.Cell{Text: text.Integer(uint64(row.Batches))}
	}
	return append(cells, m.round(row), table.Cell{Text: author.Text, Style: author.Style}, voted, batches)
}

// round is the round of a block, with how many before it have none.
func (m *Model) round(row *blockindex.Row) table.Cell {
	if !row.HasRound() {
		return table.Cell{Text: text.None, Style: m.deps.Theme.Faint}
	}
	if skipped := m.chain.Skipped(row); skipped > 0 {
		return table.Cell{Text: text.Integer(row.Round) + " +" + text.Integer(skipped), Style: m.deps.Theme.Warn}
	}
	return table.Cell{Text: text.Integer(row.Round)}
}

// between is a row that is no block: heights that were not asked for, or the rule of an epoch.
func (m *Model) between(row *blockindex.Row, selected bool, width int) text.Line {
	th := m.deps.Theme
	words, style := "── epoch "+text.Integer(row.Epoch)+" ──", th.Border
	if row.Kind == blockindex.Hole {
		blocks := text.Safe(" blocks")
		if row.Missing() == 1 {
			blocks = " block"
		}
		words, style = "— "+text.Integer(row.Missing())+blocks+" not asked —", th.Warn
	}
	pointer := text.Safe("  ")
	if selected {
		pointer = "▸ "
		style = theme.Style{}
	}
	line := text.Line{{Text: pointer}, {Text: words, Style: style}}.Fit(width)
	if selected {
		line = line.In(th.Selected)
	}
	return line
}

// rowLine is a block in a line: 48,211,907  0x7d1e…aa  round 91,044  40 of 41 voted.
func (m *Model) rowLine(row *blockindex.Row) text.Line {
	if row.Kind != blockindex.Block {
		return m.between(row, false, m.size.Width)
	}
	line := text.Line{{Text: text.Integer(row.Height) + "  "}, m.deps.Author(row.Author, 20)}
	if row.HasRound() {
		line = append(line, text.Span{Text: "  round " + text.Integer(row.Round)})
	}
	if row.Members > 0 {
		line = append(line, text.Span{Text: text.Safe(fmt.Sprintf("  %d of %d voted", row.Votes, row.Members))})
	}
	return line
}
