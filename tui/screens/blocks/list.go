package blocks

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// notice explains an empty list.
func (m *Model) notice() []text.Line {
	th := m.deps.Theme
	switch {
	case m.blocks.Len() > 0:
		return nil
	case m.size.Class >= screen.Compact: // shown in the head panel
		return nil
	case m.failure() != nil:
		return m.deps.FailureLines(m.failure())
	case !m.deps.Following().Wait.IsEmpty():
		return []text.Line{m.deps.Following().Wait.In(th.Warn)}
	case m.deps.Following().Searching:
		return []text.Line{m.searchState().In(th.Accent)}
	}
	return nil
}

func (m *Model) listPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: widget.Title(th, text.Const("Blocks"), true), State: m.rowCount(), Body: m.notice()}
	if m.blocks.Len() == 0 {
		if m.failure() != nil && m.size.Class >= screen.Compact {
			p.Body = m.failureAdvice()
		}
		if m.deps.ShowsSkeleton(m.deps.Following().Search) {
			p.Body = append(p.Body, m.rows.Skeleton(th, m.columns(), room.Width)...)
		}
		return p
	}
	if room.Plain {
		p.State = m.state()
	}
	m.Mark()
	lines := m.rows.View(th, m.columns(), room.Width, m.cells)
	for i := 1; i < len(lines); i++ { // markers span the full width
		at := m.rows.First() + i - 1
		if row := m.blocks.Row(at); row.Kind != live.Block {
			announcement := *lines[i][0].Announcement
			announcement.Text = nil // announced as drawn
			lines[i] = m.markerLine(row, at == m.rows.Selected(), room.Width).WithHit(lines[i][0].Hit).WithAnnouncement(&announcement)
		}
	}
	p.Body = append(m.searchLines(room.Width), lines...)
	return p
}

// failureAdvice suggests what to do if following is not possible.
func (m *Model) failureAdvice() []text.Line {
	th := m.deps.Theme
	lines := []text.Line{text.In(th.Faint, "everything else works without blocks")}
	if m.deps.Explain(m.failure()).Kind == load.NotFound {
		lines = []text.Line{
			text.In(th.Faint, "to find the newest block, open any block by height"),
			text.In(th.Faint, "with %s, come back and press %s", m.deps.Key("deck.commands"), m.deps.Key("deck.refresh")),
		}
	}
	return lines
}

func (m *Model) rowCount() text.Line {
	th := m.deps.Theme
	count := text.Format("%s rows", text.Integer(uint64(m.blocks.Len())))
	if m.missing.Loading() {
		count = text.Format("%s, loading more", count)
	} else if m.reachedEnd {
		count = text.Format("%s, end", count)
	}
	return count.In(th.Faint)
}

// columns returns the columns of the list. The author comes last, so that the numbers stay together in wide windows.
func (m *Model) columns() []widget.Column {
	height, round := 0, len("ROUND")
	if newest, _ := m.blocks.Newest(); newest != nil {
		height = text.Width(text.Integer(newest.Height))
		if newest.Round != nil {
			round = max(round, text.Width(text.Integer(*newest.Round)))
		}
	}
	of := func(name string, width, rank int) widget.Column {
		column := pane.Of(m.declared.Named(name), rank).Column
		column.Width = max(column.Width, width)
		return column
	}
	rounds, author := of("round", round+skippedWidth, 3), of("author", minAuthorWidth, 2)
	rounds.Title = text.Concat(rounds.Title, text.Spaces(skippedWidth))
	author.Flex, author.Shorten = true, shortenAuthor
	columns := []widget.Column{of("height", height, 0), of("age", 0, 1), of("gap", 0, 0), rounds}
	if m.deps.IsExecuted() {
		return append(columns, of("txs", 0, 0), of("auto", 0, 5), of("gas", 0, 4), author)
	}
	columns = append(columns, of("votes", max(6, 2*len(strconv.Itoa(m.committeeSize()))+2), 0)) // 185/200×
	if m.showsBatches() {
		columns = append(columns, of("batches", 0, 4))
	}
	if m.joinsFigures() {
		columns = append(columns, of("txs", 0, 5), of("gas", 0, 6))
	}
	return append(columns, author)
}

