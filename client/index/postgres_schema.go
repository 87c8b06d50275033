package index

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgresSchema are the tables and views of an index in PostgreSQL: those of a file, with typed columns. Differences:
//   - Keys begin with heights, so that engines that distribute tables can keep blocks, transactions and events of a range together.
//   - Amounts and fees are numeric, in which all of them are exact.
//   - Long texts cannot be in an index, so that names are found by a digest.
//   - Hashes are bytea of 32 bytes. Other texts that nodes sent as a hash are padded with zero bytes to more than that.
var postgresSchema = `
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE covered (account bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL, PRIMARY KEY (account, first));
CREATE TABLE list (account bigint NOT NULL, list text NOT NULL, cursor text NOT NULL, PRIMARY KEY (account, list));
CREATE TABLE claim (first bigint PRIMARY KEY, last bigint NOT NULL, owner text NOT NULL, since timestamptz NOT NULL DEFAULT now());
CREATE TABLE name (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, digest bytea NOT NULL UNIQUE);
CREATE TABLE account (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address text NOT NULL UNIQUE);

CREATE TABLE block (height bigint PRIMARY KEY, time bigint, author bigint, epoch bigint, round bigint, transactions integer, digest bytea);
CREATE INDEX block_time ON block (time);
CREATE TABLE tx (
	height bigint NOT NULL, sender bigint, sequence bigint, gas_used bigint, gas_price bigint, max_gas bigint,
	n integer NOT NULL, type integer, status integer, function integer, reason integer, place integer, payload integer, type_arguments integer,
	vm_status integer, hash bytea, arguments text, PRIMARY KEY (height, n));
CREATE INDEX tx_function ON tx (function, height, n) WHERE function IS NOT NULL;
CREATE INDEX tx_sender ON tx (sender, height, n) WHERE sender IS NOT NULL;
CREATE INDEX tx_hash ON tx ((height >> 14), (substr(hash, 1, 4))) WHERE hash IS NOT NULL;
CREATE TABLE event (
	height bigint NOT NULL, account bigint, sequence bigint, creation bigint, owner bigint, n integer NOT NULL, e integer NOT NULL, type integer,
	coin integer, sign smallint, amount numeric, data text, PRIMARY KEY (height, n, e));
CREATE INDEX event_type ON event (type, height, n, e);
CREATE INDEX event_owner ON event (owner, height, n, e) WHERE sign IS NOT NULL;

CREATE TABLE summary (
	hour bigint NOT NULL, type integer NOT NULL, function integer NOT NULL, status integer NOT NULL, reason integer NOT NULL,
	count bigint NOT NULL, gas bigint NOT NULL, fee bigint NOT NULL, without_fee bigint NOT NULL,
	first_height bigint NOT NULL, last_height bigint NOT NULL, first_time bigint NOT NULL, last_time bigint NOT NULL,
	PRIMARY KEY (hour, type, function, status, reason));
CREATE TABLE sender_summary (
	sender bigint NOT NULL, day bigint NOT NULL, type integer NOT NULL, status integer NOT NULL,
	count bigint NOT NULL, gas bigint NOT NULL, fee bigint NOT NULL, without_fee bigint NOT NULL,
	first_height bigint NOT NULL, last_height bigint NOT NULL, first_time bigint NOT NULL, last_time bigint NOT NULL,
	PRIMARY KEY (sender, day, type, status));
` + postgresViews.create()

var postgresViews = views{
	time:   `to_char(to_timestamp(round(b.time / 1000.0) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`, // rounded to milliseconds as SQLite does
	digest: digestColumn("COLUMN"),
	fee:    `t.gas_used::numeric * t.gas_price`,
	amount: `'{"amount":"' || e.amount || '"}'`, transfer: `'{"account":"' || o.address || '","amount":"' || e.amount || '","coin_type":' || to_json(c.name)::text || '}'`,
}

// digestColumn is the text of a hash, the reverse of paddedDigest.
func digestColumn(column string) string {
	return fmt.Sprintf(`CASE octet_length(%[1]s) WHEN 32 THEN '0x' || encode(%[1]s, 'hex') ELSE convert_from(btrim(%[1]s, '\x00'), 'UTF8') END`, column)
}

// Codes of errors of PostgreSQL (SQLSTATE).
const (
	codeDuplicateTable  = "42P07"
	codeDuplicateObject = "42710"
	codeDuplicateSchema = "42P06"
	codeUnique          = "23505"
	codeNoRight         = "42501"
	codeReadOnly        = "25006"
	codeSerialization   = "40001"
	codeDeadlock        = "40P01"
	codeCanceled        = "57014"
	codeNoDatabase      = "3D000"
	codeNoSchema        = "3F000"
	codeTooMany         = "53300"
	codePassword        = "28P01"
	codeNotAuthorized   = "28000"
	codeUndefinedTable  = "42P01"
)

