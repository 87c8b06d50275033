package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// network is a simulated network in a separate process.
type network struct {
	t         testing.TB
	command   *exec.Cmd
	baseURL   string   // of the first node
	nodes     []string // base URLs of all nodes
	adminURL  string
	oracleURL string
	apiKey    string
	treasury  string // address of the main account
	accounts  map[string]string
}

// startNetwork starts `foredeck localnet` at an address and waits until it reports
// that it is serving. more are further arguments. It is killed when the test ends.
func startNetwork(t testing.TB, listen string, more ...string) *network {
	t.Helper()
	n := &network{t: t, command: exec.CommandContext(t.Context(), program, append([]string{"localnet", "--listen", listen, "-o", "json"}, more...)...)}
	n.command.Env = environment(t)
	stdout, err := n.command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, n.command.Start())
	t.Cleanup(func() { _ = n.command.Wait() }) // checked already if stopped
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	require.NoError(t, err, "one line says what was started")
	var started struct {
		BaseURL   string   `json:"base_url"`
		Nodes     []string `json:"nodes"`
		AdminURL  string   `json:"admin_url"`
		OracleURL string   `json:"oracle_url"`
		APIKey    string   `json:"api_key"`
		Accounts  []struct{ Name, Address string }
	}
	require.NoError(t, json.Unmarshal(line, &started))
	n.baseURL, n.nodes, n.adminURL = started.BaseURL, started.Nodes, started.AdminURL
	n.oracleURL, n.apiKey = started.OracleURL, started.APIKey
	n.accounts = map[string]string{}
	for _, account := range started.Accounts {
		n.accounts[account.Name] = account.Address
		if account.Name == "treasury" {
			n.treasury = account.Address
		}
	}
	require.NotEmpty(t, n.treasury)
	return n
}

// flip uses a switch of the network's admin API, such as /nodes/1/stop, and returns the time at which it took effect.
func (n *network) flip(path string) time.Time {
	n.t.Helper()
	response, err := http.Post(n.adminURL+path, "", nil)
	require.NoError(n.t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(n.t, err)
	require.NoError(n.t, response.Body.Close())
	require.Equal(n.t, http.StatusOK, response.StatusCode, "%s: %s", path, body)
	return time.Now()
}

// stop interrupts the network as ctrl+c does.
func (n *network) stop() {
	n.t.Helper()
	hang := time.AfterFunc(patience, func() { _ = n.command.Process.Kill() })
	defer hang.Stop()
	require.NoError(n.t, n.command.Process.Signal(syscall.SIGINT))
	require.NoError(n.t, n.command.Wait(), "a network that is stopped ends well")
}

// freeAddress returns an unused local address. Its port
// is below the ephemeral range, so that no other program gets it
// while the test's program is stopped.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000))
		listener, err := net.Listen("tcp", address)
		if err == nil {
			require.NoError(t, listener.Close())
			return address
		}
	}
	t.Fatal("no free port between 20000 and 30000")
	return ""
}

func TestLocalnetPrintsAddress(t *testing.T) {
	t.Parallel()
	node := startNetwork(t, "127.0.0.1:0")
	require.Regexp(t, `^http://127\.0\.0\.1:[1-9]\d*$`, node.baseURL)
	got := run(t, "account", node.treasury, "--base-url", node.baseURL)
	require.Zero(t, got.status, got.stderr)
	require.Contains(t, got.stdout, node.treasury)
	node.stop()
	got = run(t, "account", node.treasury, "--base-url", node.baseURL)
	require.Equal(t, 3, got.status, "unreachable")
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, node.baseURL)
}
