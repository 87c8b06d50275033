package load

import (
	"time"

	"foredeck/tui/text"
)

// Query is a query of the index in SQL.
type Query struct {
	SQL        string
	Parameters map[string]any // of :name, by name
	Limit      time.Duration  // after which the query ends
	Rows       int            // that are read at most
}

// Table is the result of a query of the index, as text.
type Table struct {
	Columns []text.Safe
	Rows    [][]text.Safe
	IsCut   bool // there are more rows
}
