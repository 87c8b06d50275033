package main

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// hashesOf returns the hashes in a printed list.
func hashesOf(t *testing.T, jsonl string) []string {
	t.Helper()
	hashes := []string{}
	for _, transaction := range readLines[transactionShape](t, jsonl) {
		hashes = append(hashes, transaction.Hash)
	}
	return hashes
}

func TestCoinTransactionsInEveryForm(t *testing.T) {
	t.Parallel()
	// v1 and v2 have no types and omit everything but user transactions.
	inEveryForm(t, []string{"v3", "auto"}, "txs", "TREASURY", "--kind", "coin", "--all", "-o", "jsonl")
	newest := hashesOf(t, inEveryForm(t, []string{"v2"}, "txs", "TREASURY", "--kind", "coin", "--all", "-o", "jsonl"))
	oldest := hashesOf(t, inEveryForm(t, []string{"v2"}, "txs", "TREASURY", "--kind", "coin", "--all", "--oldest-first", "-o", "jsonl"))
	require.NotEmpty(t, newest)
	slices.Reverse(oldest)
	require.Equal(t, newest, oldest)
}

func TestCoinTransactionTypes(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{"user": "user", "auto": "automated", "meta": "block_metadata"} {
		printed := inEveryForm(t, []string{"v3"}, "txs", "TREASURY", "--kind", "coin", "--type", flag, "--limit", "5", "-o", "jsonl")
		transactions := readLines[transactionShape](t, printed)
		require.NotEmpty(t, transactions, flag)
		for _, transaction := range transactions {
			require.Equal(t, want, transaction.Type)
		}
	}
	network := frozen(t, localnet.Spec)
	got := foredeck(t, "txs", "0x1", "--kind", "coin", "--type", "user", "--rpc-version", "v2", "--base-url", network.BaseURL())
	require.Equal(t, exitOther, got.code)
	require.Contains(t, got.stderr, "v3")
	require.Contains(t, got.stderr, "--rpc-version")
}

func TestAutomatedTransactions(t *testing.T) {
	t.Parallel()
	all := readLines[transactionShape](t, inEveryForm(t, []string{"auto", "v3"}, "txs", "TREASURY", "--kind", "automated", "--all", "-o", "jsonl"))
	require.NotEmpty(t, all)
	for _, transaction := range all {
		require.Equal(t, "automated", transaction.Type)
	}
	middle := all[len(all)/2].Block.Height
	from := readLines[transactionShape](t, inEveryForm(t, []string{"v3"}, "txs", "TREASURY", "--kind", "automated", "--all", "--oldest-first",
		"--from-height", fmt.Sprint(middle), "-o", "jsonl"))
	require.Equal(t, middle, from[0].Block.Height, "inclusive")
	var want []string
	for _, transaction := range slices.Backward(all) {
		if transaction.Block.Height >= middle {
			want = append(want, transaction.Hash)
		}
	}
	var got []string
	for _, transaction := range from {
		got = append(got, transaction.Hash)
	}
	require.Equal(t, want, got)

	network := frozen(t, localnet.Deployed)
	for _, version := range []string{"v1", "v2"} {
		refused := foredeck(t, "txs", "0x1", "--kind", "automated", "--rpc-version", version, "--base-url", network.BaseURL(), "-o", "json")
		require.Equal(t, exitOther, refused.code)
		problem := read[problemShape](t, refused.stderr).Error
		require.Equal(t, "unsupported", problem.Kind)
		require.Contains(t, problem.Message, "v3")
	}
}

