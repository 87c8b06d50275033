package home

import (
	"strings"

	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxCandidates is the number of visible candidates.
const maxCandidates = 8

// kindWidth is the width of the column with a candidate's kind.
const kindWidth = 13

// boxLines returns the inner height of the box: the text and its candidates.
func (m *Model) boxLines() int {
	return 1 + max(1, min(m.choices(), maxCandidates))
}

// CanZoom reports whether a panel below the box has focus.
func (m *Model) CanZoom() bool { return m.focus != areaBox }

// View draws the body.
func (m *Model) View() []text.Line {
	m.Mark()
	return m.parts().View(m.deps.Theme, m.size)
}

func (m *Model) title(name text.Safe, focus area) text.Line {
	return widget.Title(m.deps.Theme, name, m.focus == focus)
}

// boxPanel draws the box with its candidates.
func (m *Model) boxPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	body := []text.Line{m.input(room.Width)}
	first := max(min(m.choice-maxCandidates+1, m.choices()-maxCandidates), 0)
	for i := first; i < min(first+maxCandidates, m.choices()); i++ {
		line := m.choiceLine(i).WithHit(&text.Hit{Rows: i - m.choice, Unfocused: m.focus != areaBox})
		body = append(body, line.WithAnnouncement(&text.Announcement{Row: i, Rows: m.choices(), Selected: i == m.choice}))
	}
	switch {
	case m.err != nil && len(m.completions) == 0 && (!m.isName || m.isTooLong()):
		body = append(body, text.In(th.Bad, "  %s", text.Clean(m.err.Error())))
	case m.err != nil && len(m.completions) == 0 && m.isUnknown():
		body = append(body, text.In(th.Hint, "  nothing called %s · %s clears", text.Clean(strings.TrimSpace(m.box.Value())), m.deps.Key("home.clear")))
	case m.err != nil && len(m.completions) == 0:
		body = append(body, nil)
	case m.link != nil:
		body = append(body, m.linkLine().WithHit(&text.Hit{Unfocused: m.focus != areaBox}))
	case !m.boxHint.IsEmpty() && m.box.Value() == "":
		body = append(body, text.In(th.Faint, "  %s", m.boxHint))
	case m.choices() == 0:
		body = append(body, text.In(th.Hint, "  %s", m.placeholder(room.Width)))
	}
	state := text.Line(nil)
	if m.choices() > maxCandidates {
		state = text.In(th.Faint, "%s of %s", text.Integer(uint64(m.choice+1)), text.Integer(uint64(m.choices())))
	}
	return widget.Panel{Title: m.title(text.Const("Go to"), areaBox), State: state, Body: body}
}

// isUnknown reports whether the text is long enough to say that nothing has that name, and not the beginning of an address or a path.
func (m *Model) isUnknown() bool {
	typed := strings.TrimSpace(m.box.Value())
	return len([]rune(typed)) > maxQuiet && !strings.HasPrefix(typed, "0x") && !strings.Contains(typed, ":")
}

// isTooLong reports whether the text is longer than an address, as a pasted one that is wrong.
func (m *Model) isTooLong() bool {
	return len(strings.TrimSpace(m.box.Value())) > len("0x")+2*len(framework)
}

// maxQuiet is the number of characters that the box takes without a word.
const maxQuiet = 2

// placeholder describes what the box accepts, in the longest version that fits.
func (m *Model) placeholder(width int) text.Safe {
	for _, hint := range []text.Safe{
		text.Const("address · address::module · address::module::function · type · height · pair · saved name"),
		text.Const("address · module · function · type · height · pair · saved name"),
		text.Const("address, module, type, height, pair, saved name"),
	} {
		if text.Width(hint) <= width-2 {
			return hint
		}
	}
	return text.Const("address, module, height, pair, name")
}

// input draws the text with its prompt.
func (m *Model) input(width int) text.Line {
	th := m.deps.Theme
	style := th.Accent
	if m.focus != areaBox {
		style = th.Faint
	}
	line := append(text.In(style, "> "), widget.DrawInput(th, m.box, width-len("> "))...)
	if m.focus != areaBox {
		line = line.Fit(width).WithHit(&text.Hit{Unfocused: true})
	}
	return line
}

// choiceLine draws a candidate or a completion.
func (m *Model) choiceLine(i int) text.Line {
	if i >= len(m.candidates) {
		return m.completionLine(i)
	}
	return m.candidateLine(i)
}

