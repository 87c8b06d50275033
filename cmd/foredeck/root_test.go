package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/command"
)

// withoutTerminal ensures that neither stdin nor stdout is a terminal.
func withoutTerminal(t *testing.T) {
	t.Helper()
	input, output, err := os.Pipe()
	require.NoError(t, err)
	stdin, stdout := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = input, output
	t.Cleanup(func() {
		os.Stdin, os.Stdout = stdin, stdout
		require.NoError(t, input.Close())
		require.NoError(t, output.Close())
	})
}

func TestDeckWithoutTerminal(t *testing.T) {
	withoutTerminal(t)
	n := serve(t, sentBy(transfers(1)))
	for _, arguments := range [][]string{{}, {"0x1"}, {"treasury"}, {"--no-color"}, {"0x1", "--base-url", n.url}, {"--network", "nowhere"}} {
		got := foredeck(t, arguments...)
		require.Equal(t, exitUsage, got.code, arguments)
		require.Empty(t, got.stdout)
		for _, word := range []string{"the deck requires a terminal", "foredeck account ADDRESS", "foredeck --help"} {
			require.Contains(t, got.stderr, word)
		}
		requireSanitized(t, got.stderr)
	}
	require.Empty(t, n.requests())
}

func TestDeckRejectsFormat(t *testing.T) {
	withoutTerminal(t)
	for _, format := range command.Formats {
		got := foredeck(t, "-o", format)
		require.Equal(t, exitUsage, got.code)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, "foredeck account ADDRESS -o "+format)
		if strings.HasPrefix(format, "json") {
			require.Equal(t, "invalid_argument", read[problemShape](t, got.stderr).Error.Kind)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for line, words := range map[string][]string{
		"--help": {"foredeck [TARGET]", "account ", "txs ", "modules ", "module ", "resources ", "resource ", "view ", "block ", "blocks ", "price ", "history ",
			"doctor ", "localnet ", "version ", "--network", "--base-url", "--oracle-url", "--rpc-version", "--timeout", "--no-color", "--output", "--limit",
			"--all", "--verbose"},
		"help":             {"foredeck [TARGET]"},
		"-h":               {"foredeck [TARGET]"},
		"account --help":   {"foredeck account ADDRESS", "--base-url"},
		"help account":     {"foredeck account ADDRESS", "--base-url"},
		"txs --help":       {"foredeck txs ADDRESS", "--kind", "--type", "--oldest-first", "--start", "--from-height", "--limit", "--all"},
		"modules --help":   {"foredeck modules ADDRESS"},
		"module --help":    {"foredeck module ADDRESS::NAME", "--functions", "--source"},
		"resources --help": {"foredeck resources ADDRESS", "--type"},
		"resource --help":  {"foredeck resource ADDRESS TYPE", "--path"},
		"view --help":      {"foredeck view FUNCTION", "--type-arg", "--arg", "--bcs", "--every"},
		"block --help":     {"foredeck block HEIGHT|head", "--with-batches", "FOREDECK_CONSENSUS_TOKEN"},
		"blocks --help":    {"foredeck blocks", "--last", "--votes", "FOREDECK_CONSENSUS_TOKEN"},
		"price --help":     {"foredeck price PAIR...", "FOREDECK_API_KEY"},
		"history --help":   {"foredeck history PAIR", "--bar", "--from", "--to", "FOREDECK_API_KEY"},
		"doctor --help":    {"foredeck doctor"},
		"localnet --help": {"foredeck localnet", "--listen", "--seed", "--block-time", "--dialect", "--accounts", "--transactions", "--api-key",
			"--consensus-token", "--coin-order", "--latency", "--fail-rate"},
		"version --help": {"foredeck version"},
	} {
		got := foredeck(t, strings.Fields(line)...)
		require.Zero(t, got.code, line)
		require.Empty(t, got.stderr, line)
		requireSanitized(t, got.stdout)
		for _, word := range words {
			require.Contains(t, got.stdout, word, line)
		}
	}
}

func TestEveryCommandRuns(t *testing.T) {
	t.Parallel()
	for _, declared := range command.All() {
		require.Contains(t, runners, declared.Name)
	}
	require.Len(t, runners, len(command.All()))
}
