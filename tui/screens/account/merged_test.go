package account_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// loaded returns the records of the visible list, newest first.
func loaded(d *tuitest.Deck) []*client.Transaction {
	list := transactions(d)
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

// sentAndTransferred returns the hashes of all records in treasury's two lists.
func sentAndTransferred(d *tuitest.Deck) map[string]bool {
	node, address := d.Deps().Node, d.Network.Accounts()[0].Address
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

// requireMerged requires that the list is complete, by block time and without duplicates.
func requireMerged(d *tuitest.Deck) {
	d.Helper()
	want := sentAndTransferred(d)
	records := loaded(d)
	require.Len(d, records, len(want))
	for i, record := range records {
		require.True(d, want[record.Hash], "record not in either list, or listed twice")
		delete(want, record.Hash)
		if i > 0 {
			require.LessOrEqual(d, *record.Block.Timestamp, *records[i-1].Block.Timestamp)
		}
	}
}

func TestMergedList(t *testing.T) {
	t.Parallel()
	for _, version := range []client.Version{client.V3, client.V2, client.V1} {
		for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
			t.Run(fmt.Sprint(version, " ", dialect), func(t *testing.T) {
				t.Parallel()
				if version != client.V3 {
					effort.SkipUnderRace(t)
				}
				d := tuitest.New(t, 120, 40, tuitest.Setup{Version: version, Network: localnet.Options{Seed: 5, Dialect: dialect, Transactions: 250}})
				d.Press("treasury", "enter")
				d.Press("m")
				d.Shows("[1 Sent][2 Coin transfers]", "Account treasury › Sent and coin transfers", "of ?")
				for range 10 {
					d.Press("end")
				}
				d.Shows(", end")
				requireMerged(d)
				for range 30 {
					d.ProduceBlock()
					d.Advance(6 * time.Second)
				}
				requireMerged(d)
				d.Press("s")
				for range 10 {
					d.Press("end")
				}
				d.Shows("oldest first", ", end")
				requireMerged(d)
				for range 10 {
					d.ProduceBlock()
					d.Advance(6 * time.Second)
				}
				requireMerged(d)
				d.Press("s")
				d.Shows("newest first")
				d.Advance(6 * time.Second)
				requireMerged(d)
			})
		}
	}
}

func TestMergeKey(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}}) // wide enough for all keys
	d.Press("busy", "enter")
	d.Press("m", "down", "enter")
	d.Shows("row 2 of Sent and coin transfers (newest first)")
	d.Press("J", "esc")
	d.Shows("[1 Sent][2 Coin transfers]")
	d.Press("2")
	d.Shows(" 1 Sent [2 Coin transfers]", "Coin transfers")
	d.Press("m", "1")
	d.Shows("[1 Sent] 2 Coin transfers")
	d.Press("3", "m")
	d.Shows("[3 Automated]")
	d.Hides("with sent")
}

// The list is complete even if some requests fail.
func TestMergedListRecoversFromErrors(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{
		Network:   localnet.Options{Seed: 5, Transactions: 250},
		Transport: line.Wrap,
	})
	d.Press("treasury", "enter")
	d.Press("m")
	for range 10 {
		line.On.Store(true)
		d.Press("end", "end", "m", "m")
		line.On.Store(false)
		d.Press("r", "end", "end", "end")
	}
	d.Shows(", end")
	requireMerged(d)
}
