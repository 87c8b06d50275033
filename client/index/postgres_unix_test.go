//go:build unix

package index_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/index/pgtest"
)

// openWriter opens an index in a schema, which it makes.
func openWriter(t testing.TB, server *pgtest.Server, schema string) *index.Postgres {
	t.Helper()
	database := databaseOf(t, server.Address(schema))
	server.Run(t, "CREATE SCHEMA IF NOT EXISTS "+schema)
	w, err := index.CreatePostgres(t.Context(), database, index.Blocks, nil)
	require.NoError(t, err)
	return w
}

func databaseOf(t testing.TB, address string) *index.Database {
	t.Helper()
	database, err := index.ParseDatabase(address)
	require.NoError(t, err)
	return database
}

// rowsIn returns the rows of a query in a schema as text, with spaces between cells.
func rowsIn(t testing.TB, server *pgtest.Server, schema, statement string) (lines []string) {
	t.Helper()
	r, err := index.OpenPostgres(t.Context(), databaseOf(t, server.Address(schema)))
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	rows, err := r.Query(t.Context(), 0, statement)
	require.NoError(t, err, statement)
	columns, err := rows.Columns()
	require.NoError(t, err)
	cells, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		targets[i] = &cells[i]
	}
	for rows.Next() {
		require.NoError(t, rows.Scan(targets...))
		var line []string
		for _, cell := range cells {
			if cell == nil {
				cell = "–"
			}
			line = append(line, fmt.Sprint(cell))
		}
		lines = append(lines, strings.Join(line, " "))
	}
	require.NoError(t, rows.Err())
	return lines
}

// An index in PostgreSQL is what one in a file is, however it was written. Each part has a schema.
func TestPostgres(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	for name, test := range map[string]func(*testing.T, *pgtest.Server, string){
		"rows": checkSameRows, "hostile": checkHostile, "killed": checkKilled, "writers": checkWriters, "claims": checkClaims, "reader": checkReader, "schema": checkSchema,
		"reconnects": checkReconnects, "created": checkCreatedAtOnce,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, server, name)
		})
	}
}

// views are queries whose rows are the same in a file and in a database. The text of a time is left out: SQLite rounds it a little otherwise.
var views = []string{
	"SELECT * FROM scope",
	"SELECT height, time_us, digest, author, epoch, round, transactions FROM blocks ORDER BY height",
	`SELECT height, n, time_us, hash, type, status, sender, sequence_number, function, reason, place, gas_used, gas_unit_price, max_gas_amount, fee, payload,
		type_arguments, arguments, vm_status FROM transactions ORDER BY height, n`,
	"SELECT height, n, sender, function, type_arguments, arguments, status, reason FROM calls ORDER BY height, n",
	"SELECT * FROM events ORDER BY height, n, e",
	"SELECT * FROM transfers ORDER BY height, n, e",
	`SELECT hour, type, function, status, reason, count, gas, fee, without_fee, first_height, last_height, first_time_us, last_time_us FROM statistics ORDER BY first_height, count, fee, gas`,
	"SELECT a.address, s.day, s.count, s.gas, s.fee, s.without_fee, s.first_height, s.last_height FROM sender_summary s JOIN account a ON a.id = s.sender ORDER BY 1, 2, 3, 4, 5, 7, 8",
}

