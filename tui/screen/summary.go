package screen

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/tally"
	"foredeck/tui/text"
)

// SummaryMsg asks the deck to sum up a list.
type SummaryMsg struct{ List Summed }

// UpMsg asks the deck to return to the location above the current screen.
type UpMsg struct{}

// Summed is a list of any type of records that can be summed up.
type Summed interface {
	Words() (title, record text.Safe)
	Filter() string
	SetFilter(typed string)
	Groupings() []tally.Grouping
	// Sum starts to count the loaded records that match the filter.
	Sum(tally.Grouping) Sum
	// Term returns the filter of the records with a value of a key.
	Term(key string, value *string) string

	Len() int
	Complete() bool
	Loading() bool
	Err() error
	// More requests the next page, and Newer what was added since.
	More(context.Context) tea.Cmd
	Newer(context.Context) tea.Cmd
	// Accept adds a page. ok is false for other messages.
	Accept(context.Context, tea.Msg) (cmd tea.Cmd, ok bool)
	Cancel()
}

// Sum are groups of the records of a list, which grow with it.
type Sum interface {
	// Step counts the next records. more is set while some are left.
	Step() (more bool)
	// Groups returns the number of groups, and Statistics all of them.
	Groups() int
	Statistics() tally.Statistics
}
