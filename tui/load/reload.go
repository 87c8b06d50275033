package load

import (
	"context"
	"reflect"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
)

// Reload reads a list from the beginning while the previous one stays visible, until enough is loaded to replace it. After a failed
// or cancelled request the reload can be continued. The zero value is inactive.
type Reload[T any] = ReloadOf[*T]

// ReloadOf is a Reload, with a pointer as parameter.
type ReloadOf[P any] struct {
	pages *PagesOf[P] // nil if inactive
}

// ReloadGoal is how much of a reloaded list must be loaded before it replaces the visible one. The end of the list and a page that
// adds no records also complete a reload.
type ReloadGoal[T any] = ReloadGoalOf[*T]

// ReloadGoalOf is a ReloadGoal, with a pointer as parameter.
type ReloadGoalOf[P any] struct {
	Count    int  // minimum number of records; 0: the first page
	Selected P    // record to find in the reloaded list; nil if none
	Found    bool // complete as soon as Selected is loaded, whatever Count is
}

// Reloaded is the list that replaces the visible one.
type Reloaded[T any] = ReloadedOf[*T]

// ReloadedOf is a Reloaded, with a pointer as parameter.
type ReloadedOf[P any] struct {
	Pages    *PagesOf[P] // nil until the reload is complete
	Selected int         // index of the goal's selected record; -1 if it is not loaded
}

// Start requests the first page of pages, which must be empty. It cancels the previous reload.
func (r *ReloadOf[P]) Start(ctx context.Context, l *Loader, pages *PagesOf[P]) tea.Cmd {
	r.Cancel()
	r.pages = pages
	return r.Continue(ctx, l)
}

// Continue requests the next page, unless it is pending or there is no reload.
func (r *ReloadOf[P]) Continue(ctx context.Context, l *Loader) tea.Cmd {
	if r.pages == nil {
		return nil
	}
	return r.pages.LoadMore(ctx, l)
}

// Accept adds a page to the reload. ok is false if the result does not belong to it. When the goal is reached, done has the list and
// the reload becomes inactive; before that, the command requests the next page.
func (r *ReloadOf[P]) Accept(ctx context.Context, l *Loader, result Result[client.Page[P]], goal ReloadGoalOf[P]) (done ReloadedOf[P], next tea.Cmd, ok bool) {
	if r.pages == nil {
		return done, nil, false
	}
	change, _, ok := r.pages.Accept(ctx, l, result)
	if !ok || result.Err != nil {
		return done, nil, ok
	}
	if change.Below > 0 && !r.pages.Complete() && !r.reached(goal) {
		return done, r.Continue(ctx, l), true
	}
	done = ReloadedOf[P]{Pages: r.pages, Selected: -1}
	if goal.hasSelected() {
		done.Selected = r.pages.find(goal.Selected)
	}
	r.pages = nil
	return done, nil, true
}

func (g *ReloadGoalOf[P]) hasSelected() bool {
	return !reflect.ValueOf(g.Selected).IsNil()
}

func (r *ReloadOf[P]) reached(goal ReloadGoalOf[P]) bool {
	return r.pages.Len() >= goal.Count || goal.Found && goal.hasSelected() && r.pages.isKnown(goal.Selected)
}

// Cancel ends the reload. The visible list stays.
func (r *ReloadOf[P]) Cancel() {
	if r.pages != nil {
		r.pages.Cancel()
		r.pages = nil
	}
}

// Active reports whether a reload is pending, or stopped before it was complete.
func (r *ReloadOf[P]) Active() bool { return r.pages != nil }

// Loading reports whether a page is being loaded.
func (r *ReloadOf[P]) Loading() bool { return r.pages != nil && r.pages.Loading() }

// Err returns the error that stopped the reload, nil if there is none.
func (r *ReloadOf[P]) Err() error {
	if r.pages == nil {
		return nil
	}
	return r.pages.Err()
}

// Status adds the reload to the status of the visible list. An error of the reload takes precedence.
func (r *ReloadOf[P]) Status(visible Status, now time.Time) Status {
	if r.Loading() {
		status := r.pages.Status(now)
		visible.Loading, visible.Waited = true, max(visible.Waited, status.Waited)
		if visible.Wait.IsEmpty() {
			visible.Wait = status.Wait
		}
	}
	if err := r.Err(); err != nil {
		visible.Err = err
	}
	return visible
}
