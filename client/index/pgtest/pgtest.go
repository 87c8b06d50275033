//go:build unix

// Package pgtest starts a PostgreSQL server for the tests of client/index and of cmd/foredeck, where its programs are installed.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
)

// User and Password are those of the only user of a server, who may do everything.
const (
	User     = "deck"
	Password = "s3cret-Passw0rd/+="
)

// nobody is the user that runs the server where tests are run by root, which PostgreSQL refuses.
const nobody = 65534

// Server is a server of one test.
type Server struct {
	Folder string // of its socket
}

// Start starts a server, which ends with the test. The test is skipped if PostgreSQL is not installed.
func Start(t *testing.T) *Server {
	t.Helper()
	programs := find(t)
	folder, err := os.MkdirTemp("", "foredeck-pg") // that of a test can be read by its user only, and its name is too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	password := filepath.Join(folder, "password")
	require.NoError(t, os.WriteFile(password, []byte(Password+"\n"), 0o600))
	if os.Getuid() == 0 {
		require.NoError(t, os.Chown(folder, nobody, nobody))
		require.NoError(t, os.Chown(password, nobody, nobody))
	}
	data := filepath.Join(folder, "data")
	run(t, folder, filepath.Join(programs, "initdb"), "-D", data, "-U", User, "-A", "scram-sha-256", "--pwfile", password, "-N", "--locale", "C.UTF-8")
	control := filepath.Join(programs, "pg_ctl")
	run(t, folder, control, "-D", data, "-l", filepath.Join(folder, "log"), "-w", "-o",
		"-c listen_addresses='' -c fsync=off -c unix_socket_directories="+folder, "start")
	t.Cleanup(func() { run(t, folder, control, "-D", data, "-m", "immediate", "-w", "stop") })
	return &Server{folder}
}

// find returns the folder of the programs.
func find(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "initdb")); err == nil {
				return filepath.Dir(path)
			}
		}
	}
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	require.NoError(t, err)
	if len(folders) == 0 {
		t.Skip("PostgreSQL is not installed: neither pg_ctl in PATH nor /usr/lib/postgresql/*/bin")
	}
	return folders[len(folders)-1]
}

// run runs a program of PostgreSQL. Its output goes to a file, as the server keeps it open.
func run(t *testing.T, folder, program string, arguments ...string) {
	t.Helper()
	output, err := os.OpenFile(filepath.Join(folder, filepath.Base(program)+".out"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	defer func() { require.NoError(t, output.Close()) }()
	command := exec.CommandContext(context.WithoutCancel(t.Context()), program, arguments...)
	command.Dir, command.Stdout, command.Stderr = folder, output, output
	if os.Getuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := command.Run(); err != nil {
		written, _ := os.ReadFile(output.Name())
		t.Fatalf("%s: %v: %s", program, err, written)
	}
}

// Address returns the address of a schema, with the password.
func (s *Server) Address(schema string) string { return s.As(User, Password, "postgres", schema) }

// String is the address as it is shown.
func (s *Server) String() string { return fmt.Sprintf("postgres://%s@%s/postgres", User, s.Folder) }

// As returns the address of a schema in a database for another user. The name of the schema is also that of the application.
func (s *Server) As(user, password, database, schema string) string {
	values := url.Values{"host": {s.Folder}, "options": {"-csearch_path=" + schema}, "application_name": {schema}}
	return (&url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Path: "/" + database, RawQuery: values.Encode()}).String()
}

// Run runs statements.
func (s *Server) Run(t testing.TB, statements string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgconn.Connect(ctx, s.Address("public"))
	require.NoError(t, err)
	_, err = conn.Exec(ctx, statements).ReadAll()
	require.NoError(t, err, statements)
	require.NoError(t, conn.Close(ctx))
}
