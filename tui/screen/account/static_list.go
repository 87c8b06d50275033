package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// staticList is a list of what an address holds now, in the node's order. It cannot be polled for new records: it is reloaded as
// a whole on request. The visible list is replaced once as much of the new one is loaded.
type staticList[T any] struct {
	list[T]
	source    load.Source[T]
	reloading *load.Pages[T] // list being reloaded; nil if none
}

func (s *staticList[T]) enter(ctx context.Context) {
	s.ctx = ctx
	s.Resume()
}

func (s *staticList[T]) poll() tea.Cmd {
	if s.Pages.Loaded() {
		return s.fill()
	}
	return s.more()
}

func (s *staticList[T]) refresh() tea.Cmd {
	if !s.Pages.Loaded() {
		return s.more()
	}
	if s.reloading == nil {
		s.reloading = load.NewPages(s.source, client.NewestFirst)
	}
	return s.reloading.LoadMore(s.ctx, s.deps.Loader)
}

func (s *staticList[T]) hardReload() tea.Cmd { return s.refresh() }

// handlePage handles a page. It reports whether the list was waiting for it.
func (s *staticList[T]) handlePage(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	if s.Handle(msg) {
		return nil, true
	}
	result, ok := msg.(load.Result[client.Page[T]])
	if !ok {
		return nil, false
	}
	if s.reloading != nil {
		if change, _, ok := s.reloading.Accept(s.ctx, s.deps.Loader, result); ok {
			return s.continueReload(change), true
		}
	}
	change, _, ok := s.Pages.Accept(s.ctx, s.deps.Loader, result)
	if ok {
		s.Sync(nil)
	}
	if change.Below == 0 {
		return nil, ok
	}
	return s.pageLoaded(), ok
}

// continueReload replaces the visible list once the new one has as many records, with the same one selected.
func (s *staticList[T]) continueReload(change load.Change) tea.Cmd {
	switch {
	case s.reloading.Err() != nil || !s.reloading.Loaded():
		return nil
	case !s.reloading.Complete() && s.reloading.Len() < s.Pages.Len() && change.Below > 0:
		return s.reloading.LoadMore(s.ctx, s.deps.Loader)
	}
	index := -1
	if selected := s.Selected(); selected != nil {
		index = s.indexNear(s.reloading, s.source.Key(selected), s.Pages.Index(s.Serial(s.Rows.Selected())))
	}
	s.Replace(s.reloading, index, nil)
	s.reloading = nil
	return s.pageLoaded()
}

// indexNear returns the index of the record with the key, searching outwards from index, or -1 if it is gone.
func (s *staticList[T]) indexNear(pages *load.Pages[T], key string, index int) int {
	for i := range pages.Len() {
		for _, at := range [...]int{index - i, index + i} {
			if at >= 0 && at < pages.Len() && s.source.Key(pages.At(at)) == key {
				return at
			}
		}
	}
	return -1
}

func (s *staticList[T]) cancel() {
	s.Pages.Cancel()
	if s.reloading != nil {
		s.reloading.Cancel()
		s.reloading = nil
	}
}

func (s *staticList[T]) escape() bool {
	if s.ClearFilter() {
		return true
	}
	if !s.Pages.Loading() && (s.reloading == nil || !s.reloading.Loading()) {
		return false
	}
	s.cancel()
	return true
}

func (s *staticList[T]) status() load.Status {
	status := s.Pages.Status(s.deps.Now())
	if s.reloading != nil {
		reloadStatus := s.reloading.Status(s.deps.Now())
		status.Loading, status.Waited = status.Loading || reloadStatus.Loading, max(status.Waited, reloadStatus.Waited)
		status.Err = s.err()
	}
	return status
}

func (s *staticList[T]) err() error {
	if s.reloading != nil && s.reloading.Err() != nil {
		return s.reloading.Err()
	}
	return s.Pages.Err()
}

func (s *staticList[T]) loaded() text.Safe {
	loaded := text.Integer(uint64(s.Pages.Len())) + " loaded"
	switch {
	case s.status().Loading:
		return loaded + " · loading"
	case s.Pages.Complete():
		return loaded + " · end"
	case s.Pages.Len() > 0:
		return loaded + " · more"
	}
	return loaded
}

func (s *staticList[T]) refreshHint() text.Safe {
	return s.deps.Key("deck.refresh") + " refreshes"
}

// listState describes record count and age.
func (s *staticList[T]) listState() text.Line {
	return s.state(s.status(), s.Pages.Count())
}
