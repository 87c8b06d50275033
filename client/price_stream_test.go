package client

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// streamService is a price service that accepts WebSocket connections with a key and passes each to serve.
func streamService(t *testing.T, key string, serve func(*websocket.Conn)) *Prices {
	t.Helper()
	var serving sync.WaitGroup
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("x-api-key") != key {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		serving.Add(1)
		defer serving.Done()
		connection, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = connection.CloseNow() }()
		serve(connection)
	}))
	t.Cleanup(func() {
		server.Close()
		serving.Wait()
	})
	prices, err := NewPrices("http://127.0.0.1:1", WithAPIKey("right"), WithPriceStream("ws"+strings.TrimPrefix(server.URL, "http"), server.Client()))
	require.NoError(t, err)
	return prices
}

// next waits for prices.
func next(t *testing.T, s *PriceStream) []PushedPrice {
	t.Helper()
	for {
		pushed, _, err := s.Next(t.Context())
		require.NoError(t, err)
		if len(pushed) > 0 {
			return pushed
		}
	}
}

func TestPriceStream(t *testing.T) {
	t.Parallel()
	subscriptions := make(chan string)
	messages := make(chan string)
	prices := streamService(t, "right", func(connection *websocket.Conn) {
		go func() {
			for {
				_, message, err := connection.Read(context.Background())
				if err != nil {
					return
				}
				select {
				case subscriptions <- string(message):
				case <-t.Context().Done():
					return
				}
			}
		}()
		for message := range messages {
			if message == "cut" {
				return
			}
			_ = connection.Write(context.Background(), websocket.MessageText, []byte(message))
		}
	})
	t.Cleanup(func() { close(messages) })
	require.True(t, prices.CanStream())
	s := prices.OpenStream(t.Context())
	s.Subscribe("btc_usdt", "eth_usdt", "btc_usdt")
	const first = `{"action":"subscribe","channels":[{"name":"ohlc_datafeed","resolution":1,"tradingPairs":["btc_usdt","eth_usdt"]}]}`
	require.JSONEq(t, first, <-subscriptions)
	messages <- `{"event":"ohlc_datafeed","payload":[
		{"time":"1780000000000","timestamp":"2026-05-28 20:26:40","open":"1","high":"9","low":"1","close":"7.10","tradingPair":"BTC_USDT","currentPrice":7.1000},
		{"time":1780000000000,"close":"3.0","tradingPair":"eth_usdt"},
		{"time":1780000000000,"close":"3.0","tradingPair":"never_asked"},
		{"close":"3.0","tradingPair":"btc_usdt"}, null, 7]}`
	require.Equal(t, []PushedPrice{{"btc_usdt", "7.1000", 1780000000000}, {"eth_usdt", "3.0", 1780000000000}}, next(t, s))

	s.Subscribe("sol_usdt")
	require.Contains(t, <-subscriptions, `["sol_usdt"]`)
	messages <- `{"event":"other","payload":[{"time":1,"close":"3","tradingPair":"sol_usdt"}]}`
	messages <- `broken`
	messages <- `{"event":"ohlc_datafeed","payload":{"time":1780000001000,"currentPrice":"5","tradingPair":"sol_usdt"}}`
	require.Equal(t, []PushedPrice{{"sol_usdt", "5", 1780000001000}}, next(t, s))

	messages <- "cut"
	require.Contains(t, <-subscriptions, `["btc_usdt","eth_usdt","sol_usdt"]`, "again after the cut")
	messages <- `{"event":"ohlc_datafeed","payload":[{"time":1780000002000,"currentPrice":8,"tradingPair":"btc_usdt"}]}`
	require.Equal(t, []PushedPrice{{"btc_usdt", "8", 1780000002000}}, next(t, s))
}

// Prices that nobody has taken yet are replaced by later ones, not kept, and older ones do not replace them.
func TestPriceStreamKeepsLatest(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	prices := streamService(t, "right", func(connection *websocket.Conn) {
		ctx := context.Background()
		_, _, _ = connection.Read(ctx) // the subscription
		for _, message := range []string{"1780000001000", "1780000009000", "1780000002000"} {
			_ = connection.Write(ctx, websocket.MessageText, []byte(`{"event":"ohlc_datafeed","payload":[{"time":`+message+`,"close":"`+message+`","tradingPair":"a_b"}]}`))
		}
		close(done)
		_, _, _ = connection.Read(ctx) // until the client leaves
	})
	s := prices.OpenStream(t.Context())
	s.Subscribe("a_b")
	<-done
	last := PushedPrice{}
	for last.Time < 1780000009000 {
		for _, last = range next(t, s) {
		}
	}
	require.Equal(t, PushedPrice{"a_b", "1780000009000", 1780000009000}, last)
}

// A service that does not accept the connection has no stream, and is not asked again.
func TestPriceStreamRefused(t *testing.T) {
	t.Parallel()
	prices := streamService(t, "other", nil)
	s := prices.OpenStream(t.Context())
	_, connected, err := s.Next(t.Context())
	for err == nil {
		_, connected, err = s.Next(t.Context())
	}
	require.ErrorIs(t, err, ErrUnsupported)
	require.False(t, connected)
}

func TestPriceStreamOptions(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://example.org", "ws://", "wss://user:secret@example.org", "wss://example.org?key=secret", "nonsense"} {
		_, err := NewPrices("http://127.0.0.1:1", WithPriceStream(address, nil))
		var argument *ArgumentError
		require.ErrorAs(t, err, &argument, address)
		require.NotContains(t, err.Error(), "secret")
	}
	prices, err := NewPrices("http://127.0.0.1:1", WithPriceStream("wss://example.org", nil))
	require.NoError(t, err)
	require.False(t, prices.CanStream(), "without a key")
	prices, err = NewPrices("http://127.0.0.1:1", WithAPIKey("key"))
	require.NoError(t, err)
	require.False(t, prices.CanStream(), "without a URL")
}
