package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// socketClient is a client of a node with its own chain.
type socketClient struct {
	*websocket.Conn
	t    *testing.T
	last int
}

type socketMessage struct {
	JSONRPC string
	ID      json.RawMessage
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
	}
	Method string
	Params struct {
		Subscription string
		Result       json.RawMessage
	}
}

// serveSockets serves a node over HTTP.
func serveSockets(t *testing.T, sockets *httpapi.Sockets) (n *node, url string) {
	t.Helper()
	options := v4Options
	options.Sockets = sockets
	n = newOwnNode(t, defaultConfig(7), options)
	server := httptest.NewServer(n)
	t.Cleanup(func() {
		sockets.Close()
		server.Close()
	})
	return n, server.URL + "/rpc/v4/ws"
}

func dialSocket(t *testing.T, url string, options *websocket.DialOptions) *socketClient {
	t.Helper()
	connection, response, err := websocket.Dial(t.Context(), url, options)
	require.NoError(t, err)
	require.Equal(t, "255", response.Header.Get("x-supra-chain-id"))
	t.Cleanup(func() { _ = connection.CloseNow() })
	connection.SetReadLimit(1 << 20)
	return &socketClient{Conn: connection, t: t}
}

func (c *socketClient) receive() socketMessage {
	c.t.Helper()
	kind, content, err := c.Read(c.t.Context())
	require.NoError(c.t, err)
	require.Equal(c.t, websocket.MessageText, kind)
	message := apitest.Decode[socketMessage](c.t, string(content))
	require.Equal(c.t, "2.0", message.JSONRPC)
	return message
}

func (c *socketClient) send(message string) socketMessage {
	c.t.Helper()
	require.NoError(c.t, c.Write(c.t.Context(), websocket.MessageText, []byte(message)))
	return c.receive()
}

// call sends a request that must succeed.
func (c *socketClient) call(method, params string) (result string) {
	c.t.Helper()
	c.last++
	message := c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}`, c.last, method, params))
	require.Nil(c.t, message.Error)
	require.Equal(c.t, fmt.Sprint(c.last), string(message.ID))
	return strings.Trim(string(message.Result), `"`)
}

func newSockets() *httpapi.Sockets {
	return httpapi.NewSockets(make(chan struct{}, httpapi.MaxSockets), httpapi.PingInterval)
}

type socketBlock struct {
	Header       json.RawMessage
	Transactions []struct {
		Hash  string
		Proof *merkleProof `json:"inclusion_proof"`
	}
}

// Every new block is announced once to each subscription, from the first one after it.
func TestSubscriptions(t *testing.T) {
	t.Parallel()
	n, url := serveSockets(t, newSockets())
	n.Produce(t)
	client := dialSocket(t, url, nil)
	subscribe := func(params string) string {
		id := client.call("supra_subscribe", params)
		require.Regexp(t, "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", id)
		return id
	}
	headers := subscribe(`["newBlockHeaders"]`)
	blocks := subscribe(`["newBlocks",{"includeTransactions":true,"includeProof":true}]`)
	light := subscribe(`["newBlocks",{"includeTransactions":false,"includeProof":false}]`)
	byDefault := subscribe(`["newBlocks"]`)
	transactions := 0
	for range 5 {
		height := n.Produce(t)
		received := map[string]json.RawMessage{}
		for range 4 {
			message := client.receive()
			require.Equal(t, "supra_subscription", message.Method)
			received[message.Params.Subscription] = message.Params.Result
		}
		require.Len(t, received, 4)
		header := apitest.Decode[consensusHeader](t, string(received[headers]))
		require.Equal(t, height, header.Height)
		require.Contains(t, memberNames(t, received[headers]), "hash")
		full := apitest.Decode[socketBlock](t, string(received[blocks]))
		require.JSONEq(t, string(received[headers]), string(full.Header))
		records := n.chain.Records()
		first := records.Block(uint32(height)).FirstTransaction
		require.Len(t, full.Transactions, int(records.CountTo(uint32(height))-first))
		for i, transaction := range full.Transactions {
			require.Equal(t, fmt.Sprintf("%#x", records.Transactions[first+uint32(i)].Hash), transaction.Hash)
			require.Nil(t, transaction.Proof, "not certified yet")
			transactions++
		}
		require.Nil(t, apitest.Decode[socketBlock](t, string(received[light])).Transactions)
		require.Len(t, apitest.Decode[socketBlock](t, string(received[byDefault])).Transactions, len(full.Transactions))
	}
	require.Positive(t, transactions)
	for _, id := range []string{headers, light, byDefault} {
		require.Equal(t, "true", client.call("supra_unsubscribe", `["`+id+`"]`))
	}
	require.Equal(t, "false", client.call("supra_unsubscribe", `["`+light+`"]`))
	for range 2 {
		n.Produce(t)
		require.Equal(t, blocks, client.receive().Params.Subscription)
	}
}

