package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/lookup"
)

// failedSender is an account whose transactions failed, and its node.
type failedSender struct{ url, address string }

// failedTransaction returns the sequence number of the newest transaction that matches a filter.
func failedTransaction(t *testing.T, node failedSender, filter string) string {
	t.Helper()
	got := foredeck(t, "txs", node.address, "--all", "--filter", filter, "-o", "jsonl", "--base-url", node.url)
	require.Zero(t, got.code, got.stderr)
	require.NotEmpty(t, got.stdout, filter)
	first, _, _ := strings.Cut(got.stdout, "\n")
	return fmt.Sprint(locate(t, first).Sequence)
}

// explainedTransaction returns the JSON of a failed transaction, and its table.
func explainedTransaction(t *testing.T, node failedSender, sequence string) (failure, callFailure *failureShape, table string) {
	t.Helper()
	got := foredeck(t, "tx", node.address, sequence, "-o", "json", "--base-url", node.url)
	require.Zero(t, got.code, got.stderr)
	var printed struct {
		Failure     *failureShape `json:"failure"`
		CallFailure *failureShape `json:"call_failure"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &printed))
	got = foredeck(t, "tx", node.address, sequence, "--base-url", node.url)
	require.Zero(t, got.code, got.stderr)
	return printed.Failure, printed.CallFailure, got.stdout
}

// JSON and text name the same places, and only those that the called function reaches.
func TestFailedTransactionIsExplained(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	node := failedSender{network.BaseURL(), network.Accounts()[0].Address.String()}

	missing, _, table := explainedTransaction(t, node, failedTransaction(t, node, "reason:ECOIN_STORE fn:coin::transfer"))
	require.Nil(t, missing.Function)
	require.True(t, *missing.IsComplete)
	var places []string
	for _, candidate := range missing.Candidates {
		places = append(places, fmt.Sprintf("%s, instruction %d", candidate.Function, *candidate.Offset))
	}
	require.Equal(t, []string{"0x1::coin::deposit, instruction 5", "0x1::coin::withdraw, instruction 8"}, places)
	require.Contains(t, table, "  at one of 2 places in 0x1::coin\n     "+strings.Join(places, "\n     ")+"\n")
	require.Contains(t, table, "foredeck 0x1::coin::deposit@5 opens the first")
	require.NotContains(t, table, "balance,")
	require.Contains(t, foredeck(t, "help", "tx").stdout, fmt.Sprintf("at most %d modules", lookup.MaxFollowed))

	poor, _, table := explainedTransaction(t, node, failedTransaction(t, node, "reason:EINSUFFICIENT fn:native_account"))
	require.Equal(t, "extract", *poor.Function, "the only place through another module is a fact")
	require.Contains(t, table, fmt.Sprintf("  at 0x1::coin::extract, instruction %d\n     line %d: assert!(", *poor.CodeOffset, poor.Source.Number))

	divided, _, table := explainedTransaction(t, node, failedTransaction(t, node, "reason:price_of"))
	require.Equal(t, "division by zero", divided.Cause.Text)
	require.Contains(t, table, "execution failed · division by zero (Div)")
	require.Contains(t, table, fmt.Sprintf("line %d: ", divided.Source.Number))

}

// The call of a multisig account fails in a transaction that succeeds.
func TestFailedCallOfMultisigAccountIsExplained(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Start: networkStart, Seed: 3, Transactions: 2000})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node := failedSender{network.BaseURL(), network.Accounts()[0].Address.String()}
	failure, inner, table := explainedTransaction(t, node, failedTransaction(t, node, "event:TransactionExecutionFailed"))
	require.Nil(t, failure)
	require.Equal(t, "extract", *inner.Function)
	require.Len(t, inner.Candidates, 1)
	require.Contains(t, table, "the call of the multisig account failed")
	require.Contains(t, table, "at 0x1::coin::extract, instruction")
}
