package chain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// start is the time of the newest block at the start.
var start = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

// buildDefault builds a chain of the default size.
func buildDefault(t testing.TB, seed uint64) *Chain {
	t.Helper()
	c := New(Config{Seed: seed, Accounts: 40, Transactions: 1_200})
	require.NoError(t, c.Build(t.Context(), start))
	return c
}

// No balance becomes negative, for any seed and size.
func TestBalancesStayPositive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		config := Config{
			Seed:         rapid.Uint64().Draw(t, "seed"),
			Accounts:     rapid.IntRange(len(namedSpecs), 60).Draw(t, "accounts"),
			Transactions: rapid.IntRange(1, 400).Draw(t, "transactions"),
		}
		c := New(config)
		require.NoError(t, c.Build(t.Context(), start))

		running := make([][CoinCount]uint64, len(c.accounts))
		settle := func(from, to uint32) {
			for _, moved := range c.records.Movements[from:to] {
				balance := &running[moved.Account][moved.Coin]
				if moved.IsDeposit {
					*balance += moved.Amount
					continue
				}
				require.GreaterOrEqual(t, *balance, moved.Amount)
				*balance -= moved.Amount
			}
		}
		settle(0, c.records.Transactions[0].FirstMovement)
		for _, sent := range c.records.Transactions {
			settle(sent.FirstMovement, sent.FirstMovement+uint32(sent.MovementCount))
			fee := uint64(sent.GasUsed) * uint64(sent.GasPrice)
			require.GreaterOrEqual(t, running[sent.FeePayer][Native], fee)
			running[sent.FeePayer][Native] -= fee
		}
		require.Len(t, c.accounts[Treasury].Sent, config.Transactions)
		for id := range running {
			for coin := range running[id] {
				require.Equal(t, c.accounts[id].Stores[coin].Balance, running[id][coin])
			}
		}
	})
}

// Treasury always has enough funds to send.
func TestTreasuryBalance(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		c := buildDefault(t, seed)
		require.Greater(t, c.accounts[Treasury].Stores[Native].Balance, namedSpecs[Treasury].native/2, "seed %d", seed)
	}
}

// Blocks have consistent parents, times, epochs, rounds, authors and transactions.
func TestBlocks(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 5)
	blocks := c.records.blocks
	require.Equal(t, start, c.NewestTime().UTC())

	skips, next, users, authors, counts := 0, uint32(0), uint8(0), map[uint16]bool{}, map[uint8]int{}
	for height, block := range blocks {
		require.Equal(t, next, block.FirstTransaction)
		for _, made := range c.records.Transactions[next:][:block.TransactionCount] {
			if made.Type() == UserTransaction {
				users++
			}
		}
		next += uint32(block.TransactionCount)
		counts[users]++
		users = 0
		authors[block.Author] = true
		require.Less(t, int(block.Author), DefaultMembers)
		if height == 0 {
			require.Equal(t, Digest{}, c.records.ParentHash(0))
			continue
		}
		before := blocks[height-1]
		require.Equal(t, before.Hash, c.records.ParentHash(uint32(height)))
		require.Greater(t, block.Age, before.Age)
		if block.Epoch == before.Epoch {
			require.Greater(t, block.Round, before.Round)
			skips += int(block.Round - before.Round - 1)
		} else {
			require.Equal(t, before.Epoch+1, block.Epoch)
			require.Less(t, block.Round, before.Round)
		}
	}
	require.Len(t, c.records.Transactions, int(next))
	require.Len(t, authors, DefaultMembers)
	require.Greater(t, blocks[len(blocks)-1].Epoch, uint32(2))
	require.Positive(t, skips)
	require.Less(t, skips, len(blocks)/10)
	for count := range uint8(5) {
		require.Positive(t, counts[count], "blocks of %d transactions", count)
	}
	require.Len(t, counts, 5)
}

// BenchmarkBuild builds the default chain.
func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		buildDefault(b, 0)
	}
}

// Expired tasks do not run.
func TestTasksExpire(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 7)
	require.Positive(t, c.activeTasks)
	before := len(c.records.Transactions)
	c.addBlock(c.newestAge()+2*TaskLifetime*microsecondsPerSecond, c.runTask)
	require.Equal(t, c.activeTasks, c.expiredTasks)
	for _, made := range c.records.Transactions[before:] {
		require.NotEqual(t, AutomatedTransaction, made.Type())
	}
}
