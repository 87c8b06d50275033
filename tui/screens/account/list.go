package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// prefetchRows is the distance from the last loaded row at which the next page is requested.
const prefetchRows = 5

// labels are the texts of a list.
type labels struct {
	name    text.Safe // of the tab: Sent
	title   text.Safe // of the panel: Transactions sent
	content text.Safe // in "loading …"
	isSent  bool      // records have the sequence numbers of the account
}

// list is a tab with a paged list. It cannot be polled for new records: it is reloaded as a whole on request, in the node's order.
// The visible list is replaced once as much of the new one is loaded.
type list[T any] struct {
	labels labels
	source func(client.Order) load.Source[T]
	plain  bool // panels have no boxes
	paused bool // the refresh is paused
	width  int  // inner width of the list's panel
	pane.List[T]
}

func newList[T any](deps *screen.Deps, words labels, source func(client.Order) load.Source[T], records pane.Records[T]) list[T] {
	l := list[T]{labels: words, source: source}
	l.List = pane.NewList(deps, l.newPages(client.NewestFirst), records)
	return l
}

// inBothOrders returns a source that does not depend on the order.
func inBothOrders[T any](source load.Source[T]) func(client.Order) load.Source[T] {
	return func(client.Order) load.Source[T] { return source }
}

func (l *list[T]) newPages(order client.Order) *load.Pages[T] {
	return load.NewPages(l.source(order), order)
}

func (l *list[T]) crumbs() []text.Safe { return []text.Safe{l.labels.name} }

// Status returns the load status. The age of a list that is not polled is no problem.
func (l *list[T]) Status() load.Status {
	status := l.List.Status()
	status.Manual = status.Manual || l.paused
	return status
}

func (l *list[T]) started() bool { return l.Pages.Loaded() }

func (l *list[T]) enter(ctx context.Context) { l.Resume(ctx) }

func (l *list[T]) poll() tea.Cmd {
	if l.Pages.Loaded() {
		return tea.Batch(l.Newer(), l.fill())
	}
	return l.More()
}

func (l *list[T]) refresh() tea.Cmd {
	switch {
	case !l.Pages.Loaded():
		return l.More()
	case l.Reload.Active():
		return l.Reload.Continue(l.Ctx, l.Deps.Loader)
	}
	return l.Reload.Start(l.Ctx, l.Deps.Loader, l.newPages(l.Pages.Order()))
}

func (l *list[T]) hardReload() tea.Cmd { return l.refresh() }

// handlePage handles a page. It reports whether the list was waiting for it.
func (l *list[T]) handlePage(page load.Result[client.Page[T]], goal load.ReloadGoal[T]) (cmd tea.Cmd, ok bool) {
	below, next, ok := l.Accept(page, goal)
	if below > 0 {
		next = tea.Batch(next, l.pageLoaded()) // a page may be shorter than the screen
	}
	return next, ok
}

// reloadGoal is as much as is loaded now.
func (l *list[T]) reloadGoal() load.ReloadGoal[T] {
	return load.ReloadGoal[T]{Count: l.Pages.Len(), Selected: l.Selected()}
}

func (l *list[T]) cancel() { l.Cancel() }

func (l *list[T]) escape() bool {
	if l.StopSearch() || l.ClearFilter() {
		return true
	}
	if !l.Pages.Loading() && !l.Reload.Loading() {
		return false
	}
	l.Cancel()
	return true
}

func (l *list[T]) loaded() text.Safe {
	loaded := text.Format("%s loaded", text.Integer(uint64(l.Pages.Len())))
	switch {
	case l.Pages.Loading() || l.Reload.Loading():
		return text.Format("%s · loading", loaded)
	case l.Pages.Complete():
		return text.Format("%s · end", loaded)
	case l.Pages.Len() > 0:
		return text.Format("%s · more", loaded)
	}
	return loaded
}

func (l *list[T]) refreshHint() text.Safe {
	return text.Format("%s refreshes", l.Deps.Key("deck.refresh"))
}

func (l *list[T]) subject() (move.Address, bool) { return move.Address{}, false }

func (l *list[T]) contentWidth() int { return 0 }

func (l *list[T]) hasLargeDetails() bool { return false }

func (l *list[T]) inDetails() bool { return false }

// prefetch requests the next page when the selection gets near the end. A failed list is not retried.
func (l *list[T]) prefetch() tea.Cmd {
	if l.Pages.Err() != nil || l.Rows.Selected() < l.Len()-prefetchRows {
		return l.fill()
	}
	return l.More()
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
	return l.More()
}

// hasRow reports whether a row is selected.
func (l *list[T]) hasRow() bool { return l.Rows.Len() > 0 }

func (l *list[T]) typeText(msg tea.KeyMsg) tea.Cmd { l.Type(msg); return nil }

// resizeRows gives the rows the height left by the frame, the titles, the notice and other lines below.
func (l *list[T]) resizeRows(r bounds, notice []text.Line, others int) {
	l.plain, l.paused = r.IsPlain(), r.isPaused
	frameWidth, frame := widget.Frame(l.plain)
	l.width = max(r.listWidth-frameWidth, 1)
	l.Rows.SetHeight(max(r.list-frame-1-len(notice)-len(l.filterLines())-others, 0))
}

