package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// chooser is an overlay in which the user shows, hides, moves and resizes the columns of a list. Each change applies at once and is kept.
type chooser struct {
	Arrangement
	title text.Safe
	all   func() []TransactionColumn
	width func() int // of the list
	rows  widget.Table
}

var chooserBindings = screen.Bind(
	screen.Bindings[*chooser]{
		{ID: "columns.show", Keys: "space", Help: "show or hide", Run: (*chooser).toggle},
		{ID: "columns.move_down", Keys: "J shift+down", Pair: "columns.move_up", Help: "move", Long: "move column right", Run: (*chooser).moveDown},
		{ID: "columns.move_up", Keys: "K shift+up", Help: "move column left", Run: (*chooser).moveUp},
		{ID: "columns.narrow", Keys: "< -", Pair: "columns.widen", Help: "width", Long: "narrow column", Run: (*chooser).narrow},
		{ID: "columns.widen", Keys: "> +", Help: "widen column", Run: (*chooser).widen},
		{ID: "columns.reset", Keys: "r", Help: "reset", Run: (*chooser).reset},
		{ID: "columns.close", Keys: "esc enter", Help: "close", Run: (*chooser).close},
	},
	screen.Steps((*chooser).table),
)

// ChooserKeys lists the keys of the chooser of columns.
func ChooserKeys() []screen.Action { return chooserBindings.All() }

// Choose opens the chooser of the columns of a list with this title. all returns the columns that the list can have, and width its
// width, both as of now.
func (a Arrangement) Choose(title text.Safe, all func() []TransactionColumn, width func() int) tea.Cmd {
	c := &chooser{Arrangement: a, title: title, all: all, width: width}
	c.rows.SetLength(len(all()))
	return a.Deps.Post(overlay.OpenMsg{Overlay: c})
}

func (c *chooser) table() screen.Rows { return &c.rows }
func (c *chooser) moveUp() tea.Cmd    { return c.swap(-1) }
func (c *chooser) moveDown() tea.Cmd  { return c.swap(1) }
func (c *chooser) narrow() tea.Cmd    { return c.resize(-1) }
func (c *chooser) widen() tea.Cmd     { return c.resize(1) }
func (c *chooser) close() tea.Cmd     { return c.Deps.Post(overlay.CloseMsg{}) }

func (c *chooser) reset() tea.Cmd {
	c.Deps.Store.SetListColumns(c.List, nil)
	return c.Deps.SaveAndReport(text.Const("columns reset"))
}

// toggle shows or hides a column. The last visible one stays.
func (c *chooser) toggle() tea.Cmd {
	entries, at := c.arrange(c.all()), c.rows.Selected()
	others := slices.Delete(slices.Clone(entries), at, at+1)
	if !entries[at].hidden && !slices.ContainsFunc(others, func(entry arranged) bool { return !entry.hidden }) {
		return c.Deps.Post(screen.StatusMsg{Text: text.Const("at least one column must be visible"), Warn: true})
	}
	entries[at].hidden = !entries[at].hidden
	return c.save(entries)
}

func (c *chooser) swap(delta int) tea.Cmd {
	entries, from := c.arrange(c.all()), c.rows.Selected()
	to := from + delta
	if to < 0 || to >= len(entries) {
		return nil
	}
	entries[from], entries[to] = entries[to], entries[from]
	c.rows.Select(to)
	return c.save(entries)
}

// minColumnWidth leaves room for a character and the mark of what is cut.
const minColumnWidth = 2

// resize changes the width of a visible column by delta, starting from the width it is drawn with.
func (c *chooser) resize(delta int) tea.Cmd {
	entries, at := c.arrange(c.all()), c.rows.Selected()
	width := c.drawnWidths(entries)[at]
	if width == 0 {
		width = entries[at].sized().Width
	}
	if entries[at].hidden || width == 0 {
		return nil
	}
	entries[at].width = min(max(width+delta, minColumnWidth), maxColumnWidth)
	return c.save(entries)
}

func (c *chooser) save(entries []arranged) tea.Cmd {
	columns := stored(entries)
	if slices.Equal(columns, stored(arrange(c.configured(), c.all()))) {
		columns = nil // so that a change of the config file applies
	}
	c.Deps.Store.SetListColumns(c.List, columns)
	return c.Deps.SaveStore()
}

func stored(entries []arranged) []store.ListColumn {
	columns := make([]store.ListColumn, len(entries))
	for i, entry := range entries {
		columns[i] = store.ListColumn{Name: entry.Name, Hidden: entry.hidden, Width: entry.width}
	}
	return columns
}

// drawnWidths returns the widths of the columns in the list; 0 for those that are hidden or have no room.
func (c *chooser) drawnWidths(entries []arranged) []int {
	shown := c.Columns(c.all())
	heads := make([]widget.Column, len(shown))
	for i, column := range shown {
		heads[i] = column.Column
	}
	widths := make([]int, len(entries))
	for i, width := range widget.Widths(heads, c.width()) {
		at := slices.IndexFunc(entries, func(entry arranged) bool { return entry.Name == shown[i].Name })
		widths[at] = width
	}
	return widths
}

// IsDocked reports true: the list stays visible.
func (c *chooser) IsDocked() bool { return true }

// Actions lists the keys.
func (c *chooser) Actions() []screen.Action {
	return chooserBindings.Actions(c, false)
}

// chooserWidth is the width of the box if the window is as wide.
const chooserWidth = 38

// listHead is the height of what stays visible of a list in the smallest windows: its edge, its titles and a row.
const listHead = 3

// View draws the columns in their order, with their widths.
func (c *chooser) View(width, height int) []text.Line {
	th, entries := c.Deps.Theme, c.arrange(c.all())
	widths := c.drawnWidths(entries)
	frameWidth, frameHeight := widget.Frame(false)
	width, height = min(chooserWidth, width), min(len(entries)+frameHeight, max(height-listHead, frameHeight+1))
	c.rows.SetHeight(max(height-frameHeight, 0))
	columns := []widget.Column{{Width: 3}, {Width: 8}, {Width: 3, Right: true}, {Width: 5, Flex: true}}
	lines := c.rows.View(th, columns, max(width-frameWidth, 0), func(i int) []widget.Cell {
		if entries[i].hidden {
			return []widget.Cell{{Text: text.Const("[ ]"), Spoken: text.Const("hidden"), Style: th.Faint}, {Text: entries[i].Title, Style: th.Faint}}
		}
		cells := []widget.Cell{{Text: text.Const("[x]"), Spoken: text.Const("shown")}, {Text: entries[i].Title}, {}, {}}
		switch {
		case widths[i] > 0:
			shown := text.Integer(uint64(widths[i]))
			cells[2] = widget.Cell{Text: shown, Spoken: text.Format("%s wide", shown)}
		case entries[i].Width == 0:
			cells[3] = widget.Cell{Text: text.Const("empty"), Style: th.Hint}
		default:
			cells[3] = widget.Cell{Text: text.Const("no room"), Style: th.Warn}
		}
		return cells
	})[1:] // without the column titles
	if selected := c.rows.Selected() - c.rows.First(); selected < len(lines) { // a click on a row selects it, and another one toggles it
		lines[selected] = lines[selected].WithHit(&text.Hit{Action: "columns.show"})
	}
	box := widget.Panel{Title: text.In(th.Strong, "Columns of %s", c.title), Body: lines}
	return box.Draw(th, width, height)
}
