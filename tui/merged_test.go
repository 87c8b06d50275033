package tui

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// loaded is the records of the list that is shown, from the newest on.
func loaded(d *deck) []*client.Transaction {
	list := accountList(d)
	records := make([]*client.Transaction, list.Len())
	for i := range records {
		at := i
		if list.Order() == client.OldestFirst {
			at = len(records) - 1 - i
		}
		records[i] = list.At(at)
	}
	return records
}

// sentAndMoved is the hashes of what the node has in the two lists of the account treasury.
func sentAndMoved(d *deck) map[string]bool {
	node, address := d.model.deps.Node, d.network.Accounts()[0].Address
	hashes := map[string]bool{}
	for record, err := range node.AllTransactions(context.Background(), address, client.NewestFirst) {
		require.NoError(d, err)
		hashes[record.Hash] = true
	}
	for record, err := range node.AllCoinTransactions(context.Background(), address, client.AnyType, client.NewestFirst) {
		require.NoError(d, err)
		hashes[record.Hash] = true
	}
	return hashes
}

// requireMerged fails unless the list is whole: each record once, by block time.
func requireMerged(d *deck) {
	d.Helper()
	want := sentAndMoved(d)
	records := loaded(d)
	require.Len(d, records, len(want))
	for i, record := range records {
		require.True(d, want[record.Hash], "a record that is in neither list, or twice")
		delete(want, record.Hash)
		if i > 0 {
			require.LessOrEqual(d, record.Block.Timestamp, records[i-1].Block.Timestamp)
		}
	}
}

func TestSentAndCoinMovesAreMerged(t *testing.T) {
	for _, version := range []client.Version{client.V3, client.V2, client.V1} {
		for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
			d := newDeck(t, 120, 40, setup{version: version, network: localnet.Options{Seed: 5, Dialect: dialect, Transactions: 250}})
			d.openTreasury()
			d.press("m")
			d.shows("[1 Sent]  [2 Coin moves]", "Account treasury › Sent and coin moves", "m two lists", "of ?")
			for range 10 {
				d.press("end")
			}
			d.shows(", end")
			requireMerged(d)
			for range 30 {
				d.produce()
				d.pass(6 * time.Second)
			}
			requireMerged(d)
			d.press("s")
			for range 10 {
				d.press("end")
			}
			d.shows("oldest first", ", end")
			requireMerged(d)
			for range 10 {
				d.produce()
				d.pass(6 * time.Second)
			}
			requireMerged(d)
			d.press("s")
			d.shows("newest first")
			d.pass(6 * time.Second)
			requireMerged(d)
		}
	}
}

func TestMergingGoesAndComesWithTheTabs(t *testing.T) {
	d := newDeck(t, 140, 30, setup{handler: fixture{records: 57, record: ordinary}}) // wide enough for all of the keys
	openBusy(d)
	d.shows("m with coin moves")
	d.press("m", "down", "enter")
	d.shows("row 2 of Sent and coin moves, newest first")
	d.press("J", "esc")
	d.shows("[1 Sent]  [2 Coin moves]")
	d.press("2")
	d.shows(" 1 Sent  [2 Coin moves]", "m with sent")
	d.press("m", "1")
	d.shows(" [1 Sent]  2 Coin moves")
	d.press("3", "m")
	d.shows("[3 Automated]")
	d.hides("with sent")
}

// TestAMergedListGoesOnWhereItBroke breaks answers of both lists now and then.
func TestAMergedListGoesOnWhereItBroke(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 120, 40, setup{
		network:   localnet.Options{Seed: 5, Transactions: 250},
		transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line },
	})
	d.openTreasury()
	d.press("m")
	for range 10 {
		line.on.Store(true)
		d.press("end", "end", "m", "m")
		line.on.Store(false)
		d.press("r", "end", "end", "end")
	}
	d.shows(", end")
	requireMerged(d)
}