// All kinds together list every record once, by block time.
func TestAllTransactionKinds(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"v3", "v2", "v1"} {
		network := frozen(t, localnet.Deployed)
		list := func(kind string, more ...string) []transactionShape {
			line := []string{"txs", network.Accounts()[0].Address.String(), "--kind", kind, "--rpc-version", version, "--base-url", network.BaseURL(), "-o", "jsonl"}
			got := foredeck(t, append(line, more...)...)
			require.Zero(t, got.code, got.stderr)
			if kind == "all" && version != "v3" {
				require.Contains(t, got.stderr, "automated transactions not included")
			} else {
				require.Empty(t, got.stderr)
			}
			return readLines[transactionShape](t, got.stdout)
		}
		want := map[string]bool{}
		kinds := []string{"sent", "coin"}
		if version == "v3" {
			kinds = append(kinds, "automated")
		}
		for _, kind := range kinds {
			for _, transaction := range list(kind, "--all") {
				want[transaction.Hash] = true
			}
		}
		all := list("all", "--all")
		require.Len(t, all, len(want))
		for i, transaction := range all {
			require.True(t, want[transaction.Hash])
			delete(want, transaction.Hash)
			if i > 0 {
				require.LessOrEqual(t, transaction.Block.Timestamp, all[i-1].Block.Timestamp)
			}
		}
		require.Empty(t, want)

		backward := list("all", "--all", "--oldest-first")
		require.Len(t, backward, len(all))
		require.Equal(t, all[len(all)-1].Block.Timestamp, backward[0].Block.Timestamp)
		require.Equal(t, all[:7], list("all", "--limit", "7"))
	}
}

func TestKindsInTables(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"coin", "automated", "all"} {
		table := lines(t, inEveryForm(t, []string{"v3"}, "txs", "TREASURY", "--kind", kind, "--limit", "10"))
		require.Len(t, table, 11)
		column := strings.Index(table[0], "FUNCTION")
		for _, row := range table[1:] {
			require.Equal(t, "  ", string([]rune(row)[column-2:column]), "%q: the columns stand", row)
		}
		rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, []string{"v3"}, "txs", "TREASURY", "--kind", kind, "--limit", "10", "-o", "csv"))).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 11)
	}
}

// A list of coin transactions has the changes of the account's coins. Those of a coin whose decimals nobody has are in the smallest unit,
// and say so.
func TestAmountsOfCoinTransactions(t *testing.T) {
	t.Parallel()
	const account, native, other = "0x00000000000000000000000000000000000000000000000000000000000000aa", "0x1::native_coin::NativeCoin", "0x7::unlisted::Unlisted"
	record := func(hash string, events ...string) string {
		return fmt.Sprintf(`{"hash":%q,"status":"Success","output":{"Move":{"events":[%s]}}}`, hash, strings.Join(events, ","))
	}
	event := func(kind, account, amount, coin string) string {
		return fmt.Sprintf(`{"type":"0x1::coin::%s","data":{"account":%q,"amount":%q,"coin_type":%q}}`, kind, account, amount, coin)
	}
	page := `[` + strings.Join([]string{
		record("01", event("CoinWithdraw", "0xaa", "250000000", native), event("CoinDeposit", "0xbb", "250000000", native)),
		record("02", event("CoinDeposit", "0xaa", "5", other)),
		record("03", event("CoinWithdraw", "0xaa", "7", native), event("CoinDeposit", "0xaa", "340282366920938463463374607431768211455", other)),
		record("04"),
	}, ",") + `]`
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasSuffix(r.URL.Path, "/coin_transactions"):
			w.WriteHeader(http.StatusNotFound)
		case r.FormValue("start") == "":
			w.Header().Set("x-supra-cursor", "0")
			fmt.Fprint(w, page)
		default:
			fmt.Fprint(w, "[]")
		}
	})
	list := func(format string) string {
		got := foredeck(t, "txs", account, "--kind", "coin", "--rpc-version", "v3", "--base-url", n.url, "-o", format)
		require.Zero(t, got.code, got.stderr)
		return got.stdout
	}
	rows := readCSV(t, list("csv"))
	want := []struct{ amount, coin string }{
		{"-250000000", native}, {"5", other}, {`["-7","340282366920938463463374607431768211455"]`, `["` + native + `","` + other + `"]`}, {"", ""},
	}
	for i, row := range rows {
		require.Equal(t, want[i].amount, row["amount"])
		require.Equal(t, want[i].coin, row["coin"])
	}
	table := lines(t, list("table"))
	require.Contains(t, table[0], "AMOUNT  COIN")
	for i, cells := range []string{"-2.50000000  NativeCoin ", "+5 smallest units  Unlisted ", "2 coins  NativeCoin, Unl… ", "–  – "} {
		require.Contains(t, table[i+1], " "+cells)
	}
	wide := lines(t, list("wide"))
	require.Contains(t, wide[2], "+5 smallest units  "+other)
	require.Contains(t, wide[3], "-0.00000007, +340,282,366,920,938,463,463,374,607,431,768,211,455 smallest units  "+native+", "+other)
}