// edgeReserve is the number of columns of a panel's edge besides title and state, relative to the inner width.
const edgeReserve = 7

// state describes load status, row count and new records above. The age of the data has the lowest priority, unless
// a load failed or waits.
func (l *list[T]) state(count text.Safe) text.Line {
	var above, rows text.Line
	status := l.Status()
	if unseen := l.UnseenAbove(); unseen > 0 {
		above = text.In(l.Deps.Theme.Accent, "▲ %s new above", text.Integer(uint64(unseen)))
	}
	if l.Pages.Len() > 0 || status.Err == nil {
		rows = l.rowsState(count).Line()
	}
	age := l.Deps.StateLine(status)
	if !status.Has || status.Err != nil || !status.Wait.IsEmpty() {
		return joinParts(above, age, rows)
	}
	if line := joinParts(age, above, rows); text.Width(l.labels.title)+line.Width()+edgeReserve <= l.width {
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

// notice returns the wrapped lines above the rows: why the list is empty or the last request failed. empty is the notice of an
// empty list.
func (l *list[T]) notice(empty []text.Line) []text.Line {
	var lines []text.Line
	for _, line := range l.noticeText(empty) {
		if line.Width() <= l.width {
			lines = append(lines, line)
			continue
		}
		lines = append(lines, text.WrapIn(line[0].Style, line.Text(), l.width, maxNoticeLines)...)
	}
	return lines
}

func (l *list[T]) noticeText(empty []text.Line) []text.Line {
	status := l.Status()
	switch {
	case status.Err != nil:
		return l.Deps.FailureLines(status.Err)
	case l.Pages.Len() > 0:
		return nil
	case l.Pages.Complete():
		return empty
	case status.Loading:
		if spinner := l.Deps.Spinner(status, l.labels.content); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	}
	return []text.Line{text.In(l.Deps.Theme.Faint, "not loaded · %s load %s", l.Deps.Key("deck.refresh"), l.labels.content)}
}

// panel draws the list with its notice above.
func (l *list[T]) panel(notice []text.Line, columns []pane.Column[T], width int) widget.Panel {
	th := l.Deps.Theme
	frame, _ := widget.Frame(l.plain)
	body := append(notice[:len(notice):len(notice)], l.filterLines()...)
	switch {
	case l.Pages.Len() > 0 && l.Rows.Len() == 0:
		body = append(body, l.noRowLine())
	case l.Pages.Len() > 0:
		body = append(body, l.View(th, columns, width-frame)...)
	case len(notice) == 1 && l.Deps.ShowsSkeleton(l.Status()):
		body = append(body, l.Skeleton(th, columns, width-frame)...)
	}
	return widget.Panel{Title: l.labels.title.In(th.Focus), Focused: true, Name: l.labels.name, State: l.state(l.Pages.Count()), Body: body, Plain: l.plain}
}

// maxShownBytes bounds the part of a name that is drawn, since the node may send names of any length.
const maxShownBytes = 1000

// truncate returns as much of a name as any line can show.
func truncate(name string) string { return name[:min(len(name), maxShownBytes)] }

// emptyDetails returns the details panel without a selection.
func (l *list[T]) emptyDetails(title text.Safe) widget.Panel {
	th := l.Deps.Theme
	return widget.Panel{Title: title.In(th.Title), Body: []text.Line{text.In(th.Faint, "no row selected")}, Plain: l.plain}
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
	if pattern := l.Filter(); !pattern.IsZero() {
		words = text.Format("filter: %s · %s", text.Cut(text.Clean(pattern.String()), maxFilterWidth), l.MatchCount())
	}
	if by := l.SortedBy(); !by.IsEmpty() {
		words = text.Format("%s, sorted by %s", words, by)
	}
	switch {
	case text.Width(l.labels.title)+text.Width(words)+stateReserve <= l.width:
		return words
	case l.Filter().IsZero():
		return count // the column title shows the order
	}
	return text.Safe{} // the filter line shows the number
}

// filterLines draws the filter line above the rows.
func (l *list[T]) filterLines() []text.Line {
	note := text.Safe{}
	if l.rowsState(text.Safe{}).IsEmpty() {
		note = l.MatchCount()
	}
	return l.FilterLines(l.Deps.Theme, note, l.width)
}

// noRowLine says that no row matches, and how to continue.
func (l *list[T]) noRowLine() text.Line {
	words := text.Format("no loaded row matches · %s searches on", l.Deps.Key("list.last"))
	switch {
	case l.Scanning():
		words = text.Const("filtering")
	case l.Searching():
		words = text.Format("no match so far, searching · %s stops", l.Deps.Key("deck.up"))
	case l.Pages.Loading():
		words = text.Const("no loaded row matches, loading more")
	case l.Pages.Complete():
		words = text.Const("no row matches")
	}
	return words.In(l.Deps.Theme.Faint)
}
