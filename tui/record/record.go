// Package record declares the columns of records, once for all that show them: lists of the deck, tables and CSV of the commands, exports
// and copied rows.
package record

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Table, Wide, Plain and CSV are the formats that have columns. Wide is a table with room for whole values, and Plain has the same as a line
// for each value. Columns that are in Deck only are shown by lists of the deck.
const (
	Table = "table"
	Wide  = "wide"
	Plain = "plain"
	CSV   = "csv"
	Deck  = "deck"
)

// What columns need of records is reached by pointers to them, and the code of all pointers is compiled once. So the types have pointers as
// their parameter, and names by the type of the record.
type (
	// Column is a column of records of a type.
	Column[T any] = ColumnOf[*T]
	// Columns are the columns of records of a type, in the order of tables.
	Columns[T any] = ColumnsOf[*T]
	// Rows are the rows of records in CSV.
	Rows[T any] = RowsOf[*T]
)

// ColumnOf is a Column, with a pointer as parameter.
type ColumnOf[P any] struct {
	Name  string    // in CSV and in the JSON shape; empty if CSV does not have it
	Deck  string    // in lists of the deck whose columns the user can choose, and in the config file; empty if they do not have it
	Title text.Safe // in tables; empty if they do not have it
	Width int       // in tables
	Wide  int       // in the wide format, 0 if that is Width
	Right bool      // right-aligned, for numbers
	Only  string    // Table, Wide or Deck if just one of them has the column; empty for all

	Number func(P) *uint64   // of a column of integers, nil for others
	Text   func(P) text.Safe // for CSV: exact, digits without groups, empty if there is none; nil if Number has it
	Cell   func(P) text.Safe // in a table; nil if it is the number in groups or the text
	Full   func(P) text.Safe // in the wide format; nil if it is Cell
	Blank  bool              // a missing text is empty in tables, not a dash

	Order func(P) string // orders lists of the deck, ascending; nil for those without order and those that Number orders, descending

	Filter *Filter                         // what filters say of the column, by its number or texts; nil if they do not have it
	Texts  func(P, func(string) bool) bool // for filters; nil if that is the text of Order

	place int // in CSV, if that has another order than tables; negative if it does not have the column
}

// Filter is a field of filters that is a column.
type Filter struct {
	Name, Label, Help string
	Kind              query.Kind
	InWords           bool
	Values            []string
	Aliases           map[string]string
}

// ColumnsOf are Columns, with a pointer as parameter.
type ColumnsOf[P any] []ColumnOf[P]

// Named returns the column with this name in the deck, nil if there is none.
func (c ColumnsOf[P]) Named(deck string) *ColumnOf[P] {
	for i := range c {
		if c[i].Deck == deck {
			return &c[i]
		}
	}
	return nil
}

// InCSV returns the columns with those of CSV: their names in order.
func (c ColumnsOf[P]) InCSV(names string) ColumnsOf[P] {
	c = slices.Clone(c)
	order := strings.Fields(names)
	for i := range c {
		c[i].place = slices.Index(order, c[i].Name)
	}
	return c
}

// Shown is a column as a format shows it.
type Shown[P any] struct {
	Title text.Safe
	Width int
	Right bool
	Of    func(P) text.Safe
}

// In returns the columns that a format shows: none if it has no columns.
func (c ColumnsOf[P]) In(format string) []Shown[P] {
	var shown []Shown[P]
	switch format {
	case CSV:
		// Indexes are sorted, for which there is a function already.
		var order []int
		for i := range c {
			if c[i].Name != "" && c[i].place >= 0 {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return c[a].place - c[b].place })
		for _, i := range order {
			shown = append(shown, Shown[P]{Title: text.Clean(c[i].Name), Of: c[i].Exact()})
		}
	case Plain:
		return c.In(Wide)
	case Table, Wide:
		for i := range c {
			column := &c[i]
			if column.Title.IsEmpty() || column.Only != "" && column.Only != format {
				continue
			}
			s := Shown[P]{column.Title, column.Width, column.Right, column.In(format)}
			if format == Wide && column.Wide > 0 {
				s.Width = column.Wide
			}
			shown = append(shown, s)
		}
	}
	return shown
}

