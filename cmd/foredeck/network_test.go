package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// networkStart is so long ago that ages are dates.
var networkStart = time.Date(2001, time.August, 1, 12, 0, 0, 0, time.UTC)

// frozen starts a network that makes no blocks and ends with the test. The same options make the same chain.
func frozen(t *testing.T, dialect localnet.Dialect) *localnet.Network {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect, Start: networkStart, Seed: 3, Transactions: 250})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// inEveryForm runs one command line against both dialects by each of the versions, and asks that what is printed does not tell
// which it was. It gives what was printed.
func inEveryForm(t *testing.T, versions []string, arguments ...string) string {
	t.Helper()
	var first string
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network := frozen(t, dialect)
		if arguments[0] == "price" || arguments[0] == "history" {
			t.Setenv("FOREDECK_API_KEY", network.APIKey()) // only these need it, and the others can run in parallel
		}
		for _, version := range versions {
			line := append([]string{"--base-url", network.BaseURL(), "--rpc-version", version}, arguments...)
			for i := range line {
				if line[i] == "TREASURY" {
					line[i] = network.Accounts()[0].Address.String()
				}
			}
			got := foredeck(t, line...)
			require.Zero(t, got.code, "%s %s: %s", dialect, version, got.stderr)
			require.Empty(t, got.stderr)
			requireHarmless(t, got.stdout)
			if first == "" {
				first = got.stdout
			}
			require.Equal(t, first, got.stdout, "%s %s", dialect, version)
		}
	}
	return first
}

var everyVersion = []string{"auto", "v1", "v2", "v3"}
