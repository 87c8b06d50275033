package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
)

// freshly is a list as it is read from the beginning, until it takes the place of the one that is shown. The zero value is none.
type freshly struct {
	pages    *load.Pages[client.Transaction]
	selected string // the key of the record that is to stay selected; empty: none was
	at       int    // its index; -1: it has not come yet
}

// afresh reads the list from the beginning. What is shown stays until the selected record has come again, or as many records as
// are shown.
func (t *transactions) afresh() tea.Cmd {
	t.cancel()
	t.other = nil
	if !t.Pages.Begun() {
		return t.more()
	}
	t.fresh = freshly{pages: t.newPages(t.Pages.Order()), selected: t.selectedKey(), at: -1}
	return t.fresh.pages.More(t.ctx, t.deps.Loader)
}

// selectedKey is the key of the selected record; empty: there is none.
func (t *transactions) selectedKey() string {
	if record := t.Selected(); record != nil {
		return recordKey(record)
	}
	return ""
}

// takeFresh takes a page of the list as it is read from the beginning, and tells whether it was one.
func (t *transactions) takeFresh(result load.Result[client.Page[client.Transaction]]) (cmd tea.Cmd, ok bool) {
	fresh := &t.fresh
	if fresh.pages == nil {
		return nil, false
	}
	change, _, ok := fresh.pages.Take(t.ctx, t.deps.Loader, result)
	if !ok {
		return nil, false
	}
	from := fresh.pages.Len() - change.Below
	if selected := t.selectedKey(); selected != fresh.selected { // one has gone to another meanwhile
		fresh.selected, fresh.at, from = selected, -1, 0
	}
	for i := from; i < fresh.pages.Len(); i++ {
		if recordKey(fresh.pages.At(i)) == fresh.selected {
			fresh.at = i
		}
	}
	switch {
	case fresh.pages.Err() != nil:
		return nil, true // what is shown stays, and says why
	case fresh.at < 0 && fresh.selected != "" && !fresh.pages.Ended() && fresh.pages.Len() < t.Pages.Len() && change.Below > 0:
		return fresh.pages.More(t.ctx, t.deps.Loader), true
	}
	return t.refreshed(), true
}

// endFresh gives up reading the list from the beginning.
func (t *transactions) endFresh() {
	if t.fresh.pages != nil {
		t.fresh.pages.Cancel()
		t.fresh = freshly{}
	}
}

// refreshed shows the list that was read from the beginning, with the same record selected.
func (t *transactions) refreshed() tea.Cmd {
	fresh := t.fresh
	t.fresh = freshly{}
	t.Replace(fresh.pages, fresh.at, t.see)
	return t.grown()
}
