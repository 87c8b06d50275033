package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// listedCall is what the index keeps of a call, in the JSON of transactions.
type listedCall struct {
	Hash           string          `json:"hash"`
	Type           string          `json:"type"`
	Status         string          `json:"status"`
	Sender         string          `json:"sender"`
	SequenceNumber *uint64         `json:"sequence_number"`
	GasUnitPrice   *uint64         `json:"gas_unit_price"`
	MaxGasAmount   *uint64         `json:"max_gas_amount"`
	Fee            string          `json:"fee"`
	Failure        json.RawMessage `json:"failure"`
	Block          struct {
		Height    uint64 `json:"height"`
		Hash      string `json:"hash"`
		Timestamp uint64 `json:"timestamp_us"`
		Author    string `json:"author"`
		Epoch     uint64 `json:"epoch"`
		Round     uint64 `json:"round"`
	} `json:"block"`
	Payload struct {
		Kind          string            `json:"kind"`
		Function      string            `json:"function"`
		TypeArguments []string          `json:"type_arguments"`
		Arguments     []json.RawMessage `json:"arguments"`
	} `json:"payload"`
	Events []struct {
		Type string          `json:"type"`
		Data json.RawMessage `json:"data"`
	} `json:"events"`
}

// The calls of functions are the same from the node, from the index, and from both, in the same order.
func TestCallsOfFunctions(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	list := func(from string, arguments ...string) []listedCall {
		t.Helper()
		got := at(t, network, append([]string{"calls", "0x1::coin::transfer", "0x1::native_account::transfer", "-o", "json"}, arguments...)...)
		require.Contains(t, got.stderr, from)
		return decoded[[]listedCall](t, got)
	}
	ofNode := list("from blocks of the node, heights ", "--all", "--blocks", "1000000")
	require.Greater(t, len(ofNode), 100, "more than a page")
	require.Contains(t, at(t, network, "calls", "0x1::coin::transfer", "--blocks", "2").stderr, "--blocks reads more, and foredeck index keeps them")

	require.Zero(t, at(t, network, "index", "--from", "0").code)
	require.Equal(t, ofNode, list("foredeck: from the index, heights ", "--all"))
	require.Equal(t, ofNode[:3], list("--limit and --all list more", "--limit", "3"))
	require.Equal(t, ofNode, list("from blocks of the node, heights ", "--all", "--from-node", "--blocks", "1000000"))

	_, err := network.Produce(t.Context())
	require.NoError(t, err)
	with := list("from the index, heights ", "--all")
	require.Equal(t, ofNode, with[len(with)-len(ofNode):])
	for range 3 {
		_, err = network.Produce(t.Context())
		require.NoError(t, err)
	}
	got := at(t, network, "calls", "0x1::coin::transfer", "--blocks", "2", "--all")
	require.Regexp(t, `from blocks of the node, heights (\S+) to \S+; from the index, heights \S+ to \S+; not read: heights \S+ to \S+, which foredeck index adds\n`, got.stderr)

	failed := at(t, network, "calls", "0x1::coin::transfer", "--filter", "status:fail", "--all")
	require.Zero(t, failed.code, failed.stderr)
	require.Regexp(t, `(?s)^STATUS +SENDER +ARGUMENTS +FEE +AGE +HASH +REASON\n✗ Fail `, failed.stdout)
	require.NotContains(t, failed.stdout, "Success")
}

// The calls by several accounts are those of their lists, merged by time.
func TestCallsByAccounts(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	var by []string
	wanted := map[string]bool{}
	for _, account := range network.Accounts()[:3] {
		address := account.Address.String()
		by = append(by, "--by", address)
		for _, sent := range decoded[[]listedCall](t, at(t, network, "txs", address, "--all", "-o", "json")) {
			if sent.Payload.Function == "0x1::coin::transfer" {
				wanted[sent.Hash] = true
			}
		}
	}
	require.NotEmpty(t, wanted)
	calls := decoded[[]listedCall](t, at(t, network, append(by, "calls", "0x1::coin::transfer", "--all", "-o", "json", "--by", network.Accounts()[0].Address.String())...))
	require.Len(t, calls, len(wanted))
	for i, call := range calls {
		require.True(t, wanted[call.Hash])
		require.True(t, i == 0 || call.Block.Timestamp <= calls[i-1].Block.Timestamp)
	}
	got := at(t, network, "calls", "0x1::coin::transfer")
	require.NotZero(t, got.code)
	require.Contains(t, got.stderr, "have no blocks with transactions")
	require.Contains(t, got.stderr, "--by ACCOUNT")
}

// A transaction that the node cannot look up by its hash is found by the index, if there is one.
func TestHashOfIndex(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t) // other tests index the shared one
	account := network.Accounts()[0].Address.String()
	require.Zero(t, at(t, network, "index", account, "--from", "0").code)
	rows := decoded[[]struct{ Hash string }](t, at(t, network, "sql", "select hash from transactions where type = 'user' order by height desc limit 2", "-o", "json"))
	require.Len(t, rows, 2)
	found := decoded[listedCall](t, at(t, network, "tx", rows[0].Hash, "-o", "json"))
	require.Equal(t, rows[0].Hash, found.Hash)
	require.NotZero(t, found.GasUnitPrice)
	require.Contains(t, at(t, network, "tx", "0x"+strings.Repeat("ab", 32)).stderr, "not seen yet")
	require.Zero(t, at(t, network, "index", "--remove").code)
	require.Contains(t, at(t, network, "tx", rows[1].Hash).stderr, "not seen yet")
}

func TestCallsArguments(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"0x1::coin":                              `FUNCTION "0x1::coin"`,
		"0x1::coin::transfer --blocks 0":         "--blocks 0: must be 1 or more",
		"0x1::coin::transfer --by nobody":        `--by: "nobody"`,
		"0x1::coin::transfer --by @nobody":       "no such group",
		"0x1::coin::transfer --filter fee:>":     "--filter",
		"0x1::coin::transfer --by 1 --blocks 5":  "--blocks: does not apply to --by",
		"0x1::coin::transfer --by 1 --from-node": "--from-node: does not apply to --by",
	} {
		got := foredeck(t, append([]string{"calls"}, strings.Fields(line)...)...)
		require.Equal(t, exitUsage, got.code, line)
		require.Contains(t, got.stderr, want)
	}
}
