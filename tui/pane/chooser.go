package pane

import (
	"fmt"
	"slices"
	"strings"

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
	all   func() []head
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
		{ID: "columns.add", Keys: "a", Help: "add path", Long: "add the column of a path", Run: (*chooser).promptPath},
		{ID: "columns.remove", Keys: "x", Help: "remove", Long: "remove the column of a path", When: (*chooser).onPath, Why: "only columns by path can be removed; the others can be hidden", Run: (*chooser).remove},
		{ID: "columns.reset", Keys: "r", Help: "reset", Run: (*chooser).reset},
		{ID: "columns.close", Keys: "esc enter", Help: "close", Run: (*chooser).close},
	},
	screen.Steps((*chooser).table),
)

// ChooserKeys lists the keys of the chooser of columns.
func ChooserKeys() []screen.Action { return chooserBindings.All() }

// Choose opens the chooser of the columns of a list with this title. all returns the columns that the list can have, and width its
// width, both as of now.
func Choose[P any](a Arrangement, title text.Safe, all func() []ColumnOf[P], width func() int) tea.Cmd {
	c := &chooser{Arrangement: a, title: title, all: func() []head { return headsOf(all()) }, width: width}
	return c.open()
}

// ChooserBinding is the key that opens the chooser of a list of M.
func ChooserBinding[M any](when func(M) bool, choose func(M) tea.Cmd) screen.Binding[M] {
	return screen.Binding[M]{ID: "list.columns", Keys: "|", Help: "columns", Long: "choose columns", Place: screen.Hidden, When: when, Run: choose}
}

func (c *chooser) open() tea.Cmd {
	c.rows.SetLength(len(c.all()))
	return c.Deps.Post(overlay.OpenMsg{Overlay: c})
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

// promptPath asks for the path of a new column, which is shown behind the others.
func (c *chooser) promptPath() tea.Cmd {
	hint := text.Const("path in what -o json prints, such as .data.amount")
	if c.isPath("arg[0]") {
		hint = text.Const("arg[1], arg[1].amount, or a path such as .payload.kind")
	}
	return c.Deps.Post(screen.PromptMsg{Title: text.Const("Add a column"), Hint: hint, Submit: func(typed string) (tea.Cmd, error) {
		return c.add(strings.TrimSpace(typed))
	}})
}

// add adds the column of a path and opens the chooser again, at that column.
func (c *chooser) add(name string) (tea.Cmd, error) {
	entries := c.arrange(c.all())
	at := slices.IndexFunc(entries, func(entry arranged) bool { return entry.Name == name })
	switch {
	case !c.isPath(name) && c.isPath("arg[0]"):
		return nil, fmt.Errorf("invalid path %q: expected arg[1], arg[1].amount or .payload.kind", name)
	case !c.isPath(name):
		return nil, fmt.Errorf("invalid path %q: expected a path such as .data.amount", name)
	case at >= 0:
		entries[at].hidden = false
	default:
		last := slices.IndexFunc(entries, func(entry arranged) bool { return entry.hidden })
		if at = last; last < 0 {
			at = len(entries)
		}
		entries = slices.Insert(entries, at, arranged{head: head{Name: name}})
	}
	cmd := c.save(entries)
	c.rows.SetLength(len(c.all()))
	c.rows.Select(at)
	return tea.Batch(cmd, c.open()), nil
}

// onPath reports whether a column by path is selected that the config file does not name.
func (c *chooser) onPath() bool {
	name := c.arrange(c.all())[c.rows.Selected()].Name
	return c.isPath(name) && !slices.ContainsFunc(c.configured(), func(column store.ListColumn) bool { return column.Name == name })
}

// remove removes the selected column, as long as another one is visible.
func (c *chooser) remove() tea.Cmd {
	entries, at := c.arrange(c.all()), c.rows.Selected()
	entries = slices.Delete(entries, at, at+1)
	if !slices.ContainsFunc(entries, func(entry arranged) bool { return !entry.hidden }) {
		return c.Deps.Post(screen.StatusMsg{Text: text.Const("at least one column must be visible"), Warn: true})
	}
	cmd := c.save(entries)
	c.rows.SetLength(len(c.all()))
	return cmd
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
	shown := c.columns(c.all())
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

// Widths of the titles of columns: those of paths are the longest.
const (
	minTitleWidth = 8
	maxTitleWidth = 18
)

// listHead is the height of what stays visible of a list in the smallest windows: its edge, its titles and a row.
const listHead = 3

// View draws the columns in their order, with their widths.
func (c *chooser) View(width, height int) []text.Line {
	th, entries := c.Deps.Theme, c.arrange(c.all())
	widths := c.drawnWidths(entries)
	frameWidth, frameHeight := widget.Frame(false)
	width, height = min(chooserWidth, width), min(len(entries)+frameHeight, max(height-listHead, frameHeight+1))
	c.rows.SetHeight(max(height-frameHeight, 0))
	title := minTitleWidth
	for _, entry := range entries {
		title = max(title, min(text.Width(entry.Title), maxTitleWidth))
	}
	columns := []widget.Column{{Width: 3}, {Width: title}, {Width: 3, Right: true}, {Width: 5, Flex: true}}
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