func checkSameRows(t *testing.T, server *pgtest.Server, schema string) {
	path := filepath.Join(t.TempDir(), "index.db")
	file, database := create(t, path), openWriter(t, server, schema)
	for _, part := range [][2]uint64{{50, 60}, {10, 20}, {55, 70}, {10, 20}, {21, 49}, {71, 400}} {
		small.fill(t, file, part[0], part[1])
		small.fill(t, database, part[0], part[1])
	}
	newest, ok, err := database.Newest(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, small.block(400).Digest, newest.Digest)
	require.Equal(t, small.block(400).Timestamp, newest.Timestamp)
	first, ok, err := database.First(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	require.EqualValues(t, 10, first)
	require.NoError(t, file.Close())
	require.NoError(t, database.Close())
	r := openReader(t, path)
	for _, statement := range views {
		want := values(t, r, statement)
		require.NotEmpty(t, want)
		require.Equal(t, want, rowsIn(t, server, schema, statement), statement)
	}
	require.Equal(t, values(t, r, "SELECT time FROM blocks ORDER BY height"), rowsIn(t, server, schema, "SELECT time FROM blocks ORDER BY height"))
}

// checkHostile adds what no honest node sends.
func checkHostile(t *testing.T, server *pgtest.Server, schema string) {
	account, long := address(3, 1), strings.Repeat("long ", 100_000)
	block := small.block(7)
	block.Transactions = []client.Transaction{{
		Hash: "odd\x1b[2J\x00hash", Type: "a\tb\nc\\N\\.", Status: "Fail", VMStatus: long, Sender: &account, GasUsed: new(uint64(1<<63 - 1)), GasUnitPrice: new(uint64(1<<63 - 1)),
		Payload: &client.Payload{Kind: "entry_function", Function: "0x77::\"pool\"::\xffswap", TypeArguments: []string{"u8\x00"}, Arguments: []json.RawMessage{json.RawMessage(`"\u0000 \\ \t"`)}},
		Events: []client.Event{
			{Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account":"` + account.String() + `","amount":"340282366920938463463374607431768211455","coin_type":"0x1::a::A"}`)},
			{Type: "0x1::coin::CoinWithdraw", Data: json.RawMessage(`{"account":"` + account.String() + `","amount":"1","coin_type":"'; DROP TABLE tx; --"}`)},
			{Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account":"` + account.String() + `","amount":"2","coin_type":"a\"b'c\\d\u0000"}`)},
			{Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account":"` + account.String() + `","amount":"3","coin_type":"a\"b'c\\d\n\u001b[2J"}`)},
			{Type: "0x77::pool::Swapped", Data: json.RawMessage("{\"a\": \"\\u0000\x00\xff\"}")},
		},
	}, {Hash: strings.Repeat("z", 32)}, {Hash: "0x" + strings.Repeat("Ab", 32)}}
	w := openWriter(t, server, schema)
	_, err := w.Add(t.Context(), []client.Block{block})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.Equal(t, []string{"odd\x1b[2J\uFFFDhash", strings.Repeat("z", 32), "0x" + strings.Repeat("ab", 32)}, rowsIn(t, server, schema, "SELECT hash FROM transactions ORDER BY n"))
	require.Equal(t, []string{"a\tb\nc\\N\\. 0x77::\"pool\"::\uFFFDswap 85070591730234615847396907784232501249 [\"u8\\u0000\"] [\"\\u0000 \\\\ \\t\"]"},
		rowsIn(t, server, schema, "SELECT type, function, fee, type_arguments, arguments FROM transactions WHERE n = 0"))
	require.Equal(t, []string{fmt.Sprint(len(long))}, rowsIn(t, server, schema, "SELECT length(vm_status) FROM transactions WHERE n = 0"))
	require.Equal(t, []string{string(block.Transactions[0].Events[0].Data), string(block.Transactions[0].Events[1].Data), string(block.Transactions[0].Events[2].Data), "true", `{"a": "\u0000` + "\uFFFD\uFFFD" + `"}`},
		rowsIn(t, server, schema, "SELECT CASE WHEN e = 3 THEN (data::json->>'coin_type' = U&'a\"b''c\\005Cd\\000A\\001B[2J' AND data::json->>'amount' = '3')::text ELSE data END FROM events ORDER BY e"))
	require.Equal(t, []string{"deposit 340282366920938463463374607431768211455 0x1::a::A", "withdrawal 1 '; DROP TABLE tx; --", "deposit 2 a\"b'c\\d\uFFFD", "deposit 3 a\"b'c\\d\n\x1b[2J"},
		rowsIn(t, server, schema, "SELECT direction, amount, coin FROM transfers ORDER BY e"))
	server.Run(t, "UPDATE "+schema+".event SET data = NULL WHERE e = 3") // as a writer that makes it from the view would
	require.Equal(t, []string{`{"account":"` + account.String() + `","amount":"3","coin_type":"a\"b'c\\d\n\u001b[2J"}`}, rowsIn(t, server, schema, "SELECT data FROM events WHERE e = 3"))
	huge := small.block(1 << 63)
	again := openWriter(t, server, schema)
	defer func() { require.NoError(t, again.Close()) }()
	_, err = again.Add(t.Context(), []client.Block{huge})
	require.ErrorContains(t, err, "above 2^63-1")
}

