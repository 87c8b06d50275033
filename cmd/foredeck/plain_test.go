package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// With -o plain a value is a line with its name, for screen readers: those that a record does not have are left out, marks are words, and a
// blank line stands between records.
func TestPlainFormat(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	treasury := network.Accounts()[0].Address.String()
	got := at(t, network, "txs", treasury, "--limit", "2", "-o", "plain")
	require.Zero(t, got.code, got.stderr)
	records := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n\n")
	require.Len(t, records, 2)
	for _, record := range records {
		for line := range strings.SplitSeq(record, "\n") {
			require.Regexp(t, `^[a-z ]+: \S`, line)
			require.NotRegexp(t, `[✓✗]|: –$`, line)
		}
	}
	wide := strings.Split(at(t, network, "txs", treasury, "--limit", "2", "-o", "wide").stdout, "\n")
	for _, field := range strings.Split(records[0], "\n") {
		name, value, _ := strings.Cut(field, ": ")
		require.Contains(t, wide[0], strings.ToUpper(name))
		if name != "age" && !strings.Contains(value, ", ") { // grouped words
			require.Contains(t, wide[1], value)
		}
	}
	require.Empty(t, at(t, network, "txs", network.Accounts()[9].Address.String(), "-o", "plain").stdout, "no titles without records")
	account := at(t, network, "account", treasury, "-o", "plain").stdout
	require.Regexp(t, `^address: 0x[0-9a-f]{64}\nsequence: [\d,]+\n`, account)
}
