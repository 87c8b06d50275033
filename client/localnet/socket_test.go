package localnet

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/require"
)

const subscribeHeaders = `{"jsonrpc":"2.0","id":1,"method":"supra_subscribe","params":["newBlockHeaders"]}`

// subscribeTo connects to a node and subscribes to the headers of its blocks.
func subscribeTo(ctx context.Context, t testing.TB, node *Node) *websocket.Conn {
	t.Helper()
	connection, _, err := websocket.Dial(ctx, node.BaseURL()+"/rpc/v4/ws", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = connection.CloseNow() })
	require.NoError(t, connection.Write(ctx, websocket.MessageText, []byte(subscribeHeaders)))
	var response struct{ Result string }
	require.NoError(t, wsjson.Read(ctx, connection, &response))
	require.NotEmpty(t, response.Result)
	return connection
}

// nextHeight reads the height of the next block.
func nextHeight(ctx context.Context, connection *websocket.Conn) (uint64, error) {
	var message struct {
		Params struct{ Result struct{ Height uint64 } }
	}
	err := wsjson.Read(ctx, connection, &message)
	return message.Params.Result.Height, err
}

// A client that asks for the newest block after each reconnection sees every height.
func TestSocketsCut(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{NodeVersion: Node11, Transactions: 10, Admin: "127.0.0.1:0"})
	node := n.Nodes()[0]
	newest := func() uint64 {
		var block struct{ Header struct{ Height uint64 } }
		require.NoError(t, json.Unmarshal([]byte(get(t, n, "/rpc/v3/block")), &block))
		return block.Header.Height
	}
	next := newest() + 1
	var filled []uint64
	for range 10 {
		connection := subscribeTo(t.Context(), t, node)
		for head := newest(); next <= head; next++ {
			filled = append(filled, next)
		}
		for range 20 {
			_, err := n.Produce(t.Context())
			require.NoError(t, err)
			height, err := nextHeight(t.Context(), connection)
			require.NoError(t, err)
			require.Equal(t, next, height)
			next++
		}
		code, body := admin(t, n, http.MethodPost, "/sockets/cut")
		require.Equal(t, http.StatusOK, code)
		require.JSONEq(t, `{"cut":1}`, body)
		_, err := nextHeight(t.Context(), connection)
		require.Error(t, err)
		_, err = n.Produce(t.Context()) // which no one hears of
		require.NoError(t, err)
	}
	require.Len(t, filled, 9, "one between two connections")
}

// Faults that a connection would hide end it. Those of other nodes do not.
func TestSocketsOfFaultyNode(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{NodeVersion: Node11, Transactions: 10, Nodes: 2})
	for _, state := range []State{Stopped, Hanging, Frozen, Forked, Lagging} {
		first, second := subscribeTo(t.Context(), t, n.Nodes()[0]), subscribeTo(t.Context(), t, n.Nodes()[1])
		require.NoError(t, n.Nodes()[0].SetFault(t.Context(), Fault{State: state}))
		_, err := nextHeight(t.Context(), first)
		require.Error(t, err, state)
		produced, err := n.Produce(t.Context())
		require.NoError(t, err)
		height, err := nextHeight(t.Context(), second)
		require.NoError(t, err)
		require.Equal(t, produced, height)
		require.NoError(t, second.CloseNow())
		require.NoError(t, n.Nodes()[0].SetFault(t.Context(), Fault{State: Running}))
	}
	slow := subscribeTo(t.Context(), t, n.Nodes()[0])
	require.NoError(t, n.Nodes()[0].SetFault(t.Context(), Fault{State: Slow}))
	_, err := n.Produce(t.Context())
	require.NoError(t, err)
	_, err = nextHeight(t.Context(), slow)
	require.NoError(t, err)
}

// Connections end with the network.
func TestSocketsEndWithNetwork(t *testing.T) {
	t.Parallel()
	n, err := Start(t.Context(), Options{NodeVersion: Node12, Transactions: 10})
	require.NoError(t, err)
	connection := subscribeTo(context.Background(), t, n.Nodes()[0])
	require.NoError(t, n.Close())
	_, err = nextHeight(context.Background(), connection)
	require.Error(t, err)
	require.Empty(t, n.slots, "Close waits for them")
	require.Zero(t, n.CutSockets())
}
