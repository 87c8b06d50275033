package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

func TestCommandsAskTheTerminalNothing(t *testing.T) {
	// A program that asks a silent terminal for its colours waits five seconds
	// for them. This tells that wait, not a slow start.
	const promptly = 3 * time.Second
	for name, arguments := range map[string][]string{
		"version":      {"version"},
		"help":         {"--help"},
		"bad argument": {"account", "zz"},
	} {
		t.Run(name, func(t *testing.T) {
			x := terminal.Start(t, terminal.Size{Columns: 80, Rows: 24},
				terminal.Options{Silent: true, Environment: environment(t)}, program, arguments...)
			x.ExitStatus(promptly)
			require.Empty(t, x.Answers(), "no query")
			require.NotEmpty(t, x.Output())
			require.False(t, escapes(x.Output()), "output: %q", x.Output())
		})
	}
}

func TestVersionIsOneLine(t *testing.T) {
	got := run(t, "version")
	require.Zero(t, got.status)
	require.Empty(t, got.stderr)
	require.Regexp(t, `^foredeck \S+.*\n$`, got.stdout)
}

func TestWithoutATerminalTheDeckSaysWhatToRun(t *testing.T) {
	got := run(t)
	require.Equal(t, 2, got.status)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, "terminal")
	require.Contains(t, got.stderr, "foredeck account")
	require.False(t, escapes(got.stderr), "%q", got.stderr)
}

func TestBadArgumentsMakeNoRequest(t *testing.T) {
	var requests atomic.Int64
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		http.NotFound(w, nil)
	}))
	defer node.Close()

	for name, c := range map[string]struct {
		arguments []string
		say       []string
	}{
		"not hex":   {[]string{"account", "zz"}, []string{"address", "zz", "hex"}},
		"too long":  {[]string{"account", strings.Repeat("1", 65)}, []string{"address", "65", "64"}},
		"empty":     {[]string{"account", ""}, []string{"address", "empty"}},
		"txs":       {[]string{"txs", "zz"}, []string{"address", "zz", "hex"}},
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
	require.NotZero(t, requests.Load(), "a right argument is asked for")
}
