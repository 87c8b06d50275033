package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// tab is one of the account's lists. It makes no request before enter, and preserves its records, selection and scroll position
// while another tab is visible.
type tab interface {
	exporter
	crumbs() []text.Safe
	// enter shows the tab. ctx ends its requests.
	enter(ctx context.Context)
	// poll requests the first page, or new records if the list can be polled.
	poll() tea.Cmd
	// refresh polls, and retries a failed page.
	refresh() tea.Cmd
	// hardReload reads the list from the beginning. The visible list stays until enough of the new one is loaded.
	hardReload() tea.Cmd
	// handle handles a response to one of the tab's requests.
	handle(msg tea.Msg) tea.Cmd
	// typeText edits the pattern with a key that Captures takes.
	typeText(msg tea.KeyMsg) tea.Cmd
	// open opens the selected record.
	open() tea.Cmd
	hasRow() bool
	// prefetch requests the next page when the selection gets near the end.
	prefetch() tea.Cmd
	// Typing reports whether a pattern is being typed.
	Typing() bool
	// Captures reports whether the key is input for the pattern.
	Captures(msg tea.KeyMsg) bool
	// ScanNew filters and sorts newly loaded records.
	ScanNew() tea.Cmd
	// cancel cancels pending requests.
	cancel()
	// escape ends a search, filter or request. It reports whether there was one.
	escape() bool

	started() bool
	Status() load.Status
	// loaded describes order, record count and end of the list.
	loaded() text.Safe
	// refreshHint describes when the tab refreshes.
	refreshHint() text.Safe
	// vital describes the selected record in one line; empty if there is none.
	vital() text.Safe

	// resize sets the sizes of the list and details panels.
	resize(room bounds)
	// contentWidth is the width of a list whose columns need no more, so that details beside it get the rest; 0 if it uses any width.
	contentWidth() int
	// hasLargeDetails reports whether the details need most of the window.
	hasLargeDetails() bool
	// inDetails reports whether the details replace the list and have the focus.
	inDetails() bool
	listPanel(width int) widget.Panel
	detailsPanel(width, height int) widget.Panel
}

// bounds are the sizes of the window and of a tab's two panels; a panel of size 0 is hidden.
type bounds struct {
	screen.Size
	isPaused                      bool // the user paused the refresh
	list, details                 int  // heights
	listWidth, detailsWidth, side int  // side: width of details beside the list, 0 if they are below
}
