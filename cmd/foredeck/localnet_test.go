package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
)

// running is a running localnet command.
type running struct {
	output *bufio.Reader
	end    func() outcome // interrupts it as ctrl+c does; the outcome has the remaining output
}

// startLocalnet runs the command until end is called or the test ends.
func startLocalnet(t *testing.T, arguments ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		code := execute(ctx, append([]string{"localnet", "--listen", "127.0.0.1:0"}, arguments...), writer, &stderr)
		_ = writer.Close()
		ended <- code
	}()
	r := &running{output: bufio.NewReader(reader)}
	r.end = func() outcome {
		cancel()
		rest, err := io.ReadAll(r.output)
		require.NoError(t, err)
		code := <-ended
		r.end = func() outcome { return outcome{} }
		return outcome{code, string(rest), stderr.String()}
	}
	t.Cleanup(func() { r.end() })
	return r
}

// line reads the next line of the output.
func (r *running) line(t *testing.T) string {
	t.Helper()
	line, err := r.output.ReadString('\n')
	require.NoError(t, err)
	return line
}

// accountAt requests an account over HTTP, as another program would.
func accountAt(t *testing.T, baseURL, address string) client.Account {
	t.Helper()
	asking, err := client.NewNode(baseURL)
	require.NoError(t, err)
	t.Cleanup(asking.CloseIdleConnections)
	parsed, err := move.ParseAddress(address)
	require.NoError(t, err)
	account, err := asking.Account(t.Context(), parsed)
	require.NoError(t, err)
	return account
}

func TestLocalnetJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arguments []string
		dialect   string
		version   string
		seed      uint64
		sent      uint64
	}{
		{[]string{"--block-time", "0"}, "spec", "spec", 0, 1_200},
		{[]string{"--block-time", "0", "--node-version", "11"}, "deployed", "11", 0, 1_200},
		{[]string{"--block-time", "0", "--seed", "18446744073709551615", "--dialect", "deployed", "--transactions", "37", "--accounts", "20"}, "deployed", "spec", 1<<64 - 1, 37},
	} {
		t.Run(c.dialect+" "+c.version, func(t *testing.T) {
			r := startLocalnet(t, append(c.arguments, "-o", "json")...)
			network := read[localnetShape](t, r.line(t))
			require.Regexp(t, `^http://127\.0\.0\.1:[0-9]+$`, network.BaseURL)
			require.Equal(t, uint64(255), network.ChainID)
			require.Equal(t, c.dialect, network.Dialect)
			require.Equal(t, c.version, network.Version)
			require.Equal(t, c.seed, network.Seed)
			require.Equal(t, network.BaseURL, network.OracleURL)
			require.Equal(t, []string{network.BaseURL}, network.Nodes)
			require.Nil(t, network.AdminURL)
			require.Equal(t, "simulated", network.APIKey)
			require.Contains(t, network.Pairs, "btc_usdt")
			require.Regexp(t, `^0x[0-9a-f]{64}$`, network.PriceFeed)
			require.Equal(t, c.dialect == "deployed", network.Stream != nil)
			require.Equal(t, "treasury", network.Accounts[0].Name)
			for _, account := range network.Accounts {
				require.Regexp(t, `^0x[0-9a-f]{64}$`, account.Address)
			}
			require.Equal(t, c.sent, accountAt(t, network.BaseURL, network.Accounts[0].Address).SequenceNumber)

			got := foredeck(t, "txs", network.Accounts[0].Address, "--limit", "3", "--base-url", network.BaseURL, "-o", "jsonl")
			require.Zero(t, got.code, got.stderr)
			require.Equal(t, span(int(c.sent)-1, int(c.sent)-3), numbersOf(t, got.stdout))

			require.Equal(t, outcome{}, r.end(), "nothing but the line, and a clean end")
			_, err := net.Dial("tcp", strings.TrimPrefix(network.BaseURL, "http://"))
			require.Error(t, err, "the port is closed")
		})
	}
}

