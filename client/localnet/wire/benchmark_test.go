package wire

import (
	"fmt"
	"net/http"
	"testing"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// BenchmarkPage requests 100 records from the middle of lists whose lengths differ by a
// factor of a thousand. The times must not.
func BenchmarkPage(b *testing.B) {
	for _, size := range []int{1_000, 1_000_000} {
		n := newOwnNode(b, chain.Config{Accounts: 40, Transactions: size}, Options{Dialect: httpapi.Deployed})
		account, records := n.chain.Account(n.Accounts()[0].Address)
		middle := coinCursor(&records, account.CoinTransactions[len(account.CoinTransactions)/2])
		height := records.Transactions[account.Automated[len(account.Automated)/2]].Height
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
			b.Run(fmt.Sprintf("%s/of=%d", c.name, size), func(b *testing.B) {
				var headers []string
				if c.compressed {
					headers = []string{"Accept-Encoding", "gzip"}
				}
				b.ReportAllocs()
				for b.Loop() {
					response := apitest.Do(b, n, http.MethodGet, "/rpc/"+c.path, headers...)
					if response.Status != http.StatusOK || len(response.Body) < 1_000 {
						b.Fatal(response.Status, len(response.Body))
					}
				}
			})
		}
	}
}

// BenchmarkState requests all modules of the framework, all resources of treasury, and a balance.
func BenchmarkState(b *testing.B) {
	n := newNode(b, 7, Options{Dialect: httpapi.Deployed})
	treasury := named(b, n, "treasury").String()
	apitest.Get(b, n, "/rpc/v3/accounts/0x1/modules")
	for name, path := range map[string]string{
		"modules": "0x1/modules?count=100", "module": "0x1/modules/coin", "resources": treasury + "/resources?count=100",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				apitest.Get(b, n, "/rpc/v3/accounts/"+path)
			}
		})
	}
	b.Run("view", func(b *testing.B) {
		body := viewBody("0x1::coin::balance", nativeType, `"`+treasury+`"`)
		for b.Loop() {
			if response := postView(b, n, "v3", jsonViewMedia, body); response.Status != http.StatusOK {
				b.Fatal(response.Body)
			}
		}
	})
}
