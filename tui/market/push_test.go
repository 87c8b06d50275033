package market

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

// pushing is a service that also pushes what is sent to messages, and reports the end of each connection.
type pushing struct {
	*service
	messages, ended chan string
}

func newPushing(t *testing.T) *pushing {
	t.Helper()
	s := &pushing{newService(t), make(chan string), make(chan string, 1)}
	var serving sync.WaitGroup
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serving.Add(1)
		defer serving.Done()
		connection, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		_, subscription, _ := connection.Read(context.Background())
		ctx := connection.CloseRead(context.Background())
		for {
			select {
			case message := <-s.messages:
				_ = connection.Write(ctx, websocket.MessageText, []byte(message))
			case <-ctx.Done():
				select {
				case s.ended <- string(subscription):
				case <-t.Context().Done():
				}
				return
			}
		}
	}))
	t.Cleanup(func() {
		server.Close()
		serving.Wait()
	})
	book, err := store.Open("")
	require.NoError(t, err)
	api, err := client.NewPrices("http://prices.example", client.WithPricesTransport(s.service), client.WithAPIKey("secret"),
		client.WithPriceStream("ws"+strings.TrimPrefix(server.URL, "http"), server.Client()))
	require.NoError(t, err)
	s.Prices = New(Options{
		Service: Service{Client: api, Endpoint: load.Endpoint{Network: "local", BaseURL: "http://prices.example"}, Keyed: true, Pairs: []string{"a_b", "c_d"}},
		Loader:  load.NewLoader(func() time.Time { return s.now }), Store: book,
	})
	s.pushPause = 0
	return s
}

// push makes the service push a price.
func (s *pushing) push(pair, price string, at time.Time) {
	s.messages <- fmt.Sprintf(`{"event":"ohlc_datafeed","payload":[{"time":%d,"currentPrice":%q,"tradingPair":%q}]}`, at.UnixMilli(), price, pair)
}

// Pushed prices take the place of polling: they reach the price, the bars and alerts at once, and old ones do not come back.
func TestPushedPrices(t *testing.T) {
	t.Parallel()
	s := newPushing(t)
	require.Nil(t, s.Follow(t.Context()), "no price is on screen")
	s.Show("a_b")
	s.tick()
	wait := s.Follow(t.Context())
	require.NotNil(t, wait)
	require.Nil(t, s.Follow(t.Context()), "it is open")
	require.False(t, s.Live("a_b"))
	alert, err := s.SetAlert("a_b", "> 105")
	require.NoError(t, err)

	s.now = s.now.Add(time.Second)
	s.push("a_b", "104", s.now)
	next := s.Handle(wait().(ResponseMsg))
	require.NotNil(t, next)
	latest, _ := s.Latest("a_b")
	require.Equal(t, "104", latest.Price)
	require.Equal(t, "110", latest.High24h, "not pushed")
	require.Equal(t, 1, s.LastTick("a_b").Direction)
	require.True(t, s.Live("a_b"))
	require.Empty(t, s.DrainCrossings())
	newest, ok := s.Series("a_b", time.Hour).Newest()
	require.True(t, ok)
	require.Equal(t, "104", newest.Close)

	s.now = s.now.Add(time.Second)
	s.push("a_b", "106", s.now)
	next = s.Handle(next().(ResponseMsg))
	require.Len(t, s.DrainCrossings(), 1)

	// A response to a poll that is older than the push does not replace it.
	s.price = "100"
	before := s.now
	s.now = s.now.Add(-time.Second)
	s.run(s.Refresh(t.Context(), "a_b"))
	s.now = before
	latest, _ = s.Latest("a_b")
	require.Equal(t, "106", latest.Price)

	s.Hide()
	require.Nil(t, s.Follow(t.Context()), "the alert keeps it open")
	require.True(t, s.Live("a_b"))
	s.Show("a_b")
	s.Pause(true)
	require.Nil(t, s.Follow(t.Context()), "alerts do not pause")
	require.True(t, s.Live("a_b"))
	s.RemoveAlert(alert)
	require.Nil(t, s.Follow(t.Context()))
	require.False(t, s.Live("a_b"))
	require.Contains(t, <-s.ended, `"tradingPairs":["a_b"`)
	require.Nil(t, s.Handle(next().(ResponseMsg)), "the stream has ended")
}

// While all prices on screen are pushed, fewer are polled; when pushes stop, polling returns to its usual rate.
func TestPushesReplacePolling(t *testing.T) {
	t.Parallel()
	polls := func(pushed bool) int {
		s := newPushing(t)
		s.Show("")
		s.tick()
		next := s.Follow(t.Context())
		s.polled = nil
		for range 60 {
			if pushed {
				s.push("a_b", "100", s.now)
				next = s.Handle(next().(ResponseMsg))
				s.push("c_d", "100", s.now)
				next = s.Handle(next().(ResponseMsg))
			}
			s.tick()
		}
		return len(s.polled)
	}
	require.Equal(t, 12, polls(false))
	require.Equal(t, 4, polls(true))
}
