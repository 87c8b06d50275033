package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/command"
	"foredeck/tui/tuitest/effort"
)

func requireASCII(t *testing.T, printed outcome, arguments []string) {
	t.Helper()
	for _, output := range []string{printed.stdout, printed.stderr} {
		at := strings.IndexFunc(output, func(r rune) bool { return r > 126 })
		require.Negative(t, at, "%v: %.80q", arguments, output[max(at-20, 0):])
	}
}

// With --ascii, no command prints a byte over 127, in any format, also in help and errors. JSON means the same.
func TestASCIIOfEveryCommand(t *testing.T) {
	effort.SkipUnderRace(t)
	network := frozen(t, localnet.Deployed)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	lines, marks := documentLines(t, network), ""
	for _, declared := range command.All() {
		requireASCII(t, foredeck(t, declared.Name, "--help", "--ascii"), []string{declared.Name, "--help"})
		requireASCII(t, foredeck(t, declared.Name, "--limit", "…", "--ascii"), []string{declared.Name, "--limit", "…"})
		for _, line := range lines[declared.Name] {
			if declared.Name != "compare" { // whose nodes are arguments
				line = append(line, "--base-url", network.BaseURL())
			}
			for _, format := range slices.Concat(declared.Formats, []string{"yaml"}) {
				if format == "raw" || format == "yaml" && !declared.Supports("json") {
					continue
				}
				arguments := slices.Concat([]string{declared.Name}, line, []string{"-o", format})
				printed := foredeck(t, append(arguments, "--ascii")...)
				requireASCII(t, printed, arguments)
				if format == "table" && declared.Name != "doctor" { // which measures times
					plain := foredeck(t, arguments...).stdout
					require.Equal(t, strings.Count(plain, "\n"), strings.Count(printed.stdout, "\n"), arguments)
					marks += plain
				}
			}
		}
	}
	for _, mark := range []string{"…", "✗"} {
		require.Contains(t, marks, mark, "the commands print marks without --ascii")
	}
}

// Data is escaped in JSON as JSON does it, so that it means the same, and in other formats in the same way. The format raw is what the node
// sent.
func TestASCIIEscapesData(t *testing.T) {
	t.Parallel()
	record := transfer(0)
	require.Contains(t, record, `"Success"`)
	n := serve(t, sentBy([]string{strings.ReplaceAll(record, `"Success"`, `"Zürich 東京 🎲…"`)}))
	for format, want := range map[string]string{
		"json": `"Z\u00fcrich \u6771\u4eac \ud83c\udfb2\u2026"`, "csv": `Z\u00fcrich \u6771\u4eac \ud83c\udfb2\u2026`, "table": `Z\u00fcrich`, "raw": `Zürich 東京 🎲…`,
	} {
		printed := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format, "--ascii", "--limit", "1")
		require.Zero(t, printed.code, printed.stderr)
		require.Contains(t, printed.stdout, want, format)
	}
}

// The config file and the locale require ASCII as the flag does, also of commands without a network.
func TestASCIIOfSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("ascii = true\n"), 0o600))
	require.Contains(t, foredeck(t, "keys", "…").stderr, "…")
	requireASCII(t, foredeck(t, "keys", "…", "--config", file), nil)
	t.Setenv("FOREDECK_NETWORK", "nowhere…")
	requireASCII(t, foredeck(t, "config", "show", "--config", file), nil)
	t.Setenv("LC_ALL", "C")
	requireASCII(t, foredeck(t, "keys", "…"), nil)
}

// A character that is written in two parts is not lost.
func TestASCIIOfPartsOfCharacters(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	out := &output{to: &printed, encoding: &encoding{flags: &globalFlags{}, known: true, isSet: true}}
	for _, b := range []byte("a…b🎲") {
		_, err := out.Write([]byte{b})
		require.NoError(t, err)
	}
	require.Equal(t, `a~b\ud83c\udfb2`, printed.String())
}
