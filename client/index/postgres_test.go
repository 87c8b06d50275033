package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/index"
)

// The address of a database is shown without its password and its parameters, and is in no error.
func TestDatabaseHidesItsPassword(t *testing.T) {
	t.Setenv("PGPASSWORD", "")
	for _, address := range []string{
		"postgres://team:p4ssw0rd@db.example.org:6432/chain?sslmode=disable", "postgresql://team@db.example.org:6432/chain?password=p4ssw0rd&sslmode=disable",
	} {
		database, err := index.ParseDatabase(address)
		require.NoError(t, err)
		require.Equal(t, "postgres://team@db.example.org:6432/chain", database.String())
		require.Equal(t, "p4ssw0rd", database.Password())
		require.NotContains(t, fmt.Sprint(database), "p4ssw0rd")
		require.NotContains(t, fmt.Sprintf("%v %s", *database, database), "p4ssw0rd")
	}
	t.Setenv("PGPASSWORD", "fr0mEnv")
	database, err := index.ParseDatabase("postgres://team@%2Frun%2Fpostgresql/chain")
	require.NoError(t, err)
	require.Equal(t, "fr0mEnv", database.Password())
	require.Equal(t, "postgres://team@/run/postgresql/chain", database.String())
	for _, address := range []string{
		"team:p4ssw0rd@db", "host=db password=p4ssw0rd", "postgres://team:p4ssw0rd@db:port/x", "postgres://team:p4ss w0rd%zz@db/x", "postgres://team:p4ssw0rd@db/x?sslmode=odd",
		"postgres://team:p4ssw0rd@db/x?sslrootcert=/none/p4ssw0rd", "postgres:/team:p4ssw0rd@db", "POSTGRES://team:p4ssw0rd@db", "",
	} {
		_, err := index.ParseDatabase(address)
		require.Error(t, err, address)
		require.NotContains(t, fmt.Sprintf("%v %+v %#v", err, err, err), "p4ss", address)
	}
}

// A connection that fails says what to do, without the password, in any form of the error.
func TestConnectionErrors(t *testing.T) {
	for address, advice := range map[string]string{
		"postgres://team:p4ssw0rd@127.0.0.1:1/chain":        "check that the server runs",
		"postgres://team:p4ssw0rd@%2Fnone%2Fp4ssw0rd/chain": "check that the server runs",
	} {
		database, err := index.ParseDatabase(address)
		require.NoError(t, err)
		_, err = index.OpenPostgres(t.Context(), database)
		var failed *index.DatabaseError
		require.ErrorAs(t, err, &failed)
		require.Contains(t, failed.Advice, advice)
		require.Contains(t, failed.Reason, "cannot connect: ")
		if !strings.Contains(address, "none") { // whose folder is shown
			require.NotContains(t, fmt.Sprintf("%v %+v %#v %s", err, err, err, failed.Advice), "p4ssw0rd")
		}
		_, err = index.CreatePostgres(t.Context(), database, index.Blocks, nil)
		require.ErrorAs(t, err, &failed)
	}
}

// Rows in the format of COPY keep all characters that PostgreSQL can store.
func TestCopyText(t *testing.T) {
	t.Parallel()
	for want, values := range map[string][]any{
		"\\N\t\\N\t\\N\n":                                      {nil, nil, nil},
		"\t\\\\x\t0\n":                                         {"", []byte{}, 0},
		"a\\tb\\nc\\rd\\\\e\t\\\\x00ff\t-1\n":                  {"a\tb\nc\rd\\e", []byte{0, 255}, int64(-1)},
		"\\\\N\t\\\\x01\t18446744073709551615\n":               {`\N`, []byte{1}, uint64(1<<64 - 1)},
		"\\\\.\t\\N\t7\n":                                      {`\.`, nil, new(int64(7))},
		"a\uFFFDb\uFFFDc\uFFFD\t\\N\t\\N\n":                    {"a\x00b\xff\xfec\xc3", nil, nil},
		"\x1b[2J\u202e\x7f\v\f\b\t\\N\t\\N\n":                  {"\x1b[2J\u202e\x7f\v\f\b", nil, nil},
		"{\"a\":\"\\\\u0000\"}\t\\N\t\\N\n":                    {`{"a":"\u0000"}`, nil, nil},
		"\t\\\\x" + strings.Repeat("00", 30) + "6f6464\t\\N\n": {"", "odd", nil},
	} {
		require.Equal(t, want, index.CopyRow(values...))
	}
	odd := index.CopyRow("", strings.Repeat("z", 32), nil)
	require.Len(t, odd, 1+len(`\\x`)+2*33+1+len(`\N`)+1, "no text has the length of a hash")
	require.Equal(t, "{}", index.TextArray())
	require.Equal(t, `{"a","","NULL","{b,c}","\"\\`+"\n\t\uFFFD"+`"}`, index.TextArray("a", "", "NULL", "{b,c}", "\"\\\n\t\x00"))
}

// Statements name a column for each value of a row.
func TestPostgresStatements(t *testing.T) {
	t.Parallel()
	for name, columns := range index.PostgresColumns() {
		require.Equal(t, columns[1], columns[0], name)
	}
	require.Equal(t, "INSERT INTO tx (height, n, hash, type, status, sender, sequence, function, reason, place, gas_used, gas_price, max_gas, payload, type_arguments, arguments, vm_status)"+
		" SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::integer[], $5::integer[], $6::bigint[], $7::bigint[], $8::integer[], $9::integer[], $10::integer[],"+
		" $11::bigint[], $12::bigint[], $13::bigint[], $14::integer[], $15::integer[], $16::text[], $17::integer[])", index.PostgresInsert())
}
