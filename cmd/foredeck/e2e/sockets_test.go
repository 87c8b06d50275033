package e2e_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// traced is a command line that writes the socket calls of the program and of all its children to a file.
func traced(t *testing.T, arguments ...string) (command []string, file string) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("needs strace")
	}
	file = filepath.Join(t.TempDir(), "calls")
	if err := exec.Command(strace, "-o", file, "true").Run(); err != nil {
		t.Skip("strace may not trace here: ", err)
	}
	return append([]string{strace, "-f", "-qq", "-s", "256", "-e", "signal=none", "-e", "trace=connect,bind,sendto,sendmsg,sendmmsg", "-o", file, program}, arguments...), file
}

var (
	internetPeer = regexp.MustCompile(`sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"|inet_pton\(AF_INET6, "([^"]+)")`)
	anyFamily    = regexp.MustCompile(`sa_family=(\w+)`)
)

// peers returns the addresses that the program connected or sent to, and those it was bound to.
func peers(t *testing.T, file string) (reached, bound map[string]bool) {
	t.Helper()
	calls, err := os.ReadFile(file)
	require.NoError(t, err)
	reached, bound = map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(calls)) {
		family := anyFamily.FindStringSubmatch(line)
		if family == nil || family[1] == "AF_UNSPEC" {
			continue // sent through a socket that is connected
		}
		address := family[1]
		if found := internetPeer.FindStringSubmatch(line); found != nil {
			address = found[2] + found[3] + ":" + found[1]
		}
		if strings.Contains(line, " bind(") {
			bound[address] = true
		} else {
			reached[address] = true
		}
	}
	return reached, bound
}

// Nothing is sent anywhere but to the configured node: a tour of the deck and the commands open no other connection. The
// tour leaves out the screen of networks, which checks the nodes of all networks, also of those that are built in.
func TestOnlyConfiguredNodesAreReached(t *testing.T) {
	t.Parallel()
	node := startNetwork(t, freeAddress(t))
	parsed, err := url.Parse(node.baseURL)
	require.NoError(t, err)

	t.Run("deck", func(t *testing.T) {
		t.Parallel()
		line, file := traced(t, node.treasury, "--base-url", node.baseURL)
		x := terminal.Start(t, terminal.Size{Columns: 120, Rows: 40}, terminal.Options{Environment: environment(t, "FOREDECK_API_KEY=simulated")}, line[0], line[1:]...)
		waitForList(t, x, "the transactions", anyList)
		command := func(line, shown string) {
			x.Type(":")
			x.WaitFor(`╭ Command ─`, patience)
			x.Type(line)
			x.WaitFor(` : .*`+regexp.QuoteMeta(line[max(0, len(line)-12):])+` `, patience)
			x.Key("enter")
			x.WaitFor(shown, patience)
		}
		command("tx "+node.treasury+" 700", `seq 700`)
		command("module 0x1::coin", `Module 0x1::coin`)
		command("blocks", `╭ Blocks ─`)
		command("price btc_usdt", `╭ Candles ─.* loaded`)
		x.Key("space")
		x.WaitFor(`╭ Go to ─`, patience)
		x.Type("s")
		x.WaitFor(`› Settings`, patience)
		command("view 0x1::coin::decimals", `Run view`)
		x.Key("ctrl+c")
		require.Zero(t, x.ExitStatus(patience))
		reached, bound := peers(t, file)
		require.Equal(t, map[string]bool{parsed.Host: true}, reached)
		require.Subset(t, map[string]bool{"127.0.0.1:0": true, "::1:0": true, "::ffff:127.0.0.1:0": true}, bound, "Go asks the system which protocols it has")
	})

	for name, arguments := range map[string][]string{
		"txs": {"txs", node.treasury, "--all"}, "view": {"view", "0x1::coin::decimals", "--type-arg", "0x1::native_coin::NativeCoin"},
		"history": {"history", "btc_usdt"}, "doctor": {"doctor"}, "blocks": {"blocks", "--last", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command, file := traced(t, append(arguments, "--base-url", node.baseURL)...)
			run := exec.CommandContext(t.Context(), command[0], command[1:]...)
			run.Env = environment(t, "FOREDECK_API_KEY=simulated", "FOREDECK_CONSENSUS_TOKEN=simulated")
			output, err := run.CombinedOutput()
			require.NoError(t, err, string(output))
			reached, _ := peers(t, file)
			require.Equal(t, map[string]bool{parsed.Host: true}, reached)
		})
	}
}
