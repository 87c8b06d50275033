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

// Table, Wide and CSV are the formats that have columns. Wide is a table with room for whole values. Columns that are in Deck only are shown
// by lists of the deck.
const (
	Table = "table"
	Wide  = "wide"
	CSV   = "csv"
	Deck  = "deck"
)

// Column is a column of records of a type.
type Column[T any] struct {
	Name  string    // in CSV and in the JSON shape; empty if CSV does not have it
	Deck  string    // in lists of the deck whose columns the user can choose, and in the config file; empty if they do not have it
	Title text.Safe // in tables; empty if they do not have it
	Width int       // in tables
	Wide  int       // in the wide format, 0 if that is Width
	Right bool      // right-aligned, for numbers
	Only  string    // Table, Wide or Deck if just one of them has the column; empty for all

	Number func(*T) *uint64   // of a column of integers, nil for others
	Text   func(*T) text.Safe // for CSV: exact, digits without groups, empty if there is none; nil if Number has it
	Cell   func(*T) text.Safe // in a table; nil if it is the number in groups or the text
	Full   func(*T) text.Safe // in the wide format; nil if it is Cell
	Blank  bool               // a missing text is empty in tables, not a dash

	Order func(*T) string // orders lists of the deck, ascending; nil for those without order and those that Number orders, descending

	Filter *Filter                          // what filters say of the column, by its number or texts; nil if they do not have it
	Texts  func(*T, func(string) bool) bool // for filters; nil if that is the text of Order

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

// Columns are the columns of records of a type, in the order of tables.
type Columns[T any] []Column[T]

// Named returns the column with this name in the deck, nil if there is none.
func (c Columns[T]) Named(deck string) *Column[T] {
	for i := range c {
		if c[i].Deck == deck {
			return &c[i]
		}
	}
	return nil
}

// InCSV returns the columns with those of CSV: their names in order.
func (c Columns[T]) InCSV(names string) Columns[T] {
	c = slices.Clone(c)
	order := strings.Fields(names)
	for i := range c {
		c[i].place = slices.Index(order, c[i].Name)
	}
	return c
}

// Shown is a column as a format shows it.
type Shown[T any] struct {
	Title text.Safe
	Width int
	Right bool
	Of    func(*T) text.Safe
}

// In returns the columns that a format shows: none if it has no columns.
func (c Columns[T]) In(format string) []Shown[T] {
	var shown []Shown[T]
	switch format {
	case CSV:
		// Indexes are sorted: a sort of columns would be compiled once for each type of record.
		var order []int
		for i := range c {
			if c[i].Name != "" && c[i].place >= 0 {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return c[a].place - c[b].place })
		for _, i := range order {
			shown = append(shown, Shown[T]{Title: text.Clean(c[i].Name), Of: c[i].Exact()})
		}
	case Table, Wide:
		for i := range c {
			column := &c[i]
			if column.Title.IsEmpty() || column.Only != "" && column.Only != format {
				continue
			}
			s := Shown[T]{column.Title, column.Width, column.Right, column.In(format)}
			if format == Wide && column.Wide > 0 {
				s.Width = column.Wide
			}
			shown = append(shown, s)
		}
	}
	return shown
}

// Exact returns the function for the values in CSV.
func (c *Column[T]) Exact() func(*T) text.Safe {
	if number := c.Number; c.Text == nil && number != nil {
		return func(record *T) text.Safe { return render.Digits(number(record)) }
	}
	return c.Text
}

// In returns the function for the cells of a table, with whole values in the wide format.
func (c *Column[T]) In(format string) func(*T) text.Safe {
	exact, number, blank := c.Text, c.Number, c.Blank
	switch {
	case format == Wide && c.Full != nil:
		return c.Full
	case c.Cell != nil:
		return c.Cell
	case number != nil:
		return func(record *T) text.Safe { return render.Number(number(record)) }
	case blank:
		return exact
	}
	return func(record *T) text.Safe { return OrNone(exact(record)) }
}

// language returns what filters say of records with columns and further fields. order has the names of all fields.
func language[T any](c Columns[T], env FieldEnv, order string, further ...query.Field[T]) query.Language[T] {
	names := strings.Fields(order)
	l := query.Language[T]{Fields: make([]query.Field[T], len(names)), Names: env.Names, Decimals: env.Decimals, Now: env.Now}
	add := func(field *query.Field[T]) { l.Fields[slices.Index(names, field.Name)] = *field }
	for i := range c {
		f := c[i].Filter
		if f == nil {
			continue
		}
		field := query.Field[T]{
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

// Rows are the rows of records in CSV.
type Rows[T any] struct {
	Names   []string // of the columns
	columns []Shown[T]
}

// CSV returns the rows of records with these columns. They can be used concurrently.
func (c Columns[T]) CSV() Rows[T] {
	rows := Rows[T]{columns: c.In(CSV)}
	for _, column := range rows.columns {
		rows.Names = append(rows.Names, column.Title.String())
	}
	return rows
}

// Of returns the cells of a record.
func (r Rows[T]) Of(record *T) []string {
	cells := make([]string, len(r.columns))
	for i := range r.columns {
		cells[i] = r.columns[i].Of(record).String()
	}
	return cells
}

// lastly remembers the last result of a function: several columns of a row need it.
func lastly[T, V any](of func(*T) V) func(*T) V {
	type result struct {
		record *T
		value  V
	}
	var last atomic.Pointer[result]
	return func(record *T) V {
		known := last.Load()
		if known == nil || known.record != record {
			known = &result{record, of(record)}
			last.Store(known)
		}
		return known.value
	}
}

// clean returns the function for a text that was sent.
func clean[T any](of func(*T) string) func(*T) text.Safe {
	return func(record *T) text.Safe { return text.Clean(of(record)) }
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
