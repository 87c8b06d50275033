package client_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
)

// A resent request is the same request and has the same response.
func TestLocalnetResend(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(context.Background(), localnet.Options{ConsensusToken: "letmein"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	recorder := new(transport.Recorder)
	travel, err := transport.Policy{Recorder: recorder}.Transport()
	require.NoError(t, err)
	node, err := client.NewNode(network.BaseURL(), client.WithTransport(travel), client.WithConsensusToken("letmein"), client.WithViewMediaTypes(specMediaType))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)

	treasury := named(t, network, "treasury")
	_, err = node.Account(t.Context(), treasury)
	require.NoError(t, err)
	_, err = node.Transactions(t.Context(), treasury, client.PageRequest{Count: 3})
	require.NoError(t, err)
	_, err = node.Block(t.Context(), 1)
	require.NoError(t, err)
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	for _, bcs := range []bool{false, true} {
		_, err = node.View(t.Context(), client.ViewRequest{Function: function, TypeArguments: []move.TypeTag{tag(t, "0x1::native_coin::NativeCoin")}, Arguments: []any{treasury.String()}, BCS: bcs})
		require.NoError(t, err)
	}
	made := recorder.Since(0)
	require.GreaterOrEqual(t, len(made), 5)
	for _, exchange := range made {
		before, _ := recorder.Count()
		sent, response, ok := recorder.Bodies(exchange.Serial)
		require.True(t, ok)
		require.NoError(t, node.Debug().Resend(t.Context(), exchange.Exchange, sent), exchange.URL)
		repeated := recorder.Since(before)
		require.Len(t, repeated, 1)
		require.Equal(t, exchange.Method, repeated[0].Method)
		require.Equal(t, exchange.URL, repeated[0].URL)
		require.Equal(t, exchange.RequestHeader, repeated[0].RequestHeader)
		sentAgain, responseAgain, _ := recorder.Bodies(repeated[0].Serial)
		require.Equal(t, sent, sentAgain)
		require.Equal(t, response, responseAgain)
	}

	before, _ := recorder.Count()
	post := made[len(made)-1].Exchange
	key := made[0].Exchange
	key.RequestHeader = map[string][]string{"X-Api-Key": {transport.Removed}}
	elsewhere, deleting := made[0].Exchange, made[0].Exchange
	elsewhere.URL, deleting.Method = "http://elsewhere.example/x", "DELETE"
	var wrong *client.ArgumentError
	for _, exchange := range []transport.Exchange{post, key, elsewhere, deleting, {Method: "GET", URL: node.BaseURL() + "0/x"}} {
		require.ErrorAs(t, node.Debug().Resend(t.Context(), exchange, nil), &wrong)
	}
	after, _ := recorder.Count()
	require.Equal(t, before, after, "a request was made")
}
