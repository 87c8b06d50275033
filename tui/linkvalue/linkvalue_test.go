package linkvalue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/target"
)

func TestRead(t *testing.T) {
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, network.Close()) })
		node, err := client.NewNode(network.BaseURL())
		require.NoError(t, err)
		var treasury move.Address
		for _, account := range network.Accounts() {
			if account.Name == "treasury" {
				treasury = account.Address
			}
		}
		const coin = "0x1::native_coin::NativeCoin"
		account := target.Target{Kind: target.Account, Address: treasury}
		store := "0x1::coin::CoinStore<" + coin + ">"
		balance, err := move.ParseFunctionID("0x1::coin::balance")
		require.NoError(t, err)

		sequence, err := Read(t.Context(), node, target.Link{Target: account})
		require.NoError(t, err)
		known, err := node.Account(t.Context(), treasury)
		require.NoError(t, err)
		change, ok := Change(sequence.Exact, sequence.Exact)
		require.True(t, ok)
		require.Zero(t, change.Sign())
		require.NotZero(t, known.SequenceNumber)

		leaf, err := Read(t.Context(), node, target.Link{Target: account, Tab: "resources", Type: store, Path: ".coin.value"})
		require.NoError(t, err)
		view, err := Read(t.Context(), node, target.Link{Target: target.Target{Kind: target.Function, Function: balance}, View: &target.Call{
			TypeArguments: []string{coin}, Arguments: []string{treasury.String()},
		}})
		require.NoError(t, err)
		require.Equal(t, leaf.Exact, view.Exact, dialect)
		require.Equal(t, "u64", view.Type)

		_, err = Read(t.Context(), node, target.Link{Target: account, Type: store, Path: ".coin.nothing"})
		require.ErrorIs(t, err, client.ErrNotFound)
	}
}

func TestChanges(t *testing.T) {
	change, ok := Change("18446744073709551615", "18446744073709551618")
	require.True(t, ok)
	require.Equal(t, "3", change.String())
	for _, pair := range [][2]string{{"", "1"}, {"1", "x"}, {"1", "1.5"}} {
		_, ok := Change(pair[0], pair[1])
		require.False(t, ok, pair)
	}
}
