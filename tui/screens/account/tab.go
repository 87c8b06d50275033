package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// tab is one of the account's lists. It makes no request before enter, and preserves its records, selection and scroll position
// while another tab is visible.
type tab interface {
	copies() []screen.Copy
	// subject returns the selected address. ok is false if there is none.
	subject() (address move.Address, ok bool)
	export() (screen.Export, bool)
	crumbs() []text.Safe
	// Resume shows the tab. ctx ends its requests.
	Resume(ctx context.Context)
	// Poll requests the first page, or new records if the list can be polled.
	Poll() tea.Cmd
	// Refresh polls, and retries a failed page.
	Refresh() tea.Cmd
	// hardReload reads the list from the beginning. The visible list stays until enough of the new one is loaded.
	hardReload() tea.Cmd
	// handle handles a response to one of the tab's requests.
	handle(msg tea.Msg) tea.Cmd
	// typeText edits the pattern with a key that Captures takes.
	typeText(msg tea.KeyMsg) tea.Cmd
	// open opens the selected record.
	open() tea.Cmd
	HasRow() bool
	// Range returns the selected rows. ok is false without them.
	Range() (rows screen.Range, ok bool)
	// Follow requests the next page when the selection gets near the end.
	Follow() tea.Cmd
	// Typing reports whether a pattern is being typed.
	Typing() bool
	// Captures reports whether the key is input for the pattern.
	Captures(msg tea.KeyMsg) bool
	// ScanNew filters and sorts newly loaded records.
	ScanNew() tea.Cmd
	// Cancel cancels pending requests.
	Cancel()
	// Escape ends a search, filter or request. It reports whether there was one.
	Escape() bool

	started() bool
	// setWindow says how large the window is and whether the user paused the refresh.
	setWindow(size screen.Size, paused bool)
	Status() load.Status
	// Loaded describes order, record count and end of the list.
	Loaded() text.Safe
	// refreshHint describes when the tab refreshes.
	refreshHint() text.Safe
	// vital describes the selected record in one line; empty if there is none.
	vital() text.Safe

	Resize(room pane.Area)
	Panel(room pane.Area) widget.Panel
	detailsPanel(room pane.Area) widget.Panel
}

// list is a tab with a paged list. It cannot be polled for new records: it is reloaded as a whole on request, in the node's order.
type list[T any] struct{ *pane.List[T] }

func (l *list[T]) crumbs() []text.Safe { return []text.Safe{l.Name} }

func (l *list[T]) subject() (move.Address, bool) { return move.Address{}, false }

func (l *list[T]) started() bool { return l.Pages.Loaded() }

func (l *list[T]) setWindow(_ screen.Size, paused bool) { l.Manual = paused }

func (l *list[T]) hardReload() tea.Cmd { return l.Refresh() }

func (l *list[T]) refreshHint() text.Safe {
	return text.Format("%s refreshes", l.Deps.Key("deck.refresh"))
}

func (l *list[T]) typeText(msg tea.KeyMsg) tea.Cmd { l.Type(msg); return nil }

// maxShownBytes bounds the part of a name that is drawn, since the node may send names of any length.
const maxShownBytes = 1000

// truncate returns as much of a name as any line can show.
func truncate(name string) string { return name[:min(len(name), maxShownBytes)] }

// nothingSelected is the content of the details without a selection.
func (l *list[T]) nothingSelected() []text.Line {
	return []text.Line{text.In(l.Deps.Theme.Faint, "no row selected")}
}
