package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Copier is a screen whose selection can be copied.
type Copier interface {
	// Copies returns the forms of the selection, the plain value first; none if nothing is selected.
	Copies() []Copy
}

// Copy is one form of the selection. Its value is neither shortened nor sanitized.
type Copy struct {
	Form  text.Safe // value, JSON, path, row, command, curl, link
	Value func() string
	// IsOfScreen is set if the value is that of the screen, whichever row is selected.
	IsOfScreen bool
}

// CopyText returns a copy form with a value that is already known.
func CopyText(form text.Safe, value string) Copy {
	return Copy{Form: form, Value: func() string { return value }}
}

// CopyScreen is CopyText for a value of the screen, whichever row is selected.
func CopyScreen(form text.Safe, value string) Copy {
	copied := CopyText(form, value)
	copied.IsOfScreen = true
	return copied
}

// AppendCopy appends a copy form unless its value is empty.
func AppendCopy(copies []Copy, form text.Safe, value string) []Copy {
	if value == "" {
		return copies
	}
	return append(copies, CopyText(form, value))
}

// Linkable is a screen with a link to its location, down to the selected value. The link can be bookmarked, copied and opened elsewhere.
type Linkable interface {
	// Link returns the link to the location. ok is false if no link leads back to it.
	Link() (link target.Link, ok bool)
}

// LinkOf returns the link to the location of a screen. ok is false if no link leads back to it.
func LinkOf(s Screen) (link target.Link, ok bool) {
	if linkable, is := s.(Linkable); is {
		return linkable.Link()
	}
	return target.Link{}, false
}

// Current is what the components of the deck need to know about it.
type Current interface {
	// Visible returns the screen that is drawn.
	Visible() Screen
	// Link returns the location of that screen, as LinkOf does.
	Link() (link target.Link, ok bool)
}

// TransactionHolder is a screen that shows one transaction. Transactions have no link.
type TransactionHolder interface {
	Record() *client.Transaction
}

// Namer is a screen whose selection the user can name.
type Namer interface {
	// Subject returns what a name would apply to. ok is false if the selection cannot be named.
	Subject() (subject store.Subject, ok bool)
}

// AmountUser is a screen that shows amounts in the units that the user chose.
type AmountUser interface {
	// UsesUnits marks the screen; it does nothing.
	UsesUnits()
}

// Exporter is a screen whose list or tree can be written to a file.
type Exporter interface {
	// Export returns the list or tree. ok is false if there is nothing to write.
	Export() (export Export, ok bool)
}

// Zoomer is a screen whose focused panel can be maximized. Size.Maximized applies it.
type Zoomer interface {
	// CanZoom reports whether maximizing has an effect here.
	CanZoom() bool
}

// HardReloader is a screen that can reload all of its data, bypassing the cache. The selection does not change.
type HardReloader interface {
	HardReload() tea.Cmd
}

// Refresher is a screen that refreshes automatically.
type Refresher interface {
	// Activity describes the automatic refresh, nil if there is none. The message row shows it on the right if Note leaves room
	// and the clock has not ended.
	Activity() text.Line
}

// HeightSeeker is a screen with a list of blocks that can go to a height.
type HeightSeeker interface {
	GoTo(height uint64) tea.Cmd
}
