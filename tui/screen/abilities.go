package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Copier is a screen from which what is selected can be copied.
type Copier interface {
	// Copies are the forms in which it can be copied, the plain value first; none where nothing is selected.
	Copies() []Copy
}

// Copy is one form of what is selected. Nothing in it is shortened, and nothing is made safe to draw.
type Copy struct {
	Form  text.Safe // value, JSON, path, row, command, curl, link
	Value func() string
}

// Linkable is a screen that can say by a link where one is, down to the value that is selected: to save it, to copy it, and to
// open it elsewhere.
type Linkable interface {
	// Link is not ok where a link could not lead back.
	Link() (link target.Link, ok bool)
}

// TransactionHolder is a screen of one transaction, which has no link.
type TransactionHolder interface {
	Record() *client.Transaction
}

// Namer is a screen on which something is selected that the user can name.
type Namer interface {
	Subject() (subject store.Subject, ok bool)
}

// AmountUser is a screen that writes amounts in the session's units.
type AmountUser interface {
	// CountsInUnits does nothing: having it is what counts.
	UsesUnits()
}

// Exporter is a screen whose list or tree can be written to a file.
type Exporter interface {
	// Export is not ok where there is nothing to write.
	Export() (export Export, ok bool)
}

// Zoomer is a screen with several panels, of which the one with the keys can have all of the room: it has where the size says so.
type Zoomer interface {
	// Zooms tells that the panel is larger then.
	CanZoom() bool
}

// HardReloader is a screen that can ask for all that it shows from the beginning, past all that is kept. What is selected stays so.
type HardReloader interface {
	HardReload() tea.Cmd
}

// Refresher is a screen that refreshes by itself.
type Refresher interface {
	// Activity returns what the screen does by itself, nil for nothing. The message row shows it on the right if Note leaves room,
	// as long as the clock runs.
	Activity() text.Line
}

// HeightSeeker is a screen with a list by height, in which one can go to any.
type HeightSeeker interface {
	GoTo(height uint64) tea.Cmd
}