// attempts is how often a transaction is tried that another process disturbs.
const attempts = 10

// prepare creates the tables, and checks those that exist. Two processes may do so at once: the one that is later fails, and finds them.
func (w *Postgres) prepare(ctx context.Context, scope string, chain *uint64) error {
	for attempt := 1; ; attempt++ {
		schema, version, err := postgresVersion(ctx, w.conn)
		switch {
		case err != nil:
			return w.database.explain(err)
		case version > schemaVersion:
			return &DatabaseError{fmt.Sprintf("%s: schema %q has an index of version %d, and this is a version of foredeck for %d", w.database, schema, version, schemaVersion),
				"use the version of foredeck that has made it, or another schema: ?options=-csearch_path%3DNAME at the end of the address", ErrNewer}
		case version > 0:
			if err := w.checkScope(ctx, scope); err != nil {
				return err
			}
			return w.checkChain(ctx, chain)
		}
		if err = w.create(ctx, schema, scope); err == nil {
			continue
		}
		if !slices.Contains([]string{codeDuplicateTable, codeDuplicateObject, codeUnique, codeSerialization, codeDeadlock}, codeOf(err)) {
			return w.database.explain(err)
		}
		if attempt == attempts {
			return &DatabaseError{fmt.Sprintf("%s: schema %q has other tables with the names of those of an index: %s", w.database, schema, w.database.text(err)),
				"use an empty schema: CREATE SCHEMA name, and ?options=-csearch_path%3Dname at the end of the address", ErrForeign}
		}
	}
}

// postgresVersion returns the schema of a connection, and the version of the index in it: 0 for none.
func postgresVersion(ctx context.Context, conn *pgconn.PgConn) (schema string, version int, err error) {
	found, err := query(ctx, conn, `SELECT coalesce(current_schema(), ''), (SELECT count(*) FROM pg_catalog.pg_class c
		JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = current_schema() AND c.relname = 'meta')`)
	if err != nil {
		return "", 0, err
	}
	if schema = string(found[0][0]); schema == "" || string(found[0][1]) == "0" {
		return schema, 0, nil
	}
	application, err := postgresMeta(ctx, conn, "application")
	if err != nil || application != "foredeck" {
		return schema, 0, err
	}
	written, err := postgresMeta(ctx, conn, "version")
	if err != nil {
		return schema, 0, err
	}
	version, err = strconv.Atoi(written)
	return schema, version, err
}

// create creates the tables in a transaction.
func (w *Postgres) create(ctx context.Context, schema, scope string) error {
	if schema == "" {
		return &DatabaseError{fmt.Sprintf("%s: the schema of search_path does not exist", w.database), "create it: CREATE SCHEMA name", nil}
	}
	return w.transaction(ctx, func() error {
		return w.conn.Exec(ctx, fmt.Sprintf("%s INSERT INTO meta VALUES ('application', 'foredeck'), ('version', '%d'), ('scope', '%s')",
			postgresSchema, schemaVersion, scope)).Close()
	})
}

// checkScope reports ErrScope if the index has another scope.
func (w *Postgres) checkScope(ctx context.Context, scope string) error {
	found, err := postgresMeta(ctx, w.conn, "scope")
	if err == nil && found != scope {
		return fmt.Errorf("%s: %w: it has %s", w.database, ErrScope, scopeWords[found])
	}
	return w.database.explain(err)
}

// checkChain notes the number of the chain in a new index, and compares it with that of another one.
func (w *Postgres) checkChain(ctx context.Context, chain *uint64) error {
	if chain == nil {
		return nil
	}
	number := strconv.FormatUint(*chain, 10)
	_, err := query(ctx, w.conn, "INSERT INTO meta VALUES ('chain', $1) ON CONFLICT DO NOTHING", []byte(number))
	if err != nil {
		return w.database.explain(err)
	}
	found, err := postgresMeta(ctx, w.conn, "chain")
	if err == nil && found != number {
		err = fmt.Errorf("%w: %s has chain %s, and the node has chain %s", ErrOtherChain, w.database, found, number)
	}
	return err
}

// postgresMeta returns a value of the table meta, "" if there is none.
func postgresMeta(ctx context.Context, conn *pgconn.PgConn, key string) (string, error) {
	found, err := query(ctx, conn, "SELECT value FROM meta WHERE key = $1", []byte(key))
	if err != nil || len(found) == 0 {
		return "", err
	}
	return string(found[0][0]), nil
}