// candidateLine draws a candidate.
func (m *Model) candidateLine(i int) text.Line {
	th := m.deps.Theme
	candidate := m.candidates[i]
	pointer, style, kindStyle := text.Const("  "), th.Text, th.Accent
	if i == m.choice {
		pointer = text.Const("▸ ")
	}
	what := text.Clean(candidate.String())
	remark := text.Safe{}
	switch {
	case candidate.Name != "":
		what = text.Format("%s  %s", text.Clean(candidate.Name), text.Short(what))
	case m.isUnseen(candidate):
		what, remark = text.Short(what), text.Const("  looked up by its hash")
	case candidate.OrTransaction:
		what, remark = text.Short(what), text.Const("  or the transaction with this hash")
	case !m.canOpen(candidate):
		remark = text.Const("  no screen for this type")
	case candidate.Kind == target.Account && !m.deps.Names.Of(candidate.Address).IsEmpty():
		what = text.Format("%s  %s", m.deps.Names.Of(candidate.Address), what)
	}
	if !m.canOpen(candidate) {
		style, kindStyle = th.Faint, th.Faint
	}
	line := pointer.In(style)
	line = append(line, text.Clean(candidate.Kind.String()).In(kindStyle).Fit(kindWidth)...)
	return append(line, text.Span{Text: what, Style: style}, text.Span{Text: remark, Style: th.Faint})
}

// savedPanel draws the saved entries with their changes.
func (m *Model) savedPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.title(text.Const("Saved"), areaSaved)}
	p.State = m.deps.StateLine(m.savedStatus())
	if state := m.filterState(len(m.filteredSaved), len(m.saved)); state != nil {
		p.State = state
	}
	columns := m.savedColumns(room.Width)
	p.Body = append(m.savedNotice(), m.filterLines(areaSaved, room.Width)...)
	if len(m.filteredSaved) == 0 {
		p.Body = append(p.Body, m.noMatch())
		return p
	}
	p.Body = append(p.Body, m.savedRows.View(th, columns, room.Width, func(i int) []widget.Cell {
		cells := m.cells(m.filteredSaved[i])
		if isDropped(columns, room.Width) && cells[2].Text.IsEmpty() {
			cells[2] = cells[4]
		}
		return cells
	})...)
	return p
}

const (
	maxNameWidth  = 16 // columns of the name, and the minimum beside wide values
	minNameWidth  = 12
	maxValueWidth = 24
	minValueWidth = 8
	maxWhereWidth = 12 // beside other panels; it gets what is left
	// savedOverhead is the width of a row beside its columns: the pointer and the gaps.
	savedOverhead = 10
)

// savedWidths are the widths of the columns of the saved entries.
type savedWidths struct {
	name, kind, value, where int
	change, minChange        int  // 0 without a change; minChange is without its decimals
	onlySequences            bool // all values are sequence numbers
}

// savedWidths returns the widths of the contents within bounds.
func (m *Model) savedWidths() savedWidths {
	w := savedWidths{name: len("NAME"), kind: len("KIND"), value: minValueWidth, where: len("ADDRESS"), onlySequences: true}
	for i, e := range m.saved[:min(len(m.saved), maxWatched)] {
		cells := m.cells(i)
		w.name, w.kind = max(w.name, min(text.Width(cells[0].Text), maxNameWidth)), max(w.kind, text.Width(e.kind()))
		w.value, w.where = max(w.value, min(text.Width(cells[2].Text), maxValueWidth)), max(w.where, min(text.Width(cells[4].Text), maxWhereWidth))
		w.onlySequences = w.onlySequences && (e.showsSequence() || cells[2].Text.IsEmpty())
		if cells[3].Text.IsEmpty() {
			continue
		}
		whole, _, _ := strings.Cut(cells[3].Text.String(), ".")
		w.change = max(w.change, len("CHANGED"), min(text.Width(cells[3].Text), maxValueWidth))
		w.minChange = max(w.minChange, len("CHANGED"), min(text.Width(text.Clean(whole))+len(".")+1, w.change))
	}
	return w
}

// savedWidth returns the width of the saved panel beside the recent one: half of the window, up to three fifths if
// needed.
func (m *Model) savedWidth() int {
	w := m.savedWidths()
	width, _ := pane.Area{Width: w.name + w.kind + w.value + w.change + w.where + savedOverhead, Plain: m.size.IsPlain()}.Outer()
	return max(m.size.Width/2, min(width, m.size.Width*3/5))
}

