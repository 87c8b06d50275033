package tui

import (
	"context"
	"path"
	"reflect"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// mostVisits bounds the places that are kept as they were left; beyond it the oldest are forgotten.
const mostVisits = 50

// visit is one step of the history: a screen, and the place from which it was opened.
type visit struct {
	id     int
	place  int // the same for all visits of a screen
	at     time.Time
	screen screen.Screen
	parent *visit // nil: opened from nowhere
}

// history is the places that were visited, as in a web browser: going back and forward keeps every screen as it was
// left; opening a place forgets what lay ahead. Only the current screen works: its context ends when it is left.
type history struct {
	visits []*visit
	at     int
	recent []*visit // every place that was visited lately, the newest last, also those that lay ahead and were forgotten
	nextID int
	ctx    context.Context // of the current screen's calls
	leave  context.CancelFunc
}

// mostRecent bounds the recent places.
const mostRecent = 20

func (h *history) current() *visit { return h.visits[h.at] }

// start makes Home the first place, the root of every breadcrumb.
func (h *history) start(home screen.Screen, now time.Time) {
	h.visits = []*visit{{at: now, screen: home}}
}

// push makes the screen the current place, opened from the one that is current now, and forgets what lay ahead. The screen
// does not work yet.
func (h *history) push(s screen.Screen, now time.Time) {
	h.nextID++
	v := &visit{id: h.nextID, place: h.placeOf(s), at: now, screen: s, parent: h.current()}
	h.visits = append(h.visits[:h.at+1], v)
	h.remember(v)
	if len(h.visits) > mostVisits {
		h.forget(h.visits[1])
	}
	h.at = len(h.visits) - 1
}

// placeOf is the place of the screen: that of its earlier visits, a new one where there are none.
func (h *history) placeOf(s screen.Screen) int {
	for _, visits := range [][]*visit{h.visits, h.recent} {
		for _, v := range visits {
			if v.screen == s {
				return v.place
			}
		}
	}
	return h.nextID
}

// remember puts a visit at the end of the recent places, each of which is there once. Home is not among them.
func (h *history) remember(v *visit) {
	if v.screen == h.visits[0].screen {
		return
	}
	h.recent = slices.DeleteFunc(h.recent, func(other *visit) bool { return other.screen == v.screen })
	if len(h.recent) == mostRecent {
		h.recent = slices.Delete(h.recent, 0, 1)
	}
	h.recent = append(h.recent, v)
}

// forget drops the oldest visit after Home. Places that were opened from it hang on what it hung on.
func (h *history) forget(oldest *visit) {
	h.visits = append(h.visits[:1], h.visits[2:]...)
	for _, v := range h.visits {
		if v.parent == oldest {
			v.parent = oldest.parent
		}
	}
}

// open leaves the current place for a new one.
func (h *history) open(ctx context.Context, s screen.Screen, now time.Time) tea.Cmd {
	h.end()
	h.push(s, now)
	return h.begin(ctx)
}

// step goes back (-1) or forward (+1), and tells whether there was a place to go to.
func (h *history) step(ctx context.Context, delta int) (tea.Cmd, bool) {
	if h.at+delta < 0 || h.at+delta >= len(h.visits) {
		return nil, false
	}
	return h.jump(ctx, h.at+delta), true
}

// hasUp tells whether there is a place above the current one. Home has none.
func (h *history) hasUp() bool { return h.current().screen != h.visits[0].screen }

// up goes to the place from which the current one was opened, or to Home when that is forgotten.
func (h *history) up(ctx context.Context) tea.Cmd {
	if !h.hasUp() {
		return nil
	}
	for i := h.at - 1; i > 0; i-- {
		if h.visits[i] == h.current().parent {
			return h.jump(ctx, i)
		}
	}
	return h.jump(ctx, 0)
}

// reopen visits a place again as it was left, as a new step of the history with its old place in the breadcrumb.
func (h *history) reopen(ctx context.Context, id int, now time.Time) tea.Cmd {
	for _, v := range h.recent {
		if v.id == id {
			cmd := h.open(ctx, v.screen, now)
			h.current().parent = v.parent
			return cmd
		}
	}
	return nil
}

// home goes to Home as a new step.
func (h *history) home(ctx context.Context, now time.Time) tea.Cmd {
	if !h.hasUp() {
		return nil
	}
	cmd := h.open(ctx, h.visits[0].screen, now)
	h.current().parent = nil
	return cmd
}

// caller is on whose behalf the screen's calls are made. A screen is named by its package: each has one of its own.
func (v *visit) caller() load.Caller {
	return load.Caller{Screen: path.Base(reflect.TypeOf(v.screen).Elem().PkgPath()), Place: v.place}
}

// trail is the places from Home to this one.
func (v *visit) trail() []*visit {
	var trail []*visit
	for ; v != nil; v = v.parent {
		trail = append(trail, v)
	}
	slices.Reverse(trail)
	return trail
}

func (h *history) jump(ctx context.Context, at int) tea.Cmd {
	h.end()
	h.at = at
	return h.begin(ctx)
}

func (h *history) begin(ctx context.Context) tea.Cmd {
	h.ctx, h.leave = context.WithCancel(load.For(ctx, h.current().caller()))
	return h.current().screen.Enter(h.ctx)
}

// end leaves the current screen and ends its calls.
func (h *history) end() {
	h.leave()
	h.current().screen.Leave()
}
