package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/desk"
)

// heldAmount and heldCost are unlikely to occur anywhere by chance.
const heldAmount, heldCost = "73519.4862", "0.00918273"

// holdingsFile writes a config file with holdings.
func holdingsFile(t *testing.T, lines ...string) string {
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("[holdings]\n"+strings.Join(lines, "\n")+"\n"), 0o600))
	return path
}

func TestHoldingsInEveryForm(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	file := holdingsFile(t, `btc_usdt = { amount = "0.5", cost = "40000" }`, `eth_usdt = { amount = "12" }`, `eur_usd = { amount = "3" }`)
	show := func(format string) string {
		got := foredeck(t, "holdings", "--config", file, "--base-url", network.BaseURL(), "-o", format)
		require.Zero(t, got.code, got.stderr)
		requireSanitized(t, got.stdout)
		return got.stdout
	}
	report := read[holdingsReport](t, show("json"))
	require.Len(t, report.Holdings, 3)
	require.Equal(t, report.Holdings, readLines[desk.Position](t, show("jsonl")))
	require.Equal(t, "btc_usdt", report.Holdings[0].Pair)
	require.NotEmpty(t, report.Holdings[0].Profit)
	require.Empty(t, report.Holdings[1].Profit)
	require.Equal(t, []string{"usdt", "usd"}, []string{report.Totals[0].Quote, report.Totals[1].Quote})
	require.Equal(t, desk.Totals(report.Holdings), report.Totals)
	require.Regexp(t, `^PAIR +AMOUNT +COST +PRICE +VALUE +PROFIT +PROFIT %\nbtc_usdt +0\.5 +40000 .*\neth_usdt +12 +– .*\neur_usd .*\ntotal usdt .*\ntotal usd .*\n$`, show("table"))
	rows := strings.Split(show("csv"), "\n")
	require.Equal(t, "pair,amount,cost,price,value,profit,profit_percent", rows[0])
	require.Equal(t, "btc_usdt,0.5,40000,"+report.Holdings[0].Price+","+report.Holdings[0].Value+","+report.Holdings[0].Profit+","+report.Holdings[0].ProfitPercent, rows[1])
}

// Holdings whose price failed are printed without a value, and the exit code is that for partial results.
func TestHoldingsWithoutAPrice(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	file := holdingsFile(t, `nosuch_usdt = { amount = "1", cost = "2" }`, `btc_usdt = { amount = "1" }`)
	got := foredeck(t, "holdings", "--config", file, "--base-url", network.BaseURL())
	partial := foredeck(t, "price", "nosuch_usdt", "btc_usdt", "--base-url", network.BaseURL())
	require.NotZero(t, partial.code)
	require.Equal(t, partial.code, got.code)
	require.Regexp(t, `nosuch_usdt +1 +2 +– +– +– +–\nbtc_usdt .*\ntotal usdt +1 missing .*\n$`, got.stdout)
	require.Contains(t, got.stderr, "nosuch_usdt")

	refusing := serve(t, responding(http.StatusUnauthorized, ""))
	got = foredeck(t, "holdings", "--config", file, "--base-url", refusing.url)
	require.NotZero(t, got.code)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, "btc_usdt: not requested")

	got = foredeck(t, "holdings", "--config", holdingsFile(t), "--base-url", network.BaseURL())
	require.NotZero(t, got.code)
	require.Contains(t, got.stderr, "add a table [holdings]")
}

func TestConfigChecksHoldings(t *testing.T) {
	got := foredeck(t, "config", "check", "--config", holdingsFile(t, `btc_usdt = { amount = 0.5 }`))
	require.NotZero(t, got.code)
	require.Contains(t, got.stdout, `holdings.btc_usdt.amount`)
	require.Contains(t, got.stdout, `must be a decimal number in quotes, such as "0.5"`)
	got = foredeck(t, "config", "show", "--config", holdingsFile(t, `btc_usdt = { amount = "0.5" }`))
	require.Contains(t, got.stdout, "holdings.btc_usdt.amount")
}

// The amounts and costs of holdings are in no request, recording, log or report.
func TestHoldingsStayOnThisMachine(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	file := holdingsFile(t, `btc_usdt = { amount = "`+heldAmount+`", cost = "`+heldCost+`" }`)
	recording := filepath.Join(t.TempDir(), "session.jsonl")
	got := foredeck(t, "holdings", "--config", file, "--base-url", network.BaseURL(), "--record", recording, "--verbose")
	require.Contains(t, got.stderr, "btc_usdt")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stdout, heldAmount)
	doctor := foredeck(t, "doctor", "--config", file, "--base-url", network.BaseURL(), "-o", "json")
	recorded, err := os.ReadFile(recording)
	require.NoError(t, err)
	require.Contains(t, string(recorded), "btc_usdt")
	written := map[string]string{"verbose": got.stderr, "doctor": doctor.stdout + doctor.stderr, "recording": string(recorded)}
	for name, content := range written {
		for _, secret := range []string{heldAmount, heldCost} {
			require.NotContains(t, content, secret, name)
		}
	}
}

// A price that cannot be read is named, as in foredeck price.
func TestHoldingWithUnreadablePrice(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"1,234.5","time":"1732175999048"}]}`))
	got := foredeck(t, "holdings", "--config", holdingsFile(t, `btc_usdt = { amount = "0.5" }`), "--base-url", n.url)
	require.Equal(t, exitInvalidResponse, got.code)
	require.Contains(t, got.stderr, `currentPrice: "1,234.5" instead of a decimal number`)
}
