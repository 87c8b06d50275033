package main

import (
	"context"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// networkStart is old enough for ages to be shown as dates.
var networkStart = time.Date(2001, time.August, 1, 12, 0, 0, 0, time.UTC)

// startFrozen starts a network that produces no blocks. The same dialect gives the same chain.
func startFrozen(dialect localnet.Dialect) (*localnet.Network, error) {
	return localnet.Start(context.Background(), localnet.Options{Dialect: dialect, Start: networkStart, Seed: 3, Transactions: 250})
}

// shared holds a network per dialect for the tests that only read; TestMain closes them.
var shared struct {
	sync.Mutex
	networks map[localnet.Dialect]*localnet.Network
}

// frozen returns the shared network of a dialect.
func frozen(t *testing.T, dialect localnet.Dialect) *localnet.Network {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.networks[dialect] == nil {
		network, err := startFrozen(dialect)
		require.NoError(t, err)
		if shared.networks == nil {
			shared.networks = map[localnet.Dialect]*localnet.Network{}
		}
		shared.networks[dialect] = network
	}
	return shared.networks[dialect]
}

// ownNetwork starts a network for a test that adds blocks to it.
func ownNetwork(t *testing.T) *localnet.Network {
	t.Helper()
	network, err := startFrozen(localnet.Deployed)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// wireInstant matches an instant in the forms of both dialects.
var wireInstant = regexp.MustCompile(`"timestamp":\s*\{\s*"(?:timestamp|microseconds_since_unix_epoch)":\s*(\d+)(?:,\s*"utc_date_time":\s*"[^"]*")?\s*\}`)

// inEveryForm runs a command line against both dialects with each of the versions, and requires that the output is the same. It returns
// the output.
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
			requireSanitized(t, got.stdout)
			// The payload of a block is as the node wrote it.
			got.stdout = wireInstant.ReplaceAllString(got.stdout, `"timestamp":$1`)
			if first == "" {
				first = got.stdout
			}
			require.Equal(t, first, got.stdout, "%s %s", dialect, version)
		}
	}
	return first
}

var everyVersion = []string{"auto", "v1", "v2", "v3"}
