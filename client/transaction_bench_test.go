package client

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ordinary records take as few allocations as before their JSON had all parts: 19 each, and none to be encoded.
func TestAllocationsOfTransactions(t *testing.T) {
	records := make([]string, 100)
	for i := range records {
		records[i] = deployedRecord(uint64(1000-i), 4)
	}
	page := apiResponse{url: "http://node/list", body: []byte("[" + strings.Join(records, ",") + "]")}
	var transactions []Transaction
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { transactions = newBodyReader(page).transactions() }), 1910.0)
	dst := transactions[0].AppendJSON(nil)
	require.Zero(t, testing.AllocsPerRun(10, func() { dst = transactions[0].AppendJSON(dst[:0]) }))
}

// A page of 100 transactions with 5 events each must decode in under 2 ms.
func BenchmarkDecodeTransactions(b *testing.B) {
	records := make([]string, 100)
	for i := range records {
		records[i] = deployedRecord(uint64(1000-i), 4)
	}
	page := apiResponse{url: "http://node/list", body: []byte("[" + strings.Join(records, ",") + "]")}
	b.SetBytes(int64(len(page.body)))
	b.ReportAllocs()
	for b.Loop() {
		reader := newBodyReader(page)
		transactions := reader.transactions()
		require.NoError(b, reader.end())
		require.Len(b, transactions, 100)
	}
}