// checkWholeIn checks an index against the chain that it was made from: nothing is missing, and nothing is there twice.
func checkWholeIn(t *testing.T, server *pgtest.Server, schema string, first, last uint64) {
	t.Helper()
	require.Equal(t, []string{join("all", first, last)}, rowsIn(t, server, schema, "SELECT * FROM scope"))
	count, events, fee := 0, 0, int64(0)
	for height := first; height <= last; height++ {
		block := small.block(height)
		for i := range block.Transactions {
			count++
			events += len(block.Transactions[i].Events)
			fee += block.Transactions[i].Fee().Int64()
		}
	}
	require.Equal(t, []string{join(count, fee, count)}, rowsIn(t, server, schema, "SELECT count(*), sum(fee), count(DISTINCT hash) FROM transactions"))
	require.Equal(t, []string{join(count, fee)}, rowsIn(t, server, schema, "SELECT sum(count), sum(fee) FROM summary"))
	require.Equal(t, []string{join(count, fee)}, rowsIn(t, server, schema, "SELECT sum(count), sum(fee) FROM sender_summary"))
	require.Equal(t, []string{join(events, last-first+1)}, rowsIn(t, server, schema, "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM blocks)"))
}

// checkKilled kills processes at any moment: they lose nothing that they have reported, and repeat nothing.
func checkKilled(t *testing.T, server *pgtest.Server, schema string) {
	require.NoError(t, openWriter(t, server, schema).Close())
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	reported := uint64(0)
	for range kills(t) {
		height, _ := killedAfter(t, server.Address(schema), random.IntN(3), time.Duration(random.IntN(20_000))*time.Microsecond)
		reported = max(reported, height)
		if reported > 0 {
			rows := rowsIn(t, server, schema, "SELECT count(*) FROM covered WHERE first = 1 AND last >= "+fmt.Sprint(reported))
			require.Equal(t, []string{"1"}, rows, "what was reported is there")
		}
		require.Equal(t, rowsIn(t, server, schema, "SELECT sum(last - first + 1) FROM covered"), rowsIn(t, server, schema, "SELECT nullif(count(*), 0) FROM block"))
	}
	for isDone := false; !isDone; {
		_, isDone = killedAfter(t, server.Address(schema), lastKilled, 0)
	}
	checkWholeIn(t, server, schema, 1, lastKilled)
}

// checkWriters has several processes write the same heights at the same time, each from another one on.
func checkWriters(t *testing.T, server *pgtest.Server, schema string) {
	const last = 1200
	require.NoError(t, openWriter(t, server, schema).Close())
	var work errgroup.Group
	for i := range 4 {
		work.Go(func() error {
			w, err := index.CreatePostgres(t.Context(), databaseOf(t, server.Address(schema)), index.Blocks, nil)
			if err != nil {
				return err
			}
			random := rand.New(rand.NewPCG(uint64(i), 1))
			for next := uint64(1); next <= last && err == nil; {
				var batch []client.Block
				from := next - min(next-1, random.Uint64N(30)) // what others add, and this one has added
				for next = from; next <= min(last, from+30+random.Uint64N(60)); next++ {
					batch = append(batch, small.block(next))
				}
				_, err = w.Add(t.Context(), batch)
			}
			return errors.Join(err, w.Close())
		})
	}
	require.NoError(t, work.Wait())
	checkWholeIn(t, server, schema, 1, last)
}

