package index

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"foredeck/client/move"
)

// connectTimeout is how long a connection may take, unless the address or PGCONNECT_TIMEOUT says otherwise.
const connectTimeout = 10 * time.Second

// Database is the address of an index in PostgreSQL, or in an engine that speaks its protocol. Its password is in no text of it.
type Database struct {
	config *pgconn.Config
}

// IsDatabase reports whether a text is meant as the address of a database.
func IsDatabase(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// ParseDatabase reads the address of a database: postgres://user@host:port/database?sslmode=verify-full. What it does not have comes from the
// variables PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, PGSSLMODE and others, and the password also from ~/.pgpass. Errors do not
// repeat the address.
func ParseDatabase(address string) (*Database, error) {
	if !IsDatabase(address) {
		return nil, errors.New("must be the address of a database, such as postgres://user@host/database")
	}
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil, errors.New("is not a valid address of a database, or one of the variables PG* is not valid; must be such as postgres://user@host:5432/database?sslmode=verify-full")
	}
	if config.ConnectTimeout == 2*time.Minute { // the default of pgconn
		config.ConnectTimeout = connectTimeout
	}
	for name, value := range map[string]string{"application_name": "foredeck", "client_encoding": "UTF8"} {
		config.RuntimeParams[name] = cmp.Or(config.RuntimeParams[name], value)
	}
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: 5 * time.Second}
	}
	return &Database{config}, nil
}

// Password returns the password, "" for none: what must not be shown.
func (d *Database) Password() string { return d.config.Password }

// String returns the address without password and parameters.
func (d *Database) String() string {
	host := d.config.Host
	if !strings.HasPrefix(host, "/") { // a folder of sockets
		host = net.JoinHostPort(host, strconv.Itoa(int(d.config.Port)))
	}
	return fmt.Sprintf("postgres://%s@%s/%s", d.config.User, host, d.config.Database)
}

// DatabaseError is an error of a database, with what to do about it. It never has the password.
type DatabaseError struct {
	Reason, Advice string
	cause          error
}

func (e *DatabaseError) Error() string { return e.Reason }

// Unwrap returns the error of this package that it is, nil for others: those of the driver have the password.
func (e *DatabaseError) Unwrap() error { return e.cause }

// codeOf returns the code of an error of the database, "" for another one.
func codeOf(err error) string {
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		return failed.Code
	}
	return ""
}

// text returns an error without the password.
func (d *Database) text(err error) string {
	var failed *pgconn.PgError
	written := err.Error()
	if errors.As(err, &failed) {
		written = failed.Message
	}
	if d.config.Password != "" {
		written = strings.ReplaceAll(written, d.config.Password, "***")
	}
	return written
}

// explain returns an error of the database as a DatabaseError.
func (d *Database) explain(err error) error {
	var known *DatabaseError
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && codeOf(err) == "" {
		return err
	}
	explained := &DatabaseError{Reason: d.String() + ": " + d.text(err)}
	switch codeOf(err) {
	case codePassword, codeNotAuthorized:
		explained.Advice = "set PGUSER and PGPASSWORD, or add the password to ~/.pgpass"
	case codeNoDatabase:
		explained.Advice = fmt.Sprintf("create it with createdb %s, or name another one", d.config.Database)
	case codeNoSchema:
		explained.Advice = "create the schema with CREATE SCHEMA, or name another one: ?options=-csearch_path%3DNAME at the end of the address"
	case codeNoRight:
		explained.Advice = fmt.Sprintf("an owner of the database can grant it: GRANT CREATE, USAGE ON SCHEMA public TO %s to make an index, GRANT SELECT ON ALL TABLES IN SCHEMA public to read it", d.config.User)
	case codeReadOnly:
		explained.Advice = "the server only reads, as a standby does: name the one that writes, or add ?target_session_attrs=read-write"
	case codeTooMany:
		explained.Advice = "the server has no connection left: try again later, or raise its max_connections"
	case "":
		explained.Advice = "check that the server runs, and host, port and sslmode of the address (variables PGHOST, PGPORT and PGSSLMODE)"
	}
	return explained
}

// connect opens a connection.
func (d *Database) connect(ctx context.Context) (*pgconn.PgConn, error) {
	conn, err := pgconn.ConnectConfig(ctx, d.config)
	if err == nil || ctx.Err() != nil {
		return conn, ctx.Err()
	}
	if codeOf(err) == "" { // the cause is enough: the error repeats it for each address
		var network net.Error
		reason := d.text(err)
		if errors.As(err, &network) && network.Timeout() {
			reason = fmt.Sprintf("no answer in %s", d.config.ConnectTimeout)
		}
		return nil, d.explain(errors.New("cannot connect: " + reason))
	}
	return nil, d.explain(err)
}

// query returns the rows of a statement in text format.
func query(ctx context.Context, conn *pgconn.PgConn, statement string, values ...[]byte) ([][][]byte, error) {
	result := conn.ExecParams(ctx, statement, values, nil, nil, nil).Read()
	return result.Rows, result.Err
}

// Postgres adds to an index in PostgreSQL. It is not safe for concurrent use, but any number of processes can have one of the same database.
//
// They need no lock: the row of a block, whose key is its height, decides which of two processes adds its transactions, in the transaction
// of the database that adds these, the summaries and the covered heights. Claims only keep several processes from reading the same blocks:
// an indexer takes heights that nobody has claimed, and those of others when nothing else is left, so that the claim of a process that was
// killed holds nobody up.
type Postgres struct {
	database *Database
	conn     *pgconn.PgConn
	owner    string // of claims
	names    map[string]int64
	accounts map[move.Address]int64
}

// CreatePostgres opens an index to write, and creates its tables if there are none. The scope is Blocks or Accounts: ErrScope if
// the index has another one. The number of the chain is that of the node, nil if it is unknown:
// ErrOtherChain if the index has another one.
func CreatePostgres(ctx context.Context, database *Database, scope string, chain *uint64) (*Postgres, error) {
	host, _ := os.Hostname() // it is shown to people only
	w := &Postgres{database: database, owner: fmt.Sprintf("%s %d %s", host, os.Getpid(), rand.Text()), names: map[string]int64{}, accounts: map[move.Address]int64{}}
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	if err := w.prepare(ctx, scope, chain); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// connect opens a connection unless there is one: a server that was restarted has closed it.
func (w *Postgres) connect(ctx context.Context) (err error) {
	if w.conn == nil || w.conn.IsClosed() {
		w.conn, err = w.database.connect(ctx)
	}
	return err
}

// Close gives the claims back and ends the connection.
func (w *Postgres) Close() error {
	if w.conn == nil || w.conn.IsClosed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	_, _ = query(ctx, w.conn, "DELETE FROM claim WHERE owner = $1", []byte(w.owner)) // nobody waits for them
	return w.conn.Close(ctx)
}

// transaction runs what changes the index: all or nothing. What another process disturbs is tried again.
func (w *Postgres) transaction(ctx context.Context, change func() error) (err error) {
	for range attempts {
		if err = w.connect(ctx); err != nil {
			return err
		}
		if err = w.conn.Exec(ctx, "BEGIN").Close(); err == nil {
			err = change()
		}
		if err == nil {
			err = w.conn.Exec(ctx, "COMMIT").Close()
		}
		if err == nil {
			return nil
		}
		if !w.conn.IsClosed() {
			_ = w.conn.Exec(context.WithoutCancel(ctx), "ROLLBACK").Close() // the error is that of the change
		}
		if code := codeOf(err); code != codeSerialization && code != codeDeadlock {
			break
		}
	}
	return err
}