// savedColumns fits the columns to their contents. If they are too wide, decimals are cut, those of the change first. Changes stand
// beside the values, and have a column once there are some.
func (m *Model) savedColumns(width int) []widget.Column {
	w := m.savedWidths()
	room := width - savedOverhead - w.kind
	if w.value+w.minChange > room-w.name {
		w.name = min(w.name, minNameWidth)
	}
	if left := room - w.name; w.value+w.change > left {
		w.change = max(min(w.change, left-w.value), w.minChange)
		w.value = max(min(w.value, left+2-w.change), minValueWidth) // without the gap of the location, which has no room
	}
	value, where := text.Const("VALUE"), text.Const("LOCATION")
	if w.onlySequences {
		value, where = text.Const("SEQUENCE"), text.Const("ADDRESS")
	}
	return []widget.Column{
		{Title: text.Const("NAME"), Width: w.name}, {Title: text.Const("KIND"), Width: w.kind, Rank: 1},
		{Title: value, Width: w.value, Right: true, Shorten: text.CutNumber},
		{Title: text.Const("CHANGED"), Width: w.change, Right: true, Shorten: text.CutNumber},
		{Title: where, Width: text.Width(where), Flex: true, Rank: 2, Shorten: shortenWhere},
	}
}

// isDropped reports whether the last column has no room.
func isDropped(columns []widget.Column, width int) bool {
	used := 2 * len(columns) // the pointer and the gaps
	for _, column := range columns {
		used += column.Width
	}
	return used > width
}

// shortenWhere shortens a location: the names matter most, or both ends of an address.
func shortenWhere(s text.Safe, width int) text.Safe {
	if strings.Contains(s.String(), "::") {
		return text.Function(s, width)
	}
	return text.CutMiddle(s, width)
}

// savedStatus returns the status of the latest refresh, represented by the first entry.
func (m *Model) savedStatus() load.Status {
	if first := m.firstWithValue(); first != nil {
		return first.value.Status(m.deps.Now())
	}
	return m.chain.Health()
}

// savedNotice explains why the latest refresh failed.
func (m *Model) savedNotice() []text.Line {
	if first := m.firstWithValue(); first != nil {
		return m.deps.FailureLines(first.value.Err())
	}
	return nil
}

// recentPanel draws the recent locations.
func (m *Model) recentPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.title(text.Const("Recent"), areaRecent)}
	if len(m.recent) == 0 {
		p.Body = []text.Line{text.In(th.Hint, "visited locations appear here")}
		return p
	}
	columns := []widget.Column{{Title: text.Const("TIME"), Width: 5}, {Title: text.Const("KIND"), Width: m.widestKind(), Rank: 1}, {Title: text.Const("LOCATION"), Width: 10, Flex: true, Shorten: text.CutFront}}
	p.State = m.filterState(len(m.filteredRecent), len(m.recent))
	p.Body = m.filterLines(areaRecent, room.Width)
	if len(m.filteredRecent) == 0 {
		p.Body = append(p.Body, m.noMatch())
		return p
	}
	p.Body = append(p.Body, m.recentRows.View(th, columns, room.Width, func(i int) []widget.Cell {
		visit := m.recent[m.filteredRecent[i]]
		return []widget.Cell{{Text: text.Clean(m.deps.Local(visit.At).Format("15:04")), Style: th.Faint}, {Text: visit.Kind, Style: th.Faint}, {Text: visit.Name}}
	})...)
	return p
}

// widestKind returns the width of the longest kind among the recent locations.
func (m *Model) widestKind() int {
	widest := len("KIND")
	for _, visit := range m.recent {
		widest = max(widest, text.Width(visit.Kind))
	}
	return widest
}

// Vital returns the text being typed, or else the network and its health.
func (m *Model) Vital() text.Line {
	if m.box.Value() != "" {
		return m.input(pane.Inside(m.size, m.size.Width, 0).Width)
	}
	th := m.deps.Theme
	line := text.Plain("%s ", text.Clean(m.deps.Endpoint.Network))
	if height, at, ok := m.deps.Seen.Head(); ok {
		line = append(line, text.Span{Text: text.Integer(height), Style: th.Strong}, text.Span{Text: text.Format(" %s ", text.Age(at, m.deps.Now())), Style: th.Faint})
	}
	if len(m.saved) > 0 {
		line = append(line, m.deps.StateLine(m.savedStatus())...)
	}
	return line
}
