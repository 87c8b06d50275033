package screen

import (
	"iter"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/command"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec is all that the deck knows of a kind of screen: how it is opened, where it belongs, and its keys.
type Spec[M Screen] struct {
	Name     string         // in keys, documents and config
	Visitors command.Access // whether visitors over SSH have it

	Links func(target.Link) bool            // whether a link names such a screen; target.Page for one of an account
	Open  func(*Deps, target.Link) M        // opens it at a link; nil if another kind must open the link
	Reuse func(M, target.Link)              // prepares the screen as it was left for a link; nil: each link has a screen of its own
	Start func(*Deps) (opened M, other any) // opens it without a link, or posts another message
	For   func(*Deps, any) M                // opens it for a message with more than a link names; nil for other messages

	Parent func(here target.Link) (above target.Link, ok bool) // nil: Home
	At     func(target.Link) target.Link                       // the location of a link, without the selection; nil: esc never returns to it
	Lists  bool                                                // it is the parent of the transactions that are opened from it

	Menu    MenuItem                                      // in the go-to menu; without a key: none
	Line    func(*Deps, []string) (line Line[M], ok bool) // parses a line of the palette that begins with the name
	Offer   Offer                                         // the line of the palette that starts it; empty: none
	Callers []load.Caller                                 // whose requests are listed with those of the screen
	Hints   []Hint                                        // for the first visit
	Symbols func(M) []Symbol                              // that the help explains; nil: none

	Typing   func(M) bool // whether text is typed; nil: never
	Bindings Bindings[M]
}

// Allowed is the access to a screen that visitors have.
var Allowed = command.Allowed

// Refused is the access to a screen that visitors do not have, and why.
func Refused(why string) command.Access { return command.Refused(why) }

// Hint is an action that the first visit names, with what it does.
type Hint struct {
	ID    string
	Words text.Safe
}

// Symbol is a mark that a screen draws, with what it means.
type Symbol struct {
	Mark  text.Span
	Words text.Safe
}

// SymbolLine draws symbols side by side.
func SymbolLine(th theme.Theme, symbols []Symbol) text.Line {
	var line text.Line
	for i, symbol := range symbols {
		if i > 0 {
			line = append(line, text.Span{Text: text.Spaces(2)})
		}
		line = append(line, symbol.Mark, text.Span{Text: text.Format(" %s", symbol.Words), Style: th.Hint})
	}
	return line
}

// MenuItem is a line of the go-to menu, which starts a screen. The ID of its action is goto with the name of the screen.
type MenuItem struct {
	Key, Words string
	Offered    func(*Deps) bool // nil: always
	Keeps      bool             // it opens as it was left
}

// Offer is a line of the palette that starts a screen.
type Offer struct {
	Text  string
	Words text.Safe
	When  func(*Deps) bool
}

// Line is a line of the palette with the screen that it opens.
type Line[M any] struct {
	Text   string // as the palette completes it
	Words  text.Safe
	Opened M
}

// OpenScreenMsg asks the deck to start a screen by its name.
type OpenScreenMsg struct{ Name string }

// Kind is a Spec of any model.
type Kind interface {
	Title() string
	Is(Screen) bool
	// Create returns the screen of a link, which may be one of those visited. ok is false if the link names another kind.
	Create(deps *Deps, link target.Link, visited iter.Seq[Screen]) (created Screen, ok bool)
	// Begin returns a new screen, or nil and the message to post instead.
	Begin(*Deps) (created Screen, other any)
	// CreateFor returns the screen that a message asks for, nil for other messages.
	CreateFor(*Deps, any) Screen
	// Parse returns the line of the palette in words.
	Parse(*Deps, []string) (line Line[Screen], ok bool)
	// Above returns the location above one of this kind. ok is false if that is Home.
	Above(here target.Link) (above target.Link, ok bool)
	// Place returns the location of a link without the selection. ok is false if esc never returns to a screen of this kind.
	Place(target.Link) (place target.Link, ok bool)
	ListsTransactions() bool
	Access() command.Access
	MenuItem() MenuItem
	Offered() Offer
	OtherCallers() []load.Caller
	FirstHints() []Hint
	// SymbolsOf returns the marks that a screen of this kind draws now.
	SymbolsOf(Screen) []Symbol
	// Actions returns the actions that have an effect on a screen of this kind now.
	Actions(Screen) []Action
	// Denied returns the actions that have none, and say why.
	Denied(Screen) []Action
	// All returns all actions of the kind.
	All() []Action
}

// Kinds are the kinds of screens, in the order of the documents and of the go-to menu.
type Kinds []Kind

// Of returns the kind of a screen.
func (k Kinds) Of(s Screen) Kind {
	for _, kind := range k {
		if kind.Is(s) {
			return kind
		}
	}
	panic("a screen that is not listed")
}

// Named returns the kind with a name.
func (k Kinds) Named(name string) Kind {
	for _, kind := range k {
		if kind.Title() == name {
			return kind
		}
	}
	panic("no screen " + name)
}

// For returns the screen that a message asks for, nil if it asks for none.
func (k Kinds) For(deps *Deps, msg any) Screen {
	for _, kind := range k {
		if s := kind.CreateFor(deps, msg); s != nil {
			return s
		}
	}
	return nil
}

// Title implements Kind.
func (s *Spec[M]) Title() string { return s.Name }

// Is implements Kind.
func (s *Spec[M]) Is(shown Screen) bool { _, ok := shown.(M); return ok }

// Create implements Kind.
func (s *Spec[M]) Create(deps *Deps, link target.Link, visited iter.Seq[Screen]) (created Screen, ok bool) {
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
	created = orNil(s.Open(deps, link))
	return created, created != nil
}

// Begin implements Kind.
func (s *Spec[M]) Begin(deps *Deps) (created Screen, other any) {
	opened, other := s.Start(deps)
	return orNil(opened), other
}

// CreateFor implements Kind.
func (s *Spec[M]) CreateFor(deps *Deps, msg any) Screen {
	if s.For == nil {
		return nil
	}
	return orNil(s.For(deps, msg))
}

// Parse implements Kind.
func (s *Spec[M]) Parse(deps *Deps, words []string) (line Line[Screen], ok bool) {
	if s.Line == nil || words[0] != s.Name {
		return line, false
	}
	parsed, ok := s.Line(deps, words)
	return Line[Screen]{Text: parsed.Text, Words: parsed.Words, Opened: parsed.Opened}, ok
}

// orNil returns a screen, or nil instead of a nil pointer.
func orNil[M Screen](opened M) Screen {
	var none M
	if Screen(opened) == Screen(none) {
		return nil
	}
	return opened
}

// Above implements Kind.
func (s *Spec[M]) Above(here target.Link) (above target.Link, ok bool) {
	if s.Parent == nil {
		return target.Link{}, false
	}
	return s.Parent(here)
}

// Place implements Kind.
func (s *Spec[M]) Place(link target.Link) (place target.Link, ok bool) {
	if s.At == nil {
		return link, false
	}
	return s.At(link), true
}

// ListsTransactions implements Kind.
func (s *Spec[M]) ListsTransactions() bool { return s.Lists }

// Access implements Kind.
func (s *Spec[M]) Access() command.Access { return s.Visitors }

// MenuItem implements Kind.
func (s *Spec[M]) MenuItem() MenuItem { return s.Menu }

// Offered implements Kind.
func (s *Spec[M]) Offered() Offer { return s.Offer }

// OtherCallers implements Kind.
func (s *Spec[M]) OtherCallers() []load.Caller { return s.Callers }

// FirstHints implements Kind.
func (s *Spec[M]) FirstHints() []Hint { return s.Hints }

// SymbolsOf implements Kind.
func (s *Spec[M]) SymbolsOf(shown Screen) []Symbol {
	if s.Symbols == nil {
		return nil
	}
	return s.Symbols(shown.(M))
}

// Actions implements Kind.
func (s *Spec[M]) Actions(shown Screen) []Action {
	return s.Bindings.Actions(shown.(M), s.typing(shown.(M)))
}

// Denied implements Kind.
func (s *Spec[M]) Denied(shown Screen) []Action {
	return s.Bindings.Denied(shown.(M), s.typing(shown.(M)))
}

// All implements Kind.
func (s *Spec[M]) All() []Action { return s.Bindings.All() }

func (s *Spec[M]) typing(m M) bool { return s.Typing != nil && s.Typing(m) }

// NoText is a part of screens without text input.
type NoText struct{}

// Captures reports false.
func (NoText) Captures(tea.KeyMsg) bool { return false }
