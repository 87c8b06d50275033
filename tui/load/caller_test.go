package load

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
)

func TestRequestLabel(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	recorder := new(transport.Recorder)
	travel, err := transport.Policy{Recorder: recorder}.Transport()
	require.NoError(t, err)
	node, err := client.NewNode(server.URL, client.WithTransport(travel))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	call := func(ctx context.Context) (client.Account, error) { return node.Account(ctx, move.Address{1}) }
	l := NewLoader(time.Now)

	Do(WithCaller(t.Context(), Caller{Screen: "account", Entry: 7}), l, 31, call)()
	Do(t.Context(), l, 32, call)()
	recorded := recorder.Since(0)
	require.NotEmpty(t, recorded)
	require.Equal(t, Caller{Screen: "account", Entry: 7, Ticket: 31}, CallerOf(recorded[0].Label))
	require.Empty(t, recorded[len(recorded)-1].Label)
	require.Equal(t, Caller{}, CallerOf(""))
	require.Equal(t, Caller{Screen: "somebody else"}, CallerOf("somebody else"))
}
