package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// standing is a list of what stands at the address now, in the node's own order. It does not tell what is new: it is read
// anew when one asks, and what is shown stays until as much of it is here.
type standing[T any] struct {
	list[T]
	source load.Source[T]
	fresh  *load.Pages[T] // the list as it is read anew; nil: it is not
}

func (s *standing[T]) enter(ctx context.Context) {
	s.ctx = ctx
	s.Resume()
}

func (s *standing[T]) look() tea.Cmd {
	if s.Pages.Begun() {
		return s.fill()
	}
	return s.more()
}

func (s *standing[T]) refresh() tea.Cmd {
	if !s.Pages.Begun() {
		return s.more()
	}
	if s.fresh == nil {
		s.fresh = load.NewPages(s.source, client.NewestFirst)
	}
	return s.fresh.More(s.ctx, s.deps.Loader)
}

func (s *standing[T]) afresh() tea.Cmd { return s.refresh() }

// takePage takes a page, and tells whether the list waited for it.
func (s *standing[T]) takePage(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	if s.Handle(msg) {
		return nil, true
	}
	result, ok := msg.(load.Result[client.Page[T]])
	if !ok {
		return nil, false
	}
	if s.fresh != nil {
		if change, _, ok := s.fresh.Take(s.ctx, s.deps.Loader, result); ok {
			return s.refreshed(change), true
		}
	}
	change, _, ok := s.Pages.Take(s.ctx, s.deps.Loader, result)
	if ok {
		s.Sync(nil)
	}
	if change.Below == 0 {
		return nil, ok
	}
	return s.grown(), ok
}

// refreshed shows the list that was read anew once it has as many records as were shown, with the same one selected.
func (s *standing[T]) refreshed(change load.Change) tea.Cmd {
	switch {
	case s.fresh.Err() != nil || !s.fresh.Begun():
		return nil
	case !s.fresh.Ended() && s.fresh.Len() < s.Pages.Len() && change.Below > 0:
		return s.fresh.More(s.ctx, s.deps.Loader)
	}
	at := -1
	if selected := s.Selected(); selected != nil {
		at = s.near(s.fresh, s.source.Key(selected), s.Pages.Index(s.Serial(s.Rows.Selected())))
	}
	s.Replace(s.fresh, at, nil)
	s.fresh = nil
	return s.grown()
}

// near is the index of the record with the key, which mostly is the one where it was; -1: it is gone.
func (s *standing[T]) near(pages *load.Pages[T], key string, was int) int {
	for i := range pages.Len() {
		for _, at := range [...]int{was - i, was + i} {
			if at >= 0 && at < pages.Len() && s.source.Key(pages.At(at)) == key {
				return at
			}
		}
	}
	return -1
}

func (s *standing[T]) cancel() {
	s.Pages.Cancel()
	if s.fresh != nil {
		s.fresh.Cancel()
		s.fresh = nil
	}
}

func (s *standing[T]) escape() bool {
	if s.ClearFilter() {
		return true
	}
	if !s.Pages.Loading() && (s.fresh == nil || !s.fresh.Loading()) {
		return false
	}
	s.cancel()
	return true
}

func (s *standing[T]) status() load.Status {
	status := s.Pages.Status(s.deps.Now())
	if s.fresh != nil {
		anew := s.fresh.Status(s.deps.Now())
		status.Loading, status.Waited = status.Loading || anew.Loading, max(status.Waited, anew.Waited)
		status.Err = s.err()
	}
	return status
}

func (s *standing[T]) err() error {
	if s.fresh != nil && s.fresh.Err() != nil {
		return s.fresh.Err()
	}
	return s.Pages.Err()
}

func (s *standing[T]) loaded() text.Safe {
	loaded := text.Integer(uint64(s.Pages.Len())) + " loaded"
	switch {
	case s.status().Loading:
		return loaded + " · asking"
	case s.Pages.Ended():
		return loaded + " · end"
	case s.Pages.Len() > 0:
		return loaded + " · walking"
	}
	return loaded
}

func (s *standing[T]) habit() text.Safe {
	return "this list is read again by " + s.deps.Key("deck.refresh") + " alone"
}

// standingState is the number of records and how fresh they are: nobody looks after them.
func (s *standing[T]) standingState() text.Line {
	count := s.Pages.Count()
	if s.Pages.Len() > 0 && !s.Pages.Ended() {
		count = text.Integer(uint64(s.Pages.Len())) + ", walking"
	}
	return s.state(s.status(), count)
}