func TestLocalnetText(t *testing.T) {
	t.Parallel()
	r := startLocalnet(t, "--block-time", "0", "--seed", "5")
	require.Contains(t, r.line(t), "simulated network")
	var printed strings.Builder
	for !strings.Contains(printed.String(), "ctrl+c") {
		printed.WriteString(r.line(t))
	}
	for _, pattern := range []string{`chain id +255`, `dialect +spec`, `seed +5`, `prices +http://127`, `api key +simulated`, `pairs .*btc_usdt`, `treasury +0x[0-9a-f]{64}`, `foredeck --base-url http://`} {
		require.Regexp(t, pattern, printed.String())
	}
	baseURL := regexp.MustCompile(`http://\S+`).FindString(printed.String())
	address := regexp.MustCompile(`treasury +(\S+)`).FindStringSubmatch(printed.String())[1]
	require.Equal(t, uint64(1_200), accountAt(t, baseURL, address).SequenceNumber)
	require.Equal(t, outcome{}, r.end())
}

// Several nodes are listed with the address of their switches, which work.
func TestLocalnetNodes(t *testing.T) {
	t.Parallel()
	r := startLocalnet(t, "--block-time", "0", "--nodes", "3", "-o", "json")
	network := read[localnetShape](t, r.line(t))
	require.Len(t, network.Nodes, 3)
	require.Equal(t, network.BaseURL, network.Nodes[0])
	post := func(path string) {
		t.Helper()
		response, err := http.Post(*network.AdminURL+path, "", nil)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusOK, response.StatusCode)
	}
	post("/nodes/2/stop")
	got := foredeck(t, "block", "head", "--base-url", network.Nodes[1])
	require.Equal(t, exitUnreachable, got.code)
	head := foredeck(t, "block", "head", "--base-url", network.Nodes[2], "-o", "json")
	require.Zero(t, head.code, head.stderr)
	post("/nodes/2/resume")
	require.Equal(t, head, foredeck(t, "block", "head", "--base-url", network.Nodes[1], "-o", "json"))
	require.Equal(t, outcome{}, r.end())

	r = startLocalnet(t, "--block-time", "0", "--nodes", "2")
	var printed strings.Builder
	for !strings.Contains(printed.String(), "ctrl+c") {
		printed.WriteString(r.line(t))
	}
	urls := regexp.MustCompile(`http://\S+`).FindAllString(printed.String(), 3)
	require.Regexp(t, `node +`+urls[0]+`\n +`+urls[1]+`\nadmin +`+urls[2]+`\n`, printed.String())
	require.Contains(t, printed.String(), "foredeck --base-url "+urls[0]+" --base-url "+urls[1]+"\n")
	require.Contains(t, printed.String(), "curl -X POST "+urls[2]+"/nodes/2/stop")
	require.Equal(t, outcome{}, r.end())
}

// A long history with a large committee is served from its first block on.
func TestLocalnetHistory(t *testing.T) {
	t.Parallel()
	r := startLocalnet(t, "--block-time", "0", "--members", "200", "--blocks", "1000000", "--epoch-blocks", "10000", "-o", "json")
	network := read[localnetShape](t, r.line(t))
	for height, epoch := range map[string]string{"0": "1", "777777": "78", "999999": "100"} {
		got := foredeck(t, "block", height, "--base-url", network.BaseURL, "-o", "json")
		require.Zero(t, got.code, got.stderr)
		require.Regexp(t, `"epoch": ?`+epoch+`\b`, got.stdout)
		require.Contains(t, got.stdout, `"members": 200`)
	}
	require.Equal(t, exitNotFound, foredeck(t, "block", "1000000", "--base-url", network.BaseURL).code)
	require.Equal(t, outcome{}, r.end())
}

