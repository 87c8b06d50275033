package chain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Pending transactions are those of the next block, with the same expiration, and looking at them changes nothing.
func TestPending(t *testing.T) {
	t.Parallel()
	for _, blockTime := range []time.Duration{0, 700 * time.Millisecond, 5 * time.Second} {
		config := Config{Seed: 5, Accounts: 40, Transactions: 100, EpochBlocks: 50, BlockTime: blockTime}
		looked, other := New(config), New(config)
		require.NoError(t, looked.Build(t.Context(), start))
		require.NoError(t, other.Build(t.Context(), start))
		created, pendingCount := 0, 0
		for i := range 600 {
			at := looked.NewestTime().Add(time.Second)
			if blockTime > 0 { // as a network does
				at = start.Add(time.Duration(i+1)*blockTime - looked.ProposalLead(blockTime))
			}
			pending, before := looked.Pending()
			again, _ := looked.Pending()
			require.Equal(t, pending, again)
			looked.Produce(at)
			other.Produce(at)

			records := looked.Records()
			var users []Transaction
			for _, transaction := range records.TransactionsIn(uint32(looked.Head())) {
				if transaction.Type() == UserTransaction {
					users = append(users, transaction)
				}
			}
			require.Equal(t, users, pending)
			for j := range pending {
				require.Equal(t, records.Expiry(&users[j]), before.Expiry(&pending[j]))
				require.Equal(t, records.Identities[users[j].Counterparty], before.Identities[pending[j].Counterparty])
				if pending[j].Action == CreateAccount {
					created++
				}
			}
			pendingCount += len(pending)
		}
		require.NotZero(t, created)
		require.Greater(t, pendingCount, 600)
		looked.pending = pending{}
		looked.Pending() // also after a look that no block follows
		looked.pending = other.pending
		require.Equal(t, other.state, looked.state)
		require.Equal(t, other.ids, looked.ids)
	}
}

// A chain that lags behind the start has nothing pending, and then continues like the other one.
func TestPendingOfLaggingChain(t *testing.T) {
	t.Parallel()
	config := Config{Seed: 5, Accounts: 40, Transactions: 100}
	whole := New(config)
	require.NoError(t, whole.Build(t.Context(), start))
	lagging, err := whole.Replay(t.Context(), whole.Head()-20, Fork{})
	require.NoError(t, err)
	for lagging.Head() < whole.Head() {
		waiting, _ := lagging.Pending()
		require.Empty(t, waiting)
		require.NoError(t, lagging.Follow(t.Context(), whole, lagging.Head()+1))
	}
	whole.Pending()
	lagging.Pending()
	require.Equal(t, whole.state, lagging.state)
}
