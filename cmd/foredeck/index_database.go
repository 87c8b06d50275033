package main

import (
	"context"
	"errors"
	"fmt"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/transport"
	"foredeck/config"
)

// passwordVariable has the password of a database.
const passwordVariable = "PGPASSWORD"

// readDatabase reads the option that names a database. Its password is in no output from then on, and in no child process.
func (in *invocation) readDatabase(option string) (err error) {
	address := in.value(option)
	if address == "" {
		return wrongIf(in.given(option), "--%s: is empty", option)
	}
	if in.database, err = parseDatabase(in.environment, in.redactor, address); err != nil {
		return usagef("--%s: %w", option, err)
	}
	return nil
}

// parseDatabase parses the address of a database. Its password is in no output from then on, and in no child process. Errors do not have
// the address, which can have a password.
func parseDatabase(environment *config.Environment, redactor *transport.Redactor, address string) (*index.Database, error) {
	database, err := index.ParseDatabase(address)
	if err != nil {
		return nil, err
	}
	environment.Hide(passwordVariable)
	redactor.Add(database.Password())
	return database, nil
}

// indexDatabase returns the database that has the index of the network by the config file or the environment, nil for the file of this
// machine.
func (s *session) indexDatabase(ctx context.Context) (*index.Database, error) {
	secret := s.settings.Network.IndexDatabase
	if len(s.settings.Network.BaseURLs) == 0 || s.host != nil || s.replay != nil || !secret.IsSet(config.IndexDatabaseVariable, s.environment.Get) {
		return nil, nil
	}
	address, err := secret.Read(ctx, config.IndexDatabaseVariable, s.environment.Get)
	if err != nil {
		return nil, fmt.Errorf("index database: %w", err)
	}
	database, err := parseDatabase(s.environment, s.redactor, address)
	if err != nil {
		return nil, &limitError{reason: fmt.Sprintf("index database of %s: %s", s.settings.Network.Name, err), cause: err,
			advice: "check " + config.IndexDatabaseVariable + " and index_database_env, _file or _command of the network"}
	}
	return database, nil
}

// indexReader reads an index: a file, or a database.
type indexReader interface {
	Coverage(ctx context.Context) (index.Coverage, error)
	Totals(ctx context.Context) (index.Totals, error)
	Close() error
}

// explainDatabase says what to do about an error of a database.
func explainDatabase(err error) error {
	var failed *index.DatabaseError
	var query *index.QueryError
	switch {
	case errors.As(err, &failed):
		return &limitError{reason: failed.Reason, advice: failed.Advice, cause: err}
	case errors.As(err, &query):
		return &limitError{reason: "the query fails: " + query.Message, cause: err, advice: `foredeck sql only reads: a query starts with select, values or with. It lists the columns with "select table_name, column_name from information_schema.columns where table_schema = current_schema()"`}
	case errors.Is(err, index.ErrOtherChain):
		return &limitError{reason: err.Error(), cause: err, advice: "use a schema for each network: CREATE SCHEMA name, and ?options=-csearch_path%3Dname at the end of the address"}
	}
	return err
}

// chainID returns the number of the chain, nil if the node does not say it.
func (in *invocation) chainID(head client.Block) *uint64 {
	if head.ChainID != nil {
		return head.ChainID
	}
	if id, err := in.s.node.ChainID(in.ctx()); err == nil {
		return &id
	}
	return nil
}

// databaseStatus reads what the index in the database has.
func (in *invocation) databaseStatus(ctx context.Context, r *indexReport) (err error) {
	reader, err := index.OpenPostgres(ctx, in.database)
	if err != nil {
		return explainDatabase(err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	r.Path, r.Bytes = in.database.String(), reader.Size(ctx)
	return explainDatabase(r.read(ctx, reader))
}

// removeDatabase says how to remove an index that others may use too.
func (in *invocation) removeDatabase() error {
	return &limitError{reason: fmt.Sprintf("--remove: does not remove an index from %s, which others may use", in.database), advice: "an owner of the database can remove its schema: DROP SCHEMA name CASCADE"}
}
