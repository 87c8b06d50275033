package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"

	"foredeck/client/index"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// queryRows are the rows of a query of either kind of index.
type queryRows interface {
	Columns() ([]string, error)
	Next() bool
	Scan(targets ...any) error
	Err() error
	Close() error
}

var _ queryRows = (*sql.Rows)(nil)

// indexQuery is a query of the index of a network.
type indexQuery struct {
	text       string
	parameters index.Parameters
	limit      time.Duration   // 0 for none
	database   *index.Database // that has the index, nil for the file
}

// read runs the query, and passes its rows on, with their columns. The rows are closed afterwards.
func (q *indexQuery) read(ctx context.Context, s *session, use func(names []string, rows queryRows) error) (err error) {
	outer := ctx
	if q.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.limit)
		defer cancel()
	}
	defer func() {
		if outer.Err() == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = &limitError{reason: fmt.Sprintf("the query takes longer than %s", q.limit), cause: err,
				advice: "name a function, a sender, a type of events or heights; --time-limit sets another limit"}
		}
	}()
	explain := func(err error) error { return sqlError(ctx, err) }
	if q.database != nil {
		explain = explainDatabase
	}
	reader, rows, err := q.open(ctx, s)
	if reader != nil {
		defer func() { err = errors.Join(err, reader.Close()) }()
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return explain(err)
	}
	return errors.Join(use(names, rows), explain(rows.Err()))
}

// open opens the index and starts the query. The reader is nil if it could not be opened.
func (q *indexQuery) open(ctx context.Context, s *session) (reader io.Closer, rows queryRows, err error) {
	if q.database != nil {
		bound, values, err := q.parameters.Bind(q.text, '$')
		if err != nil {
			return nil, nil, explainDatabase(err)
		}
		reader, err := index.OpenPostgres(ctx, q.database)
		if err != nil {
			return nil, nil, explainDatabase(err)
		}
		rows, err := reader.Query(ctx, q.limit, bound, values...)
		return reader, rows, explainDatabase(err)
	}
	bound, values, err := q.parameters.Bind(q.text, '?')
	if err != nil {
		return nil, nil, sqlError(ctx, err)
	}
	path, err := s.indexPath()
	if err != nil {
		return nil, nil, err
	}
	file, err := s.openIndex(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	found, err := file.Query(ctx, bound, values...)
	return file, found, sqlError(ctx, err)
}

// openIndex opens the index file of the network to read.
func (s *session) openIndex(ctx context.Context, path string) (*index.Reader, error) {
	reader, err := index.Open(ctx, path)
	if errors.Is(err, index.ErrNone) {
		return nil, noIndex(s.settings.Network.Name, path)
	}
	return reader, explainIndex(err, path)
}

// targetsOf returns what the rows of a query are scanned into: pointers to values.
func targetsOf(values []any) []any {
	targets := make([]any, len(values))
	for i := range targets {
		targets[i] = &values[i]
	}
	return targets
}

// queryTable returns the function with which the deck queries the index; nil where there is none.
func (s *session) queryTable() func(context.Context, load.Query) (load.Table, error) {
	if s.host != nil || s.replay != nil {
		return nil
	}
	return func(ctx context.Context, asked load.Query) (table load.Table, err error) {
		database, err := s.indexDatabase(ctx)
		if err != nil {
			return table, err
		}
		q := indexQuery{text: asked.SQL, parameters: asked.Parameters, limit: asked.Limit, database: database}
		err = q.read(ctx, s, func(names []string, rows queryRows) error {
			for _, name := range names {
				table.Columns = append(table.Columns, text.Clean(name))
			}
			values := make([]any, len(names))
			targets := targetsOf(values)
			for rows.Next() {
				if table.IsCut = len(table.Rows) == asked.Rows; table.IsCut {
					break
				}
				if err := rows.Scan(targets...); err != nil {
					return err
				}
				row := make([]text.Safe, len(values))
				for i, value := range values {
					row[i] = text.Clean(sqlText(value))
				}
				table.Rows = append(table.Rows, row)
			}
			return nil
		})
		return table, err
	}
}
