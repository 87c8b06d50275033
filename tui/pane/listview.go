// listview.go draws the panel of a list: title, state, notice, filter line and rows.

package pane

import (
	"slices"

	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Words name a list.
type Words struct {
	Name    text.Safe // in short: Sent
	Title   text.Safe // of the panel: Sent transactions
	Content text.Safe // what is loaded: sent transactions
	Record  text.Safe // one of the records, of a list with Step: call
}

// HasRow reports whether a row is selected.
func (l *Frame) HasRow() bool { return l.Rows.Len() > 0 }

// Width returns the width inside the list's panel.
func (l *Frame) Width() int { return l.room.Width }

// Resize gives the rows the height that the titles, the notice and the filter line leave.
func (l *Frame) Resize(room Area) {
	l.room = room
	l.Rows.SetHeight(max(room.Height-1-len(l.above(l.notice()))-l.list.pinned(room), 0))
}

// above returns what stands above the rows.
func (l *Frame) above(notice []text.Line) []text.Line {
	var head []text.Line
	if l.Head != nil {
		head = l.Head(l.room)
	}
	return slices.Concat(head, notice, l.filterLines())
}

// Panel draws the list.
func (l *Frame) Panel(room Area) widget.Panel {
	state, notice, pinned := l.state(), l.notice(), l.list.pinned(room)
	body := l.above(notice)
	switch {
	case l.list.pages().Len() > 0 && l.Rows.Len() == 0 && pinned == 0:
		body = append(body, l.noRowLine())
	case l.list.pages().Len() > 0 || pinned > 0:
		body = append(body, l.list.View(room)...)
	case len(notice) == 1 && l.Deps.ShowsSkeleton(l.list.Status()):
		body = append(body, l.list.skeleton(room.Width)...)
	}
	return widget.Panel{Title: l.titleLine(state), Focused: !l.blurred, Name: l.Name, State: state, Body: body}
}

// edgeReserve is the number of columns of a panel's edge besides title and state, relative to the inner width.
const edgeReserve = 7

// titleLine returns the title with the first of the notes that fits beside it and the state.
func (l *Frame) titleLine(state text.Line) text.Line {
	line := widget.Title(l.Deps.Theme, l.Title, !l.blurred)
	if l.Notes == nil {
		return line
	}
	for _, note := range l.Notes() {
		if line.Width()+text.Width(note)+state.Width()+edgeReserve <= l.room.Width {
			return append(line, text.Span{Text: note, Style: l.Deps.Theme.Faint})
		}
	}
	return line
}

// state describes load status, row count and new records above. The age of the data has the lowest priority, unless
// a load failed or waits.
func (l *Frame) state() text.Line {
	if l.State != nil {
		return l.State()
	}
	th, status := l.Deps.Theme, l.list.Status()
	var age text.Line
	if !l.list.pages().InMemory() {
		age = l.Deps.StateLine(status)
	}
	if l.Step > 0 {
		if !status.Has {
			return age
		}
		return append(age, text.Span{Text: text.Format(" · %s", l.Count()), Style: th.Faint})
	}
	var above, rows text.Line
	if unseen := l.UnseenAbove(); unseen > 0 {
		above = text.In(th.Accent, "▲ %s new above", text.Integer(uint64(unseen)))
	}
	// That records in memory are none, the list says itself, with the reason: perhaps they could not be read.
	if l.list.pages().Len() > 0 || status.Err == nil && !l.list.pages().InMemory() {
		rows = l.rowsState(l.Count()).Line()
	}
	if !status.Has || status.Err != nil || !status.Wait.IsEmpty() {
		return joinParts(above, age, rows)
	}
	if line := joinParts(age, above, rows); text.Width(l.Title)+line.Width()+edgeReserve <= l.room.Width {
		return line
	}
	return joinParts(above, rows)
}

// joinParts joins the parts of a panel's state that are not empty.
func joinParts(parts ...text.Line) text.Line {
	var line text.Line
	for _, part := range parts {
		if part.Width() == 0 {
			continue
		}
		if line != nil {
			line = append(line, text.Span{Text: text.Const(" · ")})
		}
		line = append(line, part...)
	}
	return line
}

// maxNoticeLines is the number of lines a line of a notice may wrap to.
const maxNoticeLines = 3

// notice returns the wrapped lines above the rows: why there are none, why the last request failed, or that the list stopped.
func (l *Frame) notice() []text.Line {
	var lines []text.Line
	for _, line := range l.noticeText() {
		if line.Width() <= l.room.Width {
			lines = append(lines, line)
			continue
		}
		lines = append(lines, text.WrapIn(line[0].Style, line.Text(), l.room.Width, maxNoticeLines)...)
	}
	return lines
}

func (l *Frame) noticeText() []text.Line {
	th, status := l.Deps.Theme, l.list.Status()
	switch {
	case status.Err != nil:
		return l.Deps.FailureLines(status.Err)
	case l.AtLimit() && l.Read != nil && l.list.pages().Len() == 0:
		_, progress := l.Read()
		return []text.Line{text.In(th.Faint, "no %ss so far, %s · %s scan more", l.Record, progress, l.Deps.Key("list.down"))}
	case l.AtLimit() && l.list.pages().Len() == 0:
		return []text.Line{text.In(th.Faint, "no %ss among the newest %s transactions · %s scan more", l.Record, text.Integer(uint64(l.list.pages().Scanned())), l.Deps.Key("list.down"))}
	case l.AtLimit():
		return []text.Line{text.In(th.Faint, "scan paused · %s on the last row to continue", l.Deps.Key("list.down"))}
	case l.list.pages().Len() > 0:
		return nil
	case l.list.pages().Complete():
		return l.Empty()
	case status.Loading && l.read() > 0:
		return []text.Line{text.In(th.Faint, "no %ss so far, scanning   %s stop", l.Record, l.Deps.Key("deck.up"))}
	case status.Loading:
		if spinner := l.Deps.Spinner(status, l.Content); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	case l.Step > 0:
		return []text.Line{text.In(th.Faint, "scan stopped · %s continue", l.Deps.Key("list.down"))}
	}
	return []text.Line{text.In(th.Faint, "not loaded · %s load %s", l.Deps.Key("deck.refresh"), l.Content)}
}

const (
	// maxFilterWidth is the width of the pattern in a title.
	maxFilterWidth = 20
	// stateReserve is the width in a title besides name and state: the notes, and rules.
	stateReserve = 26
)

// rowsState describes filter and sort order instead of the row count, if there is room.
func (l *Frame) rowsState(count text.Safe) text.Safe {
	if !l.SortedOrFiltered() {
		return count
	}
	words := count
	if l.isFiltered() {
		words = text.Format("filter: %s · %s", text.Cut(text.Clean(l.list.filter()), maxFilterWidth), l.MatchCount())
	}
	if !l.SortedBy().IsEmpty() {
		words = text.Format("%s, sorted by %s", words, l.SortedBy())
	}
	switch {
	case text.Width(l.Title)+text.Width(words)+stateReserve <= l.room.Width:
		return words
	case !l.isFiltered():
		return count // the column title shows the order
	}
	return text.Safe{} // the filter line shows the number
}

// filterLines draws the filter line above the rows, with the number of matches unless the state has it.
func (l *Frame) filterLines() []text.Line {
	note := text.Safe{}
	if l.Step > 0 || l.rowsState(text.Safe{}).IsEmpty() {
		note = l.MatchCount()
	}
	return l.FilterLines(l.Deps.Theme, note, l.room.Width)
}

// noRowLine says that no row matches, and how to continue.
func (l *Frame) noRowLine() text.Line {
	words := text.Format("no loaded row matches · %s searches more", l.Deps.Key("list.last"))
	switch {
	case l.Step > 0:
		words = text.Format("no loaded %s matches", l.Record)
	case l.Scanning():
		words = text.Const("filtering")
	case l.Searching():
		words = text.Format("no match so far, searching · %s stops", l.Deps.Key("deck.up"))
	case l.list.pages().Loading():
		words = text.Const("no loaded row matches, loading more")
	case l.list.pages().Complete():
		words = text.Const("no row matches")
	}
	return words.In(l.Deps.Theme.Faint)
}
