package history

import (
	"context"
	"path"
	"reflect"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

const (
	// maxVisits bounds the history. The oldest visits after Home are dropped first.
	maxVisits = 50
	// maxRecent bounds the recently visited screens.
	maxRecent = 20
)

// visit is one step of the history.
type visit struct {
	id     int
	entry  int // number of the screen, the same for all its visits
	at     time.Time
	screen screen.Screen
	list   *target.Link // that a transaction was opened from; nil: none
	parent parent       // as it was found last
}

// caller names the screen to the loader, by its package.
func (v *visit) caller() load.Caller {
	return load.Caller{Screen: path.Base(reflect.TypeOf(v.screen).Elem().PkgPath()), Entry: v.entry}
}

// stack holds the visits, as in a web browser: going back and forward preserves the state of every screen, and opening a screen
// drops the visits ahead. Only the current screen is active: its context ends when it is left.
type stack struct {
	visits []*visit
	at     int
	recent []*visit // newest last, with the dropped ones
	nextID int
	ctx    context.Context // of the current screen
	cancel context.CancelFunc
}

func (s *stack) current() *visit { return s.visits[s.at] }

// screens yields the visited screens, oldest first.
func (s *stack) screens(yield func(screen.Screen) bool) {
	for _, v := range s.visits {
		if !yield(v.screen) {
			return
		}
	}
}

// start makes Home the first visit, the top of every breadcrumb.
func (s *stack) start(home screen.Screen, now time.Time) {
	s.visits = []*visit{{at: now, screen: home}}
	s.at, s.recent = 0, nil
}

// push makes the screen the current one and drops the visits ahead. It does not activate it.
func (s *stack) push(next screen.Screen, now time.Time) {
	s.nextID++
	v := &visit{id: s.nextID, entry: s.entryOf(next), at: now, screen: next}
	s.visits = append(s.visits[:s.at+1], v)
	s.remember(v)
	if len(s.visits) > maxVisits {
		s.visits = slices.Delete(s.visits, 1, 2)
	}
	s.at = len(s.visits) - 1
}

// entryOf returns the number of the screen, or a new one.
func (s *stack) entryOf(of screen.Screen) int {
	for _, visits := range [][]*visit{s.visits, s.recent} {
		for _, v := range visits {
			if v.screen == of {
				return v.entry
			}
		}
	}
	return s.nextID
}

// remember adds a visit to the recent ones, each screen once. Home is not among them.
func (s *stack) remember(v *visit) {
	if v.screen == s.visits[0].screen {
		return
	}
	s.recent = slices.DeleteFunc(s.recent, func(other *visit) bool { return other.screen == v.screen })
	if len(s.recent) == maxRecent {
		s.recent = slices.Delete(s.recent, 0, 1)
	}
	s.recent = append(s.recent, v)
}

// drop leaves the current screen, which is not Home, and forgets it. Another one must be opened then.
func (s *stack) drop() {
	s.end()
	dropped := s.current()
	s.recent = slices.DeleteFunc(s.recent, func(other *visit) bool { return other == dropped })
	s.at--
}

// open leaves the current screen for a new one.
func (s *stack) open(ctx context.Context, next screen.Screen, now time.Time) tea.Cmd {
	s.end()
	s.push(next, now)
	return s.begin(ctx)
}

// hasUp reports whether the current screen is not Home.
func (s *stack) hasUp() bool { return s.current().screen != s.visits[0].screen }

// reopen visits a recent screen again as it was left.
func (s *stack) reopen(ctx context.Context, id int, now time.Time) tea.Cmd {
	for _, v := range s.recent {
		if v.id == id {
			cmd := s.open(ctx, v.screen, now)
			s.current().list = v.list
			return cmd
		}
	}
	return nil
}

// home visits Home.
func (s *stack) home(ctx context.Context, now time.Time) tea.Cmd {
	if !s.hasUp() {
		return nil
	}
	return s.open(ctx, s.visits[0].screen, now)
}

func (s *stack) jump(ctx context.Context, at int) tea.Cmd {
	s.end()
	s.at = at
	return s.begin(ctx)
}

// begin activates the current screen.
func (s *stack) begin(ctx context.Context) tea.Cmd {
	s.ctx, s.cancel = context.WithCancel(load.WithCaller(ctx, s.current().caller()))
	return s.current().screen.Enter(s.ctx)
}

// end leaves the current screen and cancels its calls.
func (s *stack) end() {
	if s.cancel == nil {
		return // it is not active
	}
	s.cancel()
	s.cancel = nil
	s.current().screen.Leave()
}
