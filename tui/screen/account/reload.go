package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
)

// reloadState is a list being read from the beginning, before it replaces the visible one. The zero value is none.
type reloadState struct {
	pages    *load.Pages[client.Transaction]
	selected string // key of the record to keep selected; empty if none
	index    int    // its index; -1 if not loaded yet
}

// hardReload reads the list from the beginning. The visible list is replaced once the selected record is loaded again, or as many
// records as before.
func (t *transactions) hardReload() tea.Cmd {
	t.cancel()
	t.other = nil
	if !t.Pages.Loaded() {
		return t.more()
	}
	t.reloading = reloadState{pages: t.newPages(t.Pages.Order()), selected: t.selectedKey(), index: -1}
	return t.reloading.pages.LoadMore(t.ctx, t.deps.Loader)
}

// selectedKey returns the key of the selected record, or "" if there is none.
func (t *transactions) selectedKey() string {
	if record := t.Selected(); record != nil {
		return recordKey(record)
	}
	return ""
}

// handleReload handles a page of the list being reloaded. It reports whether the result was one.
func (t *transactions) handleReload(result load.Result[client.Page[client.Transaction]]) (cmd tea.Cmd, ok bool) {
	reload := &t.reloading
	if reload.pages == nil {
		return nil, false
	}
	change, _, ok := reload.pages.Accept(t.ctx, t.deps.Loader, result)
	if !ok {
		return nil, false
	}
	from := reload.pages.Len() - change.Below
	if selected := t.selectedKey(); selected != reload.selected { // the selection has moved meanwhile
		reload.selected, reload.index, from = selected, -1, 0
	}
	for i := from; i < reload.pages.Len(); i++ {
		if recordKey(reload.pages.At(i)) == reload.selected {
			reload.index = i
		}
	}
	switch {
	case reload.pages.Err() != nil:
		return nil, true // keep the visible list and show the error
	case reload.index < 0 && reload.selected != "" && !reload.pages.Complete() && reload.pages.Len() < t.Pages.Len() && change.Below > 0:
		return reload.pages.LoadMore(t.ctx, t.deps.Loader), true
	}
	return t.finishReload(), true
}

// cancelReload stops reading the list from the beginning.
func (t *transactions) cancelReload() {
	if t.reloading.pages != nil {
		t.reloading.pages.Cancel()
		t.reloading = reloadState{}
	}
}

// finishReload replaces the visible list, with the same record selected.
func (t *transactions) finishReload() tea.Cmd {
	reload := t.reloading
	t.reloading = reloadState{}
	t.Replace(reload.pages, reload.index, t.noteRecord)
	return t.pageLoaded()
}
