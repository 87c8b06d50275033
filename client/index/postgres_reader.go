package index

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// PostgresReader reads an index in PostgreSQL. Its connection only reads, and it is not safe for concurrent use.
type PostgresReader struct {
	database *Database
	conn     *pgconn.PgConn
}

// OpenPostgres opens an index to read. The error is ErrNone if there is none.
func OpenPostgres(ctx context.Context, database *Database) (*PostgresReader, error) {
	limited := &Database{database.config.Copy()}
	limited.config.MaxProtocolMessageBodyLen = maxValue
	limited.config.RuntimeParams["default_transaction_read_only"] = "on"
	conn, err := limited.connect(ctx)
	if err != nil {
		return nil, err
	}
	r := &PostgresReader{limited, conn}
	schema, version, err := postgresVersion(ctx, conn)
	switch {
	case err != nil:
		err = limited.explain(err)
	case version == 0:
		err = &DatabaseError{fmt.Sprintf("%s: schema %q has no index", limited, schema),
			"make one with foredeck index --to, or name its schema: ?options=-csearch_path%3DNAME at the end of the address", ErrNone}
	case version > schemaVersion:
		err = fmt.Errorf("%s: %w", limited, ErrNewer)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Close ends the connection.
func (r *PostgresReader) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	return r.conn.Close(ctx)
}

// Coverage returns what the index has.
func (r *PostgresReader) Coverage(ctx context.Context) (c Coverage, err error) {
	c.Accounts = []AccountRange{}
	if c.Scope, err = postgresMeta(ctx, r.conn, "scope"); err != nil {
		return c, r.database.explain(err)
	}
	if c.Blocks, err = postgresRanges(ctx, r.conn, wholeBlocks); err != nil {
		return c, r.database.explain(err)
	}
	rows, err := query(ctx, r.conn, "SELECT first_height, last_height, account FROM scope WHERE account <> 'all' ORDER BY account, first_height")
	for _, row := range rows {
		covered, failed := rangesOf([][][]byte{row[:2]}, err)
		if err = failed; err == nil {
			c.Accounts = append(c.Accounts, AccountRange{string(row[2]), covered[0]})
		}
	}
	return c, r.database.explain(err)
}

// Totals returns the numbers of rows.
func (r *PostgresReader) Totals(ctx context.Context) (t Totals, err error) {
	rows, err := query(ctx, r.conn, "SELECT coalesce(sum(count), 0), coalesce(min(first_time), 0), coalesce(max(last_time), 0) FROM summary")
	if err != nil {
		return t, r.database.explain(err)
	}
	_, err = fmt.Sscan(string(rows[0][0])+" "+string(rows[0][1])+" "+string(rows[0][2]), &t.Transactions, &t.OldestTime, &t.NewestTime)
	return t, err
}

// Size returns the size of the tables in bytes, with their indexes; 0 if the server does not say it.
func (r *PostgresReader) Size(ctx context.Context) (bytes int64) {
	rows, err := query(ctx, r.conn, `SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
		WHERE s.nspname = current_schema() AND c.relkind = 'r'
			AND c.relname IN ('meta', 'covered', 'list', 'claim', 'name', 'account', 'block', 'tx', 'event', 'summary', 'sender_summary')`)
	if err == nil {
		bytes, _ = strconv.ParseInt(string(rows[0][0]), 10, 64)
	}
	return bytes
}

// Query runs a statement that reads, which ends when the context does; a limit is also sent to the server, 0 for none. The statement is
// that of a cursor, in a transaction that only reads: it cannot be COPY, several statements, or one that changes something.
func (r *PostgresReader) Query(ctx context.Context, limit time.Duration, statement string, values ...any) (*PostgresRows, error) {
	begin := fmt.Sprintf("BEGIN READ ONLY; SET LOCAL statement_timeout = %d; SET LOCAL DateStyle = ISO; SET LOCAL IntervalStyle = postgres; SET LOCAL bytea_output = hex",
		limit.Milliseconds())
	if err := r.conn.Exec(ctx, begin).Close(); err != nil {
		return nil, r.database.explain(err)
	}
	if _, err := query(ctx, r.conn, "DECLARE found NO SCROLL CURSOR FOR "+statement, postgresTexts(values)...); err != nil {
		return nil, r.fail(ctx, err)
	}
	rows := &PostgresRows{r: r, ctx: ctx}
	rows.fetch()
	rows.fields = slices.Clone(rows.result.FieldDescriptions())
	return rows, nil
}

// postgresTexts returns values as PostgreSQL reads them: int64, float64, bool and string.
func postgresTexts(values []any) (texts [][]byte) {
	for _, value := range values {
		texts = append(texts, []byte(fmt.Sprint(value)))
	}
	return texts
}

// fail ends the transaction of a statement that failed.
func (r *PostgresReader) fail(ctx context.Context, err error) error {
	if !r.conn.IsClosed() {
		_ = r.conn.Exec(context.WithoutCancel(ctx), "ROLLBACK").Close() // the error is that of the statement
	}
	switch code := codeOf(err); {
	case ctx.Err() != nil:
		return ctx.Err()
	case code == codeCanceled:
		return context.DeadlineExceeded
	case code == "":
		return r.database.explain(err)
	}
	return &QueryError{Message: r.database.text(err)}
}

// QueryError is an error in a query.
type QueryError struct{ Message string }

func (e *QueryError) Error() string { return e.Message }

// fetchRows is how many rows a query fetches at once. The server keeps as many in memory.
const fetchRows = 500

// PostgresRows are the rows of a query, in the manner of sql.Rows.
type PostgresRows struct {
	r       *PostgresReader
	ctx     context.Context
	fields  []pgconn.FieldDescription
	result  *pgconn.ResultReader
	fetched int // rows of the result
	err     error
	isDone  bool
}

// fetch requests more rows.
func (p *PostgresRows) fetch() {
	p.fetched = 0
	p.result = p.r.conn.ExecParams(p.ctx, fmt.Sprintf("FETCH %d FROM found", fetchRows), nil, nil, nil, nil)
}

// Columns returns the names of the columns.
func (p *PostgresRows) Columns() (names []string, err error) {
	for _, field := range p.fields {
		names = append(names, field.Name)
	}
	return names, nil
}

// Next goes to the next row.
func (p *PostgresRows) Next() bool {
	for !p.isDone {
		if p.result.NextRow() {
			p.fetched++
			return true
		}
		if _, err := p.result.Close(); err != nil {
			p.isDone, p.err = true, p.r.fail(p.ctx, err)
		} else if p.fetched < fetchRows {
			p.err = p.Close()
		} else {
			p.fetch()
		}
	}
	return false
}

// Scan sets targets, which are *any, to the values of the row: int64, float64, string, bool, []byte and nil.
func (p *PostgresRows) Scan(targets ...any) error {
	for i, raw := range p.result.Values() {
		target, ok := targets[i].(*any)
		if !ok {
			return fmt.Errorf("%T: must be *any", targets[i])
		}
		*target = postgresValue(p.fields[i].DataTypeOID, raw)
	}
	return nil
}

// Err returns the error that ended the rows.
func (p *PostgresRows) Err() error { return p.err }

// Close ends the query.
func (p *PostgresRows) Close() error {
	if p.isDone {
		return nil
	}
	p.isDone = true
	if _, err := p.result.Close(); err != nil {
		return p.r.fail(p.ctx, err)
	}
	return p.r.database.explain(p.r.conn.Exec(p.ctx, "ROLLBACK").Close())
}

// Types of values, by their number in PostgreSQL.
const (
	typeBool    = 16
	typeBytes   = 17
	typeInt8    = 20
	typeInt2    = 21
	typeInt4    = 23
	typeFloat4  = 700
	typeFloat8  = 701
	typeNumeric = 1700
)

// postgresValue returns a value in text format as a query of SQLite has it. Whole numbers above 2^63-1 are texts, as are those of other types.
func postgresValue(kind uint32, raw []byte) any {
	if raw == nil {
		return nil
	}
	text := string(raw)
	switch kind {
	case typeBool:
		return text == "t"
	case typeBytes:
		if bytes, err := hex.DecodeString(strings.TrimPrefix(text, `\x`)); err == nil {
			return bytes
		}
	case typeInt2, typeInt4, typeInt8, typeNumeric:
		if number, err := strconv.ParseInt(text, 10, 64); err == nil {
			return number
		}
		if number, err := strconv.ParseFloat(text, 64); err == nil && strings.Contains(text, ".") {
			return number
		}
	case typeFloat4, typeFloat8:
		if number, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(number) {
			return number
		}
	}
	return text
}
