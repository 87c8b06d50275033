package screen

import (
	"iter"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec is all that the deck knows of a kind of screen.
type Spec[M Screen] struct {
	Name     string                                              // in keys, documents and config
	Open     func(*Deps, target.Link) M                          // nil: no link names it. It returns nil if another kind must open the link
	Links    func(target.Link) bool                              // whether a link names such a screen
	Reuse    func(M, target.Link)                                // prepares the screen as it was left for a link; nil: each link has a screen of its own
	Parent   func(here target.Link) (above target.Link, ok bool) // nil: Home
	Menu     MenuItem                                            // in the go-to menu; without a key: none
	Callers  []load.Caller                                       // whose requests are listed with those of the screen
	Hints    []Hint
	Typing   func(M) bool // whether text is typed; nil: never
	Bindings Bindings[M]
}

// Hint is an action that the first visit names, with what it does.
type Hint struct {
	ID    string
	Words text.Safe
}

// MenuItem is a line of the go-to menu. The ID of its action is goto with the name of the screen.
type MenuItem struct {
	Key, Words string
	Offered    func(*Deps) bool                // nil: always
	Keeps      bool                            // it opens as it was left
	Open       func(*Deps) (s Screen, msg any) // a new screen, or nil and the message that is posted instead
}

// Kind is a Spec of any model.
type Kind interface {
	Title() string
	Is(Screen) bool
	Create(deps *Deps, link target.Link, visited iter.Seq[Screen]) (s Screen, ok bool)
	Above(here target.Link) (target.Link, bool)
	MenuItem() MenuItem
	OtherCallers() []load.Caller
	FirstHints() []Hint
	Actions(Screen) []Action
	Denied(Screen) []Action
	All() []Action
}

// Title returns the name of the screen.
func (s Spec[M]) Title() string { return s.Name }

// Is reports whether a screen is of this kind.
func (s Spec[M]) Is(shown Screen) bool { _, ok := shown.(M); return ok }

// Create returns the screen of a link, which may be one of those visited. ok is false if it names another kind, or this one cannot open
// it yet.
func (s Spec[M]) Create(deps *Deps, link target.Link, visited iter.Seq[Screen]) (created Screen, ok bool) {
	if s.Open == nil || !s.Links(link) {
		return nil, false
	}
	if s.Reuse != nil {
		for left := range visited {
			if m, is := left.(M); is {
				s.Reuse(m, link)
				return m, true
			}
		}
	}
	opened := s.Open(deps, link)
	var none M
	return opened, Screen(opened) != Screen(none)
}

// Above returns the location above one of this kind. ok is false if that is Home.
func (s Spec[M]) Above(here target.Link) (above target.Link, ok bool) {
	if s.Parent == nil {
		return target.Link{}, false
	}
	return s.Parent(here)
}

// MenuItem returns the line of the go-to menu.
func (s Spec[M]) MenuItem() MenuItem { return s.Menu }

// OtherCallers returns the callers whose requests are listed with those of the screen.
func (s Spec[M]) OtherCallers() []load.Caller { return s.Callers }

// FirstHints returns the hints of the first visit.
func (s Spec[M]) FirstHints() []Hint { return s.Hints }

// Actions returns the actions that have an effect on a screen of this kind now.
func (s Spec[M]) Actions(shown Screen) []Action {
	return s.Bindings.Actions(shown.(M), s.typing(shown.(M)))
}

// Denied returns the actions that have none, and say why.
func (s Spec[M]) Denied(shown Screen) []Action {
	return s.Bindings.Denied(shown.(M), s.typing(shown.(M)))
}

// All returns all actions of the kind.
func (s Spec[M]) All() []Action { return s.Bindings.All() }

func (s Spec[M]) typing(m M) bool { return s.Typing != nil && s.Typing(m) }

// NoText is a part of screens without text input.
type NoText struct{}

// Captures reports false.
func (NoText) Captures(tea.KeyMsg) bool { return false }
