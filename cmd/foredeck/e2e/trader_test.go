package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// market is a price service of one pair, whose price a test sets.
type market struct{ price atomic.Value }

func (m *market) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/latest":
		fmt.Fprintf(w, `{"instruments":[{"currentPrice":%q,"tradingPairs":"btc_usdt"}]}`, m.price.Load())
	case "/history":
		_, _ = w.Write([]byte(`{"status":"ok","data":[]}`))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// A price alert rings once per crossing. A price that stays within the margin of the level is no way back.
func TestPriceAlertRingsOncePerCrossing(t *testing.T) {
	t.Parallel()
	var prices market
	prices.price.Store("99")
	service := httptest.NewServer(&prices)
	defer service.Close()
	b, command := newBell(t)
	config := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(config, []byte(`network = "mine"
alert_command = `+command+`
[networks.mine]
base_urls = ["`+service.URL+`"]
`), 0o600))
	x := terminal.Start(t, terminal.Size{Columns: 120, Rows: 40}, terminal.Options{Environment: environment(t)}, program, "btc_usdt", "--config", config)
	x.WaitFor(`last 99 `, patience)
	x.Type("a")
	x.WaitFor(`Alert on btc_usdt`, patience)
	x.Type("> 100 margin 1%")
	x.Key("enter")
	x.WaitFor(`btc_usdt > 100 margin 1%: alert set; rings once per crossing`, patience)
	set := func(price string) {
		prices.price.Store(price)
		x.Type("r")
		x.WaitFor(`last `+price+` `, patience)
	}
	set("101")
	require.Contains(t, b.wait("price", "begin").Text, "btc_usdt > 100 margin 1%: crossed up at 101")
	set("99.5") // back below the level, but not by the margin
	set("102")
	set("98.9")
	require.Contains(t, b.wait("price", "end").Text, "btc_usdt > 100 margin 1%: ended: back below 99 after")
	set("103")
	require.Contains(t, b.wait("price", "begin").Text, "crossed up at 103", "nothing rang in between")
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// A trader looks at several charts at once, opens one and comes back to it.
func TestChartsOfWatchedPairs(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 120, Rows: 40}, "btc_usdt", "--no-color") // the bar size is in brackets
	x.WaitFor(`Price › btc_usdt`, patience)
	x.Type("g")
	x.WaitFor(`(?s)▸ btc_usdt +[\d.,]+ .* eth_usdt +[\d.,]+ .* sol_usdt +[\d.,]+ `, patience)
	x.WaitFor(`\[1h\]`, patience)
	x.Type("<")
	x.WaitFor(`\[30m\]`, patience)
	x.Type("l")
	x.WaitFor(`▸ eth_usdt`, patience)
	x.Key("enter")
	x.WaitFor(`› eth_usdt`, patience)
	x.WaitFor(`last [\d.,]+`, patience)
	x.Key("alt+left")
	x.WaitFor(`▸ eth_usdt`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// The value of holdings is exact, in the deck and in a shell, and a key hides it.
func TestHoldings(t *testing.T) {
	t.Parallel()
	var prices market
	prices.price.Store("50000.5")
	service := httptest.NewServer(&prices)
	defer service.Close()
	config := filepath.Join(t.TempDir(), "config.toml")
	content := `network = "mine"
[networks.mine]
base_urls = ["` + service.URL + `"]
[holdings]
btc_usdt = { amount = "0.5", cost = "40000" }
`
	require.NoError(t, os.WriteFile(config, []byte(content), 0o600))
	command := exec.CommandContext(t.Context(), program, "holdings", "-o", "jsonl", "--config", config)
	command.Env = environment(t)
	output, err := command.Output()
	require.NoError(t, err)
	var first struct{ Pair, Value, Profit string }
	require.NoError(t, json.Unmarshal(output, &first))
	require.Equal(t, "btc_usdt", first.Pair)
	require.Equal(t, "25000.25", first.Value)
	require.Equal(t, "5000.25", first.Profit)

	x := terminal.Start(t, terminal.Size{Columns: 120, Rows: 40}, terminal.Options{Environment: environment(t)}, program, "btc_usdt", "--config", config)
	x.WaitFor(`HOLDINGS`, patience)
	x.WaitFor(`25,000\.25`, patience)
	x.WaitFor(`\+25\.00%`, patience)
	x.Type("$")
	x.WaitUntil("hidden holdings", patience, func(screen string) bool { return !strings.Contains(screen, "25,000.25") })
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
