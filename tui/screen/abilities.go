package screen

import (
	"context"
	"encoding/json"
	"iter"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
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

// Placed is a screen that can say by a link where one is, down to the value that is selected: to save it, to copy it, and to
// open it elsewhere.
type Placed interface {
	// Link is not ok where a link could not lead back.
	Link() (link target.Link, ok bool)
}

// Namer is a screen on which something is selected that the user can name.
type Namer interface {
	Subject() (subject store.Subject, ok bool)
}

// Counter is a screen that writes amounts in the session's units.
type Counter interface {
	// CountsInUnits does nothing: having it is what counts.
	CountsInUnits()
}

// Exporter is a screen whose list or tree can be written to a file.
type Exporter interface {
	// Export is not ok where there is nothing to write.
	Export() (export Export, ok bool)
}

// Zoomer is a screen with several panels, of which the one with the keys can have all of the room: it has where the size says so.
type Zoomer interface {
	// Zooms tells that the panel is larger then.
	Zooms() bool
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

// Seeker is a screen with a list by height, in which one can go to any.
type Seeker interface {
	GoTo(height uint64) tea.Cmd
}

// Export is a list or tree to be written: as CSV by its cells, as JSON by its values.
type Export struct {
	Name    string   // what the file is called, without its ending: account-0x88fb2ca1-sent
	Columns []string // of CSV
	// Records gives all of it in order, and asks for the pages that are not loaded. What came before an error is kept.
	Records func(context.Context) iter.Seq2[Record, error]
	// Whole is what JSON holds in place of the records; nil: it holds those.
	Whole json.RawMessage
	// Matches is how many rows the filter of the list lets through, and Matching gives those alone; 0 and nil where it has none.
	Matches  int
	Matching func() Export
}

// Record is one row of an export.
type Record struct {
	Value any      // as the commands print it with -o json
	Cells []string // for the columns
}

// FileName is an address as it stands in the name of a file, which is to fit into a line: its beginning and its end.
func FileName(address move.Address) string {
	const kept = 4
	short := address.Short()
	if len(short) <= len("0x")+2*kept {
		return short
	}
	return short[:len("0x")+kept] + short[len(short)-kept:]
}
