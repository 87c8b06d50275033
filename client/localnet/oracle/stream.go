package oracle

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"foredeck/client/localnet/httpapi"
)

// StreamPath is the path of the WebSocket, which public services have at a host of its own.
const StreamPath = "/stream"

const (
	// streamChannel is the one channel of the WebSocket: the candle that is forming, and the current price.
	streamChannel = "ohlc_datafeed"
	// maxStreamPairs is the number of pairs in a subscription beyond which the rest are ignored.
	maxStreamPairs = 30
	// maxStreamMinutes is the highest resolution of a subscription.
	maxStreamMinutes = 24 * 60
)

// Stream is the WebSocket of the price service, which pushes prices to clients that subscribe to pairs.
type Stream struct {
	// Sockets are the connections.
	Sockets *httpapi.Sockets
	// Next returns a channel that is closed when the time of the service advances.
	Next func() <-chan struct{}
}

// subscriptions are the pairs of a connection.
type subscriptions struct {
	service *Service
	next    func() <-chan struct{}

	mutex sync.Mutex
	pairs []subscribedPair
	added chan struct{} // has an element after a subscription
}

// subscribedPair is a pair with the length of its candles in minutes and the second of the last trade that was pushed.
type subscribedPair struct {
	seededPair
	minutes, pushed int64
}

// stream serves a connection. The handshake needs the API key.
func (s *Service) stream(w http.ResponseWriter, r *http.Request) {
	if !s.authorize(w, r) {
		return
	}
	c := &subscriptions{service: s, next: s.pushes.Next, added: make(chan struct{}, 1)}
	s.pushes.Sockets.Serve(w, r, func(status int, message string) { s.reject(w, status, message) }, c.watch, c.answer)
}

// answer adds the pairs of a subscription. Messages that are none, and pairs that do not exist, are ignored.
func (c *subscriptions) answer(_ context.Context, _ *httpapi.Socket, message []byte) {
	var request struct {
		Action   string
		Channels []struct {
			Name         string
			Resolution   int64
			TradingPairs []string
			DataPairs    []string // another name in public documentation
		}
	}
	if json.Unmarshal(message, &request) != nil || request.Action != "subscribe" {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, channel := range request.Channels {
		names := append(channel.TradingPairs, channel.DataPairs...)
		if channel.Name != streamChannel || channel.Resolution < 1 || channel.Resolution > maxStreamMinutes {
			continue
		}
		for _, name := range names[:min(len(names), maxStreamPairs)] {
			pair := findPair(strings.ToLower(name))
			if pair != nil && !slices.ContainsFunc(c.pairs, func(p subscribedPair) bool { return p.name == pair.name }) {
				c.pairs = append(c.pairs, subscribedPair{seededPair: pair.withSeed(c.service.seed), minutes: channel.Resolution})
			}
		}
	}
	select {
	case c.added <- struct{}{}:
	default:
	}
}

// watch pushes the prices of the pairs that were traded, once per step of the time, and at once after a subscription.
func (c *subscriptions) watch(ctx context.Context, to *httpapi.Socket) {
	for {
		next := c.next()
		c.push(to)
		select {
		case <-ctx.Done():
			return
		case <-next:
		case <-c.added:
		}
	}
}

func (c *subscriptions) push(to *httpapi.Socket) {
	now := c.service.now().Unix()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var document httpapi.Document
	count := 0
	document.Object(func() {
		document.Key("event").Text(streamChannel)
		document.Key("payload").Array(func() {
			for i := range c.pairs {
				pair := &c.pairs[i]
				second := pair.lastTrade(now)
				if second <= pair.pushed {
					continue
				}
				pair.pushed = second
				count++
				length := pair.minutes * 60
				candle, _ := pair.candle(second-second%length, second+1)
				document.Object(func() {
					document.Key("time").Decimal(uint64(time.Unix(second, 0).UnixMilli()))
					document.Key("timestamp").Text(time.Unix(second, 0).UTC().Format(time.DateTime))
					for _, value := range []struct {
						name  string
						price int64
					}{{"open", candle.open}, {"high", candle.high}, {"low", candle.low}, {"close", candle.close}} {
						document.Key(value.name).Text(decimal(value.price, pair.decimals))
					}
					document.Key("tradingPair").Text(pair.name)
					document.Key("currentPrice").Literal(decimal(candle.close, pair.decimals))
				})
			}
		})
	})
	if count > 0 {
		to.Notify(document.Bytes)
	}
}
