package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// benchTransactions is the number of transactions printed.
const benchTransactions = 10_000

// BenchmarkTransactions prints all transactions of an account in each format, beside a loop that only reads the bodies. The
// responses are in memory.
func BenchmarkTransactions(b *testing.B) {
	network, err := localnet.Start(b.Context(), localnet.Options{Seed: 7, Transactions: benchTransactions})
	require.NoError(b, err)
	defer network.Close()
	var lock sync.Mutex
	var paths []string
	bodies, size := map[string][]byte{}, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		path := r.URL.RequestURI()
		if bodies[path] == nil {
			response, err := http.Get(network.BaseURL() + path)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			bodies[path], paths, size = body, append(paths, path), size+len(body)
		}
		_, _ = w.Write(bodies[path]) // the client reports an incomplete body
	}))
	defer server.Close()
	list := func(format string) {
		code := execute(b.Context(), []string{"txs", network.Accounts()[0].Address.String(), "--all", "--base-url", server.URL, "-o", format}, io.Discard, b.Output())
		require.Zero(b, code)
	}
	list("raw") // fetches the bodies
	b.Run("bodies", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, path := range paths {
				response, err := http.Get(server.URL + path)
				require.NoError(b, err)
				_, err = io.ReadAll(response.Body)
				require.NoError(b, err)
				require.NoError(b, response.Body.Close())
			}
		}
	})
	for _, format := range []string{"csv", "jsonl", "json", "table"} {
		b.Run(format, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				list(format)
			}
		})
	}
}
