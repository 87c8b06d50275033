// paging.go requests and receives the pages of a list.

package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// prefetchRows is the distance from the last loaded row at which the next page is requested.
const prefetchRows = 5

// More requests the next page.
func (l *Frame) More() tea.Cmd { return l.list.pages().LoadMore(l.Ctx, l.Deps.Loader) }

// Newer requests records that were added since the list was loaded.
func (l *Frame) Newer() tea.Cmd { return l.list.pages().LoadNewer(l.Ctx, l.Deps.Loader) }

// Poll requests the first page, or new records.
func (l *Frame) Poll() tea.Cmd {
	if l.list.pages().Loaded() {
		return tea.Batch(l.Newer(), l.fill())
	}
	return l.More()
}

// Escape ends the range of rows, the search on, the filter or the requests, whichever comes first. It reports whether there was one.
func (l *Frame) Escape() bool {
	switch {
	case l.EndRange(), l.StopSearch(), l.ClearFilter():
	case l.list.pages().Loading(), l.list.reload().Loading():
		l.Cancel()
	default:
		return false
	}
	return true
}

// Prefetch requests the next page when the selection gets near the end. A failed list is not retried.
func (l *Frame) Prefetch() tea.Cmd {
	if !l.mayLoad() || l.Rows.Selected() < l.Len()-prefetchRows {
		return l.fill()
	}
	return l.More()
}

// pageLoaded requests the next page if the last one did not fill the screen. A filtered or sorted list loads more on scrolling
// only, since it might otherwise load everything, unless it stops after a number of records anyway.
func (l *Frame) pageLoaded() tea.Cmd {
	if l.SortedOrFiltered() && l.Step == 0 {
		return nil
	}
	if l.Scan(); l.room.Height > 0 {
		l.Resize(l.room) // the notice may be gone
	}
	return l.Prefetch()
}

// fill requests the next page until the rows fill the screen, for example after the window has grown.
func (l *Frame) fill() tea.Cmd {
	if !l.mayLoad() || l.SortedOrFiltered() && l.Step == 0 || l.Len() >= l.Rows.Height() {
		return nil
	}
	return l.More()
}

// mayLoad reports whether pages are requested although the user does not ask for them.
func (l *Frame) mayLoad() bool {
	if l.Step > 0 && (l.list.reload().Loading() || l.reachedLimit()) {
		return false
	}
	return l.list.pages().Err() == nil
}

func (l *Frame) reachedLimit() bool { return l.read() >= l.continued+l.Step }

// read returns how much of what Step counts was read.
func (l *Frame) read() int {
	if l.Read == nil {
		return l.list.pages().Scanned()
	}
	count, _ := l.Read()
	return count
}

// AtLimit reports whether the list stopped reading until the user continues.
func (l *Frame) AtLimit() bool {
	return l.Step > 0 && l.list.pages().Loaded() && !l.list.pages().Complete() && !l.list.pages().Loading() && l.list.pages().Err() == nil && l.reachedLimit()
}

// Follow requests the next page after the selection has moved near the end. From the last row it continues a list that stopped.
func (l *Frame) Follow() tea.Cmd {
	if l.AtLimit() && l.Rows.Selected() >= l.Rows.Len()-1 {
		return l.Continue()
	}
	return l.Prefetch()
}

// Continue reads on as if the user had asked for it.
func (l *Frame) Continue() tea.Cmd {
	l.continued = l.read()
	return l.Prefetch()
}

// Loaded describes how much of the list is loaded.
func (l *Frame) Loaded() text.Safe {
	loaded := text.Format("%s loaded", text.Integer(uint64(l.list.pages().Len())))
	switch {
	case l.list.pages().Loading() || l.list.reload().Loading():
		return text.Format("%s · loading", loaded)
	case l.list.pages().Complete():
		return text.Format("%s · end", loaded)
	case l.list.pages().Len() > 0:
		return text.Format("%s · more", loaded)
	}
	return loaded
}

// Count returns the number of records and, of a list with few of those read, how many were.
func (l *Frame) Count() text.Safe {
	if l.Step == 0 {
		return l.list.pages().Count()
	}
	count := text.Format("%s of %s scanned", text.Integer(uint64(l.list.pages().Len())), text.Integer(uint64(l.list.pages().Scanned())))
	if l.Read != nil {
		_, progress := l.Read()
		count = text.Format("%s · %s", text.Integer(uint64(l.list.pages().Len())), progress)
	}
	switch {
	case l.list.pages().Complete():
		count = text.Format("%s, end", count)
	case l.list.pages().Loaded() && !l.list.pages().Loading():
		count = text.Format("%s · %s scan more", count, l.Deps.Key("list.down"))
	}
	return count
}

// Restart reads the list from the beginning.
func (l *ListOf[P]) Restart() tea.Cmd {
	return l.Reload.Start(l.Ctx, l.Deps.Loader, l.NewPages(l.Pages.Order()))
}

// Update handles a page, a scan or a typed key.
func (l *ListOf[P]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.Page[P]]:
		cmd, _ := l.Accept(msg)
		return cmd
	case tea.KeyMsg:
		l.Type(msg)
	default:
		l.Handle(msg)
	}
	return nil
}

// Accept adds a page to the list, or to the reload that replaces the list once the goal is reached. ok is false if the list did not
// request the page.
func (l *ListOf[P]) Accept(page load.Result[client.Page[P]]) (cmd tea.Cmd, ok bool) {
	below, next, ok := l.add(page)
	if below > 0 || ok && (l.Step > 0 || l.Pages.Len() == 0) {
		next = tea.Batch(next, l.pageLoaded()) // a page may be shorter than the screen, or have no record of the list
	}
	return next, ok
}

// add adds a page and returns the number of records added at the end.
func (l *ListOf[P]) add(page load.Result[client.Page[P]]) (below int, next tea.Cmd, ok bool) {
	if done, next, ok := l.Reload.Accept(l.Ctx, l.Deps.Loader, page, l.goal()); ok {
		if done.Pages != nil {
			l.Replace(done.Pages, done.Selected)
			below, next = done.Pages.Len(), l.Newer() // what was added during the reload
		}
		return below, next, true
	}
	wasComplete := l.Pages.Complete()
	change, next, ok := l.Pages.Accept(l.Ctx, l.Deps.Loader, page)
	if ok {
		l.Sync()
		l.noteGrowth(wasComplete, change)
	}
	return change.Below, next, ok
}

func (l *ListOf[P]) goal() load.ReloadGoalOf[P] {
	if l.Goal != nil {
		return l.Goal()
	}
	return load.ReloadGoalOf[P]{Count: l.Pages.Len(), Selected: l.Selected()}
}

// Refresh reads the list again. The visible list is replaced once as much of the new one is loaded as Goal says.
func (l *ListOf[P]) Refresh() tea.Cmd {
	switch {
	case l.Pages.InMemory():
		return nil
	case !l.Pages.Loaded(), l.Step > 0 && l.Pages.Err() != nil:
		return l.More()
	case l.Reload.Active():
		return l.Reload.Continue(l.Ctx, l.Deps.Loader)
	}
	return l.Restart()
}

// Cancel cancels pending requests and the search on. The error of a failed reload stays visible.
func (l *Frame) Cancel() {
	l.searching = false
	l.list.pages().Cancel()
	if l.list.reload().Loading() {
		l.list.reload().Cancel()
	}
}
