package main

import (
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/market"
)

// The balance that is computed behind the transactions of each block is the one that the node had then: of coins that an account sends and
// receives, and of fees, also of failed transactions.
func TestBalanceHistoryIsThatOfTheNode(t *testing.T) {
	for name, options := range map[string]localnet.Options{
		"spec": {Dialect: localnet.Spec, Seed: 3}, "deployed": {Dialect: localnet.Deployed, Seed: 11}, "other": {Dialect: localnet.Spec, Seed: 29},
	} {
		t.Run(name, func(t *testing.T) {
			options.Transactions, options.Start = 60, time.Date(2026, time.August, 1, 12, 0, 0, 0, time.UTC) // it grows by Produce only
			network, err := localnet.Start(t.Context(), options)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, network.Close()) })
			t.Setenv("FOREDECK_API_KEY", network.APIKey())
			node, err := client.NewNode(network.BaseURL())
			require.NoError(t, err)
			t.Cleanup(node.CloseIdleConnections)
			reader := market.NewReader(node)
			accounts := network.Accounts()[:8]
			type at struct {
				account move.Address
				coin    string
				height  uint64
			}
			had := map[at]string{}
			for range 25 {
				height, err := network.Produce(t.Context())
				require.NoError(t, err)
				for _, account := range accounts {
					held, err := reader.Read(t.Context(), account.Address)
					require.NoError(t, err)
					for _, balance := range held.Balances {
						if balance.Source == market.CoinStore {
							had[at{account.Address, balance.Type, height}] = balance.Amount
						}
					}
				}
			}
			checked := 0
			for _, account := range accounts {
				if account.Name == "faucet" {
					continue // it pays fees for transactions of others, which none of its lists has
				}
				for _, coin := range []string{"NATIVE", "USDX"} {
					got := foredeck(t, "balance", account.Address.String(), "--coin", coin, "--history", "--all", "--base-url", network.BaseURL(), "-o", "json")
					if got.code == exitUsage {
						continue // it has no such coin
					}
					require.Zero(t, got.code, got.stderr)
					report := readBalance(t, got.stdout)
					require.True(t, report.IsComplete)
					for i, row := range report.Rows {
						if i > 0 && report.Rows[i-1].Height == row.Height {
							continue // not the last one of its block
						}
						if want, known := had[at{account.Address, report.Coin, row.Height}]; known {
							checked++
							require.Equal(t, want, row.Balance, "%s, %s behind block %d", account.Name, coin, row.Height)
						}
					}
					opening, ok := new(big.Int).SetString(report.Opening, 10)
					require.True(t, ok)
					require.GreaterOrEqual(t, opening.Sign(), 0, "%s %s", account.Name, coin)
					require.Equal(t, opening.Sign() != 0, len(report.Causes) > 0)
				}
			}
			require.Greater(t, checked, 30)
		})
	}
}

// writtenBalance is the part of balance --history that tests read.
type writtenBalance struct {
	Coin       string   `json:"coin"`
	Balance    string   `json:"balance"`
	Opening    string   `json:"opening_balance"`
	IsComplete bool     `json:"complete"`
	Difference *string  `json:"difference"`
	Causes     []string `json:"difference_causes"`
	Rows       []struct {
		Height  uint64  `json:"height"`
		Moved   string  `json:"moved"`
		Fee     *string `json:"fee"`
		Balance string  `json:"balance"`
	} `json:"rows"`
}

func readBalance(t *testing.T, written string) (report writtenBalance) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(written), &report))
	return report
}

// A part of the history says that it is one, and each row continues the one below it.
func TestBalanceHistoryOfTheNewest(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	got := foredeck(t, "balance", network.Accounts()[0].Address.String(), "--history", "--limit", "12", "--base-url", network.BaseURL(), "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stderr, "before the oldest row: --all checks the whole history")
	report := readBalance(t, got.stdout)
	require.Len(t, report.Rows, 12)
	require.False(t, report.IsComplete)
	require.Nil(t, report.Difference)
	require.Equal(t, report.Balance, report.Rows[0].Balance)
	number := func(digits string) *big.Int {
		n, ok := new(big.Int).SetString(digits, 10)
		require.True(t, ok, digits)
		return n
	}
	below := number(report.Opening)
	for i := len(report.Rows) - 1; i >= 0; i-- {
		row := report.Rows[i]
		below = new(big.Int).Add(below, number(row.Moved))
		if row.Fee != nil {
			below.Sub(below, number(*row.Fee))
		}
		require.Equal(t, row.Balance, below.String())
	}
	wrong := foredeck(t, "balance", network.Accounts()[0].Address.String(), "--coin", "doge", "--base-url", network.BaseURL())
	require.Equal(t, exitUsage, wrong.code)
	require.Contains(t, wrong.stderr, `--coin "doge"`)
}

// A history that fails midway has the rows that were read, and its end is not certain.
func TestBalanceHistoryFailsMidway(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	inner, later := forwardTo(t, network.BaseURL()), atomic.Int32{}
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("start") != "" && later.Add(1) > 5 {
			responding(http.StatusInternalServerError, "")(w, r)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(broken.Close)
	accounts := network.Accounts()
	treasury := accounts[slices.IndexFunc(accounts, func(a localnet.NamedAccount) bool { return a.Name == "treasury" })]
	got := foredeck(t, "balance", treasury.Address.String(), "--history", "--all", "--base-url", broken.URL, "-o", "json")
	require.Equal(t, exitServerError, got.code)
	report := readBalance(t, got.stdout)
	require.NotEmpty(t, report.Rows)
	require.False(t, report.IsComplete)
	require.Nil(t, report.Difference)
}