// checkClaims has indexers claim heights: each reads others, until only those of others are left.
func checkClaims(t *testing.T, server *pgtest.Server, schema string) {
	a, b := openWriter(t, server, schema), openWriter(t, server, schema)
	next := func(w *index.Postgres) index.Range {
		gap, ok, err := w.Next(t.Context(), 1, 10_000)
		require.NoError(t, err)
		require.True(t, ok)
		return gap
	}
	require.Equal(t, index.Range{First: 1, Last: 4096}, next(a))
	require.Equal(t, index.Range{First: 4097, Last: 8192}, next(b))
	small.fill(t, a, 1, 4096)
	require.Equal(t, index.Range{First: 8193, Last: 10_000}, next(a))
	small.fill(t, a, 8193, 10_000)
	small.fill(t, b, 4097, 5000)
	require.Equal(t, index.Range{First: 5001, Last: 8192}, next(a), "nothing else is left")
	require.NoError(t, a.Close())
	require.Equal(t, index.Range{First: 5001, Last: 8192}, next(b))
	small.fill(t, b, 5001, 8192)
	_, ok, err := b.Next(t.Context(), 1, 10_000)
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, b.Close())
	require.Equal(t, []string{"0"}, rowsIn(t, server, schema, "SELECT count(*) FROM claim"))
	require.Equal(t, []string{"all 1 10000"}, rowsIn(t, server, schema, "SELECT * FROM scope"))
}

// checkReader tries to change something.
func checkReader(t *testing.T, server *pgtest.Server, schema string) {
	w := openWriter(t, server, schema)
	small.fill(t, w, 1, 2)
	require.NoError(t, w.Close())
	r, err := index.OpenPostgres(t.Context(), databaseOf(t, server.Address(schema)))
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	for _, statement := range []string{
		"DELETE FROM tx", "CREATE TABLE x (a int)", "CREATE TEMP TABLE x (a int)", "DROP VIEW calls", "UPDATE meta SET value = 'x'", "SET default_transaction_read_only = off",
		"COMMIT", "ROLLBACK; DELETE FROM tx", "SELECT 1; DELETE FROM tx", "WITH a AS (DELETE FROM tx RETURNING 1) SELECT * FROM a", "COPY tx TO PROGRAM 'cat'", "COPY tx TO STDOUT",
		"SELECT set_config('transaction_read_only', 'off', false)", "SELECT nextval('name_id_seq')", "TRUNCATE tx", "VACUUM", "DO 'BEGIN DELETE FROM tx; END'", "SELECT * FROM tx FOR UPDATE",
		"SELECT 1 INTO x", "selekt",
	} {
		rows, err := r.Query(t.Context(), 0, statement)
		for err == nil && rows.Next() {
		}
		if err == nil {
			err = errors.Join(rows.Close(), rows.Err())
		}
		require.ErrorAs(t, err, new(*index.QueryError), statement)
	}
	require.Equal(t, []string{"10"}, rowsIn(t, server, schema, "SELECT count(*) FROM tx"))
	limited, err := index.OpenPostgres(t.Context(), databaseOf(t, server.Address(schema)))
	require.NoError(t, err)
	defer func() { require.NoError(t, limited.Close()) }()
	rows, err := limited.Query(t.Context(), 20*time.Millisecond, "SELECT pg_sleep(60)")
	require.NoError(t, err)
	require.False(t, rows.Next())
	require.ErrorIs(t, rows.Err(), context.DeadlineExceeded)
	ctx, cancel := context.WithCancel(t.Context())
	rows, err = limited.Query(ctx, 0, "SELECT generate_series(1, 100000000000)")
	require.NoError(t, err)
	require.True(t, rows.Next())
	cancel()
	for rows.Next() {
	}
	require.ErrorIs(t, rows.Err(), context.Canceled)
	require.Equal(t, []string{"true 1.5 –  [1 2] 7 18446744073709551616 NaN {1,2}"},
		rowsIn(t, server, schema, `SELECT true, 1.5, null, '', '\x0102'::bytea, 7::numeric, 18446744073709551616, 'NaN'::float8, array[1,2]`))
}

