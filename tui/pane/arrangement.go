package pane

import (
	"slices"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/widget"
)

// Arrangement decides which columns a list has: those that the user chose in the deck, else those of the config file, else those of the
// list.
type Arrangement struct {
	Deps   *screen.Deps
	List   string                 // its name in the store
	Own    bool                   // the columns of the config file do not apply
	IsPath func(name string) bool // names that are columns by path; nil: config.IsColumnPath
}

// isPath reports whether a column by path has the name.
func (a Arrangement) isPath(name string) bool {
	if a.IsPath != nil {
		return a.IsPath(name)
	}
	return config.IsColumnPath(name)
}

// head is what an arrangement needs of a column.
type head struct {
	widget.Column
	Name     string
	Optional bool
}

func headsOf[P any](columns []ColumnOf[P]) []head {
	heads := make([]head, len(columns))
	for i := range columns {
		heads[i] = head{columns[i].Column, columns[i].Name, columns[i].Optional}
	}
	return heads
}

// Arranged returns the visible columns in the user's order. all are those that the list can have. In narrow windows at least one stays.
func Arranged[P any](a Arrangement, all []ColumnOf[P]) []ColumnOf[P] {
	shown := a.columns(headsOf(all))
	columns := make([]ColumnOf[P], len(shown))
	for i, entry := range shown {
		at := slices.IndexFunc(all, func(column ColumnOf[P]) bool { return column.Name == entry.Name })
		columns[i] = all[at]
		columns[i].Column = entry.Column
	}
	return columns
}

// maxColumnWidth is enough for the longest function of a module at a full address.
const maxColumnWidth = 200

// arranged is a column of an arrangement.
type arranged struct {
	head
	hidden bool
	width  int // chosen by the user; 0 for that of the column
}

// columns returns the visible columns as they are drawn.
func (a Arrangement) columns(all []head) []head {
	entries := a.arrange(all)
	shown := make([]head, 0, len(entries))
	for _, entry := range entries {
		if !entry.hidden {
			shown = append(shown, entry.sized())
		}
	}
	stays := func(column head) bool { return column.Rank == 0 }
	if first := slices.IndexFunc(shown, func(column head) bool { return column.Width > 0 }); first >= 0 && !slices.ContainsFunc(shown, stays) {
		shown[first].Rank = 0
	}
	return shown
}

// Shows reports whether a column of the list's own is visible.
func (a Arrangement) Shows(name string) bool {
	chosen := a.chosen()
	return chosen == nil || slices.ContainsFunc(chosen, func(column store.ListColumn) bool { return column.Name == name && !column.Hidden })
}

// sized returns the column with its width.
func (c arranged) sized() head {
	column := c.head
	if c.width > 0 && column.Width > 0 { // a column without width is hidden until it has values
		column.Width, column.Max = c.width, 0
		if column.Flex {
			column.Max = c.width
		}
	}
	return column
}

// arrange returns all columns in the user's order.
func (a Arrangement) arrange(all []head) []arranged { return arrange(a.chosen(), all) }

// arrange returns the columns as chosen, or as they come if none of those is visible.
func arrange(chosen []store.ListColumn, all []head) []arranged {
	if entries := arrangeAs(chosen, all); slices.ContainsFunc(entries, func(entry arranged) bool { return !entry.hidden }) {
		return entries
	}
	entries := make([]arranged, len(all))
	for i, column := range all {
		entries[i] = arranged{head: column, hidden: column.Optional}
	}
	return entries
}

// arrangeAs returns the chosen columns that the list has, and behind them the others, which are hidden.
func arrangeAs(chosen []store.ListColumn, all []head) []arranged {
	left := slices.Clone(all)
	entries := make([]arranged, 0, len(all))
	for _, choice := range chosen {
		at := slices.IndexFunc(left, func(column head) bool { return column.Name == choice.Name })
		if at < 0 {
			continue // of a file that a later version wrote
		}
		entries = append(entries, arranged{left[at], choice.Hidden, min(max(choice.Width, 0), maxColumnWidth)})
		left = slices.Delete(left, at, at+1)
	}
	for _, column := range left {
		entries = append(entries, arranged{head: column, hidden: true})
	}
	return entries
}

// chosen returns the columns that the user chose in the deck or in the config file; nil for those of the list.
func (a Arrangement) chosen() []store.ListColumn {
	if columns := a.Deps.Store.ListColumns(a.List); len(columns) > 0 {
		return columns
	}
	return a.configured()
}

// WithPaths returns the columns that a list of transactions can have with those by path that the user chose, in the deck or in the config
// file.
func (a Arrangement) WithPaths(all []TransactionColumn) []TransactionColumn {
	return WithPaths(a, all, transactionPath)
}

// WithPaths returns the columns that a list can have with those by path that the user chose. path returns the column of a name.
func WithPaths[P any](a Arrangement, all []ColumnOf[P], path func(name string) (ColumnOf[P], bool)) []ColumnOf[P] {
	var names []string
	for _, column := range slices.Concat(a.configured(), a.Deps.Store.ListColumns(a.List)) {
		if !slices.Contains(names, column.Name) {
			names = append(names, column.Name)
		}
	}
	for _, name := range names {
		if column, ok := path(name); ok {
			all = append(all, column)
		}
	}
	return all
}

// ShownPaths returns the columns by path that are visible, for exports.
func (a Arrangement) ShownPaths() record.Columns[client.Transaction] {
	return shownPaths(a, record.TransactionPath)
}

// ShownEventPaths returns those of a list of events.
func (a Arrangement) ShownEventPaths() record.Columns[client.ChainEvent] {
	return shownPaths(a, record.EventPath)
}

func shownPaths[T any](a Arrangement, path func(name string) (record.Column[T], bool)) record.Columns[T] {
	var columns record.Columns[T]
	for _, choice := range a.chosen() {
		if column, ok := path(choice.Name); ok && !choice.Hidden {
			columns = append(columns, column)
		}
	}
	return columns
}

func (a Arrangement) configured() []store.ListColumn {
	var columns []store.ListColumn
	if a.Own {
		return nil
	}
	for _, name := range a.Deps.Config.Columns {
		columns = append(columns, store.ListColumn{Name: name})
	}
	return columns
}