// showsBatches reports whether the list has a column of batches.
func (m *Model) showsBatches() bool { return !m.size.IsPlain() && m.deps.HasBatches() }

// age formats the age of a block in five columns.
func (m *Model) age(row *live.Row) text.Safe {
	at, ok := row.Time()
	if !ok {
		return text.None
	}
	now := m.deps.Now()
	if age := now.Sub(at); age >= 10*time.Minute {
		return text.Elapsed(age)
	}
	return text.Age(at, now)
}

func (m *Model) cells(i int) []widget.Cell {
	th, row, limits := m.deps.Theme, m.blocks.Row(i), m.deps.Monitor
	if row.Kind != live.Block {
		return nil
	}
	gap := widget.Cell{Text: text.None, Style: th.Faint}
	if took, ok := m.blocks.Gap(row); ok {
		gap = widget.Cell{Text: text.Format("%s ", live.FormatSeconds(took)), Style: m.deps.GapStyle(took)} // the mark of a slow block does not move the digits
		if limits.IsSlow(took) {
			gap.Text = text.Format("%s!", live.FormatSeconds(took))
		}
	}
	voted := widget.Cell{Text: live.FormatVotes(row), Style: m.deps.VotesStyle(row)}
	switch {
	case row.Missed(limits.Member()):
		voted = widget.Cell{Text: text.Format("%s×", voted.Text), Style: th.Bad}
	case limits.HasFewVotes(row):
		voted.Text = text.Format("%s!", voted.Text)
	}
	author := m.authorCell(row)
	height := widget.Cell{Text: text.Integer(row.Height), Page: m.deps.BlockPage(&row.Height)}
	if i == 0 {
		height.Style = th.Strong
	}
	height.Style = m.deps.Marked(m.blocks.Arrived(row.Height), height.Style)
	cells := []widget.Cell{height, {Text: m.age(row), Style: m.deps.BlockAgeStyle(row)}, gap, m.round(row)}
	if m.deps.IsExecuted() {
		return append(cells, m.transactions(row.Users), m.transactions(row.Automated), m.gas(row), author)
	}
	cells = append(cells, voted)
	if m.showsBatches() {
		batches := widget.Cell{Text: text.None, Style: th.Faint}
		if row.Batches >= 0 {
			batches = widget.Cell{Text: text.Integer(uint64(row.Batches)), Style: th.Faint}
		}
		cells = append(cells, batches)
	}
	if m.joinsFigures() {
		cells = append(cells, m.transactions(row.Users), m.gas(row))
	}
	return append(cells, author)
}

// transactions returns a number of transactions, which is quiet if it is 0; -1 is unknown.
func (m *Model) transactions(number int32) widget.Cell {
	switch {
	case number < 0:
		return widget.Cell{Text: text.None, Style: m.deps.Theme.Faint}
	case number == 0:
		return widget.Cell{Text: text.Const("0"), Style: m.deps.Theme.Faint}
	}
	return widget.Cell{Text: text.Integer(uint64(number))}
}

// gas returns the units of gas that a block used.
func (m *Model) gas(row *live.Row) widget.Cell {
	if !row.HasGas() {
		return widget.Cell{Text: text.None, Style: m.deps.Theme.Faint}
	}
	return widget.Cell{Text: text.Integer(row.Gas), Style: m.deps.Theme.Faint}
}

// minAuthorWidth is the width of an author's key in its shortest form, such as 0x7d1e…aa.
const minAuthorWidth = 9

