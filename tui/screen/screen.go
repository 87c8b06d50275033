// Package screen defines the interface between the deck and its screens: what a screen implements, what it may use, and the
// messages between them. Each screen is a package below this one and imports no other screen.
package screen

import (
	"cmp"
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Screen is one location of the deck. The deck calls all methods on the program's event loop. None of them may block or do work
// that grows with the number of records.
type Screen interface {
	// Enter is called when the screen becomes visible, also on return to it. The context is canceled when the screen is left.
	Enter(ctx context.Context) tea.Cmd
	// Leave is called when another screen becomes visible.
	Leave()
	// SetSize sets the size of the body. It is called before the first View and on every change.
	SetSize(Size)
	// Update handles the keys that the deck does not handle, results of requests, and ClockMsg.
	Update(tea.Msg) tea.Cmd
	// View returns the body: exactly Size.Height lines, none wider than Size.Width.
	View() []text.Line
	// Crumbs returns the screen's parts of the breadcrumb, such as "Account treasury", "Sent".
	Crumbs() []text.Safe
	// Captures reports whether the screen currently handles the key as text input.
	Captures(tea.KeyMsg) bool
	// Escape cancels what is in progress on the screen (text input, a filter, a load) and reports whether there was anything to cancel.
	Escape() bool
	// Note returns the message row when there is no status message: a warning on the left, additional information on the right.
	Note() (left, right text.Line)
	// Vital returns the one line that the smallest windows show.
	Vital() text.Line
}

// Action is a command with its keys. ID is its name in the config file and the documents.
type Action struct {
	ID string
	key.Binding
	description string // if it differs from that in the key row
	hidden      bool
	secondary   bool
	why         string // it has no effect now
	pair        string // ID of the other half
	run         func(choice int) tea.Cmd
}

// Runs reports whether the action runs by itself. Otherwise the owner handles its default key.
func (a Action) Runs() bool { return a.run != nil }

// Run runs the action. choice is the number of the key, for an action with a choice per key.
func (a Action) Run(choice int) tea.Cmd { return a.run(choice) }

// Pair returns the ID of the other half of a pair of actions.
func (a Action) Pair() string { return a.pair }

// Why returns why the action has no effect now.
func (a Action) Why() string { return a.why }

// SetHelp replaces the label and both descriptions.
func (a *Action) SetHelp(label, description string) {
	a.description = ""
	a.Binding.SetHelp(label, description)
}

// Description returns the description for the help and the documents.
func (a Action) Description() string { return cmp.Or(a.description, a.Help().Desc) }

// IsSecondary reports whether the action follows the deck's own in the key row.
func (a Action) IsSecondary() bool { return a.secondary }

// IsHidden reports whether the key row omits the action.
func (a Action) IsHidden() bool { return a.hidden }

// KeyName returns the label of a key that Bubble Tea names.
func KeyName(key string) string {
	if name, ok := keyNames[key]; ok {
		return name
	}
	return key
}

var keyNames = map[string]string{
	"up": "↑", "down": "↓", "left": "←", "right": "→", " ": "space", "pgdown": "pgdn", "alt+left": "alt+←", "alt+right": "alt+→",
	"shift+up": "shift+↑", "shift+down": "shift+↓",
}

// Class is a range of window sizes. It decides what is drawn (boxes, columns, details).
type Class int

// The classes of windows, smallest first, with their default minimum sizes.
const (
	OneLine Class = iota // under 40x12: one line with the vital fact
	Small                // from 40x12: one list or one value
	Rules                // from 60x20: no boxes, rules only
	Compact              // from 80x24: boxes, one panel at a time
	Full                 // from 100x30: as designed
	Wide                 // from 120x36: a preview beside lists
	Huge                 // Wide with 160 columns or more: three columns
)

// hugeWidth is the width from which a wide window has three columns.
const hugeWidth = 160

// ClassOf returns the class of a window of this width and height, given the minimum sizes of the classes.
func ClassOf(from config.Sizes, width, height int) Class {
	minimum := [...]config.Size{Small: from.Small, Rules: from.Rules, Compact: from.Compact, Full: from.Full, Wide: from.Wide}
	class := Wide
	for class > OneLine && (width < minimum[class].Width || height < minimum[class].Height) {
		class--
	}
	if class == Wide && width >= hugeWidth {
		return Huge
	}
	return class
}

// Size is the size of a screen's body, in cells, and the class of the window.
type Size struct {
	Width, Height int
	Class         Class
	// Maximized is set if the focused panel fills the body and the others are hidden.
	Maximized bool
}

// HasColumns reports whether panels are shown side by side.
func (s Size) HasColumns() bool { return s.Class >= Full && !s.Maximized }

// IsPlain reports whether panels have no boxes at this size.
func (s Size) IsPlain() bool { return s.Class < Compact }

// ByClass are heights or widths of a panel by the class of the window.
type ByClass [Huge + 1]int

// Pick returns the value for this size, 0 if another panel is maximized.
func (s Size) Pick(values ByClass) int {
	if s.Maximized {
		return 0
	}
	return values[s.Class]
}

// From returns a height or width in windows from a class on, 0 in smaller ones and if another panel is maximized.
func (s Size) From(class Class, value int) int {
	if s.Maximized || s.Class < class {
		return 0
	}
	return value
}

// SpinnerMsg is sent several times a second while requests are in flight.
type SpinnerMsg struct{}

// ClockMsg is sent once a second. Screens that refresh automatically check then whether a refresh is due.
type ClockMsg struct{}

// OpenMsg asks the deck to open a location.
type OpenMsg struct {
	Target target.Target
	// Replaces is set if the current screen turned out to be about something else: it leaves the history.
	Replaces bool
}

// MomentMsg asks the visible chart of a pair to move its crosshair to a time.
type MomentMsg struct {
	Pair string
	At   time.Time
}

// OpenTransactionMsg asks the deck to open a transaction from a list. The screen can step through the list.
type OpenTransactionMsg struct {
	List   *load.Pages[client.Transaction]
	Name   text.Safe // of the list, such as Sent
	Record *client.Transaction
	Serial int // of the record in the list
	// Neighbor returns the serial of the record delta rows below the given one, as the list is filtered and sorted. ok is false if
	// no such row is loaded. It is nil if the list is neither filtered nor sorted.
	Neighbor func(serial, delta int) (neighbor int, ok bool)
	// OnWalk is called with the serial of each record that the user steps to, so that the list selects it.
	OnWalk func(serial int)
}

// Ancestor is a screen whose part of the breadcrumb is shorter while the user is at a location below it.
type Ancestor interface {
	AncestorCrumbs() []text.Safe
}

// OpenRequestsMsg asks the deck to list the requests of the current screen in front of it.
type OpenRequestsMsg struct{}

// ListRequestsMsg asks for the list of the requests of a screen, and of others that work for it.
type ListRequestsMsg struct {
	Under load.Caller
	Also  []load.Caller
}

// OpenHomeMsg asks the deck to open Home with the box in focus.
type OpenHomeMsg struct {
	Ask text.Safe // what to type
}

// OpenLinkMsg asks the deck to open the location that a link names.
type OpenLinkMsg struct {
	Link target.Link
}

// OpenCallsMsg asks the deck to list the transactions of an account that call a function.
type OpenCallsMsg struct {
	Function target.Target
}

// RevisitMsg asks the deck to return to a visited location, as it was left.
type RevisitMsg struct {
	Visit int
}

// StoreMsg reports that the store has changed.
type StoreMsg struct{}

// WatchMsg asks the deck to watch a resource or module, or to stop it.
type WatchMsg struct{ Link target.Link }

// ChangesMsg asks the deck to show the changes of a watched resource or module.
type ChangesMsg struct{ Link target.Link }

// BookmarkMsg asks the deck to bookmark the current location, as the key does.
type BookmarkMsg struct{}

// EditMsg opens a text in the user's editor. The screens receive the message that Done returns for the edited text.
type EditMsg struct {
	Text string
	Done func(edited string, err error) tea.Msg
}

// CopyMsg asks the deck to copy a text.
type CopyMsg struct {
	Value string
}

// CopyLinkMsg asks the deck to copy the link of the visible screen.
type CopyLinkMsg struct{}

// ChooseMsg asks the deck to let the user pick from a list.
type ChooseMsg struct {
	Title    text.Safe
	Choices  []Choice
	Selected int            // initial selection
	OnCancel func() tea.Cmd // called if the user picks none; may be nil
}

// Choice is an entry of ChooseMsg.
type Choice struct {
	Name    text.Safe
	Remark  text.Safe // shown beside the name
	Swatch  text.Line // drawn at the end in its own colors; not read in screen reader mode
	Run     func() tea.Cmd
	Preview func() tea.Cmd // called when the entry is selected, before it is picked; may be nil
}

// ClickMsg reports a mouse click on a target that the screen has drawn, and the cell within it.
type ClickMsg struct {
	Target, Column, Row int
	IsModified          bool // alt or ctrl was held
}

// WheelMsg reports a step of the mouse wheel over a target whose hit has Pointer set, and the column within it.
type WheelMsg struct {
	Target, Column int
	Down, Right    int // direction: -1, 0 or 1
}

// DragMsg reports that the pointer moved with the button held since ClickMsg. Column and row count from the target's first ones and may be
// outside of it.
type DragMsg struct {
	Target, Column, Row int
	IsOver              bool // the button was released here
}

// StatusMsg shows a status message in the message row.
type StatusMsg struct {
	Text text.Safe
	Side text.Safe // on the right; the screen's own if empty
	Warn bool
	// IsAlert keeps the message until the next key: only that of another alert replaces it, not one about a failed request.
	IsAlert bool
	// Condition is the identifier of the alert's condition: while it lasts, the message follows it.
	Condition string
	// IsHint draws the message as a hint, for what the user need not know.
	IsHint bool
}