// Exact returns the function for the values in CSV.
func (c *ColumnOf[P]) Exact() func(P) text.Safe {
	if number := c.Number; c.Text == nil && number != nil {
		return func(record P) text.Safe { return render.Digits(number(record)) }
	}
	return c.Text
}

// In returns the function for the cells of a table, with whole values in the wide format.
func (c *ColumnOf[P]) In(format string) func(P) text.Safe {
	exact, number, blank := c.Text, c.Number, c.Blank
	switch {
	case format == Wide && c.Full != nil:
		return c.Full
	case c.Cell != nil:
		return c.Cell
	case number != nil:
		return func(record P) text.Safe { return render.Number(number(record)) }
	case blank:
		return exact
	}
	return func(record P) text.Safe { return OrNone(exact(record)) }
}

// language returns what filters say of records with columns and further fields. order has the names of all fields.
func language[P any](c ColumnsOf[P], env FieldEnv, order string, further ...query.FieldOf[P]) query.LanguageOf[P] {
	names := strings.Fields(order)
	l := query.LanguageOf[P]{Fields: make([]query.FieldOf[P], len(names)), Names: env.Names, Decimals: env.Decimals, Now: env.Now}
	add := func(field *query.FieldOf[P]) { l.Fields[slices.Index(names, field.Name)] = *field }
	for i := range c {
		f := c[i].Filter
		if f == nil {
			continue
		}
		field := query.FieldOf[P]{
			Name: f.Name, Label: f.Label, Help: f.Help, Kind: f.Kind, InWords: f.InWords, Values: f.Values, Aliases: f.Aliases, Number: c[i].Number, Texts: c[i].Texts,
		}
		if f.Kind < query.Number && field.Texts == nil {
			field.Texts = texts(c[i].Order)
		}
		add(&field)
	}
	for i := range further {
		add(&further[i])
	}
	return l
}

// texts returns the function of a field with one text.
func texts[P any](of func(P) string) func(P, func(string) bool) bool {
	return func(record P, match func(string) bool) bool {
		s := of(record)
		return s != "" && match(s)
	}
}

// FieldEnv has the names, units and times that filters use.
type FieldEnv struct {
	Names    []target.Name // saved names of addresses
	Decimals int           // of the unit in which amounts are displayed
	Now      time.Time
	Author   func(author string) string // the name of a block author, or ""; may be nil
}

// RowsOf are Rows, with a pointer as parameter.
type RowsOf[P any] struct {
	Names   []string // of the columns
	columns []Shown[P]
}

// CSV returns the rows of records with these columns. They can be used concurrently.
func (c ColumnsOf[P]) CSV() RowsOf[P] {
	rows := RowsOf[P]{columns: c.In(CSV)}
	for _, column := range rows.columns {
		rows.Names = append(rows.Names, column.Title.String())
	}
	return rows
}

// Of returns the cells of a record.
func (r RowsOf[P]) Of(record P) []string {
	cells := make([]string, len(r.columns))
	for i := range r.columns {
		cells[i] = r.columns[i].Of(record).String()
	}
	return cells
}

// lastly remembers the last result of a function: several columns of a row need it.
func lastly[P comparable, V any](of func(P) V) func(P) V {
	type result struct {
		record P
		value  V
	}
	var last atomic.Pointer[result]
	return func(record P) V {
		known := last.Load()
		if known == nil || known.record != record {
			known = &result{record, of(record)}
			last.Store(known)
		}
		return known.value
	}
}

// clean returns the function for a text that was sent.
func clean[P any](of func(P) string) func(P) text.Safe {
	return func(record P) text.Safe { return text.Clean(of(record)) }
}

// OrNone returns a text, or a dash if it is empty.
func OrNone(s text.Safe) text.Safe {
	if s.IsEmpty() {
		return text.None
	}
	return s
}

// Bool returns a truth value as CSV has it.
func Bool(b bool) text.Safe { return text.Clean(strconv.FormatBool(b)) }

// Exact returns a signed number without digit groups, or "" for nil.
func Exact(n *int64) text.Safe {
	if n == nil {
		return text.Safe{}
	}
	return text.Clean(strconv.FormatInt(*n, 10))
}

// Instant returns a time in milliseconds, or a dash for nil.
func Instant(milliseconds *int64) text.Safe {
	if milliseconds == nil {
		return text.None
	}
	return text.Instant(time.UnixMilli(*milliseconds))
}
