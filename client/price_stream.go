package client

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

const (
	// priceChannel is the channel of the WebSocket with candles and the current price.
	priceChannel = "ohlc_datafeed"
	// priceResolution is the length of the candles of the channel in minutes. Only their current price is read.
	priceResolution = 1
	// maxStreamPairs is the number of pairs in one subscription.
	maxStreamPairs = 30
)

// WithPriceStream names the WebSocket of the price service, a ws or wss URL, for OpenStream. The dialer makes the connections; its transport
// must not change bodies. The API key is sent to the host of the URL, not along redirects if the dialer does not follow them.
func WithPriceStream(address string, dialer *http.Client) PricesOption {
	return func(o *pricesOptions) { o.stream, o.streamDialer = address, dialer }
}

// parseStreamURL checks the URL of a WebSocket.
func parseStreamURL(address string) error {
	invalid := &ArgumentError{Field: "price stream URL"}
	parsed, err := url.Parse(address)
	switch {
	case err != nil || parsed.Scheme != "ws" && parsed.Scheme != "wss" || parsed.Hostname() == "":
		invalid.Rule = "must be an absolute ws or wss URL, such as wss://prices.example.org"
	case parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "":
		invalid.Rule = "must not contain a user name, a query or a fragment"
	default:
		return nil
	}
	return invalid
}

// PushedPrice is a price of a pair that the service sent on its own.
type PushedPrice struct {
	Pair  string // in lower case
	Price string // decimal text with the digits of the service
	Time  int64  // milliseconds since the Unix epoch
}

// PriceStream receives prices over the WebSocket of the price service. It connects again after failures, with growing pauses. The methods
// are safe for concurrent use.
type PriceStream struct {
	address socketAddress
	changed chan struct{} // has an element if Next has something to return

	lock      sync.Mutex
	pairs     []string
	added     chan struct{} // is closed, and replaced, when pairs are added
	pushed    []PushedPrice // not yet returned: the latest of each pair
	connected bool
	ended     bool
}

// CanStream reports whether OpenStream has a WebSocket to connect to: its URL and the API key are known.
func (p *Prices) CanStream() bool { return p.stream.url != "" && p.secret.Get("x-api-key") != "" }

// OpenStream starts a stream, which ends with ctx or, as ErrUnsupported, when the service does not accept the connection. It has no pairs
// yet. Prices must have WithPriceStream and an API key.
func (p *Prices) OpenStream(ctx context.Context) *PriceStream {
	s := &PriceStream{address: p.stream, changed: make(chan struct{}, 1), added: make(chan struct{})}
	s.address.header = p.secret.Clone()
	s.address.header.Set("User-Agent", "foredeck")
	s.address.limit = p.timeout
	go func() {
		keepConnected(ctx, func(ctx context.Context) (received bool, err error) {
			defer s.update(func() { s.connected = false })
			err = s.address.run(ctx, func(ctx context.Context, connection *websocket.Conn) (err error) {
				received, err = s.receive(ctx, connection)
				return err
			})
			return received, err
		})
		s.update(func() { s.ended = true })
	}()
	return s
}

// Subscribe adds pairs, which must be valid. Those that the stream has are left out.
func (s *PriceStream) Subscribe(pairs ...string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	before := len(s.pairs)
	for _, pair := range pairs {
		if !slices.Contains(s.pairs, pair) {
			s.pairs = append(s.pairs, pair)
		}
	}
	if len(s.pairs) > before {
		close(s.added)
		s.added = make(chan struct{})
	}
}

// Next waits until prices have arrived or the connection was made or broken. It returns the latest price of each pair that has a new one,
// and whether the stream is connected. The error is ErrUnsupported if the service has no stream, or that of ctx.
func (s *PriceStream) Next(ctx context.Context) (pushed []PushedPrice, connected bool, err error) {
	select {
	case <-ctx.Done():
		return nil, false, ctx.Err()
	case <-s.changed:
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	pushed, s.pushed = s.pushed, nil
	if s.ended && len(pushed) == 0 {
		return nil, false, cmp.Or(ctx.Err(), error(ErrUnsupported))
	}
	return pushed, s.connected, nil
}

// update makes a change and wakes Next.
func (s *PriceStream) update(change func()) {
	s.lock.Lock()
	change()
	s.lock.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// receive subscribes to the pairs, also those that are added later, and takes over prices until the connection breaks.
func (s *PriceStream) receive(ctx context.Context, connection *websocket.Conn) (received bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var subscriptions sync.WaitGroup
	defer subscriptions.Wait()
	defer cancel()
	subscriptions.Go(func() {
		defer cancel()
		s.subscribe(ctx, connection)
	})
	for {
		kind, message, err := connection.Read(ctx)
		if err != nil {
			return received, err
		}
		prices, ok := decodePush(s.address.url, message)
		if kind != websocket.MessageText || !ok {
			continue
		}
		received = true
		s.update(func() {
			s.connected = true
			for _, price := range prices {
				if !slices.Contains(s.pairs, price.Pair) {
					continue
				}
				at := slices.IndexFunc(s.pushed, func(p PushedPrice) bool { return p.Pair == price.Pair })
				if at < 0 {
					s.pushed = append(s.pushed, price)
				} else if price.Time >= s.pushed[at].Time {
					s.pushed[at] = price
				}
			}
		})
	}
}

// subscribe sends the subscriptions of the pairs, and of those that are added, until the connection breaks.
func (s *PriceStream) subscribe(ctx context.Context, connection *websocket.Conn) {
	for sent := 0; ; {
		s.lock.Lock()
		pairs, added := s.pairs, s.added
		s.lock.Unlock()
		for chunk := range slices.Chunk(pairs[sent:], maxStreamPairs) {
			type channel struct {
				Name       string   `json:"name"`
				Resolution int      `json:"resolution"`
				Pairs      []string `json:"tradingPairs"`
			}
			message, _ := json.Marshal(struct { // cannot fail
				Action   string    `json:"action"`
				Channels []channel `json:"channels"`
			}{"subscribe", []channel{{priceChannel, priceResolution, chunk}}})
			if connection.Write(ctx, websocket.MessageText, message) != nil {
				return
			}
		}
		sent = len(pairs)
		select {
		case <-ctx.Done():
			return
		case <-added:
		}
	}
}

// decodePush reads a message with prices. ok is false for other messages. Records without a pair, a price or a time are left out.
func decodePush(url string, message []byte) (prices []PushedPrice, ok bool) {
	r := newBodyReader(apiResponse{url: url, body: message})
	record := func() {
		var price PushedPrice
		var close string
		var instant instant
		pair := func() { price.Pair = strings.ToLower(r.text()) }
		if !r.fields(
			optional("tradingPair", pair),
			optional("tradingPairs", pair),
			optional("currentPrice", decimalInto(&price.Price)),
			optional("close", decimalInto(&close)),
			optional("time", func() { r.instant(&instant, "time") }),
			optional("timestamp", func() { r.instant(&instant, "timestamp") }),
		) {
			return
		}
		price.Price = cmp.Or(price.Price, close)
		if at := r.endInstant(&instant); at != nil && price.Pair != "" && price.Price != "" {
			price.Time = *at
			prices = append(prices, price)
		}
	}
	r.fields(
		optional("event", func() { ok = r.text() == priceChannel }),
		optional("payload", func() {
			if r.kind() == '[' {
				r.array(record)
			} else {
				record()
			}
		}),
	)
	return prices, ok && r.broken == nil
}
