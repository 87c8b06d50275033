package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// prefetchRows is how near to the last loaded row one may come before the next page is asked for.
const prefetchRows = 5

// words are what a list says of itself.
type words struct {
	name   text.Safe // of its tab, as in Sent
	title  text.Safe // of its panel, as in Transactions sent
	asking text.Safe // what is asked for, as in the transactions that it sent
}

// list is a list of the account as a tab shows it: the pages that are loaded and the rows on the screen.
type list[T any] struct {
	deps  *screen.Deps
	keys  *KeyMap
	words words
	ctx   context.Context
	plain bool // panels have no boxes
	width int  // of the lines of the list's panel
	listview.List[T]
}

func (l *list[T]) crumbs() []text.Safe { return []text.Safe{l.words.name} }

func (l *list[T]) begun() bool { return l.Pages.Begun() }

func (l *list[T]) more() tea.Cmd { return l.Pages.More(l.ctx, l.deps.Loader) }

// prefetch asks for the next page before one gets to it. A list that failed waits to be asked.
func (l *list[T]) prefetch() tea.Cmd {
	near := l.Rows.Selected() >= l.Len()-prefetchRows
	if l.Pages.Err() != nil || !near {
		return l.fill()
	}
	return l.more()
}

// grown asks for the next page where the one that came has left room for it. Where only some rows are shown, or in another
// order, that would go on to the end of the list: there one asks by scrolling.
func (l *list[T]) grown() tea.Cmd {
	if l.SortedOrFiltered() {
		return nil
	}
	return l.prefetch()
}

// fill asks for the next page as long as the rows do not fill the screen: the window may have grown.
func (l *list[T]) fill() tea.Cmd {
	if l.Pages.Err() != nil || l.SortedOrFiltered() || l.Pages.Len() >= l.Rows.Height() {
		return nil
	}
	return l.more()
}

// move moves the selection, and tells whether the key does that.
func (l *list[T]) move(msg tea.KeyMsg) bool {
	if !l.keys.Rows(&l.Rows, msg) {
		return false
	}
	l.SelectionMoved()
	return true
}

// settle gives the rows what the panel's frame, the titles, the notice above them and others below them leave.
func (l *list[T]) settle(r room, notice func() []text.Line, others int) {
	l.plain = r.Plain()
	frameWidth, frame := panel.Frame(l.plain)
	l.width = max(r.listWidth-frameWidth, 1)
	l.Rows.SetHeight(max(r.list-frame-1-len(notice())-len(l.filterLines())-others, 0))
}

// state is how the newest look went and the number of rows, with what came in above.
func (l *list[T]) state(status load.Status, count text.Safe) text.Line {
	line := l.stateWithout(status, count)
	if !status.Has || status.Err != nil {
		return line
	}
	aged := l.deps.StateLine(status)
	if line.Width() > 0 {
		aged = append(append(aged, text.Span{Text: " · "}), line...)
	}
	if text.Width(l.words.title)+aged.Width()+besideTitle > l.width {
		return line // the number of rows tells more than that all is well
	}
	return aged
}

// besideTitle is what the edge of a panel has beside title and state, in the columns of its lines.
const besideTitle = 7

// stateWithout is the state without the age of what is well.
func (l *list[T]) stateWithout(status load.Status, count text.Safe) text.Line {
	var line text.Line
	add := func(part ...text.Span) {
		if len(line) > 0 && text.Line(part).Width() > 0 {
			line = append(line, text.Span{Text: " · "})
		}
		line = append(line, part...)
	}
	if above := l.UnseenAbove(); above > 0 {
		add(text.Span{Text: "▲ " + text.Integer(uint64(above)) + " new above", Style: l.deps.Theme.Accent})
	}
	if !status.Has || status.Err != nil {
		add(l.deps.StateLine(status)...)
	}
	if l.Pages.Len() > 0 || status.Err == nil {
		add(text.Span{Text: l.arrangementWords(count)})
	}
	return line
}

// noticeLines is how many lines of the list one line of a notice may take where the list is narrow.
const noticeLines = 3

// notice is what stands above the rows, in as many lines as it needs: why there are none, or why the newest look failed. empty
// is what an empty list says.
func (l *list[T]) notice(status load.Status, empty []text.Line) []text.Line {
	var lines []text.Line
	for _, line := range l.remarks(status, empty) {
		if line.Width() <= l.width {
			lines = append(lines, line)
			continue
		}
		for _, part := range text.Wrap(line.Text(), l.width, noticeLines) {
			lines = append(lines, text.In(line[0].Style, part))
		}
	}
	return lines
}

func (l *list[T]) remarks(status load.Status, empty []text.Line) []text.Line {
	switch {
	case status.Err != nil:
		return l.deps.FailureLines(status.Err)
	case l.Pages.Len() > 0:
		return nil
	case l.Pages.Ended():
		return empty
	case status.Loading:
		if spinner := l.deps.Spinner(status, l.words.asking); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	}
	return []text.Line{text.In(l.deps.Theme.Faint, "not asked: "+l.deps.Key("deck.refresh")+" asks for "+l.words.asking)}
}

// panel is the list with its notice above and its state in the title.
func (l *list[T]) panel(state text.Line, notice []text.Line, columns []listview.Column[T], width int) panel.Panel {
	th := l.deps.Theme
	frame, _ := panel.Frame(l.plain)
	body := append(notice[:len(notice):len(notice)], l.filterLines()...)
	switch {
	case l.Pages.Len() > 0 && l.Rows.Len() == 0:
		body = append(body, l.noRowLines()...)
	case l.Pages.Len() > 0:
		body = append(body, l.View(th, columns, width-frame)...)
	}
	return panel.Panel{Title: text.In(th.Strong, l.words.title), Name: l.words.name, State: state, Body: body, Plain: l.plain}
}

// longestShown is how much of a name from the node is looked at for a line: it can be as long as the node likes.
const longestShown = 1000

// beginning is as much of a name as any line can show.
func beginning(name string) string { return name[:min(len(name), longestShown)] }

// nothingSelected is the panel of details without any.
func (l *list[T]) nothingSelected(title text.Safe) panel.Panel {
	th := l.deps.Theme
	return panel.Panel{Title: text.In(th.Strong, title), Body: []text.Line{text.In(th.Faint, "no row is selected")}, Plain: l.plain}
}
