package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
)

// explained runs the command against a frozen network and returns its readings.
func explained(t *testing.T, arguments ...string) []readingShape {
	t.Helper()
	network := frozen(t, localnet.Spec)
	got := foredeck(t, append([]string{"explain", "--base-url", network.BaseURL(), "-o", "json"}, arguments...)...)
	require.Zero(t, got.code, got.stderr)
	var readings []struct {
		readingShape
		Kind    string `json:"kind"`
		Failure struct {
			Name string `json:"name"`
		} `json:"failure"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &readings))
	shapes := make([]readingShape, len(readings))
	for i, reading := range readings {
		shapes[i] = reading.readingShape
		shapes[i].Failure = &move.VMStatus{Reason: reading.Failure.Name}
	}
	return shapes
}

func TestExplain(t *testing.T) {
	t.Parallel()
	// The node gives an abort code its name and its place.
	for _, words := range [][]string{{"0x1::coin", "65542"}, {"Move abort in 0x1::coin: 0x10006"}} {
		reading := explained(t, words...)[0]
		require.Equal(t, "EINSUFFICIENT_BALANCE", reading.Failure.Reason)
		require.Contains(t, reading.Facts, factShape{Name: "place", Value: "0x1::coin::extract, instruction 8"})
		require.Equal(t, "0x1::coin::extract@8", *reading.Opens)
	}

	// It gives the arguments of a call their names and types.
	to := move.Address{31: 9}
	call := move.CallBCS(move.MustParseFunctionID("0x1::coin::transfer"), []move.TypeTag{move.MustParseTypeTag("0x1::native_coin::NativeCoin")},
		[][]byte{to[:], {0, 0xe1, 0xf5, 5, 0, 0, 0, 0}})
	reading := explained(t, hex.EncodeToString(call))[0]
	require.Equal(t, "0x1::coin::transfer", reading.Value)
	values := map[string]string{}
	for _, fact := range reading.Facts {
		values[fact.Name] = fact.Value
	}
	require.Equal(t, "0x1::native_coin::NativeCoin", values["type arg"])
	require.Contains(t, values, "amount")
	require.Equal(t, `"100000000" (u64)`, values["amount"])

	// It gives a struct its fields.
	reading = explained(t, "--as", "0x1::coin::Coin<0x1::native_coin::NativeCoin>", "0x00e1f50500000000")[0]
	require.JSONEq(t, `{"value":"100000000"}`, string(reading.Decoded))
	require.False(t, reading.IsGuess)
}

func TestExplainErrors(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	for _, c := range []struct {
		words  []string
		code   int
		stderr string
	}{
		{[]string{"--as", "0x1::", "0x00"}, exitUsage, "--as: "},
		{[]string{"what is this?"}, exitUsage, "has no known form: it can be"},
		{[]string{"--as", "0x1::coin::Coin<u8>", "0x0011"}, exitUsage, "needs 6 more bytes"},
		{[]string{"--as", "0x1::coin::Nothing", "0x0011"}, exitUsage, "0x1::coin declares no such struct"},
		{[]string{"0x1::nowhere: 0x10006"}, exitPartial, "not found"},
	} {
		got := foredeck(t, append([]string{"explain", "--base-url", network.BaseURL()}, c.words...)...)
		require.Equal(t, c.code, got.code, "%v: %s", c.words, got.stderr)
		require.Contains(t, got.stderr, c.stderr)
	}
}

// The command reads back what the others print of a failed transaction, in the form of a node and in that of foredeck, from its input.
func TestExplainReadsTransactions(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	sender := network.Accounts()[0].Address.String()
	list := foredeck(t, "txs", sender, "--base-url", network.BaseURL(), "--filter", "status:fail reason:EINSUFFICIENT_BALANCE", "--limit", "1", "--all=false", "-o", "jsonl")
	require.Zero(t, list.code, list.stderr)
	record := read[transactionShape](t, list.stdout)
	for _, format := range []string{"json", "raw"} {
		printed := foredeck(t, "tx", record.Hash, "--base-url", network.BaseURL(), "-o", format)
		require.Zero(t, printed.code, printed.stderr)
		flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
		flags.notices = transport.NewNotices(flags.redactor)
		root := rootCommand(flags)
		root.SetIn(strings.NewReader(printed.stdout))
		var out, wrong bytes.Buffer
		require.Zero(t, flags.execute(t.Context(), root, []string{"explain", "-", "--base-url", network.BaseURL()}, &out, &wrong), wrong.String())
		for _, part := range []string{"transaction record: " + record.Hash, "EINSUFFICIENT_BALANCE", "foredeck " + record.Hash} {
			require.Contains(t, out.String(), part, format)
		}
	}
}
