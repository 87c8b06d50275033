package e2e_test

import (
	"bufio"
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Every data command works on the simulated network without configuration and sends no terminal queries.
func TestDataCommands(t *testing.T) {
	t.Parallel()
	const coinStore = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
	for name, c := range map[string]struct {
		arguments []string
		say       string
	}{
		"coin":       {[]string{"txs", "treasury", "--kind", "coin"}, `^SEQ .*\n(.+\n){20}$`},
		"automated":  {[]string{"txs", "treasury", "--kind", "automated"}, `^SEQ .*\n(.+ automated .+\n){20}$`},
		"all":        {[]string{"txs", "treasury", "--kind", "all"}, `^SEQ .*\n(.+\n){20}$`},
		"balances":   {[]string{"account", "treasury", "--balances"}, `^SYMBOL .*\nNATIVE +[0-9,]+\.\d{8} +CoinStore +0x1::native_coin::NativeCoin\nUSDX .*\n$`},
		"modules":    {[]string{"modules", "0x1"}, `^MODULE .*\n(0x1::\w+ .*\n){20}$`},
		"module":     {[]string{"module", "0x1::coin", "--functions", "view"}, `\nbalance<T0> .* u64\n`},
		"source":     {[]string{"module", "0x1::coin", "--source"}, `^module 0x1::coin \{\n`},
		"resources":  {[]string{"resources", "treasury"}, `\n0x1::coin::CoinStore<`},
		"resource":   {[]string{"resource", "treasury", coinStore}, `\n\.coin\.value +\d+\n`},
		"path":       {[]string{"resource", "treasury", coinStore, "--path", ".coin.value"}, `^\d+\n$`},
		"view":       {[]string{"view", "0x1::coin::balance", "--type-arg", "0x1::native_coin::NativeCoin", "--arg", "0x1"}, `\n 0 +u64 +\d+\n$`},
		"view, BCS":  {[]string{"view", "0x1::timestamp::now_seconds", "--bcs"}, `\n 0 +u64 +\d+\n$`},
		"block":      {[]string{"block", "7", "--with-batches"}, `^HEIGHT .*\n7 .*/31 .*\n$`},
		"block head": {[]string{"block", "head", "-o", "json"}, `"members": 31`},
		"blocks":     {[]string{"blocks", "--last", "3", "--votes"}, `^HEIGHT .*\n(.* [|.]{31}\n){3}\nMEMBER .*\n(.*\n){31}\nAUTHOR .*\n(.*0x.*\n){1,3}$`},
		"price":      {[]string{"price", "btc_usdt", "eth_usdt"}, `^PAIR .*\nbtc_usdt .*%.*\neth_usdt .*%.*\n$`},
		"history":    {[]string{"history", "btc_usdt"}, `^TIME .*\n(\d{4}-.*:00:00 UTC .*\n){20}$`},
		"doctor":     {[]string{"doctor"}, `\nusable +yes\n`},
	} {
		t.Run(name, func(t *testing.T) {
			x := terminal.Start(t, terminal.Size{Columns: 250, Rows: 60},
				terminal.Options{Silent: true, Environment: environment(t)}, program, c.arguments...)
			require.Zero(t, x.ExitStatus(patience), x.Output())
			require.Empty(t, x.Responses(), "no query")
			require.False(t, escapes(x.Output()), "output: %q", x.Output())
			require.Regexp(t, c.say, strings.ReplaceAll(x.Output(), "\r\n", "\n"))
		})
	}
}

// A closed pipe ends a list immediately without an error.
func TestListIntoClosedPipe(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), program, "txs", "treasury", "--all", "-o", "jsonl")
	command.Env = environment(t)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	line, err := bufio.NewReaderSize(stdout, 16).ReadSlice('{')
	require.NoError(t, err)
	require.Equal(t, "{", string(line))
	require.NoError(t, stdout.Close())
	require.NoError(t, command.Wait(), "it ends well")
	require.Empty(t, stderr.String())
}
