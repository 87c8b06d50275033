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
	source load.Source[T]
	reload load.Reload[T]
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
	if s.reload.Active() {
		return s.reload.Continue(s.ctx, s.deps.Loader)
	}
	return s.reload.Start(s.ctx, s.deps.Loader, load.NewPages(s.source, client.NewestFirst))
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
	goal := load.ReloadGoal[T]{Count: s.Pages.Len(), Selected: s.Selected()}
	if done, next, ok := s.reload.Accept(s.ctx, s.deps.Loader, result, goal); ok {
		if done.Pages == nil {
			return next, true
		}
		s.Replace(done.Pages, done.Selected, nil)
		return s.pageLoaded(), true
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

func (s *staticList[T]) cancel() {
	s.Pages.Cancel()
	s.reload.Cancel()
}

func (s *staticList[T]) escape() bool {
	if s.ClearFilter() {
		return true
	}
	if !s.Pages.Loading() && !s.reload.Loading() {
		return false
	}
	s.cancel()
	return true
}

func (s *staticList[T]) status() load.Status {
	now := s.deps.Now()
	return s.reload.Status(s.Pages.Status(now), now)
}

func (s *staticList[T]) err() error {
	return s.status().Err
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
