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

// BenchmarkPage asks for 100 transactions over HTTP, from the middle of lists whose
// lengths differ a thousandfold: the times must not.
func BenchmarkPage(b *testing.B) {
	for _, size := range []int{1_000, 1_000_000} {
		n := launch(b, Options{Transactions: size, Dialect: Deployed})
		require.NoError(b, n.standing(b.Context()))
		url := fmt.Sprintf("%s/rpc/v3/accounts/%s/transactions?count=100&start=%d", n.BaseURL(), n.Accounts()[0].Address, size/2)
		for _, compressed := range []bool{false, true} {
			transport := &http.Transport{DisableCompression: !compressed}
			b.Run(fmt.Sprintf("of=%d/gzip=%t", size, compressed), func(b *testing.B) {
				request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
				require.NoError(b, err)
				b.ReportAllocs()
				for b.Loop() {
					response, err := transport.RoundTrip(request)
					if err != nil {
						b.Fatal(err)
					}
					size, err := io.Copy(io.Discard, response.Body)
					if err != nil || size < 100_000 {
						b.Fatal(size, err)
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