// Requests that are wrong get an error of JSON-RPC, and the connection stays.
func TestSocketErrors(t *testing.T) {
	t.Parallel()
	_, url := serveSockets(t, newSockets())
	client := dialSocket(t, url, nil)
	for request, want := range map[string]struct {
		id   string
		code int
	}{
		`{`:   {"null", -32700},
		``:    {"null", -32700},
		`[]`:  {"null", -32600},
		`"x"`: {"null", -32600},
		`{}`:  {"null", -32600},
		`{"jsonrpc":"1.0","id":4,"method":"supra_subscribe","params":["newBlocks"]}`:                    {"4", -32600},
		`{"jsonrpc":"2.0","id":{},"method":"supra_subscribe","params":["newBlocks"]}`:                   {"null", -32600},
		`{"jsonrpc":"2.0","id":5,"method":"eth_subscribe","params":["newHeads"]}`:                       {"5", -32601},
		`{"jsonrpc":"2.0","id":"six","method":"supra_subscribe"}`:                                       {`"six"`, -32602},
		`{"jsonrpc":"2.0","id":7,"method":"supra_subscribe","params":["newTransactions"]}`:              {"7", -32602},
		`{"jsonrpc":"2.0","id":8,"method":"supra_subscribe","params":["newBlocks",{"includeProof":1}]}`: {"8", -32602},
		`{"jsonrpc":"2.0","id":9,"method":"supra_subscribe","params":{"topic":"newBlocks"}}`:            {"9", -32602},
		`{"jsonrpc":"2.0","id":10,"method":"supra_unsubscribe","params":[]}`:                            {"10", -32602},
		`{"jsonrpc":"2.0","id":null,"method":"supra_unsubscribe","params":[7]}`:                         {"null", -32602},
	} {
		response := client.send(request)
		require.NotNil(t, response.Error, request)
		require.Equal(t, want.code, response.Error.Code, request)
		require.Equal(t, want.id, string(response.ID), request)
		require.NotEmpty(t, response.Error.Message)
		require.Nil(t, response.Result)
	}
	for range maxSubscriptions {
		client.call("supra_subscribe", `["newBlockHeaders"]`)
	}
	require.Equal(t, -32000, client.send(`{"jsonrpc":"2.0","id":1,"method":"supra_subscribe","params":["newBlocks"]}`).Error.Code)
}

// Connections beyond the limit are refused before they are upgraded, until others end.
func TestSocketLimit(t *testing.T) {
	t.Parallel()
	slots := make(chan struct{}, 2)
	sockets := httpapi.NewSockets(slots, httpapi.PingInterval)
	n, url := serveSockets(t, sockets)
	first, second := dialSocket(t, url, nil), dialSocket(t, url, nil)
	_, response, err := websocket.Dial(t.Context(), url, nil)
	require.Error(t, err)
	require.Equal(t, http.StatusTooManyRequests, response.StatusCode)
	require.Equal(t, "5", response.Header.Get("Retry-After"))
	require.Contains(t, response.Header.Get("X-WebSocket-Reject-Reason"), "at most 2")
	require.Equal(t, http.StatusTooManyRequests, apitest.Do(t, n, http.MethodGet, "/rpc/v4/ws").Status)

	require.Equal(t, 2, sockets.Cut())
	for _, client := range []*socketClient{first, second} {
		_, _, err = client.Read(t.Context())
		require.Error(t, err)
	}
	sockets.Close()
	require.Empty(t, slots, "Close waits for the connections")
	require.Equal(t, http.StatusTooManyRequests, apitest.Do(t, n, http.MethodGet, "/rpc/v4/ws").Status, "there are no new ones")
}

// A request without an upgrade takes no connection.
func TestSocketWithoutUpgrade(t *testing.T) {
	t.Parallel()
	sockets := httpapi.NewSockets(make(chan struct{}, 1), httpapi.PingInterval)
	n, url := serveSockets(t, sockets)
	for range 3 {
		require.Equal(t, http.StatusUpgradeRequired, apitest.Do(t, n, http.MethodGet, "/rpc/v4/ws").Status)
	}
	dialSocket(t, url, nil)
}

func TestSocketPings(t *testing.T) {
	t.Parallel()
	_, url := serveSockets(t, httpapi.NewSockets(make(chan struct{}, 1), time.Millisecond))
	pings := make(chan struct{}, 3)
	client := dialSocket(t, url, &websocket.DialOptions{OnPingReceived: func(context.Context, []byte) bool {
		select {
		case pings <- struct{}{}:
		default:
		}
		return true
	}})
	client.CloseRead(t.Context())
	for range cap(pings) {
		<-pings
	}
}

// No message makes a connection fail, and every answer is JSON.
func FuzzSocketRequest(f *testing.F) {
	n := newNode(f, 7, v4Options)
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"supra_subscribe","params":["newBlocks",{"includeTransactions":true}]}`,
		`{"jsonrpc":"2.0","id":"a","method":"supra_unsubscribe","params":["x"]}`, `[]`, `{`,
	} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		c := &socket{api: NewAPI(n.chain, n.api), subscriptions: make(map[string]subscription)}
		response := apitest.Decode[socketMessage](t, string(c.response(message)))
		require.Equal(t, "2.0", response.JSONRPC)
		require.NotEqual(t, response.Error == nil, response.Result == nil)
	})
}
