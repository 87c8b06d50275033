package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"foredeck/client/move"
)

// Scopes of an index.
const (
	Blocks   = "blocks"   // whole blocks
	Accounts = "accounts" // the lists of named accounts
)

const (
	// cacheSize is the size of the page cache in KiB, with a minus as SQLite has it.
	cacheSize = "cache_size(-8192)"
	// maxKnown is the number of names, and of accounts, whose numbers are kept in memory.
	maxKnown = 50_000
)

// Writer adds to an index. It is not safe for concurrent use, but several processes can have one of the same file.
type Writer struct {
	path       string
	db         *sql.DB
	conn       *sql.Conn // the only one, for which statements are prepared
	statements map[string]*sql.Stmt
	names      map[string]int64
	accounts   map[move.Address]int64
}

// Create opens an index to write, and creates it, with its folders, if there is none. Its scope is fixed then: another one is ErrScope. One of
// an earlier version is brought up to date, which takes some seconds for a million transactions and is undone if the process is killed.
func Create(ctx context.Context, path, scope string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	db, err := open(ctx, path, url.Values{
		"_pragma": {"busy_timeout(30000)", "page_size(8192)", "journal_mode(WAL)", "synchronous(NORMAL)", "journal_size_limit(67108864)", cacheSize},
	})
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	w := &Writer{path: path, db: db, conn: conn, statements: map[string]*sql.Stmt{}, names: map[string]int64{}, accounts: map[move.Address]int64{}}
	if err := w.prepare(ctx, scope); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// prepare creates the tables, and checks those that exist.
func (w *Writer) prepare(ctx context.Context, scope string) error {
	err := w.batch(ctx, func() error {
		if err := create(ctx, w.conn); err != nil {
			return err
		}
		return upgrade(ctx, w.conn, w.path)
	})
	if err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, "INSERT INTO meta VALUES ('scope', ?) ON CONFLICT DO NOTHING", scope); err != nil {
		return err
	}
	found, err := meta(ctx, w.conn, "scope")
	if err == nil && found != scope {
		err = fmt.Errorf("%w: it has %s", ErrScope, scopeWords[found])
	}
	return err
}

var scopeWords = map[string]string{Blocks: "whole blocks", Accounts: "the lists of named accounts"}

// Close closes the index.
func (w *Writer) Close() error {
	for _, statement := range w.statements {
		_ = statement.Close()
	}
	return errors.Join(w.conn.Close(), w.db.Close())
}

// meta returns a value of the table meta, "" if there is none.
func meta(ctx context.Context, db querier, key string) (value string, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = ?", key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, err
}

// batch writes in one transaction: all or nothing. It waits for other processes that write.
func (w *Writer) batch(ctx context.Context, write func() error) error {
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := write()
	if err == nil {
		_, err = w.conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil { // numbers that were given in the batch are not in the file
		_, failed := w.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		clear(w.names)
		clear(w.accounts)
		_ = failed // SQLite has rolled back already after some errors
	}
	return err
}

// statement returns a prepared statement.
func (w *Writer) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if prepared, found := w.statements[query]; found {
		return prepared, nil
	}
	prepared, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.statements[query] = prepared
	}
	return prepared, err
}

// exec runs a statement, which is prepared once.
func (w *Writer) exec(ctx context.Context, query string, values ...any) (sql.Result, error) {
	statement, err := w.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, values...)
}

// name returns the number of a text that repeats, such as a function; nil for "".
func (w *Writer) name(ctx context.Context, text string) (any, error) {
	if text == "" {
		return nil, nil
	}
	return number(ctx, w, w.names, text, text, "SELECT id FROM name WHERE name = ?", "INSERT INTO name (name) VALUES (?)")
}

// account returns the number of an address; nil for none.
func (w *Writer) account(ctx context.Context, address *move.Address) (any, error) {
	if address == nil {
		return nil, nil
	}
	if id, found := w.accounts[*address]; found {
		return id, nil
	}
	return number(ctx, w, w.accounts, *address, address.String(), "SELECT id FROM account WHERE address = ?", "INSERT INTO account (address) VALUES (?)")
}

// number returns the number of a text, which it gives to a new one.
func number[K comparable](ctx context.Context, w *Writer, known map[K]int64, key K, text, find, add string) (any, error) {
	if id, found := known[key]; found {
		return id, nil
	}
	var id int64
	statement, err := w.statement(ctx, find)
	if err != nil {
		return nil, err
	}
	if err = statement.QueryRowContext(ctx, text).Scan(&id); errors.Is(err, sql.ErrNoRows) {
		var result sql.Result
		if result, err = w.exec(ctx, add, text); err == nil {
			id, err = result.LastInsertId()
		}
	}
	if err != nil {
		return nil, err
	}
	if len(known) >= maxKnown {
		clear(known)
	}
	known[key] = id
	return id, nil
}
