package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/index"
	"foredeck/client/localnet"
)

// A network is indexed from a height on, continued, and queried; statistics of the index and of the node are the same.
func TestIndexAndStatistics(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	run := func(arguments ...string) outcome {
		t.Helper()
		got := at(t, network, arguments...)
		require.Zero(t, got.code, "%v: %s", arguments, got.stderr)
		requireSanitized(t, got.stdout)
		return got
	}
	for _, line := range [][]string{{"sql", "select 1"}, {"index", "--status"}, {"index", "--remove"}} {
		got := at(t, network, line...)
		require.Equal(t, exitOther, got.code)
		require.Contains(t, got.stderr, "no index of ", line)
		require.Contains(t, got.stderr, "make one with foredeck index --from 7d", line)
	}
	fromNode := run("stats", "--blocks", "1000000", "--by", "function,outcome,reason", "--all", "-o", "json")
	require.Contains(t, fromNode.stderr, "from blocks of the node, heights ")

	run("index", "--from", "100")
	var report indexReport
	require.NoError(t, json.Unmarshal([]byte(run("index", "--from", "0", "-o", "json").stdout), &report))
	require.Len(t, report.Blocks, 1)
	require.Less(t, report.Blocks[0].First, uint64(100), "older blocks are added")
	require.NotZero(t, report.Added.Blocks)
	require.NoError(t, json.Unmarshal([]byte(run("index", "-o", "json").stdout), &report))
	require.Zero(t, report.Added.Blocks, "it is complete")
	require.Contains(t, run("index", "--status").stdout, "whole blocks")

	fromIndex := run("stats", "--by", "function,outcome,reason", "--all", "-o", "json")
	require.Contains(t, fromIndex.stderr, "from the index, heights ")
	var node, indexed statisticsReport
	require.NoError(t, json.Unmarshal([]byte(fromNode.stdout), &node))
	require.NoError(t, json.Unmarshal([]byte(fromIndex.stdout), &indexed))
	require.NotEmpty(t, node.Rows)
	require.Equal(t, []any{"node", "index"}, []any{node.Source, indexed.Source})
	require.Equal(t, node.Total, indexed.Total)
	require.ElementsMatch(t, node.Rows, indexed.Rows)

	sender := network.Accounts()[0].Address.String()
	list, ofIndex := run("stats", sender, "--from-node", "--all", "-o", "csv"), run("stats", sender, "--all", "-o", "csv")
	require.Contains(t, list.stderr, "list of sent transactions")
	require.Contains(t, ofIndex.stderr, "from the index")
	require.ElementsMatch(t, strings.Split(list.stdout, "\n"), strings.Split(ofIndex.stdout, "\n"))

	function := []string{"stats", "--function", "0x01::coin::transfer", "--by", "outcome,sender", "--all", "-o", "csv"}
	require.ElementsMatch(t, strings.Split(run(append(function, "--from-node", "--blocks", "1000000")...).stdout, "\n"), strings.Split(run(function...).stdout, "\n"))

	table := run("stats", "--by", "sender,outcome", "--limit", "2")
	require.Regexp(t, `(?s)^SENDER +OUTCOME +COUNT +SHARE +FEE +FIRST +LAST\n.*; [0-9]+ more rows: --all or --limit\n$`, table.stdout)

	count := run("sql", "select count(*) as n from transactions where type = 'user'", "-o", "csv").stdout
	require.Regexp(t, `^n\n[1-9][0-9]*\n$`, count)
	require.Equal(t, "{\"a\":1,\"b\":null,\"c\":\"0x0102\",\"d\":\"\\u001b[2J\",\"e\":1.5}\n", run("sql", "select 1 a, null b, x'0102' c, char(27)||'[2J' d, 1.5 e", "-o", "jsonl").stdout)
	require.Equal(t, "A  B\n1  two\n", run("sql", "select 1 a, 'two' b").stdout)
	require.Equal(t, "[]\n", run("sql", "select 1 where 0", "-o", "json").stdout)
	require.Equal(t, "{\"n\":5,\"a\":\"5\",\"b\":\"x' or 1=1 --\"}\n", run("sql", "select :n as n, :a as a, :b as b", "--param", "n=5", "--param", "a='5'", "--param", "b=x' or 1=1 --", "-o", "jsonl").stdout)
	saved := filepath.Join(t.TempDir(), "foredeck.toml")
	require.NoError(t, os.WriteFile(saved, []byte("[queries]\ncount = \"select count(*) as n from transactions where type = :type\"\n"), 0o600))
	require.Equal(t, count, run("sql", "@count", "--param", "type=user", "-o", "csv", "--config", saved).stdout)
	for _, c := range [][]string{
		{"parameter :type has no value", "@count"}, {"the query has no parameter :kind", "@count", "--param", "type=user", "--param", "kind=1"},
		{`QUERY "@total": no such query: must be one of count`, "@total"}, {`--param "type": must be NAME=VALUE`, "@count", "--param", "type"},
		{`--param "a=2": must be NAME=VALUE, each name once`, "@count", "--param", "a=1", "--param", "a=2"},
	} {
		got := at(t, network, append(append([]string{"sql"}, c[1:]...), "--config", saved)...)
		require.NotZero(t, got.code)
		require.Contains(t, got.stderr, c[0])
	}
	for _, c := range [][]string{
		{"not authorized", "delete from tx"}, {"syntax error", "selekt"},
		{"takes longer than 50ms", "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n", "--time-limit", "50ms"},
	} {
		got := at(t, network, append([]string{"sql"}, c[1:]...)...)
		require.NotZero(t, got.code)
		require.Contains(t, got.stderr, c[0])
	}
	require.Contains(t, run("index", "--remove").stdout, "removed ")
	require.NoFileExists(t, report.Path)
}