// A network requires the configured secrets; foredeck sends those from the environment.
func TestLocalnetSecrets(t *testing.T) {
	r := startLocalnet(t, "--block-time", "0", "--dialect", "deployed", "--api-key", "a-key", "--consensus-token", "a-token", "-o", "json")
	network := read[localnetShape](t, r.line(t))
	require.Equal(t, "a-key", network.APIKey)
	for _, c := range []struct {
		arguments []string
		variable  string
		secret    string
	}{
		{[]string{"price", "btc_usdt"}, "FOREDECK_API_KEY", "a-key"},
		{[]string{"history", "btc_usdt", "--limit", "3"}, "FOREDECK_API_KEY", "a-key"},
		{[]string{"block", "7"}, "FOREDECK_CONSENSUS_TOKEN", "a-token"},
		{[]string{"block", "head"}, "FOREDECK_CONSENSUS_TOKEN", "a-token"},
		{[]string{"blocks", "--last", "3"}, "FOREDECK_CONSENSUS_TOKEN", "a-token"},
	} {
		ask := func(value string) outcome {
			t.Setenv(c.variable, value)
			return foredeck(t, append(c.arguments, "--base-url", network.BaseURL, "-v")...)
		}
		for _, value := range []string{"", "wrong-one"} {
			got := ask(value)
			require.Equal(t, exitUnauthorized, got.code, got.stderr)
			require.Empty(t, got.stdout)
			require.Contains(t, got.stderr, "set "+c.variable)
			require.NotContains(t, got.stderr, "wrong-one")
		}
		got := ask(c.secret)
		require.Zero(t, got.code, got.stderr)
		require.NotContains(t, got.stdout+got.stderr, c.secret)
	}
	require.Equal(t, outcome{}, r.end())
}

// --coin-order sets the direction of lists without a start on v1 and v2; the printed output is the same.
func TestLocalnetCoinOrder(t *testing.T) {
	t.Parallel()
	var printed []string
	for _, order := range []string{"newest", "oldest"} {
		r := startLocalnet(t, "--block-time", "0", "--coin-order", order, "--transactions", "300", "-o", "json")
		network := read[localnetShape](t, r.line(t))
		got := foredeck(t, "txs", network.Accounts[0].Address, "--kind", "coin", "--all", "--rpc-version", "v2", "--base-url", network.BaseURL, "-o", "csv")
		require.Zero(t, got.code, got.stderr)
		printed = append(printed, got.stdout)
		require.Equal(t, outcome{}, r.end())
	}
	require.Equal(t, len(lines(t, printed[0])), len(lines(t, printed[1])))
}

// A network whose address cannot be printed is stopped.
func TestLocalnetWithoutOutput(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"table", "json"} {
		var stderr bytes.Buffer
		code := execute(context.WithoutCancel(t.Context()), []string{"localnet", "--listen", "127.0.0.1:0", "-o", format}, &full{}, &stderr)
		require.Equal(t, exitOther, code)
		require.Contains(t, stderr.String(), errFull.Error())
	}
}

func TestLocalnetPortInUse(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	got := foredeck(t, "localnet", "--listen", listener.Addr().String())
	require.Equal(t, exitOther, got.code)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, listener.Addr().String())
	require.Contains(t, got.stderr, "the port is in use")
}

// Configured failures and delays apply to responses.
func TestLocalnetFaults(t *testing.T) {
	t.Parallel()
	r := startLocalnet(t, "--block-time", "0", "--fail-rate", "1", "-o", "json")
	network := read[localnetShape](t, r.line(t))
	got := foredeck(t, "account", network.Accounts[0].Address, "--base-url", network.BaseURL)
	require.Contains(t, []int{exitServerError, exitUnreachable}, got.code)
	require.Equal(t, outcome{}, r.end())

	r = startLocalnet(t, "--block-time", "0", "--latency", "1h", "-o", "json")
	network = read[localnetShape](t, r.line(t))
	got = foredeck(t, "account", network.Accounts[0].Address, "--base-url", network.BaseURL, "--timeout", "50ms")
	require.Equal(t, exitUnreachable, got.code)
	require.Equal(t, outcome{}, r.end())
}
