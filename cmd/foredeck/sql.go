package main

import (
	"cmp"
	"context"
	"encoding/hex"
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
	_, parametersErr := parseParameters(get[[]string](in.options, "param"))
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by sql"),
		wrongIf(strings.TrimSpace(in.args[0]) == "", "QUERY: is empty"),
		wrongIf(get[time.Duration](in.options, "time-limit") < 0, "--time-limit: must not be negative"),
		in.readDatabase("index"), parametersErr)
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

func runSQL(in *invocation) error {
	statement, err := in.statement()
	if err != nil {
		return err
	}
	parameters, err := parseParameters(get[[]string](in.options, "param"))
	if err != nil {
		return err
	}
	database := in.database
	if database == nil {
		if database, err = in.s.indexDatabase(in.ctx()); err != nil {
			return err
		}
	}
	q := indexQuery{text: statement, parameters: parameters, limit: get[time.Duration](in.options, "time-limit"), database: database}
	return q.read(in.ctx(), in.s, in.printRows)
}

// statement returns the query of the command line: SQL, or the saved one after @.
func (in *invocation) statement() (string, error) {
	name, isSaved := strings.CutPrefix(strings.TrimSpace(in.args[0]), "@")
	if !isSaved {
		return in.args[0], nil
	}
	saved, err := in.s.settings.Query(name)
	if err != nil {
		return "", usagef("QUERY %q: %w", in.args[0], err)
	}
	return saved.SQL, nil
}

// parseParameters returns the values of --param. Whole numbers are numbers, and all others are text, also in single quotes: n='5'.
func parseParameters(written []string) (index.Parameters, error) {
	parameters := index.Parameters{}
	for _, each := range written {
		name, value, ok := strings.Cut(each, "=")
		if _, isTwice := parameters[name]; !ok || name == "" || isTwice {
			return nil, usagef("--param %q: must be NAME=VALUE, each name once", each)
		}
		parameters[name] = value
		if number, err := strconv.ParseInt(value, 10, 64); err == nil {
			parameters[name] = number
		} else if len(value) > 1 && value[0] == '\'' && value[len(value)-1] == '\'' {
			parameters[name] = value[1 : len(value)-1]
		}
	}
	return parameters, nil
}

// printRows prints the rows of the query as they are found. If it fails later, the rows before are printed.
func (in *invocation) printRows(names []string, rows queryRows) error {
	p := newPrinter(in.out(), in.format, sqlColumns(names))
	p.isList, p.aligns = true, true
	row := sqlRow{names: names, values: make([]any, len(names))}
	targets := targetsOf(row.values)
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if err := p.add(&row); err != nil {
			return err
		}
	}
	if rows.Err() != nil && p.printed == 0 {
		return nil // only the error is printed
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
