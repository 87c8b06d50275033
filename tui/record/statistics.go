package record

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"foredeck/client/tally"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/text"
)

// Statistic is a row of statistics: a group of records with its figures. Keys by which the records are not grouped are null.
type Statistic struct {
	Function *string `json:"function"`
	Outcome  *string `json:"outcome"`
	Reason   *string `json:"reason"`
	Sender   *string `json:"sender"`
	Day      *string `json:"day"`
	Hour     *string `json:"hour"`
	Gas      *string `json:"gas"` // range of used gas
	StatisticFigures

	Values []*string `json:"-"` // of the keys, in their order
}

// StatisticFigures are the figures of a group, or of all.
type StatisticFigures struct {
	Count       int64   `json:"count"`
	Percent     *string `json:"percent"` // of all
	Fee         string  `json:"fee"`     // in the smallest unit of the coin
	WithoutFee  int64   `json:"without_fee"`
	GasUsed     *int64  `json:"gas_used"` // null above 2^63-1
	FirstHeight *int64  `json:"first_height"`
	LastHeight  *int64  `json:"last_height"`
	FirstTime   *int64  `json:"first_time_us"`
	LastTime    *int64  `json:"last_time_us"`
	Amount      *string `json:"-"` // sum of the amounts of events, null if none has one
}

// NewStatistic returns the row of a group by keys, with its share of a total.
func NewStatistic(group *tally.Group, by []string, total int64) Statistic {
	row := Statistic{StatisticFigures: FiguresOf(group, &total), Values: group.Values}
	fields := map[string]**string{
		"function": &row.Function, "outcome": &row.Outcome, "reason": &row.Reason, "sender": &row.Sender, "day": &row.Day, "hour": &row.Hour, "gas": &row.Gas,
	}
	for i, key := range by {
		if field := fields[key]; field != nil {
			*field = group.Values[i]
		}
	}
	return row
}

// FiguresOf returns the figures of a group. total is the number of all records; nil for the group of all, which has no share.
func FiguresOf(group *tally.Group, total *int64) StatisticFigures {
	f := StatisticFigures{Count: group.Count, Fee: group.Fee.String(), WithoutFee: group.WithoutFee}
	if group.Gas.IsInt64() {
		f.GasUsed = new(group.Gas.Int64())
	}
	if group.Amount != nil {
		f.Amount = new(group.Amount.String())
	}
	if total != nil && *total > 0 {
		f.Percent = new(live.Percent(uint64(group.Count), uint64(*total), 1).String())
	}
	if group.Count > 0 && group.LastHeight > 0 {
		f.FirstHeight, f.LastHeight = &group.FirstHeight, &group.LastHeight
	}
	if group.Count > 0 && group.FirstTime > 0 {
		f.FirstTime, f.LastTime = &group.FirstTime, &group.LastTime
	}
	return f
}

// Statistics says which columns a table of statistics has.
type Statistics struct {
	By     []string
	Fee    func(*StatisticFigures) text.Safe // writes the sum of the fees; nil without a column of fees
	Value  func(key, value string) text.Safe // writes a value in a list of the deck; nil: cut to the width of a table
	Amount string                            // field whose amounts are summed up; empty for none
}

// Widths of columns in tables. The wide format has whole keys.
const (
	statisticTime = 23
	functionCell  = 34
	reasonCell    = 30
)

// Columns returns the columns: the keys, and then the figures.
func (s Statistics) Columns() (columns Columns[Statistic]) {
	for i, key := range s.By {
		columns = append(columns, s.key(i, key))
	}
	columns = append(columns,
		figure("count", text.Const("COUNT"), 8, func(r *Statistic) *int64 { return &r.Count }, func(n int64) text.Safe { return text.Integer(uint64(n)) }),
		Column[Statistic]{Name: "percent", Title: text.Const("SHARE"), Width: 6, Right: true, Text: func(r *Statistic) text.Safe { return text.Clean(*r.Percent) },
			Cell: func(r *Statistic) text.Safe { return text.Format("%s%%", text.Clean(*r.Percent)) }})
	return append(append(columns, s.sums()...),
		hidden("first_height", func(r *Statistic) *int64 { return r.FirstHeight }),
		hidden("last_height", func(r *Statistic) *int64 { return r.LastHeight }),
		figure("first_time_us", text.Const("FIRST"), statisticTime, func(r *Statistic) *int64 { return r.FirstTime }, second),
		figure("last_time_us", text.Const("LAST"), statisticTime, func(r *Statistic) *int64 { return r.LastTime }, second))
}

