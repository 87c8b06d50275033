package localnet

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkBuild makes the default chain, as every start does.
func BenchmarkBuild(b *testing.B) {
	options, err := Options{}.complete()
	require.NoError(b, err)
	for b.Loop() {
		if err := newChain(options).build(b.Context(), options.Start); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart is a start with the default chain, until the first answer has come.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		n, err := Start(b.Context(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		get(b, n, "/rpc/v3/accounts/0x1")
		if err := n.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPage asks for 100 records over HTTP, from the middle of lists whose lengths
// differ a thousandfold: the times must not.
func BenchmarkPage(b *testing.B) {
	for _, size := range []int{1_000, 1_000_000} {
		n := launch(b, Options{Transactions: size, Dialect: Deployed})
		require.NoError(b, n.standing(b.Context()))
		account, records := n.chain.indexesOf(n.Accounts()[0].Address)
		middle := records.cursor(account.moving[len(account.moving)/2])
		height := records.transactions[account.automated[len(account.automated)/2]].block
		for _, c := range []struct {
			name, path string
			compressed bool
		}{
			{"sent", fmt.Sprintf("v3/accounts/%s/transactions?count=100&start=%d", n.Accounts()[0].Address, size/2), false},
			{"sent, gzip", fmt.Sprintf("v3/accounts/%s/transactions?count=100&start=%d", n.Accounts()[0].Address, size/2), true},
			{"coin", fmt.Sprintf("v3/accounts/%s/coin_transactions?count=100&start=%d", n.Accounts()[0].Address, middle), false},
			{"coin of v1", fmt.Sprintf("v1/accounts/%s/coin_transactions?count=100&start=%d", n.Accounts()[0].Address, middle), false},
			{"automated", fmt.Sprintf("v3/accounts/%s/automated_transactions?count=100&block_height=%d", n.Accounts()[0].Address, height), false},
			{"block", fmt.Sprintf("v1/consensus/block/height/%d?with_batches=true", height), false},
		} {
			transport := &http.Transport{DisableCompression: !c.compressed}
			b.Run(fmt.Sprintf("%s/of=%d", c.name, size), func(b *testing.B) {
				request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, n.BaseURL()+"/rpc/"+c.path, nil)
				require.NoError(b, err)
				b.ReportAllocs()
				for b.Loop() {
					response, err := transport.RoundTrip(request)
					if err != nil {
						b.Fatal(err)
					}
					size, err := io.Copy(io.Discard, response.Body)
					if err != nil || response.StatusCode != http.StatusOK || size < 1_000 {
						b.Fatal(response.Status, size, err)
					}
					response.Body.Close()
				}
			})
			transport.CloseIdleConnections()
		}
	}
}

// BenchmarkIdle is all that a network nobody asks does: one block for each block time.
func BenchmarkIdle(b *testing.B) {
	n := launch(b, Options{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := n.Produce(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
