package account_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/tuitest"
)

// A store of a fungible asset has a list of its own, behind the types of coin transfers.
func TestFungibleTransactions(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Network: localnet.Options{NodeVersion: localnet.Node11}})
	node := d.Deps().Node
	head, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	deposits, err := node.Events(t.Context(), client.EventRequest{Type: "0x1::fungible_asset::Deposit", From: 1, To: head.Height + 1})
	require.NoError(t, err)
	var deposit struct{ Store move.Address }
	require.NoError(t, json.Unmarshal(deposits.Items[0].Data, &deposit))
	d.Press(":", "txs "+deposit.Store.String()+" --kind fungible", "enter")
	d.Shows("Transfers of this fungible-asset store", "…::transfer", "fungible_asset::Withdraw")
	d.Press("f")
	d.Shows("no coin transfers")
	for range 5 {
		d.Press("f")
	}
	d.Shows("Transfers of this fungible-asset store")
	d.Press(":", "txs treasury --kind fungible", "enter")
	d.Shows("the list is that of a fungible-asset store")
}
