package index_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
)

// chain makes blocks of simulated transactions with two events each, the same ones for the same height.
type chain struct {
	senders, perBlock int
	blockTime         uint64 // microseconds
}

var functions = []string{
	"0x1::native_account::transfer", "0x1::coin::transfer", "0x1::multisig_account::create", "0x77::pool::swap_exact_in", "0x77::pool::add_liquidity",
	"0x88::market::list", "0x88::market::buy", "0x99::staking::stake", "0x99::staking::unstake", "0x1::code::publish_package_txn",
}

var failures = []string{
	"Move abort in 0x77::pool: ESLIPPAGE(0x10006): the price has moved", "Move abort in 0x88::market: 0x4", "Out of gas",
	"Execution failed in 0x1::coin::withdraw at code offset 12",
}

func address(kind byte, number int) (a move.Address) {
	a[0] = kind
	for i := range 8 {
		a[31-i] = byte(number >> (8 * i))
	}
	for i := 1; i < 24; i++ { // as hashes, which do not compress
		a[i] = byte(number*131 + i*29)
	}
	return a
}

func (c chain) block(height uint64) client.Block {
	random := rand.New(rand.NewPCG(height, 1))
	at := client.Timestamp(1_790_000_000_000_000 + height*c.blockTime)
	block := client.Block{Height: height, Digest: fmt.Sprintf("0x%064x", height), Parent: fmt.Sprintf("0x%064x", height-1), Timestamp: &at, Epoch: new(height / 300), Round: new(height % 300)}
	for range c.perBlock {
		block.Transactions = append(block.Transactions, c.transaction(random, &block))
	}
	return block
}

func (c chain) transaction(random *rand.Rand, block *client.Block) client.Transaction {
	skewed := func(n int) int { return int(random.Float64() * random.Float64() * random.Float64() * float64(n)) }
	sender, receiver := address(1, skewed(c.senders)), address(1, skewed(c.senders))
	amount := random.Uint64N(1_000_000_000)
	t := client.Transaction{
		Hash: fmt.Sprintf("0x%016x%016x%016x%016x", random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()), Type: "user", Status: "Success",
		Sender: &sender, SequenceNumber: new(random.Uint64N(10_000)), GasUsed: new(random.Uint64N(1000)), GasUnitPrice: new(uint64(100_000)), MaxGasAmount: new(uint64(20_000)),
		VMStatus: "Executed successfully", Block: block.Header(), Payload: &client.Payload{
			Kind: "entry_function", Function: functions[skewed(len(functions))],
			Arguments: []json.RawMessage{json.RawMessage(fmt.Sprintf("%q", receiver)), json.RawMessage(fmt.Sprintf(`"%d"`, amount))},
		},
	}
	if random.IntN(12) == 0 {
		t.Status, t.VMStatus = "Fail", failures[random.IntN(len(failures))]
		return t
	}
	for i, kind := range []string{"0x1::coin::CoinWithdraw", "0x1::coin::CoinDeposit"} {
		t.Events = append(t.Events, client.Event{Type: kind, Data: json.RawMessage(fmt.Sprintf(
			`{"account":"%s","amount":"%d","coin_type":"0x1::native_coin::NativeCoin"}`, []move.Address{sender, receiver}[i], amount))})
	}
	return t
}

// fill adds blocks from a height on, in batches as an Indexer does: they are made while others are written.
func (c chain) fill(tb testing.TB, w index.Store, from, to uint64) {
	batches := make(chan []client.Block)
	go func() {
		defer close(batches)
		var batch []client.Block
		for height := from; height <= to; height++ {
			if batch = append(batch, c.block(height)); len(batch)*c.perBlock >= 2000 || height == to {
				batches <- batch
				batch = nil
			}
		}
	}()
	for batch := range batches {
		_, err := w.Add(tb.Context(), batch)
		require.NoError(tb, err)
	}
}

// BenchmarkWrite is the writing alone: transactions with two events each.
func BenchmarkWrite(b *testing.B) {
	c := chain{senders: 100_000, perBlock: 10, blockTime: 1_000_000}
	path := filepath.Join(b.TempDir(), "index.db")
	w, err := index.Create(b.Context(), path, index.Blocks)
	require.NoError(b, err)
	var batch []client.Block
	next, written := uint64(0), 0
	b.ResetTimer()
	for written < b.N {
		b.StopTimer()
		batch = batch[:0]
		for range 200 {
			batch = append(batch, c.block(next))
			next++
		}
		b.StartTimer()
		added, err := w.Add(b.Context(), batch)
		require.NoError(b, err)
		written += added.Transactions
	}
	b.StopTimer()
	require.NoError(b, w.Close())
	b.ReportMetric(float64(written)/b.Elapsed().Seconds(), "transactions/s")
	b.ReportMetric(float64(index.Size(path))/float64(written), "bytes/transaction")
}

// BenchmarkQueries is what questions cost in an index of FOREDECK_INDEX_ROWS transactions (50,000), which is made at FOREDECK_INDEX_FILE, or
// used if it is there.
func BenchmarkQueries(b *testing.B) {
	rows, err := strconv.Atoi(cmp.Or(os.Getenv("FOREDECK_INDEX_ROWS"), "50000"))
	require.NoError(b, err)
	c := chain{senders: 100_000, perBlock: 10, blockTime: 1_000_000}
	path := cmp.Or(os.Getenv("FOREDECK_INDEX_FILE"), filepath.Join(b.TempDir(), "index.db"))
	w, err := index.Create(b.Context(), path, index.Blocks)
	require.NoError(b, err)
	gaps, err := w.Gaps(b.Context(), 1, uint64(rows/c.perBlock))
	require.NoError(b, err)
	for _, gap := range gaps {
		c.fill(b, w, gap.First, gap.Last)
	}
	require.NoError(b, w.Close())
	r, err := index.Open(b.Context(), path)
	require.NoError(b, err)
	defer func() { require.NoError(b, r.Close()) }()
	sender := address(1, 0)
	for _, by := range []string{"function", "reason", "outcome", "day", "hour", "sender"} {
		b.Run("statistics/"+by, func(b *testing.B) {
			for b.Loop() {
				s, err := r.Statistics(b.Context(), index.Question{By: []string{by}, Limit: 20})
				require.NoError(b, err)
				require.EqualValues(b, rows, s.Total.Count)
			}
		})
	}
	b.Run("statistics/of a sender", func(b *testing.B) {
		for b.Loop() {
			_, err := r.Statistics(b.Context(), index.Question{By: []string{"function", "reason"}, Sender: &sender})
			require.NoError(b, err)
		}
	})
	for name, statement := range map[string]string{
		"function": "SELECT * FROM transactions WHERE function = '0x1::code::publish_package_txn' ORDER BY height DESC, n DESC LIMIT 100",
		"sender":   "SELECT * FROM transactions WHERE sender = '" + sender.String() + "' ORDER BY height DESC, n DESC LIMIT 100",
		"events":   "SELECT * FROM events WHERE type = '0x1::coin::CoinDeposit' ORDER BY height DESC, n DESC, e DESC LIMIT 100",
		"account":  "SELECT * FROM transfers WHERE account = '" + sender.String() + "' ORDER BY height DESC, n DESC, e DESC LIMIT 100",
	} {
		b.Run("newest 100/"+name, func(b *testing.B) {
			for b.Loop() {
				require.LessOrEqual(b, len(values(b, r, statement)), 100)
			}
		})
	}
	b.ReportMetric(float64(index.Size(path))/float64(rows), "bytes/transaction")
}
