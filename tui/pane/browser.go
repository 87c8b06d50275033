// browser.go is a whole screen around a paged list.

package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Browser is a screen with a paged list. A screen embeds it and has its methods then: it adds what its own keys do and, if it has them, a
// link, copies and details. tui/screens/example_test.go is a whole one.
type Browser[T any] = BrowserOf[*T]

// BrowserOf is a Browser, with a pointer as parameter: it is compiled once.
type BrowserOf[P any] struct {
	List    *ListOf[P]
	Name    func() []text.Safe      // the crumbs
	Title   func() text.Safe        // of the list as of now; nil: that of the list
	Head    func() Part             // above the list; nil: nothing
	Details func(Area) widget.Panel // of the selected record; nil: none
	Word    func(P) text.Safe       // for the selected record in the smallest windows; nil: the number of records
	Remark  text.Safe               // in the message row while no request has failed
	Few     bool                    // the list has a few rows only: the details get what those leave

	ctx  context.Context
	size screen.Size
}

// Browse are the keys of the list of M: filter, sort, own, reload and movement, with what follows them.
func Browse[M, T any](browser func(M) *Browser[T], own ...screen.Binding[M]) screen.Bindings[M] {
	list := func(m M) *Frame { return &browser(m).List.Frame }
	return screen.Bind(
		Filtering(list),
		own,
		screen.Bindings[M]{{ID: "deck.refresh", Run: func(m M) tea.Cmd { return browser(m).HardReload() }}},
		Movement(list).Then(func(m M) tea.Cmd { return list(m).Follow() }),
	).Then(func(m M) tea.Cmd { return browser(m).Settle() })
}

// Enter requests the first page unless there is one.
func (b *BrowserOf[P]) Enter(ctx context.Context) tea.Cmd {
	b.ctx = ctx
	return b.Resume()
}

// Resume shows the list, in place of which a screen may have set another one.
func (b *BrowserOf[P]) Resume() tea.Cmd {
	b.List.Resume(b.ctx)
	b.List.Scan()
	b.applyLayout()
	if b.List.Pages.Loaded() {
		return nil
	}
	return b.List.Prefetch()
}

// Leave cancels the requests.
func (b *BrowserOf[P]) Leave() { b.List.Cancel() }

// SetSize sets the size of the body.
func (b *BrowserOf[P]) SetSize(size screen.Size) {
	b.size = size
	b.applyLayout()
}

// Update handles pages and typed keys.
func (b *BrowserOf[P]) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(b.List.Update(msg), b.Settle())
}

// Settle filters and sorts new records, and sizes the list after a change.
func (b *BrowserOf[P]) Settle() tea.Cmd {
	cmd := b.List.ScanNew()
	b.applyLayout()
	return cmd
}

// HardReload reads the list again.
func (b *BrowserOf[P]) HardReload() tea.Cmd { return b.List.Refresh() }

// Typing reports whether a filter is being typed.
func (b *BrowserOf[P]) Typing() bool { return b.List.Typing() }

// Captures reports whether the key is input for the filter.
func (b *BrowserOf[P]) Captures(msg tea.KeyMsg) bool { return b.List.Captures(msg) }

// Range returns the selected rows.
func (b *BrowserOf[P]) Range() (rows screen.Range, ok bool) { return b.List.Range() }

// Escape ends the filter or a request.
func (b *BrowserOf[P]) Escape() bool {
	defer b.applyLayout()
	return b.List.Escape()
}

// HasRow reports whether a record is selected.
func (b *BrowserOf[P]) HasRow() bool { return b.List.HasRow() }

// Crumbs returns the screen's part of the breadcrumb.
func (b *BrowserOf[P]) Crumbs() []text.Safe { return b.Name() }

// CanZoom reports whether there is more than one panel.
func (b *BrowserOf[P]) CanZoom() bool { return b.Details != nil && b.size.Class >= screen.Full }

func (b *BrowserOf[P]) parts() Layout {
	if b.Title != nil {
		b.List.Title = b.Title()
	}
	list := Part{Fill: true, Resize: b.List.Resize, Panel: b.List.Panel}
	if b.Details == nil {
		return Layout{{b.head()}, {list}}
	}
	if rows := b.List.Len() + b.above(); b.Few && !b.size.Maximized && b.size.Height >= 2*rows {
		list.Fill, list.Content, list.Height = false, rows, rows
		return Layout{{b.head()}, {list}, {{Fill: true, Panel: b.Details}}}
	}
	details := Part{
		Width:  b.size.Pick(screen.ByClass{screen.Huge: b.size.Width * 2 / 5}),
		Height: b.size.Pick(screen.ByClass{screen.Full: 8, screen.Wide: 8}),
		Panel:  b.Details,
	}
	return append(Layout{{b.head()}}, WithDetails(list, details)...)
}

// above returns the number of lines above the rows of a list: the column titles, and what the screen adds.
func (b *BrowserOf[P]) above() int { return 1 + len(b.List.above(b.List.notice())) }

func (b *BrowserOf[P]) head() Part {
	if b.Head == nil {
		return Part{}
	}
	return b.Head()
}

func (b *BrowserOf[P]) applyLayout() { b.parts().Resize(b.size) }

// View draws the body.
func (b *BrowserOf[P]) View() []text.Line { return b.parts().View(b.List.Deps.Theme, b.size) }

// Note says why a list that is shown could not be refreshed, else what the screen remarks.
func (b *BrowserOf[P]) Note() (left, right text.Line) {
	if err := b.List.Status().Err; err != nil && b.List.Pages.Len() > 0 {
		return text.In(b.List.Deps.Theme.Warn, "! %s", b.List.Deps.Explain(err).Reason), nil
	}
	return b.Remark.In(b.List.Deps.Theme.Faint), nil
}

// Vital returns the selected record, or the number of records.
func (b *BrowserOf[P]) Vital() text.Line {
	fact := b.List.Count()
	if record := b.List.Selected(); b.HasRow() && b.Word != nil {
		fact = b.Word(record)
	}
	return text.Plain("%s %s", b.Name()[0], fact)
}
