package blocks

import (
	"math"
	"strings"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// The sizes of the panels beside the list. In a window of three columns the selected block stands between the list and the votes.
const (
	minBlockWindow               = 160 // width of the window that has the narrowest panels
	minBlockWidth, maxBlockWidth = 40, 50
	minVotesWidth, maxVotesWidth = 46, 66
	// timesHeight is the preferred height of the block times, minTimesHeight the lowest.
	timesHeight, minTimesHeight = 16, 12
	// blockHeight is the height of the selected block without the lines of its votes.
	blockHeight = 11
)

// blockWidth returns the width of the panel of the selected block, 0 if it is hidden.
func (m *Model) blockWidth() int {
	if m.size.Class < screen.Huge || m.size.Maximized {
		return 0
	}
	return min(minBlockWidth+(m.size.Width-minBlockWindow)*15/100, maxBlockWidth)
}

// votesWidth returns the width of the votes beside the list.
func (m *Model) votesWidth() int {
	if m.blockWidth() > 0 {
		return min(minVotesWidth+(m.size.Width-minBlockWindow)*6/10, maxVotesWidth)
	}
	return gridWidth(m.size.Width)
}

// hasTimes reports whether the block times and the authors are beside the list, which needs a count.
func (m *Model) hasTimes() bool { return m.mode == modeBlocks && m.blockWidth() > 0 }

// listParts returns the list, and beside it the selected block, the votes, the authors and the block times as far as there is room.
func (m *Model) listParts(list, grid pane.Part, height int) []pane.Part {
	block, votes := m.blockWidth(), m.votesWidth()
	if m.hasTimes() && height >= 2*minTimesHeight {
		grid.Fill = false
		grid.Height = min(m.committeeSize()+legendLines+3, height-minTimesHeight)
		grid.Height = max(min(grid.Height, height-timesHeight), height/2)
	}
	times := pane.Part{Fill: !grid.Fill, Panel: func(room pane.Area) widget.Panel { return m.timesPanel(room, false) }}
	parts := []pane.Part{list, {}, {Width: votes, Inside: pane.Layout{{grid}, {times}}}}
	if block > 0 {
		selected := pane.Part{Height: blockHeight + m.voteLines(pane.Inside(m.size, block, 0).Width), Panel: m.blockPanel}
		parts[1] = pane.Part{Width: block, Inside: pane.Layout{{selected}, {{Fill: true, Panel: m.authorsPanel}}}}
	}
	return parts
}

// voteWidth is the width of a member in the panel of the selected block.
const voteWidth = 5

// voteLines returns the number of lines of the votes for a block in a panel of a width.
func (m *Model) voteLines(width int) int {
	each := max(width/voteWidth, 1)
	return (m.committeeSize() + each - 1) / each
}

// blockPanel describes the selected block: what the list has no room for, and who voted.
func (m *Model) blockPanel(room pane.Area) widget.Panel {
	th, row := m.deps.Theme, m.row()
	p := widget.Panel{Title: text.In(th.Title, "Block")}
	if row == nil || row.Kind != live.Block {
		p.Body = []text.Line{text.In(th.Faint, "no block selected")}
		return p
	}
	p.Title = text.In(th.Title, "Block %s", text.Integer(row.Height))
	fact := func(name text.Safe, value text.Line) {
		p.Body = append(p.Body, append(name.In(th.Faint).Fit(blockLabelWidth), value...).Fit(room.Width))
	}
	none := text.None.In(th.Faint)
	at := none
	if created, ok := row.Time(); ok {
		at = text.Clean(m.deps.Local(created).Format("2006-01-02 15:04:05.000")).Line()
	}
	fact(text.Const("time"), at)
	gap := none
	if took, ok := m.blocks.Gap(row); ok {
		gap = text.Line{{Text: live.FormatSeconds(took), Style: m.deps.GapStyle(took)}, {Text: text.Const(" s after parent"), Style: th.Faint}}
	}
	fact(text.Const("gap"), gap)
	round := none
	if row.HasRound() {
		round = text.Line{{Text: text.Clean(strings.TrimRight(m.round(row).Text.String(), " "))}, {Text: text.Format(" of epoch %s", text.Integer(row.Epoch)), Style: th.Faint}}
	}
	fact(text.Const("round"), round)
	isExecuted := m.deps.IsExecuted()
	if isExecuted {
		fact(text.Const("txs"), text.Line{{Text: m.transactions(row.Users).Text}, {Text: text.Const(" of users  "), Style: th.Faint}, {Text: m.transactions(row.Automated).Text}, {Text: text.Const(" automated"), Style: th.Faint}})
		fact(text.Const("gas"), m.gas(row).Text.Line())
	} else {
		batches := none
		if row.Batches >= 0 {
			batches = text.Integer(uint64(row.Batches)).Line()
		}
		fact(text.Const("batches"), batches)
	}
	author := m.authorCell(row)
	fact(text.Const("author"), shortenAuthor(author.Text, room.Width-blockLabelWidth).In(author.Style))
	if !isExecuted {
		votes := live.FormatVotes(row).In(m.deps.VotesStyle(row))
		if m.deps.Monitor.HasFewVotes(row) {
			votes[0].Text = text.Format("%s!", votes[0].Text)
		}
		fact(text.Const("votes"), votes)
		p.Body = append(p.Body, nil)
		p.Body = append(p.Body, m.blockVotes(row, room.Width)...)
	}
	p.Body = append(p.Body, nil, text.Line{{Text: m.deps.Key("blocks.open"), Style: th.Accent}, {Text: text.Const(" all fields"), Style: th.Hint}})
	for i := range p.Body {
		p.Body[i] = p.Body[i].Silent() // the list announces the selected row
	}
	return p
}

// blockLabelWidth is the width of the labels of the selected block.
const blockLabelWidth = 9

// blockVotes draws a mark per member; those that missed the block are loud.
func (m *Model) blockVotes(row *live.Row, width int) []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	each := max(width/voteWidth, 1)
	for from := 0; from < int(row.Members); from += each {
		var line text.Line
		for member := from; member < min(from+each, int(row.Members)); member++ {
			number, mark := text.Span{Text: live.Member(member), Style: th.Hint}, text.Span{Text: text.Const("·"), Style: th.Plot}
			if row.Missed(member) {
				number.Style, mark = th.Bad, text.Span{Text: text.Const("×"), Style: th.Bad}
			}
			if member == m.deps.Monitor.Member() {
				number.Style = th.Accent
			}
			line = append(line, text.Line{number, mark}.Fit(voteWidth)...)
		}
		lines = append(lines, line)
	}
	return lines
}

