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

// prefetchRows is the distance from the last loaded row at which the next page is requested.
const prefetchRows = 5

// labels are the texts of a list.
type labels struct {
	name    text.Safe // of the tab: Sent
	title   text.Safe // of the panel: Transactions sent
	content text.Safe // in "loading …"
}

// list is a paged list in a tab.
type list[T any] struct {
	deps   *screen.Deps
	keys   *KeyMap
	labels labels
	ctx    context.Context
	plain  bool // panels have no boxes
	width  int  // inner width of the list's panel
	listview.List[T]
}

func (l *list[T]) crumbs() []text.Safe { return []text.Safe{l.labels.name} }

func (l *list[T]) started() bool { return l.Pages.Loaded() }

func (l *list[T]) more() tea.Cmd { return l.Pages.LoadMore(l.ctx, l.deps.Loader) }

// prefetch requests the next page when the selection gets near the end. A failed list is not retried.
func (l *list[T]) prefetch() tea.Cmd {
	near := l.Rows.Selected() >= l.Len()-prefetchRows
	if l.Pages.Err() != nil || !near {
		return l.fill()
	}
	return l.more()
}

// pageLoaded requests the next page if the last one did not fill the screen. A filtered or sorted list loads more on scrolling
// only, since it might otherwise load everything.
func (l *list[T]) pageLoaded() tea.Cmd {
	if l.SortedOrFiltered() {
		return nil
	}
	return l.prefetch()
}

// fill requests the next page until the rows fill the screen, for example after the window has grown.
func (l *list[T]) fill() tea.Cmd {
	if l.Pages.Err() != nil || l.SortedOrFiltered() || l.Pages.Len() >= l.Rows.Height() {
		return nil
	}
	return l.more()
}

// move moves the selection. It reports whether the key does that.
func (l *list[T]) move(msg tea.KeyMsg) bool {
	if !l.keys.Rows(&l.Rows, msg) {
		return false
	}
	l.SelectionMoved()
	return true
}

// resizeRows gives the rows the height left by the frame, the titles, the notice and other lines below.
func (l *list[T]) resizeRows(r bounds, notice func() []text.Line, others int) {
	l.plain = r.IsPlain()
	frameWidth, frame := panel.Frame(l.plain)
	l.width = max(r.listWidth-frameWidth, 1)
	l.Rows.SetHeight(max(r.list-frame-1-len(notice())-len(l.filterLines())-others, 0))
}

// state describes load status, row count and new records above.
func (l *list[T]) state(status load.Status, count text.Safe) text.Line {
	line := l.stateWithoutAge(status, count)
	if !status.Has || status.Err != nil {
		return line
	}
	withAge := l.deps.StateLine(status)
	if line.Width() > 0 {
		withAge = append(append(withAge, text.Span{Text: " · "}), line...)
	}
	if text.Width(l.labels.title)+withAge.Width()+edgeReserve > l.width {
		return line // the row count matters more than the age
	}
	return withAge
}

// edgeReserve is the number of columns of a panel's edge besides title and state, relative to the inner width.
const edgeReserve = 7

// stateWithoutAge is state without the age of successfully loaded data.
func (l *list[T]) stateWithoutAge(status load.Status, count text.Safe) text.Line {
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
		add(text.Span{Text: l.rowsState(count)})
	}
	return line
}

// maxNoticeLines is the number of lines a line of a notice may wrap to.
const maxNoticeLines = 3

// notice returns the wrapped lines above the rows: why the list is empty or the last request failed. empty is the notice of an
// empty list.
func (l *list[T]) notice(status load.Status, empty []text.Line) []text.Line {
	var lines []text.Line
	for _, line := range l.noticeText(status, empty) {
		if line.Width() <= l.width {
			lines = append(lines, line)
			continue
		}
		for _, part := range text.Wrap(line.Text(), l.width, maxNoticeLines) {
			lines = append(lines, text.In(line[0].Style, part))
		}
	}
	return lines
}

