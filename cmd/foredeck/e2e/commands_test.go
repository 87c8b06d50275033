package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

func TestCommandsSendNoQueries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		arguments []string
		status    int
		say       string
	}{
		"version":       {[]string{"version"}, 0, `^foredeck \S`},
		"help":          {[]string{"--help"}, 0, `foredeck \[TARGET\]`},
		"account":       {[]string{"account", "treasury"}, 0, `\n0x[0-9a-f]{64} +1,2\d\d +0x[0-9a-f]{64}\n$`},
		"account, JSON": {[]string{"account", "treasury", "-o", "json"}, 0, `"sequence_number": 12\d\d,`},
		"txs":           {[]string{"txs", "treasury"}, 0, `^SEQ .*\n(1,[12]\d\d .*\n){20}$`},
		"bad address":   {[]string{"account", "zz"}, 2, `zz.*neither a saved name nor an address`},
		"bad target":    {[]string{"zz"}, 2, `zz.*neither a saved name nor an address`},
	} {
		t.Run(name, func(t *testing.T) {
			x := terminal.Start(t, terminal.Size{Columns: 200, Rows: 50},
				terminal.Options{Silent: true, Environment: environment(t)}, program, c.arguments...)
			require.Equal(t, c.status, x.ExitStatus(patience), x.Output())
			require.Empty(t, x.Responses(), "no query")
			require.False(t, escapes(x.Output()), "output: %q", x.Output())
			require.Regexp(t, c.say, strings.ReplaceAll(x.Output(), "\r\n", "\n"))
		})
	}
}

func TestSilentTerminalDoesNotBlock(t *testing.T) {
	t.Parallel()
	x := terminal.Start(t, terminal.Size{Columns: 80, Rows: 24},
		terminal.Options{Silent: true, Environment: environment(t)}, program)
	x.Type("treasury") // before any query could get a response
	x.WaitFor(`^│ > treasury +│$`, patience)
	x.Key("enter")
	waitForList(t, x, "the transactions that treasury sent", anyList)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

func TestVersionIsOneLine(t *testing.T) {
	got := run(t, "version")
	require.Zero(t, got.status)
	require.Empty(t, got.stderr)
	require.Regexp(t, `^foredeck \S+.*\n$`, got.stdout)
}

func TestDeckWithoutTerminal(t *testing.T) {
	got := run(t)
	require.Equal(t, 2, got.status)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, "terminal")
	require.Contains(t, got.stderr, "foredeck account")
	require.False(t, escapes(got.stderr), "%q", got.stderr)
}

func TestInvalidArgumentsSendNoRequest(t *testing.T) {
	var requests atomic.Int64
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"message":"Information not available for 1"}`))
	}))
	defer node.Close()

	for name, c := range map[string]struct {
		arguments []string
		say       []string
	}{
		"not hex":   {[]string{"account", "zz"}, []string{"address", "zz", "saved name"}},
		"too long":  {[]string{"account", strings.Repeat("1", 65)}, []string{"address", "65", "64"}},
		"empty":     {[]string{"account", ""}, []string{"address", "empty"}},
		"txs":       {[]string{"txs", "zz"}, []string{"address", "zz", "saved name"}},
		"no kind":   {[]string{"txs", "0x1", "--kind", "odd"}, []string{"kind", "odd"}},
		"no format": {[]string{"account", "0x1", "-o", "odd"}, []string{"odd"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, append(c.arguments, "--base-url", node.URL)...)
			require.Equal(t, 2, got.status, got.stderr)
			require.Empty(t, got.stdout)
			for _, word := range c.say {
				require.Contains(t, got.stderr, word)
			}
		})
	}
	require.Zero(t, requests.Load())

	require.Equal(t, 4, run(t, "account", "0x1", "--base-url", node.URL).status, "not found")
	require.NotZero(t, requests.Load(), "a valid argument is requested")
}
