package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// tab is one of the lists of the account, with all that belongs to it. It asks for nothing before it is entered, and keeps
// its records, selection and scroll when another tab takes its place.
type tab interface {
	offering
	crumbs() []text.Safe
	// enter makes it the tab that is shown: calls that it makes end with ctx.
	enter(ctx context.Context)
	// look asks for the first page, or for what came since where the list tells that.
	look() tea.Cmd
	// refresh asks again for what the list shows, and for the page that failed.
	refresh() tea.Cmd
	// afresh reads the list from the beginning. What is shown stays until as much of it is here as is needed.
	afresh() tea.Cmd
	// take takes an answer that the tab waits for.
	take(msg tea.Msg) tea.Cmd
	key(msg tea.KeyMsg) tea.Cmd
	actions() []screen.Action
	// Typing tells that characters are text at the moment.
	Typing() bool
	// Captures tells which keys are text at the moment.
	Captures(msg tea.KeyMsg) bool
	// Settle looks at what came into the list, where only some rows are shown or they are sorted.
	ScanNew() tea.Cmd
	// cancel ends what is being asked for.
	cancel()
	// escape ends what is going on inside of the tab, and tells whether there was anything to end.
	escape() bool

	begun() bool
	status() load.Status
	err() error
	// loaded is the number of records, order and end in words.
	loaded() text.Safe
	// habit says when the tab looks again.
	habit() text.Safe
	// vital is the selected record in a line; it is empty where there is none.
	vital() text.Safe

	// lay gives the list's panel and that of the details their room.
	lay(room room)
	// wantsRoom tells that the details are a value that wants most of the window.
	wantsRoom() bool
	// opened tells that the details take the place of the list and have the keys.
	opened() bool
	listPanel(width int) panel.Panel
	detailsPanel(width, height int) panel.Panel
}

// room is the size of the window and of the two panels of a tab; what is 0 is not shown.
type room struct {
	screen.Size
	list, details                 int // heights
	listWidth, detailsWidth, side int // side: the details stand beside the list and are as wide as this
}