// authorsPanel draws the authors of the counted blocks, most blocks first.
func (m *Model) authorsPanel(area pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Authors")}
	c, ok := m.statistics.Value()
	if !ok || c.Blocks == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no blocks to count")}
		return p
	}
	p.State = text.In(th.Faint, "%s blocks", text.Integer(uint64(c.Blocks)))
	most, digits := 0, 1
	for _, author := range c.Authors {
		most, digits = max(most, author.Blocks), max(digits, text.Width(text.Integer(uint64(author.Blocks))))
	}
	for i := range c.Authors[:max(min(len(c.Authors), area.Height), 0)] {
		author := &c.Authors[i]
		name := m.deps.Author(author.Author, authorsNameWidth)
		count := text.Integer(uint64(author.Blocks))
		line := append(text.Line{name}.Fit(authorsNameWidth), text.Span{Text: text.Concat(text.Spaces(max(1+digits-text.Width(count), 1)), count, text.Const(" "))})
		if room := area.Width - line.Width(); room > 0 && most > 0 {
			line = append(line, text.Span{Text: text.Repeat("━", int(math.Round(float64(room*author.Blocks)/float64(most)))), Style: th.Plot})
		}
		p.Body = append(p.Body, line.AnnounceAs(func() text.Safe { return text.Format("%s: %s blocks", name.Text, count) }))
	}
	return p
}

// authorsNameWidth is the width of a name in the panel of the authors.
const authorsNameWidth = 16
