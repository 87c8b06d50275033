package market

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
)

// feedTransport is a node with one price on its feed, and without modules.
type feedTransport struct{}

func (feedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusNotFound, ""
	if strings.HasSuffix(r.URL.Path, "/view") {
		status, body = http.StatusOK, `{"result":[[{"pair":3,"value":"1234500","decimal":4,"timestamp":"1795755006000","round":"1"}]]}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// Without a key the latest prices come from the feed, and the price service gets no request: history fails and says why.
func TestFeed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	node, err := client.NewNode("http://node.example", client.WithTransport(feedTransport{}))
	require.NoError(t, err)
	s.service.Keyed, s.service.Feed = false, &client.Feed{Node: node, Address: move.Address{31: 9}, Pairs: map[string]uint32{"a_b": 3, "e_f": 4}}
	require.True(t, s.OnChain())
	s.Handle(s.Refresh(t.Context(), "a_b")().(ResponseMsg))
	latest, ok := s.Latest("a_b")
	require.True(t, ok)
	require.Equal(t, "123.45", latest.Price)
	s.Handle(s.Refresh(t.Context(), "e_f")().(ResponseMsg))
	require.ErrorIs(t, s.Status("e_f").Err, client.ErrNotFound)

	series := s.Series("a_b", time.Hour)
	s.Handle(s.Want(t.Context(), series, 0)().(ResponseMsg))
	require.ErrorIs(t, series.Status(s.now).Err, client.ErrNoHistory)
	require.Nil(t, s.Want(t.Context(), series, 0), "not repeated")
	require.Equal(t, "price history needs an API key of the price service", s.Explain(client.ErrNoHistory).Reason.String())
	require.NotNil(t, s.Refresh(t.Context(), "a_b"), "the feed is not refused")
	require.Empty(t, s.paths)
	require.Equal(t, []string{"a_b", "c_d", "e_f"}, s.KnownPairs())
}
