package pane

import (
	"slices"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Arrangement decides which columns a list of transactions has: those that the user chose in the deck, else those of the config file,
// else those of the list.
type Arrangement struct {
	Deps *screen.Deps
	List string // its name in the store
}

// maxColumnWidth is enough for the longest function of a module at a full address.
const maxColumnWidth = 200

// arranged is a column of an arrangement.
type arranged struct {
	TransactionColumn
	hidden bool
	width  int // chosen by the user; 0 for that of the column
}

// Columns returns the visible columns in the user's order. all are those that the list can have. In narrow windows at least one stays.
func (a Arrangement) Columns(all []TransactionColumn) []TransactionColumn {
	entries := a.arrange(all)
	shown := make([]TransactionColumn, 0, len(entries))
	for _, entry := range entries {
		if !entry.hidden {
			shown = append(shown, entry.sized())
		}
	}
	stays := func(column TransactionColumn) bool { return column.Rank == 0 }
	if first := slices.IndexFunc(shown, func(column TransactionColumn) bool { return column.Width > 0 }); first >= 0 && !slices.ContainsFunc(shown, stays) {
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
func (c arranged) sized() TransactionColumn {
	column := c.TransactionColumn
	if c.width > 0 && column.Width > 0 { // a column without width is hidden until it has values
		column.Width, column.Max = c.width, 0
		if column.Flex {
			column.Max = c.width
		}
	}
	return column
}

// arrange returns all columns in the user's order.
func (a Arrangement) arrange(all []TransactionColumn) []arranged { return arrange(a.chosen(), all) }

// arrange returns the columns as chosen, or as they come if none of those is visible.
func arrange(chosen []store.ListColumn, all []TransactionColumn) []arranged {
	if entries := arrangeAs(chosen, all); slices.ContainsFunc(entries, func(entry arranged) bool { return !entry.hidden }) {
		return entries
	}
	entries := make([]arranged, len(all))
	for i, column := range all {
		entries[i] = arranged{TransactionColumn: column, hidden: column.Optional}
	}
	return entries
}

// arrangeAs returns the chosen columns that the list has, and behind them the others, which are hidden.
func arrangeAs(chosen []store.ListColumn, all []TransactionColumn) []arranged {
	left := slices.Clone(all)
	entries := make([]arranged, 0, len(all))
	for _, choice := range chosen {
		at := slices.IndexFunc(left, func(column TransactionColumn) bool { return column.Name == choice.Name })
		if at < 0 {
			continue // of a file that a later version wrote
		}
		entries = append(entries, arranged{left[at], choice.Hidden, min(max(choice.Width, 0), maxColumnWidth)})
		left = slices.Delete(left, at, at+1)
	}
	for _, column := range left {
		entries = append(entries, arranged{TransactionColumn: column, hidden: true})
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

// WithPaths returns the columns that a list can have with those by path that the user chose, in the deck or in the config file.
func (a Arrangement) WithPaths(of TransactionColumns, all []TransactionColumn) []TransactionColumn {
	configured := a.Deps.Config.Columns
	for _, name := range configured {
		all = of.addPath(all, name)
	}
	for _, column := range a.Deps.Store.ListColumns(a.List) {
		if !slices.Contains(configured, column.Name) {
			all = of.addPath(all, column.Name)
		}
	}
	return all
}

// ShownPaths returns the columns by path that are visible, for exports.
func (a Arrangement) ShownPaths() record.Columns[client.Transaction] {
	var columns record.Columns[client.Transaction]
	for _, choice := range a.chosen() {
		if column, ok := record.TransactionPath(choice.Name); ok && !choice.Hidden {
			columns = append(columns, column)
		}
	}
	return columns
}

func (a Arrangement) configured() []store.ListColumn {
	var columns []store.ListColumn
	for _, name := range a.Deps.Config.Columns {
		columns = append(columns, store.ListColumn{Name: name})
	}
	return columns
}