// checkSchema opens schemas that are not as they should be.
func checkSchema(t *testing.T, server *pgtest.Server, schema string) {
	database := databaseOf(t, server.Address(schema))
	_, err := index.CreatePostgres(t.Context(), database, index.Blocks, nil)
	require.ErrorContains(t, err, "does not exist")
	server.Run(t, "CREATE SCHEMA "+schema)
	_, err = index.OpenPostgres(t.Context(), database)
	require.ErrorIs(t, err, index.ErrNone)
	w, err := index.CreatePostgres(t.Context(), database, index.Blocks, new(uint64(6)))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	_, err = index.CreatePostgres(t.Context(), database, index.Blocks, new(uint64(7)))
	require.ErrorIs(t, err, index.ErrOtherChain)
	require.ErrorContains(t, err, "has chain 6, and the node has chain 7")
	server.Run(t, "UPDATE "+schema+".meta SET value = '77' WHERE key = 'version'")
	_, err = index.CreatePostgres(t.Context(), database, index.Blocks, nil)
	require.ErrorIs(t, err, index.ErrNewer)
	_, err = index.OpenPostgres(t.Context(), database)
	require.ErrorIs(t, err, index.ErrNewer)

	server.Run(t, "CREATE SCHEMA foreign_tables; CREATE TABLE foreign_tables.event (a int)")
	_, err = index.CreatePostgres(t.Context(), databaseOf(t, server.Address("foreign_tables")), index.Blocks, nil)
	require.ErrorIs(t, err, index.ErrForeign)

	server.Run(t, "CREATE USER reader PASSWORD 'r3adersPassword'; CREATE SCHEMA closed; GRANT USAGE ON SCHEMA closed TO reader")
	for _, c := range []struct{ user, password, database, schema, reason, advice string }{
		{"reader", "r3adersPassword", "postgres", "closed", "permission denied", "GRANT CREATE"},
		{"reader", "wr0ngPassword", "postgres", "closed", "password authentication failed", "PGPASSWORD"},
		{"reader", "r3adersPassword", "none", "closed", `database "none" does not exist`, "createdb none"},
		{"reader", "r3adersPassword", "postgres", "missing", "search_path does not exist", "CREATE SCHEMA"},
	} {
		_, err := index.CreatePostgres(t.Context(), databaseOf(t, server.As(c.user, c.password, c.database, c.schema)), index.Blocks, nil)
		var failed *index.DatabaseError
		require.ErrorAs(t, err, &failed, c)
		require.Contains(t, failed.Reason, c.reason)
		require.Contains(t, failed.Advice, c.advice)
		require.NotContains(t, fmt.Sprintf("%+v %#v", err, failed), "Password")
	}
}

// checkReconnects ends the connections of an indexer.
func checkReconnects(t *testing.T, server *pgtest.Server, schema string) {
	w := openWriter(t, server, schema)
	small.fill(t, w, 1, 50)
	server.Run(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"+schema+"'")
	_, err := w.Add(t.Context(), []client.Block{small.block(51)})
	if err != nil { // the connection has ended while it was used
		_, err = w.Add(t.Context(), []client.Block{small.block(51)})
	}
	require.NoError(t, err)
	require.NoError(t, w.Close())
	checkWholeIn(t, server, schema, 1, 51)
}

// checkCreatedAtOnce has several processes make the tables at the same time.
func checkCreatedAtOnce(t *testing.T, server *pgtest.Server, schema string) {
	server.Run(t, "CREATE SCHEMA "+schema)
	var work errgroup.Group
	for range 5 {
		work.Go(func() error {
			w, err := index.CreatePostgres(t.Context(), databaseOf(t, server.Address(schema)), index.Blocks, new(uint64(6)))
			if err != nil {
				return err
			}
			_, err = w.Add(t.Context(), []client.Block{small.block(1), small.block(2)})
			return errors.Join(err, w.Close())
		})
	}
	require.NoError(t, work.Wait())
	checkWholeIn(t, server, schema, 1, 2)
}
