package home

import (
	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Blocks draws the newest blocks, for windows with a third column.
func (m *chainPanel) Blocks(title text.Line, room pane.Area) widget.Panel {
	th, blocks := m.deps.Theme, m.deps.Blocks
	p := widget.Panel{Title: title}
	p.Body = []text.Line{text.In(th.Faint, "HEIGHT        AGE    GAP  VOTES  AUTHOR")}
	for i := 0; i < min(blocks.Len(), max(room.Height-1, 0)); i++ {
		p.Body = append(p.Body, m.blockLine(blocks.Row(i), room.Width))
	}
	if blocks.Len() == 0 {
		p.Body = []text.Line{m.waiting()}
	}
	return p
}

// blockLine draws a row of the newest blocks. What exceeds a limit is a warning.
func (m *chainPanel) blockLine(row *live.Row, width int) text.Line {
	th, limits := m.deps.Theme, m.deps.Monitor
	if row.Kind != live.Block {
		return text.In(th.Hint, "⋯")
	}
	age, ageStyle := text.None, th.Hint
	if at, ok := row.Time(); ok {
		age, ageStyle = text.Age(at, m.deps.Now()), th.Age(m.deps.Now().Sub(at))
	}
	gap, gapStyle := text.None, th.Hint
	if took, ok := m.deps.Blocks.Gap(row); ok {
		gap, gapStyle = live.FormatSeconds(took), th.Text
		if limits.IsSlow(took) {
			gapStyle = th.Warn
		}
	}
	votesStyle := th.Text
	switch {
	case row.Missed(limits.Member()):
		votesStyle = th.Bad
	case limits.HasFewVotes(row):
		votesStyle = th.Warn
	}
	cell := func(s text.Safe, width int) text.Safe { return text.Concat(text.Spaces(width-text.Width(s)), s) }
	line := text.Line{
		{Text: text.Integer(row.Height), Style: m.deps.Marked(m.deps.Blocks.Arrived(row.Height), th.Strong)}, {Text: cell(age, 17-text.Width(text.Integer(row.Height))), Style: ageStyle},
		{Text: cell(gap, 7), Style: gapStyle}, {Text: cell(live.FormatVotes(row), 7), Style: votesStyle}, {Text: text.Const("  ")},
	}
	author := m.deps.Author(row.Author, max(width-line.Width(), 0))
	if author.Style != th.Accent {
		author.Style = th.Faint
	}
	return append(line, author)
}
