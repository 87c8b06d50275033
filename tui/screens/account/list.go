package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// list is a tab with a paged list. It cannot be polled for new records: it is reloaded as a whole on request, in the node's order.
type list[T any] struct{ pane.List[T] }

func (l *list[T]) crumbs() []text.Safe { return []text.Safe{l.Name} }

func (l *list[T]) subject() (move.Address, bool) { return move.Address{}, false }

func (l *list[T]) started() bool { return l.Pages.Loaded() }

func (l *list[T]) setWindow(_ screen.Size, paused bool) { l.Manual = paused }

func (l *list[T]) hardReload() tea.Cmd { return l.Refresh() }

func (l *list[T]) refreshHint() text.Safe {
	return text.Format("%s refreshes", l.Deps.Key("deck.refresh"))
}

func (l *list[T]) contentWidth() int { return 0 }

func (l *list[T]) hasLargeDetails() bool { return false }

func (l *list[T]) inDetails() bool { return false }

func (l *list[T]) typeText(msg tea.KeyMsg) tea.Cmd { l.Type(msg); return nil }

func (l *list[T]) resizeDetails(pane.Area) {}

// maxShownBytes bounds the part of a name that is drawn, since the node may send names of any length.
const maxShownBytes = 1000

// truncate returns as much of a name as any line can show.
func truncate(name string) string { return name[:min(len(name), maxShownBytes)] }

// nothingSelected is the content of the details without a selection.
func (l *list[T]) nothingSelected() []text.Line {
	return []text.Line{text.In(l.Deps.Theme.Faint, "no row selected")}
}
