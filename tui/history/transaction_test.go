package history_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/diskcache"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// A link to a transaction opens it with those around it, in both directions.
func TestLinkToTransaction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	openLink(d, withTreasury(d, "simulated/account/TREASURY/tx/700"))
	d.Shows("› seq 700", "sequence 700 of Sent (newest first)", "6 Raw JSON")
	d.Press("J", "J")
	require.Equal(t, "seq 698", d.Crumb())
	d.Press("K", "K", "K", "K")
	require.Equal(t, "seq 702", d.Crumb())
	link, ok := d.Screen().(screen.Linkable).Link()
	require.True(t, ok)
	require.Equal(t, target.Sent(d.Network.Accounts()[0].Address, 702), link.Target)
}

func TestTransactionThatDoesNotExist(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	openLink(d, "simulated/account/treasury/tx/1000000")
	d.Shows("this account has sent no transaction with sequence number 1,000,000", "r retry")
	d.Press("J", "enter", "y", "r")
	d.Shows("has sent no transaction")
}

func TestTransactionDuringFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: line.Wrap})
	line.On.Store(true)
	openLink(d, "simulated/account/treasury/tx/700")
	d.Shows("connection refused")
	line.On.Store(false)
	d.Press("r")
	d.Shows("sequence 700 of Sent")
}

// A hash is looked up among the transactions that were seen, also by an earlier deck.
func TestOpenHash(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hashes.db")
	index, err := diskcache.OpenHashes(path, 1000)
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Deps().Seen.Hashes = index
	openLink(d, "simulated/account/treasury/tx/700")
	hash := d.CopyForms()["hash"]
	require.Len(t, hash, 66)
	require.NoError(t, index.Close())

	index, err = diskcache.OpenHashes(path, 1000)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, index.Close()) })
	d = tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Deps().Seen.Hashes = index
	d.Press(":", "tx "+hash, "enter")
	d.Shows("seq 700", "sequence 700 of Sent")
	d.Press("space", "h", hash)
	d.Shows("transaction")
	d.Press("down", "enter")
	d.Shows("seq 700")

	unseen := "0x" + hash[4:] + "00"
	d.Press(":", "tx "+unseen, "enter")
	d.Shows("not seen yet, and this node has no transactions by hash: use tx ADDRESS SEQUENCE")
}

// A transaction that was replaced when the chain was reset is not mistaken for the one that was seen.
func TestHashOfEarlierChain(t *testing.T) {
	t.Parallel()
	index, err := diskcache.OpenHashes(filepath.Join(t.TempDir(), "hashes.db"), 1000)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, index.Close()) })
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Deps().Seen.Hashes = index
	index.Put(diskcache.Hash{1: 2}, diskcache.Sent{Sender: d.Network.Accounts()[0].Address, Sequence: 700})
	d.Press(":", "tx 0x0002000000000000000000000000000000000000000000000000000000000000", "enter")
	d.Shows("was seen on an earlier chain of this network, which has been reset")
}