// Accounts can be indexed where nodes have no blocks with transactions.
func TestIndexOfAccounts(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t)
	sender := network.Accounts()[0].Address.String()
	got := at(t, network, "index", "--from", "0")
	require.NotZero(t, got.code)
	require.Contains(t, got.stderr, "no blocks with transactions")
	require.Contains(t, got.stderr, "foredeck index ADDRESS")
	require.Zero(t, at(t, network, "index", "--remove").code)

	for _, added := range []bool{true, false} {
		got = at(t, network, "index", sender, "-o", "json")
		require.Zero(t, got.code, got.stderr)
		var report indexReport
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
		require.Equal(t, sender, report.Accounts[0].Account)
		require.Equal(t, added, report.Added.Transactions > 0)
	}
	list, ofIndex := at(t, network, "stats", sender, "--from-node", "--all", "-o", "csv"), at(t, network, "stats", sender, "--all", "-o", "csv")
	require.Contains(t, ofIndex.stderr, "from the index")
	require.ElementsMatch(t, strings.Split(list.stdout, "\n"), strings.Split(ofIndex.stdout, "\n"))
	got = at(t, network, "index", "--from", "0")
	require.Contains(t, got.stderr, "the index has another scope: it has the lists of named accounts")
	other := network.Accounts()[1].Address.String()
	require.Contains(t, at(t, network, "stats", other).stderr, "from the node's list", "the index does not have that account")
}

// New blocks are added until the command is stopped, and can be read meanwhile.
func TestIndexFollows(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	f := followWith(t, "index", "--from", "200", "--follow", "-o", "json", "--base-url", network.BaseURL())
	var produced uint64
	for range 5 {
		var err error
		produced, err = network.Produce(t.Context())
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			got := at(t, network, "sql", "select first_height, last_height from scope", "-o", "csv")
			return got.stdout == fmt.Sprintf("first_height,last_height\n200,%d\n", produced)
		}, 60*time.Second, 50*time.Millisecond)
	}
	require.Zero(t, f.end(), f.stderr.String())
	var report indexReport
	require.NoError(t, json.Unmarshal([]byte(f.stdout.String()), &report))
	require.Equal(t, []index.Range{{First: 200, Last: produced}}, report.Blocks)
	require.EqualValues(t, produced-200+1, report.Added.Blocks)
}

// An index that ended before the time that is asked for does not answer.
func TestStatisticsOfOldIndex(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, Start: networkStart, Seed: 3, Transactions: 250})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	require.Zero(t, at(t, network, "index", "--from", "1").code)
	require.Contains(t, at(t, network, "stats").stderr, "from the index, heights 1 to ")
	require.Contains(t, at(t, network, "stats", "--since", "1d").stderr, "from blocks of the node")
}

func TestIndexArguments(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"index --from x":            `--from "x": must be a height, or an age such as 12h or 7d`,
		"index --status --follow":   "--status and --remove: ADDRESS, --from and --follow do not apply to them",
		"index 0x1 --follow":        "--follow: not supported with ADDRESS",
		"index --network simulated": "the simulated network inside the program has no index",
		"sql x --network simulated": "the simulated network inside the program has no index",
		"stats --by color":          `--by "color": must be one of function, outcome, reason, sender, day, hour`,
		"stats --by day,day":        `--by "day": more than once`,
		"stats --since yesterday":   `--since "yesterday": must be a time such as 7d or 12h`,
		"stats --function 0x1":      `--function "0x1"`,
		"stats --blocks 0":          "--blocks 0: must be 1 or more",
		"stats 0x1 --blocks 5":      "--blocks: does not apply to ADDRESS",
	} {
		got := foredeck(t, strings.Fields(line)...)
		require.Equal(t, exitUsage, got.code, line)
		require.Contains(t, got.stderr, want, line)
	}
}

// An index of another chain is not continued.
func TestIndexOfAnotherChain(t *testing.T) {
	t.Parallel()
	first := startPublic(t, "")
	second, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, Seed: 4, Transactions: 250, EpochBlocks: 50})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, second.Close()) })
	config := filepath.Join(t.TempDir(), "config.toml")
	run := func(url string, arguments ...string) outcome {
		require.NoError(t, os.WriteFile(config, []byte("[networks.changing]\nbase_urls = [\""+url+"\"]\n"), 0o600))
		return foredeck(t, append(arguments, "--network", "changing", "--config", config)...)
	}
	require.Zero(t, run(first.BaseURL(), "index", "--from", "1").code)
	got := run(second.BaseURL(), "index")
	require.NotZero(t, got.code)
	require.Contains(t, got.stderr, "the index is of another chain")
	require.Contains(t, got.stderr, "foredeck index --remove")
	require.Zero(t, run(first.BaseURL(), "index").code, "it is as it was")
}
