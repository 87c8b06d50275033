package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type locatedTransaction struct {
	Hash     string `json:"hash"`
	Sequence uint64 `json:"sequence_number"`
}

func locate(t *testing.T, printed string) (located locatedTransaction) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(printed), &located), printed)
	return located
}

func TestTransactionBySequenceNumber(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"v1", "v2", "v3"} {
		got := foredeck(t, "tx", "treasury", "700", "-o", "json", "--rpc-version", version)
		require.Zero(t, got.code, got.stderr)
		found := locate(t, got.stdout)
		require.EqualValues(t, 700, found.Sequence)
	}
	for format, want := range map[string]string{
		"table": `^✓ [^\n]+\n\nSEQ [^\n]*\n700 `, "wide": `^✓ [^\n]+\n\nSEQ [^\n]*VM STATUS\n700 `, "jsonl": `^\{"hash":"0x[0-9a-f]{64}".*\}\n$`, "csv": `^hash,.*\n0x[0-9a-f]{64},`, "raw": `"sequence_number":\s*"?700`,
	} {
		got := foredeck(t, "tx", "treasury", "700", "-o", format)
		require.Zero(t, got.code, got.stderr)
		require.Regexp(t, want, got.stdout, format)
	}
	got := foredeck(t, "tx", "treasury", "1,000,000")
	require.Equal(t, exitNotFound, got.code)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, "has sent no transaction with sequence number 1000000")
	got = foredeck(t, "tx", "0xdead", "0")
	require.Equal(t, exitNotFound, got.code, got.stderr)
}

func TestTransactionArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		arguments []string
		message   string
	}{
		{nil, "missing ADDRESS|HASH: usage: foredeck tx ADDRESS|HASH [SEQUENCE]"},
		{[]string{"treasury"}, `invalid hash "treasury": must be 64 hex digits; for a transaction of an account, add its sequence number`},
		{[]string{"treasury", "newest"}, `invalid sequence number "newest"`},
		{[]string{"nobody", "7"}, "nobody"},
		{[]string{"treasury", "7", "8"}, `unexpected argument "8"`},
	} {
		got := foredeck(t, append([]string{"tx"}, test.arguments...)...)
		require.Equal(t, exitUsage, got.code, got.stderr)
		require.Contains(t, got.stderr, test.message)
	}
}

// A hash is found once the transaction was seen, and otherwise the error says what to do.
func TestTransactionByHash(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	listed := locate(t, foredeck(t, "tx", "treasury", "3", "-o", "json").stdout)
	found := foredeck(t, "tx", listed.Hash, "-o", "json")
	require.Zero(t, found.code, found.stderr)
	require.Equal(t, listed, locate(t, found.stdout))
	require.Zero(t, foredeck(t, "tx", strings.ToUpper(strings.TrimPrefix(listed.Hash, "0x"))).code)

	foredeck(t, "txs", "treasury", "--oldest-first", "--limit", "2")
	unseen := foredeck(t, "tx", "0x"+strings.Repeat("ab", 32))
	require.Equal(t, exitNotFound, unseen.code)
	require.Contains(t, unseen.stderr, "not seen yet, and this node has no transactions by hash")
	require.Contains(t, unseen.stderr, "tx ADDRESS SEQUENCE")
}

func TestNamesBeforeModules(t *testing.T) {
	t.Parallel()
	for _, arguments := range [][]string{
		{"module", "framework::coin"},
		{"view", "framework::coin::balance", "--type-arg", "framework::native_coin::NativeCoin", "--arg", "treasury"},
		{"resource", "treasury", "framework::coin::CoinStore<framework::native_coin::NativeCoin>"},
	} {
		got := foredeck(t, arguments...)
		require.Zero(t, got.code, got.stderr)
	}
	got := foredeck(t, "resources", "treasury", "--type", "framework::coin::CoinStore", "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stdout, "CoinStore")
}
