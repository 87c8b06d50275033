package e2e_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Filters combine terms, complete field names, say what they understood, and G loads pages until a row matches.
func TestFilterCombinesTerms(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 120, Rows: 40}, "treasury")
	x.WaitUntil("transactions", patience, shows(`^ Home › Account treasury › Sent$`, `✓ Success`))
	x.Type("/")
	x.WaitUntil("the fields", patience, shows(`status: fn: module: reason: arg:`))
	x.Type("stat")
	x.WaitUntil("a field", patience, shows(`status: outcome`))
	x.Key("tab")
	x.Type("fail seq:100..199 foo:x")
	x.WaitUntil("an error", patience, shows(`"foo:x": unknown field, use one of status, fn,`))
	for range " foo:x" {
		x.Key("backspace")
	}
	x.Key("enter")
	x.WaitUntil("no match so far", patience, shows(`status is fail, seq from 100 to 199`, `0 of \d+ loaded · G searches more`, `no loaded row matches`))
	x.Type("G")
	x.WaitUntil("a match", patience, shows(`▸ 1\d\d +✗ Fail`, `of 1,\d\d\d loaded · G searches more`))
	x.Type("e")
	x.WaitUntil("what an export covers", patience, shows(`CSV, [1-9]\d* matching of 1,\d\d\d loaded`))
	x.Key("esc")
	x.WaitUntil("the list", patience, func(screen string) bool { return !strings.Contains(screen, "Export to") })
	x.Key("esc")
	x.WaitUntil("all rows", patience, func(screen string) bool { return !strings.Contains(screen, "searches more") })
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// --filter prints the records that match all terms; the deck's terms and errors are the same.
func TestFilterOption(t *testing.T) {
	t.Parallel()
	found := run(t, "txs", "treasury", "--all", "--filter", "status:fail seq:100..199", "-o", "csv")
	require.Zero(t, found.status, found.stderr)
	rows, err := csv.NewReader(strings.NewReader(found.stdout)).ReadAll()
	require.NoError(t, err)
	require.Greater(t, len(rows), 1)
	require.Contains(t, rows[0], "arguments")
	for _, row := range rows[1:] {
		require.Equal(t, "Fail", row[2])
		require.Regexp(t, `^1\d\d$`, row[4])
	}
	wrong := run(t, "txs", "treasury", "--filter", "stauts:fail")
	require.Equal(t, 2, wrong.status)
	require.Contains(t, wrong.stderr, `"stauts:fail": unknown field, use one of status, fn,`)
	require.Contains(t, run(t, "help", "filter").stdout, "fee:>0.1")
}
