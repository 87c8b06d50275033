package localnet

import (
	"testing"
)

// BenchmarkStart starts a default network and waits for its first response.
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

// BenchmarkIdle produces a block, the only work of an idle network.
func BenchmarkIdle(b *testing.B) {
	n := launch(b, Options{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := n.Produce(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
