package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() { runners["sql"] = &runner{check: checkSQL, open: openSettings, run: runSQL} }

func checkSQL(in *invocation) error {
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by sql"),
		wrongIf(strings.TrimSpace(in.args[0]) == "", "QUERY: is empty"),
		wrongIf(get[time.Duration](in.options, "time-limit") < 0, "--time-limit: must not be negative"),
		in.readDatabase("index"))
}

// sqlRow is a row of a query: int64, float64, bool, string, []byte or nil for each column.
type sqlRow struct {
	names  []string
	values []any
}

// AppendJSON appends an object with the columns in their order.
func (r *sqlRow) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i, name := range r.names {
		if i > 0 {
			dst = append(dst, ',')
		}
		key, _ := move.EncodeJSON(name) // a text has no errors
		dst = append(append(dst, key...), ':')
		switch value := r.values[i].(type) {
		case nil:
			dst = append(dst, "null"...)
		case int64:
			dst = strconv.AppendInt(dst, value, 10)
		case bool:
			dst = strconv.AppendBool(dst, value)
		default:
			written, _ := move.EncodeJSON(sqlText(value)) // neither has one
			if number, ok := value.(float64); ok && isFinite(number) {
				written = []byte(sqlText(number))
			}
			dst = append(dst, written...)
		}
	}
	return append(dst, '}')
}

func isFinite(number float64) bool { return number-number == 0 }

// sqlText returns a value as text, "" for null.
func sqlText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	case []byte:
		return "0x" + hex.EncodeToString(value)
	case string:
		return value
	}
	return fmt.Sprint(value)
}

func runSQL(in *invocation) (err error) {
	ctx, limit := in.ctx(), get[time.Duration](in.options, "time-limit")
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	if in.database != nil {
		err = in.queryDatabase(ctx, limit)
	} else {
		err = in.queryFile(ctx)
	}
	if in.ctx().Err() == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &limitError{reason: fmt.Sprintf("the query takes longer than %s", limit), cause: err,
			advice: "name a function, a sender, a type of events or heights; --time-limit sets another limit"}
	}
	return err
}

// queryFile runs the query in the file of the network, and prints its rows.
func (in *invocation) queryFile(ctx context.Context) (err error) {
	path, err := in.s.indexPath()
	if err != nil {
		return err
	}
	reader, err := in.openIndex(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	rows, err := reader.Query(ctx, in.args[0])
	if err != nil {
		return sqlError(ctx, err)
	}
	return in.printRows(rows, func(err error) error { return sqlError(ctx, err) })
}

// openIndex opens the index of the network to read.
func (in *invocation) openIndex(ctx context.Context, path string) (*index.Reader, error) {
	reader, err := index.Open(ctx, path)
	if errors.Is(err, index.ErrNone) {
		return nil, noIndex(in.s.settings.Network.Name, path)
	}
	return reader, explainIndex(err, path)
}

// printRows prints the rows of the query as they are found.
func (in *invocation) printRows(rows queryRows, explain func(error) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	p := newPrinter(in.out(), in.format, sqlColumns(names))
	p.isList, p.aligns = true, true
	row, targets := sqlRow{names: names, values: make([]any, len(names))}, make([]any, len(names))
	for i := range targets {
		targets[i] = &row.values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if err := p.add(&row); err != nil {
			return err
		}
	}
	if err := explain(rows.Err()); err != nil && p.printed == 0 {
		return err
	} else if err != nil {
		return errors.Join(p.end(), err)
	}
	return p.end()
}

// sqlError returns an error of SQLite as one of the query, unless time was over.
func sqlError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &limitError{reason: "the query fails: " + err.Error(), advice: `foredeck sql "select name, sql from sqlite_schema" lists tables and views; foredeck sql only reads`, cause: err}
}

// sqlColumns returns the columns of a query.
func sqlColumns(names []string) (columns record.Columns[sqlRow]) {
	for i, name := range names {
		columns = append(columns, record.Column[sqlRow]{
			Name: name, Title: cmp.Or(text.Clean(strings.ToUpper(name)), text.Const("?")), Width: text.Width(text.Clean(name)),
			Text: func(r *sqlRow) text.Safe { return text.Clean(sqlText(r.values[i])) },
		})
	}
	return columns
}
