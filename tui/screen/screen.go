// Package screen is what the deck and its screens know of each other: what a screen is, what it may use, and the messages
// that pass between them. Each screen stands in a package of its own below and knows no other screen.
package screen

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Screen is one place of the deck. The deck calls all methods from the one goroutine of the program's loop; none of them
// may block, or do work that grows with the number of records.
type Screen interface {
	// Enter is called when the screen becomes the one that is shown, also when it is come back to. The context ends when
	// it is left: calls that are made with it end then.
	Enter(ctx context.Context) tea.Cmd
	// Leave is called when another screen takes its place.
	Leave()
	// SetSize tells the size of the body, before the first View and whenever it changes.
	SetSize(Size)
	// Update takes keys that the deck does not take itself, answers to calls, and ClockMsg.
	Update(tea.Msg) tea.Cmd
	// View is the body: exactly as many lines as the size has, none wider than it.
	View() []text.Line
	// Crumbs are the screen's parts of the breadcrumb, such as "Account treasury", "Sent".
	Crumbs() []text.Safe
	// Actions are the keys that do something here and now, the most useful first.
	Actions() []Action
	// Captures tells whether the screen takes this key as text at the moment.
	Captures(tea.KeyMsg) bool
	// Escape ends what is going on inside of the screen (text, a filter, a load) and tells whether there was anything to end.
	Escape() bool
	// Note is what the message row says when there is no news: a standing warning on the left, a side fact on the right.
	Note() (left, right text.Line)
	// Vital is the one line that is left of the screen in the smallest windows.
	Vital() text.Line
}

// Action is something that a key does. Its id is its name in settings and documents.
type Action struct {
	ID string
	key.Binding
	hidden    bool
	secondary bool
}

// Hidden is the same action left out of the row of keys: the help alone lists it.
func (a Action) Hidden() Action {
	a.hidden = true
	return a
}

// Secondary is the same action behind those of the deck in the row of keys: what one needs less often.
func (a Action) Secondary() Action {
	a.secondary = true
	return a
}

// IsSecondary tells whether the action stands behind those of the deck.
func (a Action) IsSecondary() bool { return a.secondary }

// IsHidden tells whether the action is left out of the row of keys.
func (a Action) IsHidden() bool { return a.hidden }

// NewAction makes an action: the keys that trigger it, how they are written in the help, and what they do.
func NewAction(id string, keys []string, label, description string) Action {
	return Action{ID: id, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, description))}
}

// NewRefresh is the key that looks again, the same on every screen.
func NewRefresh(description string) Action {
	return NewAction("deck.refresh", []string{"r"}, "r", description)
}

// KeyName is a key as it is written, which Bubble Tea may name otherwise.
func KeyName(key string) string {
	if name, ok := keyNames[key]; ok {
		return name
	}
	return key
}

var keyNames = map[string]string{
	"up": "↑", "down": "↓", "left": "←", "right": "→", " ": "space", "pgdown": "pgdn", "alt+left": "alt+←", "alt+right": "alt+→",
}

// Matches tells whether the key triggers the action.
func (a Action) Matches(msg tea.KeyMsg) bool { return key.Matches(msg, a.Binding) }

// Choice is which of so many things the key chooses, of an action with a key for each: its first key chooses 0. Keys beyond what
// there is at the moment choose nothing.
func (a Action) Choice(msg tea.KeyMsg, count int) (int, bool) {
	i := slices.Index(a.Keys(), msg.String())
	return i, a.Enabled() && i >= 0 && i < count
}

// Class is how much room the window has, which decides what is drawn (boxes, columns, details).
type Class int

// The classes of window, from the smallest, and where they begin unless the settings say otherwise.
const (
	OneLine Class = iota // under 40x12: one line with the vital fact
	Small                // from 40x12: one list or one value
	Rules                // from 60x20: no boxes, rules only
	Compact              // from 80x24: boxes, one panel at a time
	Full                 // from 100x30: as designed
	Wide                 // from 120x36: a preview beside lists
)

// ClassOf is the class of a window of this width and height, where the classes begin at these sizes.
func ClassOf(from config.Sizes, width, height int) Class {
	minimum := [...]config.Size{Small: from.Small, Rules: from.Rules, Compact: from.Compact, Full: from.Full, Wide: from.Wide}
	class := Wide
	for class > OneLine && (width < minimum[class].Width || height < minimum[class].Height) {
		class--
	}
	return class
}

// Size is the room that the body of a screen has, and the class of the window around it.
type Size struct {
	Width, Height int
	Class         Class
	// Alone tells that the panel with the keys has all of the room, and the others have none.
	Maximized bool
}

// HasColumns tells that there is room for panels beside one another.
func (s Size) HasColumns() bool { return s.Class >= Full && !s.Maximized }

// IsPlain tells that panels have no boxes at this size.
func (s Size) IsPlain() bool { return s.Class < Compact }

// SpinnerMsg comes some times a second while calls are in flight.
type SpinnerMsg struct{}

// ClockMsg comes once a second: a screen that looks again by itself does so when its time has come.
type ClockMsg struct{}

// OpenMsg asks the deck to open a place.
type OpenMsg struct {
	Target target.Target
}

// OpenTransactionMsg asks the deck to show a record of a list. The list goes along, so that one can walk it from there.
type OpenTransactionMsg struct {
	List   *load.Pages[client.Transaction]
	Name   text.Safe // of the list, such as Sent
	Record *client.Transaction
	Serial int // of the record in the list
	// Beside is the serial of the row so many rows below that of a record, as the list is filtered and sorted. It is not ok where
	// no such row is loaded. nil: the list shows all of its records in their order.
	Neighbor func(serial, delta int) (beside int, ok bool)
	// Walked is called with the serial of each record that is gone to from there, so that the list follows.
	OnWalk func(serial int)
}

// OpenLinkMsg asks the deck to open the location that a link names.
type OpenLinkMsg struct {
	Link target.Link
}

// OpenCallsMsg asks the deck to list the transactions of an account that call a function.
type OpenCallsMsg struct {
	Function target.Target
}

// RevisitMsg asks the deck to go to a place that was visited, as it was left.
type RevisitMsg struct {
	Visit int
}

// TerminalRestoredMsg tells the deck that another program had the terminal, such as an editor.
type TerminalRestoredMsg struct{}

// StoreMsg tells the screen that something else stands in the notebook now.
type StoreMsg struct{}

// BookmarkMsg asks the deck to save the place that is shown, as the key does.
type BookmarkMsg struct{}

// CopyMsg asks the deck to copy a text.
type CopyMsg struct {
	Value string
}

// ChooseMsg asks the deck to let the user choose one of several things.
type ChooseMsg struct {
	Title    text.Safe
	Choices  []Choice
	Selected int            // the one that is selected at first
	OnCancel func() tea.Cmd // where none is chosen; nil: nothing is to be done
}

// Choice is one thing that can be chosen.
type Choice struct {
	Name    text.Safe
	Remark  text.Safe // what would be taken, or what it is
	Run     func() tea.Cmd
	Preview func() tea.Cmd // when it is selected, to show what it would be; nil: nothing shows
}

// ClickMsg tells the screen that something that it draws was clicked: which by its number, and the column of it.
type ClickMsg struct {
	Target, Column int
}

// StatusMsg puts an outcome into the message row.
type StatusMsg struct {
	Text text.Safe
	Side text.Safe // a fact beside it, on the right; empty: that of the screen stays
	Warn bool
}