func (l *list[T]) noticeText(status load.Status, empty []text.Line) []text.Line {
	switch {
	case status.Err != nil:
		return l.deps.FailureLines(status.Err)
	case l.Pages.Len() > 0:
		return nil
	case l.Pages.Complete():
		return empty
	case status.Loading:
		if spinner := l.deps.Spinner(status, l.labels.content); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	}
	return []text.Line{text.In(l.deps.Theme.Faint, "not loaded · "+l.deps.Key("deck.refresh")+" load "+l.labels.content)}
}

// panel draws the list with its notice above.
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
	return panel.Panel{Title: text.In(th.Strong, l.labels.title), Name: l.labels.name, State: state, Body: body, Plain: l.plain}
}

// maxShownBytes bounds the part of a name that is drawn, since the node may send names of any length.
const maxShownBytes = 1000

// truncate returns as much of a name as any line can show.
func truncate(name string) string { return name[:min(len(name), maxShownBytes)] }

// emptyDetails returns the details panel without a selection.
func (l *list[T]) emptyDetails(title text.Safe) panel.Panel {
	th := l.deps.Theme
	return panel.Panel{Title: text.In(th.Strong, title), Body: []text.Line{text.In(th.Faint, "no row selected")}, Plain: l.plain}
}

// filterKey handles keys that filter or sort, and those that move while a pattern is typed. It reports whether it handled the
// key.
func (l *list[T]) filterKey(msg tea.KeyMsg, columns func() []listview.Column[T]) (cmd tea.Cmd, handled bool) {
	typing := l.Typing()
	handled, sorted := l.Key(msg, l.keys.Keys, columns)
	switch {
	case sorted:
		status := text.Safe("sorting cleared")
		if by := l.SortedBy(); by != "" {
			status = "loaded rows sorted by " + by
		}
		return l.deps.Post(screen.StatusMsg{Text: status}), true
	case typing && !handled && l.move(msg):
		return l.prefetch(), true
	}
	return nil, handled || typing
}

const (
	// maxFilterWidth is the width of the pattern in a title.
	maxFilterWidth = 20
	// stateReserve is the width in a title besides name and state: the tab's additions to its name, and rules.
	stateReserve = 26
)

// rowsState describes filter and sort order instead of the row count, if there is room.
func (l *list[T]) rowsState(count text.Safe) text.Safe {
	if !l.SortedOrFiltered() {
		return count
	}
	words := count
	if pattern := l.Pattern(); !pattern.IsZero() {
		words = "filter: " + text.Cut(text.Clean(pattern.String()), maxFilterWidth) + " · " + l.matchText()
	}
	if by := l.SortedBy(); by != "" {
		words += ", sorted by " + by
	}
	switch {
	case l.fits(words):
		return words
	case l.Pattern().IsZero():
		return count // the column title shows the order
	}
	return "" // the filter line shows the number
}

// fits reports whether the list's title has room for the state.
func (l *list[T]) fits(state text.Safe) bool {
	return text.Width(l.labels.title)+text.Width(state)+stateReserve <= l.width
}

func (l *list[T]) matchText() text.Safe { return l.MatchCount() + " loaded" }

// filterLines draws the filter line above the rows.
func (l *list[T]) filterLines() []text.Line {
	note := text.Safe("")
	if l.rowsState("") == "" {
		note = l.matchText()
	}
	return l.FilterLines(l.deps.Theme, note, l.width)
}

// noRowLines says that no row matches, and how to continue.
func (l *list[T]) noRowLines() []text.Line {
	words := "no loaded row matches · " + l.deps.Key("list.down") + " load more"
	switch {
	case l.Scanning():
		words = "filtering"
	case l.Pages.Loading():
		words = "no loaded row matches, loading more"
	case l.Pages.Complete():
		words = "no row matches"
	}
	return []text.Line{text.In(l.deps.Theme.Faint, words)}
}
