package client_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// benchTransactions is the number of transactions read.
const benchTransactions = 100_000

// BenchmarkWalk reads 100,000 transactions, by an iteration that decodes them and by a loop that only reads the bodies. The
// iteration must take at most 1.3 times as long and use less than 40 MB.
func BenchmarkWalk(b *testing.B) {
	network, err := localnet.Start(b.Context(), localnet.Options{Seed: localSeed, Start: localStart, Transactions: benchTransactions, Dialect: localnet.Deployed})
	require.NoError(b, err)
	defer network.Close()
	treasury := network.Accounts()[0]
	for _, account := range network.Accounts() {
		if account.Name == "treasury" {
			treasury = account
		}
	}
	b.Run("bodies", func(b *testing.B) {
		connection := &http.Client{Transport: &http.Transport{}}
		defer connection.CloseIdleConnections()
		for b.Loop() {
			for start := benchTransactions - 1; start > 0; start -= 100 {
				url := fmt.Sprintf("%s/rpc/v3/accounts/%s/transactions?count=100&ascending=false&start=%d", network.BaseURL(), treasury.Address, start)
				response, err := connection.Get(url)
				require.NoError(b, err)
				body, err := io.ReadAll(response.Body)
				require.NoError(b, err)
				require.NoError(b, response.Body.Close())
				require.True(b, bytes.HasPrefix(body, []byte("[")))
			}
		}
	})
	for _, version := range []client.Version{client.V3, client.V1} {
		b.Run("walk "+version.String(), func(b *testing.B) {
			node, err := client.NewNode(network.BaseURL(), client.WithVersion(version))
			require.NoError(b, err)
			defer node.CloseIdleConnections()
			for b.Loop() {
				count := 0
				for _, err := range node.AllTransactions(b.Context(), treasury.Address, client.NewestFirst) {
					require.NoError(b, err)
					count++
				}
				require.Equal(b, benchTransactions, count)
			}
		})
	}
	b.Run("memory", func(b *testing.B) {
		node, err := client.NewNode(network.BaseURL())
		require.NoError(b, err)
		defer node.CloseIdleConnections()
		heapInUse := func() uint64 {
			var stats runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&stats)
			return stats.HeapAlloc
		}
		before, peak, count := heapInUse(), uint64(0), 0
		for b.Loop() {
			for _, err := range node.AllTransactions(b.Context(), treasury.Address, client.NewestFirst) {
				require.NoError(b, err)
				if count++; count%10_000 == 0 {
					peak = max(peak, heapInUse())
				}
			}
		}
		b.ReportMetric(float64(peak-min(peak, before))/(1<<20), "MB")
	})
}