// authorCell returns the name and the key of the author of a block, after its index in the committee if that is known.
func (m *Model) authorCell(row *live.Row) widget.Cell {
	short := m.deps.Author(row.Author, 20)
	if row.Author == "" {
		return widget.Cell{Text: short.Text, Style: short.Style}
	}
	whole, name := text.Bounded(row.Author), m.deps.Names.Author(row.Author)
	if !name.IsEmpty() {
		whole = text.Format("%s %s", name, whole)
	}
	if index, ok := m.deps.Committees.IndexOf(row.Epoch, row.Author); ok && row.HasEpoch() && !strings.HasPrefix(name.String(), "member ") {
		whole, short.Text = text.Format("%s %s", live.Member(index), whole), text.Format("%s %s", live.Member(index), short.Text)
	}
	return widget.Cell{Text: whole, Style: short.Style, Spoken: short.Text}
}

// shortenAuthor shortens the key of an author in the middle. A name before it stays whole.
func shortenAuthor(author text.Safe, width int) text.Safe {
	columns := text.Width(author)
	key := strings.LastIndex(author.String(), " ") + 1 // names are ASCII
	room := width - key
	switch {
	case columns <= width:
		return author
	case room < minAuthorWidth:
		return text.Cut(text.Slice(author, 0, min(key+len("0x")+4, columns)), width)
	}
	tail := 2
	if room >= 2*minAuthorWidth {
		tail = 4
	}
	return text.Format("%s…%s", text.Slice(author, 0, width-1-tail), text.Slice(author, columns-tail, columns))
}

// skippedWidth is the width of a number of skipped rounds, such as " +1".
const skippedWidth = 3

// round shows the round of a block and the number of skipped rounds before it, which does not move the digits.
func (m *Model) round(row *live.Row) widget.Cell {
	if !row.HasRound() {
		return widget.Cell{Text: text.Concat(text.None, text.Spaces(skippedWidth)), Style: m.deps.Theme.Faint}
	}
	if skipped := m.blocks.Skipped(row); skipped > 0 {
		return widget.Cell{Text: text.Format("%s +%s", text.Integer(row.Round), text.Integer(skipped)), Style: m.deps.Theme.Text}
	}
	return widget.Cell{Text: text.Concat(text.Integer(row.Round), text.Spaces(skippedWidth)), Style: m.deps.Theme.Faint}
}

// markerLine draws a hole or the start of an epoch.
func (m *Model) markerLine(row *live.Row, selected bool, width int) text.Line {
	th := m.deps.Theme
	label, style := text.Format("── epoch %s ──", text.Integer(row.Epoch)), th.Border
	if row.Kind == live.Hole {
		blocks := text.Const(" blocks")
		if row.Missing() == 1 {
			blocks = text.Const(" block")
		}
		label, style = text.Format("— %s%s not loaded —", text.Integer(row.Missing()), blocks), th.Hint
	}
	if selected {
		return text.Plain("▸ %s", label).Fit(width).Selected(&th)
	}
	return text.Line{{Text: text.Const("  ")}, {Text: label, Style: style}}.Fit(width)
}

// rowLine describes a block in a line: 48,211,907 0x7d1e…aa round 91,044 40 of 41 voted.
func (m *Model) rowLine(row *live.Row) text.Line {
	if row.Kind != live.Block {
		return m.markerLine(row, false, m.size.Width)
	}
	line := text.Line{{Text: text.Format("%s  ", text.Integer(row.Height))}, m.deps.Author(row.Author, 20)}
	if row.HasRound() {
		line = append(line, text.Span{Text: text.Format("  round %s", text.Integer(row.Round))})
	}
	if row.Members > 0 {
		line = append(line, text.Span{Text: text.Clean(fmt.Sprintf("  %d of %d voted", row.Votes, row.Members))})
	} else if row.Users >= 0 {
		line = append(line, text.Span{Text: text.Format("  %s", text.Plural(int(row.Users), "transaction"))})
	}
	return line
}
