package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// The path of a developer who keeps transactions as tests: freeze one in a shell and one in the deck, check both, break one, and take the
// new result into its file.
func TestTransactionsAsTests(t *testing.T) {
	t.Parallel()
	node := startNetwork(t, "127.0.0.1:0", "--node-version", "11", "--block-time", "1h")
	folder, account := t.TempDir(), node.accounts["exchange"]
	in := func(arguments ...string) result { return run(t, append(arguments, "--base-url", node.baseURL)...) }
	listed := in("txs", account, "--limit", "60", "-o", "jsonl")
	require.Zero(t, listed.status, listed.stderr)
	var call struct {
		Sequence json.Number `json:"sequence_number"`
		Status   string
		Hash     string
		Payload  struct{ Function string }
	}
	for line := range strings.Lines(listed.stdout) {
		require.NoError(t, json.Unmarshal([]byte(line), &call))
		if call.Payload.Function == "0x1::coin::transfer" && call.Status == "Success" {
			break
		}
	}
	require.Equal(t, "0x1::coin::transfer", call.Payload.Function, "the account sends transfers")
	frozen := in("freeze", account, call.Sequence.String())
	require.Zero(t, frozen.status, frozen.stderr)
	require.Empty(t, frozen.stderr)
	transfer := filepath.Join(folder, "transfer.toml")
	require.NoError(t, os.WriteFile(transfer, []byte(frozen.stdout), 0o600))

	x := terminal.Start(t, terminal.Size{Columns: 160, Rows: 45}, terminal.Options{Environment: environment(t)},
		"/bin/sh", "-c", `cd "$0" && exec "$@"`, folder, program, "--base-url", node.baseURL, call.Hash)
	x.WaitFor(`› seq [0-9,]+`, patience)
	x.Type("T")
	x.WaitFor(`frozen: foredeck check \S*case-coin-transfer-`+call.Sequence.String()+`\.toml`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
	saved := filepath.Join(folder, "case-coin-transfer-"+call.Sequence.String()+".toml")

	checked := in("check", transfer, saved)
	require.Zero(t, checked.status, checked.stdout)
	require.Contains(t, checked.stdout, "\n2 cases: 2 ok, 0 changed, 0 not run\n")

	amount := regexp.MustCompile(`"([0-9]+)", # amount: u64`)
	require.Regexp(t, amount, frozen.stdout)
	require.NoError(t, os.WriteFile(transfer, []byte(amount.ReplaceAllString(frozen.stdout, `"1", # mine`)), 0o600))
	checked = in("check", transfer, saved)
	require.Equal(t, 1, checked.status)
	require.Regexp(t, `changed +\S+transfer\.toml +balance of 0x[0-9a-f…]+, \S+: -[0-9]+ -> -1\n`, checked.stdout)
	require.Contains(t, checked.stdout, "\n2 cases: 1 ok, 1 changed, 0 not run\n")
	require.Equal(t, 1, in("check", transfer, "--update").status)
	require.Zero(t, in("check", transfer).status)
	updated, err := os.ReadFile(transfer)
	require.NoError(t, err)
	require.Contains(t, string(updated), `"1", # mine`)

	node.stop()
	checked = in("check", transfer, saved, "--timeout", "2s")
	require.Equal(t, 3, checked.status, checked.stdout)
	require.Contains(t, checked.stdout, "\n2 cases: 0 ok, 0 changed, 2 not run\n")
}