// key returns the column of the key with this index.
func (s Statistics) key(i int, key string) Column[Statistic] {
	written := func(none text.Safe, write func(string) text.Safe) func(*Statistic) text.Safe {
		return func(r *Statistic) text.Safe {
			if r.Values[i] == nil {
				return none
			}
			return write(*r.Values[i])
		}
	}
	exact, cell := func(value string) text.Safe { return text.Clean(value) }, func(value string) text.Safe { return statisticCell(key, value) }
	if s.Value != nil {
		cell = func(value string) text.Safe { return s.Value(key, value) }
	}
	value := func(r *Statistic) string {
		if r.Values[i] == nil {
			return ""
		}
		return *r.Values[i]
	}
	return Column[Statistic]{
		Name: key, Title: text.Clean(strings.ToUpper(strings.TrimPrefix(key, "data_"))), Width: len(key), Text: written(text.Safe{}, exact), Cell: written(text.None, cell), Full: written(text.None, exact),
		Order: value, Filter: &Filter{Name: filterKey(key), Label: key, Help: key, Kind: query.Address, InWords: true},
	}
}

// statisticCell returns a key in a table.
func statisticCell(key, value string) text.Safe {
	switch key {
	case "function":
		return text.Function(text.Bounded(value), functionCell)
	case "reason":
		return text.Cut(text.Short(text.Bounded(value)), reasonCell)
	}
	return text.Short(text.Bounded(value))
}

// figure returns the column of a number.
func figure(name string, title text.Safe, width int, of func(*Statistic) *int64, cell func(int64) text.Safe) Column[Statistic] {
	column := hidden(name, of)
	column.Title, column.Width, column.Right = title, width, width != statisticTime
	column.Number = func(r *Statistic) *uint64 {
		if n := of(r); n != nil {
			return new(uint64(max(*n, 0)))
		}
		return nil
	}
	column.Cell = func(r *Statistic) text.Safe {
		if n := of(r); n != nil {
			return cell(*n)
		}
		return text.None
	}
	return column
}

// hidden returns the column of a number that tables do not have.
func hidden(name string, of func(*Statistic) *int64) Column[Statistic] {
	return Column[Statistic]{Name: name, Text: func(r *Statistic) text.Safe { return Exact(of(r)) }}
}

func second(at int64) text.Safe { return text.Instant(time.UnixMicro(at).UTC().Truncate(time.Second)) }

// sums returns the columns of what is summed up.
func (s Statistics) sums() (columns Columns[Statistic]) {
	if s.Fee != nil {
		fee := Column[Statistic]{Name: "fee", Title: text.Const("FEE"), Width: 10, Right: true, Text: func(r *Statistic) text.Safe { return text.Clean(r.Fee) },
			Cell: func(r *Statistic) text.Safe { return s.Fee(&r.StatisticFigures) }, Number: func(r *Statistic) *uint64 { return parsedNumber(r.Fee) }}
		columns = append(columns, fee, hidden("without_fee", func(r *Statistic) *int64 { return &r.WithoutFee }),
			hidden("gas_used", func(r *Statistic) *int64 { return r.GasUsed }))
	}
	if s.Amount != "" {
		sum := func(r *Statistic) string {
			if r.Amount == nil {
				return ""
			}
			return *r.Amount
		}
		columns = append(columns, Column[Statistic]{Name: "sum_of_" + s.Amount, Title: text.Clean(strings.ToUpper(s.Amount)), Width: 20, Right: true,
			Text: func(r *Statistic) text.Safe { return text.Clean(sum(r)) }, Cell: func(r *Statistic) text.Safe { return OrNone(text.Group(sum(r))) },
			Number: func(r *Statistic) *uint64 { return parsedNumber(sum(r)) }})
	}
	return columns
}

// parsedNumber returns a number for the order of rows: the highest one if it does not fit.
func parsedNumber(digits string) *uint64 {
	number, err := strconv.ParseUint(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil {
		return &number
	}
	return nil
}

// filterKey returns the name of a key in filters.
func filterKey(key string) string {
	switch key {
	case "function":
		return "fn"
	case "sender":
		return "from"
	}
	return strings.ToLower(key)
}

// StatisticFields returns the language of lists of statistics.
func StatisticFields(env FieldEnv, s Statistics) query.Language[Statistic] {
	var names []string
	for _, key := range s.By {
		names = append(names, filterKey(key))
	}
	return language(s.Columns(), env, strings.Join(append(names, "count"), " "), query.Field[Statistic]{
		Name: "count", Help: "number of records", Kind: query.Number, Number: func(r *Statistic) *uint64 { return new(uint64(r.Count)) },
	})
}
