package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"foredeck/client/move"
)

const (
	// maxValue is the number of bytes of a value or a row in a query, and maxQuery that of its text.
	maxValue = 16 << 20
	maxQuery = 1 << 20
)

// Reader reads an index. It cannot change it, or any other file. It is not safe for concurrent use.
type Reader struct {
	path    string
	db      *sql.DB
	conn    *sql.Conn
	version int // of the tables
}

// Open opens an index to read. The error is ErrNone if there is none.
func Open(ctx context.Context, path string) (*Reader, error) {
	if info, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, fmt.Errorf("%s: %w", path, ErrNone)
	} else if err != nil {
		return nil, err
	}
	db, err := open(ctx, path, url.Values{
		"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "query_only(1)", "trusted_schema(0)", cacheSize},
	})
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	r := &Reader{path: path, db: db, conn: conn}
	if r.version, err = fileVersion(ctx, conn, path); err == nil {
		err = r.guard()
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// guard limits what statements can do: they only read this file, with bounded memory for a value.
func (r *Reader) guard() error {
	limits := map[int]int{
		sqlite3.SQLITE_LIMIT_ATTACHED: 0, sqlite3.SQLITE_LIMIT_LENGTH: maxValue, sqlite3.SQLITE_LIMIT_SQL_LENGTH: maxQuery, sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
	}
	for id, limit := range limits {
		if _, err := sqlite.Limit(r.conn, id, limit); err != nil {
			return err
		}
	}
	return r.conn.Raw(func(driver any) error {
		registerer, ok := driver.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("the SQLite driver has no authorizer")
		}
		return registerer.RegisterAuthorizer(authorize)
	})
}

// authorize allows what reads.
func authorize(action sqlite.AuthorizerActionCode, name, _, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRead, sqlite.AuthRecursive, sqlite.AuthFunction:
		return sqlite.AuthorizerOK
	case sqlite.AuthPragma:
		switch name { // those of a schema
		case "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "user_version":
			return sqlite.AuthorizerOK
		}
	}
	return sqlite.AuthorizerDeny
}

// Close closes the index.
func (r *Reader) Close() error { return errors.Join(r.conn.Close(), r.db.Close()) }

// Query runs a statement that reads. Its rows have int64, float64, string, []byte and nil. The context ends it.
func (r *Reader) Query(ctx context.Context, statement string, values ...any) (*sql.Rows, error) {
	return r.conn.QueryContext(ctx, statement, values...)
}

// Coverage is what an index has.
type Coverage struct {
	Scope    string         `json:"scope"` // Blocks or Accounts
	Blocks   []Range        `json:"blocks"`
	Accounts []AccountRange `json:"accounts"`
}

// AccountRange are the heights from which an index has the lists of an account.
type AccountRange struct {
	Account string `json:"account"`
	Range
}

// Coverage returns what the index has.
func (r *Reader) Coverage(ctx context.Context) (c Coverage, err error) {
	c.Blocks, c.Accounts = []Range{}, []AccountRange{}
	if c.Scope, err = meta(ctx, r.conn, "scope"); err != nil {
		return c, err
	}
	if c.Blocks, err = ranges(ctx, r.conn, wholeBlocks); err != nil {
		return c, err
	}
	rows, err := r.conn.QueryContext(ctx, "SELECT account, first_height, last_height FROM scope WHERE account <> 'all' ORDER BY account, first_height")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var a AccountRange
		if err := rows.Scan(&a.Account, &a.First, &a.Last); err != nil {
			return c, err
		}
		c.Accounts = append(c.Accounts, a)
	}
	return c, rows.Err()
}

// Newest returns the newest covered range of whole blocks, or of an account where the index has lists. ok is false if there is none.
func (c *Coverage) Newest(account *move.Address) (newest Range, ok bool) {
	if c.Scope == Blocks {
		if len(c.Blocks) == 0 {
			return Range{}, false
		}
		return c.Blocks[len(c.Blocks)-1], true
	}
	for _, a := range c.Accounts {
		if account != nil && a.Account == account.String() {
			newest, ok = a.Range, true
		}
	}
	return newest, ok
}

// Totals are the numbers of rows of an index, from its summaries.
type Totals struct {
	Transactions int64 `json:"transactions"`
	OldestTime   int64 `json:"oldest_us"` // time of the oldest one; 0 if unknown
	NewestTime   int64 `json:"newest_us"`
}

// Totals returns the numbers of rows.
func (r *Reader) Totals(ctx context.Context) (t Totals, err error) {
	err = r.conn.QueryRowContext(ctx, "SELECT coalesce(sum(count), 0), coalesce(min(first_time), 0), coalesce(max(last_time), 0) FROM summary").Scan(&t.Transactions, &t.OldestTime, &t.NewestTime)
	return t, err
}

// Times returns the times of the first and the last block of a range in microseconds; 0 for those that are unknown.
func (r *Reader) Times(ctx context.Context, covered Range) (first, last int64, err error) {
	err = r.conn.QueryRowContext(ctx, `SELECT coalesce((SELECT time FROM block WHERE height >= ? ORDER BY height LIMIT 1), 0),
		coalesce((SELECT time FROM block WHERE height <= ? ORDER BY height DESC LIMIT 1), 0)`, covered.First, covered.Last).Scan(&first, &last)
	return first, last, err
}
