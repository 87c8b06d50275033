package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/command"
)

func TestNetworkFromEnvironment(t *testing.T) {
	missing := func(t *testing.T, arguments ...string) outcome {
		t.Helper()
		got := foredeck(t, append([]string{"account", "0xdead"}, arguments...)...)
		require.Empty(t, got.stdout)
		return got
	}
	n := serve(t, responding(http.StatusNotFound, `{"message":"Information not available"}`))
	notFound := func(name string) string { return "foredeck: account 0xdead not found on " + name + " (" }

	t.Run("unset", func(t *testing.T) {
		require.Contains(t, missing(t).stderr, notFound("simulated"))
	})
	t.Run("empty", func(t *testing.T) {
		t.Setenv("FOREDECK_NETWORK", "")
		require.Contains(t, missing(t).stderr, notFound("simulated"))
	})
	t.Run("known network", func(t *testing.T) {
		t.Setenv("FOREDECK_NETWORK", "local")
		got := missing(t, "--base-url", n.url)
		require.Equal(t, exitNotFound, got.code)
		require.Contains(t, got.stderr, notFound("local")+n.url+")")
	})
	t.Run("overridden by flag", func(t *testing.T) {
		t.Setenv("FOREDECK_NETWORK", "nowhere")
		got := missing(t, "--network", "simulated")
		require.Equal(t, exitNotFound, got.code)
		require.Contains(t, got.stderr, notFound("simulated"))
	})
	t.Run("unknown network", func(t *testing.T) {
		t.Setenv("FOREDECK_NETWORK", "nowhere")
		requested := len(n.requests())
		got := missing(t, "--base-url", n.url)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, `FOREDECK_NETWORK "nowhere"`)
		require.Contains(t, got.stderr, "simulated, local")
		require.Len(t, n.requests(), requested)
	})
}

func TestNoColorFromEnvironment(t *testing.T) {
	for value, want := range map[string]bool{"": false, "1": true, "0": true} {
		t.Run("NO_COLOR="+value, func(t *testing.T) {
			t.Setenv("NO_COLOR", value)
			flags := &globalFlags{}
			command := rootCommand(flags)
			command.SetContext(t.Context())
			require.NoError(t, command.ParseFlags([]string{"--base-url", "http://127.0.0.1:1"}))
			s, err := flags.openWith(command, opening{})
			require.NoError(t, err)
			defer s.close()
			require.Equal(t, want, s.settings.NoColor)
		})
	}
}

// Commands print no colors, whatever the environment.
func TestCommandsPrintNoColors(t *testing.T) {
	n := serve(t, sentBy(transfers(3)))
	var printed []outcome
	for _, value := range []string{"", "1"} {
		t.Setenv("NO_COLOR", value)
		t.Setenv("CLICOLOR_FORCE", "1")
		t.Setenv("COLORTERM", "truecolor")
		for _, format := range command.Formats {
			got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format)
			require.Zero(t, got.code, got.stderr)
			requireSanitized(t, got.stdout)
			printed = append(printed, got)
		}
	}
	require.Equal(t, printed[:len(command.Formats)], printed[len(command.Formats):])
}

// -v logs each request to stderr and does not change stdout.
func TestVerbose(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(120)))
	quiet := foredeck(t, "txs", senderText, "--limit", "110", "--base-url", n.url, "-o", "json")
	require.Zero(t, quiet.code, quiet.stderr)
	got := foredeck(t, "txs", senderText, "--limit", "110", "--base-url", n.url, "-o", "json", "-v")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, quiet.stdout, got.stdout)
	printed := lines(t, got.stderr)
	require.Len(t, printed, 2)
	for i, request := range n.requests()[2:] {
		require.Regexp(t, "^GET "+regexp.QuoteMeta(n.url+request)+": 200 OK, [0-9]+ bytes, [0-9.]+ m?s$", printed[i])
	}

	url := closedPort()
	got = foredeck(t, "account", "0x1", "--base-url", url, "--verbose")
	require.Equal(t, exitUnreachable, got.code)
	printed = lines(t, got.stderr)
	require.Len(t, printed, 5, "three attempts and the error")
	for _, try := range printed[:3] {
		require.Regexp(t, "^GET "+regexp.QuoteMeta(url)+"/rpc/v3/accounts/0x0{63}1: .*refused.*, 0 bytes, [0-9.]+ m?s$", try)
	}
}

// A path in the base URL is prepended to RPC paths; trailing slashes are ignored.
func TestBaseURLWithAPath(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	for _, end := range []string{"/node/eu", "/node/eu/", "/node/eu//"} {
		got := foredeck(t, "account", "0x1", "--base-url", n.url+end)
		require.Zero(t, got.code, got.stderr)
	}
	for _, request := range n.requests() {
		require.Equal(t, fmt.Sprintf("/node/eu/rpc/v3/accounts/0x%064x", 1), request)
	}
}

// A possible secret in a base URL is rejected and not echoed.
func TestBaseURLWithASecret(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(1)))
	for rule, url := range map[string]string{
		"user name or password": strings.Replace(n.url, "http://", "http://me:hunter2@", 1),
		"query":                 n.url + "?key=hunter2",
		"fragment":              n.url + "#hunter2",
	} {
		for _, arguments := range [][]string{{"account", "0x1"}, {"txs", "0x1", "-v", "-o", "json"}} {
			got := foredeck(t, append(arguments, "--base-url", url)...)
			require.Equal(t, exitUsage, got.code)
			require.Contains(t, got.stderr, "must not contain a "+rule)
			require.NotContains(t, got.stderr, "hunter2")
		}
	}
	require.Empty(t, n.requests())
}
