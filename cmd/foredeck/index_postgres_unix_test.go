//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/index/pgtest"
)

// An index in PostgreSQL answers as one in a file does, and the password of its address is in no output.
func TestIndexInPostgres(t *testing.T) {
	server := pgtest.Start(t)
	network := startPublic(t, "")
	to := server.Address("public")
	run := func(arguments ...string) outcome {
		t.Helper()
		got := at(t, network, arguments...)
		require.NotContains(t, got.stdout+got.stderr, pgtest.Password)
		return got
	}
	require.Contains(t, run("sql", "select 1", "--index", to).stderr, `schema "public" has no index`)
	got := run("index", "--from", "100", "--to", to, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Zero(t, run("index", "--from", "100").code)
	var report indexReport
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
	require.Equal(t, server.String(), report.Path)
	require.NotZero(t, report.Added.Blocks)
	require.NotZero(t, report.Bytes)
	got = run("index", "--to", to, "-o", "json")
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
	require.Zero(t, report.Added.Blocks, "it is complete")
	require.Contains(t, run("index", "--status", "--to", to).stdout, "whole blocks")

	for _, query := range []string{
		"select height, n, hash, sender, function, arguments, fee from transactions order by height desc, n desc limit 50", "select * from scope", "select 1 as one where 1 = 0",
		"select type, data from events where height > 150 order by height, n, e", "select function, reason, sum(count) as n from statistics group by 1, 2 order by coalesce(function, ''), coalesce(reason, '')",
	} {
		for _, format := range []string{"table", "wide", "json", "jsonl", "csv"} {
			require.Equal(t, run("sql", query, "-o", format).stdout, run("sql", query, "-o", format, "--index", to).stdout, query)
		}
	}
	require.Equal(t, "{\"a\":true,\"b\":null,\"c\":\"0x0102\",\"d\":\"\\u001b[2J\",\"e\":1.5,\"f\":\"18446744073709551616\"}\n",
		run("sql", `select true a, null b, '\x0102'::bytea c, chr(27)||'[2J' d, 1.5 e, 18446744073709551616 f`, "--index", to, "-o", "jsonl").stdout)

	parameters := []string{"sql", "select count(*) as n from transactions where status = :status and height > :from and (:status <> :none)", "--param", "status=Success", "--param", "from=150", "--param", "none=' or true", "-o", "jsonl"}
	require.Regexp(t, `^{"n":[1-9]`, run(parameters...).stdout)
	require.Equal(t, run(parameters...).stdout, run(append(parameters, "--index", to)...).stdout)
	require.Contains(t, run("sql", "select :n", "--index", to).stderr, "parameter :n has no value")

	t.Setenv("PGPASSWORD", pgtest.Password)
	require.Equal(t, "one\n1\n", run("sql", "select 1 as one", "--index", strings.Replace(to, url.UserPassword("", pgtest.Password).String()+"@", "@", 1), "-o", "csv").stdout)
	t.Setenv("PGPASSWORD", "")
	for _, c := range []struct {
		message   string
		arguments []string
	}{
		{"the query fails: syntax error", []string{"sql", "delete from tx", "--index", to}},
		{"takes longer than 50ms", []string{"sql", "select pg_sleep(30)", "--index", to, "--time-limit", "50ms"}},
		{"does not remove an index from " + server.String(), []string{"index", "--remove", "--to", to}},
		{"the index has another scope: it has whole blocks", []string{"index", "0x1", "--to", to}},
		{"--to: must be the address of a database, such as", []string{"index", "--to", "deck:" + pgtest.Password + "@db"}},
		{"--index: must be the address of a database", []string{"sql", "select 1", "--index", "x"}},
		{"password authentication failed for user \"nobody\"", []string{"index", "--to", server.As("nobody", pgtest.Password, "postgres", "public")}},
	} {
		got := run(c.arguments...)
		require.NotZero(t, got.code)
		require.Contains(t, got.stderr, c.message)
	}
}

// The lists of accounts in PostgreSQL are what those in a file are: each transaction once, also of two accounts that share it.
func TestAccountsInPostgres(t *testing.T) {
	t.Parallel()
	server, network := pgtest.Start(t), startPublic(t, "")
	server.Run(t, "CREATE SCHEMA accounts")
	to := server.Address("accounts")
	one, other := network.Accounts()[0].Address.String(), network.Accounts()[1].Address.String()
	require.Zero(t, at(t, network, "index", one, other).code)
	for _, accounts := range [][]string{{one}, {other, one}} {
		got := at(t, network, append([]string{"index", "--to", to, "-o", "json"}, accounts...)...)
		require.Zero(t, got.code, got.stderr)
		report := indexReport{}
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
		require.NotZero(t, report.Added.Transactions)
		require.Len(t, report.Accounts, len(accounts))
	}
	got := at(t, network, "index", one, other, "--to", to, "-o", "json")
	report := indexReport{}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
	require.Zero(t, report.Added.Transactions, "it is complete")
	for _, query := range []string{
		"select count(*) as n, count(distinct hash) as hashes, sum(fee) as fee from transactions", "select account, first_height from scope order by 1",
		"select hash, height, time_us, type, status, sender, sequence_number, function, reason, gas_used, fee, arguments from transactions order by height, hash",
		"select t.hash, e.e, e.type, e.account, e.data from events e join transactions t on t.height = e.height and t.n = e.n order by e.height, t.hash, e.e",
		"select height, time_us, digest, author, transactions from blocks order by height", "select function, status, count, fee, first_height, last_height from statistics order by hour, coalesce(function, ''), status, count, fee",
	} {
		file := at(t, network, "sql", query, "-o", "jsonl")
		require.NotEmpty(t, file.stdout)
		require.Equal(t, file.stdout, at(t, network, "sql", query, "-o", "jsonl", "--index", to).stdout, query)
	}
	// The database of the config file, by a file that only its owner reads, or of the environment.
	folder := t.TempDir()
	secret, settings := filepath.Join(folder, "index.url"), filepath.Join(folder, "foredeck.toml")
	require.NoError(t, os.WriteFile(secret, []byte(to+"\n"), 0o600))
	require.NoError(t, os.WriteFile(settings, fmt.Appendf(nil, "network = \"mine\"\n[networks.mine]\nbase_urls = [%q]\nindex_database_file = %q\n", network.BaseURL(), secret), 0o600))
	version := []string{"sql", "select split_part(version(), ' ', 1) as server", "-o", "csv", "--config", settings}
	require.Equal(t, "server\nPostgreSQL\n", foredeck(t, version...).stdout)
	shown := foredeck(t, "config", "show", "--config", settings)
	require.Contains(t, shown.stdout, "index_database")
	require.NotContains(t, shown.stdout, pgtest.Password)
	require.NoError(t, os.WriteFile(secret, []byte("mysql://root:"+pgtest.Password+"@db"), 0o600))
	failed := foredeck(t, version...)
	require.Contains(t, failed.stderr, "index database of mine: must be the address of a database")
	require.NotContains(t, failed.stderr, pgtest.Password)
	require.NoError(t, os.Chmod(secret, 0o644))
	require.Contains(t, foredeck(t, version...).stderr, "readable by other users")

	require.Contains(t, at(t, network, "index", "--from", "100", "--to", to).stderr, "the index has another scope: it has the lists of named accounts")
	got = at(t, network, "index", one, "--from", "0", "--to", to)
	require.Zero(t, got.code, got.stderr)
	require.NotContains(t, got.stdout+got.stderr, pgtest.Password)
}
