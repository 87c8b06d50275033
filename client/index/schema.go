// Package index keeps the transactions of a network in an SQLite file, or in PostgreSQL, apart from client so that its programs need not
// link a database.
//
// An index has whole blocks from a height on, or the lists of named accounts: its scope. It is written in batches, each with the heights
// that it covers, so that a process that is killed loses no more than what it has not reported, and repeats nothing. Several processes can
// write and read it at the same time, also with sqlite3. README.md describes the tables.
package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	_ "modernc.org/sqlite" // the driver of the files
)

const (
	// schemaVersion is the version of the tables, in PRAGMA user_version.
	schemaVersion = 2
	// applicationID marks the files of this package, in PRAGMA application_id: "fdix".
	applicationID = 0x66646978
)

// hashIndex finds transactions by hash: by its first bytes, in parts of 16,384 heights. The hashes of a chain are in no order, so
// that an index without parts would have a batch change pages all over the file.
const hashIndex = `
CREATE INDEX tx_hash ON tx (height >> 14, substr(hash, 1, 4)) WHERE hash IS NOT NULL;
`

// upgrades are the statements that make a file of a version one of the next version, the first those of version 1.
var upgrades = []string{hashIndex}

// schema are the tables and views. README.md describes them.
var schema = hashlessSchema + sqliteViews.create() + hashIndex

var sqliteViews = views{
	time:   `strftime('%Y-%m-%dT%H:%M:%fZ', b.time / 1e6, 'unixepoch')`,
	digest: `CASE typeof(COLUMN) WHEN 'blob' THEN '0x' || lower(hex(COLUMN)) ELSE COLUMN END`,
	fee:    `t.gas_used * t.gas_price`,
	amount: `json_object('amount', CAST(e.amount AS TEXT))`, transfer: `json_object('account', o.address, 'amount', CAST(e.amount AS TEXT), 'coin_type', c.name)`,
}

const hashlessSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE covered (account INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (account, first)) WITHOUT ROWID;
CREATE TABLE list (account INTEGER NOT NULL, list TEXT NOT NULL, cursor TEXT NOT NULL, PRIMARY KEY (account, list)) WITHOUT ROWID;
CREATE TABLE name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE account (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE);

CREATE TABLE block (height INTEGER PRIMARY KEY, time INTEGER, digest BLOB, author INTEGER, epoch INTEGER, round INTEGER, transactions INTEGER);
CREATE INDEX block_time ON block (time);
CREATE TABLE tx (
	height INTEGER NOT NULL, n INTEGER NOT NULL, hash BLOB, type INTEGER, status INTEGER, sender INTEGER, sequence INTEGER,
	function INTEGER, reason INTEGER, place INTEGER, gas_used INTEGER, gas_price INTEGER, max_gas INTEGER,
	payload INTEGER, type_arguments INTEGER, arguments TEXT, vm_status INTEGER,
	PRIMARY KEY (height, n)) WITHOUT ROWID;
CREATE INDEX tx_function ON tx (function, height, n) WHERE function IS NOT NULL;
CREATE INDEX tx_sender ON tx (sender, height, n) WHERE sender IS NOT NULL;
CREATE TABLE event (
	height INTEGER NOT NULL, n INTEGER NOT NULL, e INTEGER NOT NULL, type INTEGER, account INTEGER, sequence INTEGER, creation INTEGER,
	owner INTEGER, sign INTEGER, coin INTEGER, amount, data TEXT,
	PRIMARY KEY (height, n, e)) WITHOUT ROWID;
CREATE INDEX event_type ON event (type, height, n, e);
CREATE INDEX event_owner ON event (owner, height, n, e) WHERE sign IS NOT NULL;

CREATE TABLE summary (
	hour INTEGER NOT NULL, type INTEGER NOT NULL, function INTEGER NOT NULL, status INTEGER NOT NULL, reason INTEGER NOT NULL,
	count INTEGER NOT NULL, gas INTEGER NOT NULL, fee INTEGER NOT NULL, without_fee INTEGER NOT NULL,
	first_height INTEGER NOT NULL, last_height INTEGER NOT NULL, first_time INTEGER NOT NULL, last_time INTEGER NOT NULL,
	PRIMARY KEY (hour, type, function, status, reason)) WITHOUT ROWID;
CREATE TABLE sender_summary (
	sender INTEGER NOT NULL, day INTEGER NOT NULL, type INTEGER NOT NULL, status INTEGER NOT NULL,
	count INTEGER NOT NULL, gas INTEGER NOT NULL, fee INTEGER NOT NULL, without_fee INTEGER NOT NULL,
	first_height INTEGER NOT NULL, last_height INTEGER NOT NULL, first_time INTEGER NOT NULL, last_time INTEGER NOT NULL,
	PRIMARY KEY (sender, day, type, status)) WITHOUT ROWID;

`

// Problems with a file.
var (
	// ErrNone: there is no index of the network yet.
	ErrNone = errors.New("no index")
	// ErrForeign: the file is not an index.
	ErrForeign = errors.New("not an index of foredeck")
	// ErrNewer: a newer version of foredeck has written the file.
	ErrNewer = errors.New("the index is of a newer version of foredeck")
	// ErrScope: the index has another scope than the one that is asked for.
	ErrScope = errors.New("the index has another scope")
	// ErrOtherChain: the index is of another chain than the node.
	ErrOtherChain = errors.New("the index is of another chain")
)

// dataSource returns the name of the file for the driver, with parameters.
func dataSource(path string, parameters url.Values) string {
	location := filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		location = "/" + location
	}
	return "file:" + (&url.URL{Path: location}).EscapedPath() + "?" + parameters.Encode()
}

// open opens a database with one connection. SQLite has one writer at a time, and statements are prepared for a connection.
func open(ctx context.Context, path string, parameters url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dataSource(path, parameters))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

// querier is a connection, or a pool of them.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// upgrade changes the tables of an earlier version.
func upgrade(ctx context.Context, db querier, path string) error {
	version, err := fileVersion(ctx, db, path)
	for ; err == nil && version < schemaVersion; version++ {
		_, err = db.ExecContext(ctx, fmt.Sprintf("%s; PRAGMA user_version = %d", upgrades[version-1], version+1))
	}
	return err
}

// create creates the tables in an empty file.
func create(ctx context.Context, db querier) error {
	version, tables := 0, 0
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil || version != 0 || tables != 0 {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = %d", schema, applicationID, schemaVersion))
	return err
}

// fileVersion returns the version of the tables, and reports a file that this version of foredeck cannot read.
func fileVersion(ctx context.Context, db querier, path string) (version int, err error) {
	var application int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	switch {
	case application != applicationID || version < 1:
		err = fmt.Errorf("%s: %w", path, ErrForeign)
	case version > schemaVersion:
		err = fmt.Errorf("%s: %w", path, ErrNewer)
	}
	return version, err
}

// Size returns the size of an index in bytes, with what is not yet merged into its file; 0 if there is none.
func Size(path string) int64 {
	total := int64(0)
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			total += info.Size()
		}
	}
	return total
}

// Remove removes an index.
func Remove(path string) error {
	var failed error
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
