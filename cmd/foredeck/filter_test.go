package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sequenceNumbers returns the sequence numbers in a list of transactions as CSV.
func sequenceNumbers(t *testing.T, printed string) []string {
	t.Helper()
	numbers := []string{}
	for _, line := range lines(t, printed)[1:] {
		numbers = append(numbers, strings.Split(line, ",")[4])
	}
	return numbers
}

// --limit counts the records that match, and --all searches the whole list.
func TestFilterTransactions(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(250)))
	list := func(arguments ...string) []string {
		got := foredeck(t, append([]string{"txs", senderText, "--base-url", n.url, "-o", "csv"}, arguments...)...)
		require.Zero(t, got.code, got.stderr)
		require.Empty(t, got.stderr)
		return sequenceNumbers(t, got.stdout)
	}
	require.Equal(t, []string{"9", "8", "7"}, list("--filter", "seq:..9 fn:transfer", "--limit", "3"))
	require.Len(t, list("--filter", "status:success"), 20, "the default limit")
	require.Equal(t, []string{"200", "100"}, list("--filter", "seq:/[12]00$/", "--all"))
	require.Equal(t, []string{"0", "1"}, list("--filter", "seq:<10", "--limit", "2", "--oldest-first"))
	require.Len(t, list("--filter", "to:"+receiverText+" fee:0.009 !status:fail", "--all"), 250)
	require.Empty(t, list("--filter", "status:fail", "--all"))
	require.Len(t, list("--filter", "250,000,000", "--all"), 250, "an argument")
}

// A filter that is not understood is a usage error, before any request.
func TestWrongFilter(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(1)))
	for _, c := range []struct{ command, filter, want string }{
		{"txs", "stauts:fail", `"stauts:fail": unknown field, use one of status, fn, module, reason,`},
		{"txs", "fn:/(/", `"fn:/(/": invalid regular expression: missing closing )`},
		{"txs", "fail fee:>", `"fee:>": incomplete term`},
		{"modules", "size:big", `"size:big": expected a number`},
		{"resources", "status:fail", `"status:fail": unknown field, use one of type, name, data, size`},
	} {
		got := foredeck(t, c.command, senderText, "--base-url", n.url, "--filter", c.filter)
		require.Equal(t, 2, got.code)
		require.Contains(t, got.stderr, "--filter: "+c.want)
		require.Contains(t, got.stderr, "foredeck help filter")
	}
	got := foredeck(t, "blocks", "--base-url", n.url, "--filter", "height:x")
	require.Equal(t, 2, got.code, got.stderr)
	require.Empty(t, n.requests())
}

func TestFilterSimulatedLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"modules", "0x1", "--all", "--filter", "fn:transfer views:>4 name:coin"}, `^MODULE .*\n0x1::coin .*\n$`},
		{[]string{"resources", "treasury", "--all", "--filter", "coinstore<nativecoin>"}, `^TYPE .*\n0x1::coin::CoinStore<0x1::native_coin::NativeCoin> .*\n$`},
		{[]string{"blocks", "--limit", "2", "--filter", "height:..100"}, `^HEIGHT .*\n100 .*\n99 .*\n$`},
		{[]string{"help", "filter"}, `\n  transactions  status fn module reason arg to from type fee gas price seq height age time hash event\n`},
	} {
		got := foredeck(t, c.arguments...)
		require.Zero(t, got.code, got.stderr)
		require.Regexp(t, c.want, got.stdout)
	}
}
