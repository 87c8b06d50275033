package localnet

import (
	"testing"
)

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
