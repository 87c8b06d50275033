package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Prices is a client of a price service (spec section 4.7). It is safe for concurrent use and reuses connections.
type Prices struct {
	*endpoint
	secret   http.Header // the API key, empty if none
	interval string      // configured name of the parameter for the resolution
	// accepted is the name that the service accepted; nil before it did.
	accepted    atomic.Pointer[string]
	candleCache CandleCache // nil if none
	clock       clockOffset
	stream      socketAddress // without a URL if none
}

// Spec section 4.7 has two names for the parameter: one in its table and one in its example.
const (
	resolutionParameter = "Resolution"
	intervalParameter   = "interval"
)

// PricesOption configures Prices.
type PricesOption func(*pricesOptions)

type pricesOptions struct {
	key         string
	interval    string
	transport   http.RoundTripper
	timeout     time.Duration
	candleCache CandleCache

	stream       string
	streamDialer *http.Client
}

// WithAPIKey sets the API key, which is sent as the header x-api-key (spec section 5). It is sent only to the host of the
// base URL, not along redirects, and never appears in errors.
func WithAPIKey(key string) PricesOption {
	return func(o *pricesOptions) { o.key = key }
}

// WithIntervalParameter names the query parameter for the resolution: Resolution, the default, or interval. If the service
// responds with 400, the other name is tried once.
func WithIntervalParameter(name string) PricesOption {
	return func(o *pricesOptions) { o.interval = name }
}

// WithPricesTransport is WithTransport for Prices.
func WithPricesTransport(roundTripper http.RoundTripper) PricesOption {
	return func(o *pricesOptions) { o.transport = roundTripper }
}

// WithPricesTimeout is WithTimeout for Prices.
func WithPricesTimeout(limit time.Duration) PricesOption {
	return func(o *pricesOptions) { o.timeout = limit }
}

// NewPrices returns Prices for a base URL, to which /history and /latest are added. The error is as for NewNode.
func NewPrices(baseURL string, opts ...PricesOption) (*Prices, error) {
	chosen := pricesOptions{interval: resolutionParameter, timeout: defaultTimeout}
	for _, option := range opts {
		option(&chosen)
	}
	if chosen.interval != resolutionParameter && chosen.interval != intervalParameter {
		return nil, &ArgumentError{Field: "interval parameter", Value: chosen.interval, Rule: "must be Resolution or interval"}
	}
	if err := validSecret("API key", chosen.key); err != nil {
		return nil, err
	}
	if chosen.stream != "" {
		if err := parseStreamURL(chosen.stream); err != nil {
			return nil, err
		}
	}
	found, err := newEndpoint("oracle URL", baseURL, chosen.transport, chosen.timeout)
	if err != nil {
		return nil, err
	}
	prices := &Prices{endpoint: found, secret: http.Header{}, interval: chosen.interval, candleCache: chosen.candleCache,
		stream: socketAddress{url: chosen.stream, dialer: chosen.streamDialer}}
	if chosen.key != "" {
		prices.secret.Set("x-api-key", chosen.key)
	}
	return prices, nil
}

// BaseURL returns the base URL without a trailing slash.
func (p *Prices) BaseURL() string { return p.base }

// CloseIdleConnections closes unused connections. The Prices stay usable.
func (p *Prices) CloseIdleConnections() { p.client.CloseIdleConnections() }

// Instrument is the latest price of a pair (spec section 2.10). Prices are decimal texts with the digits of the service; ""
// if absent or invalid.
type Instrument struct {
	Pair                   string
	Price, High24h, Low24h string
	Change24h              string          // in percent
	Time                   *int64          // milliseconds since the Unix epoch
	Raw                    json.RawMessage // the complete JSON
	Problems               Problems        // the parts that could not be decoded
	Other                  Members         // the members that are not known
}

// MarshalJSON returns prices as strings. What is absent is null.
func (i Instrument) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Pair      string   `json:"pair"`
		Price     *string  `json:"price"`
		High24h   *string  `json:"high_24h"`
		Low24h    *string  `json:"low_24h"`
		Change24h *string  `json:"change_24h"`
		Time      *int64   `json:"time_ms"`
		Problems  Problems `json:"problems"`
		Other     Members  `json:"other"`
	}{i.Pair, textOrNull(i.Price), textOrNull(i.High24h), textOrNull(i.Low24h), textOrNull(i.Change24h), i.Time, i.Problems, i.Other})
}

// Latest reads the latest price of a pair, such as btc_usdt in upper or lower case. The error is ErrNotFound if the service
// does not have the pair.
func (p *Prices) Latest(ctx context.Context, pair string) (Instrument, error) {
	pair, err := validPair(pair)
	if err != nil {
		return Instrument{}, err
	}
	found, err := p.get(ctx, "/latest", url.Values{"trading_pair": {pair}})
	if err != nil {
		return Instrument{}, err
	}
	reader := newBodyReader(found)
	instrument, said := reader.instrument(pair)
	if err := reader.end(); err != nil {
		return Instrument{}, err
	}
	if instrument == nil {
		err := fmt.Errorf("price of %s: %w in the response of %s", pair, ErrNotFound, found.url)
		if said.String() != "" {
			err = fmt.Errorf("%w: %w", err, said.failure())
		}
		return Instrument{}, err
	}
	return *instrument, nil
}

// get requests a response of the service, where 404 always means not found (spec section 7).
func (p *Prices) get(ctx context.Context, path string, query url.Values) (apiResponse, error) {
	sent := time.Now()
	found, err := p.endpoint.do(ctx, apiRequest{path: path, query: query, secret: p.secret})
	if err == nil {
		p.clock.add(found.header, sent, time.Now())
	}
	if status, ok := errors.AsType[*StatusError](err); ok && status.Status == http.StatusNotFound {
		status.isMissing = true
	}
	return found, err
}

// maxPair is the maximum length of a pair, several times that of any in use.
const maxPair = 64

// validPair returns the pair in lower case.
func validPair(pair string) (string, error) {
	lower := strings.ToLower(pair)
	base, quote, _ := strings.Cut(lower, "_")
	if !isSymbol(base) || !isSymbol(quote) || len(lower) > maxPair {
		return "", &ArgumentError{
			Field: "pair", Value: truncate(pair, quotedCharacters),
			Rule: "must be <base>_<quote> in letters, digits, dots and dashes, such as btc_usdt",
		}
	}
	return lower, nil
}

func isSymbol(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
}

// validSecret checks that a header can carry the key or token. The error does not contain it.
func validSecret(field, secret string) error {
	for _, character := range secret {
		if character <= ' ' || character > '~' {
			return &ArgumentError{Field: field, Rule: "must be printable ASCII without spaces: check for a line break at its end"}
		}
	}
	return nil
}

// clockOffset is what the Date headers of a service tell about the difference between its clock and this machine's. It is safe for
// concurrent use.
type clockOffset struct {
	lock      sync.Mutex
	low, high time.Duration // of the service's clock minus this one
	known     bool
}

// add narrows the difference down with a response to a request. A header has the second of the response. If it contradicts the earlier
// ones, a clock was set, and it counts alone.
func (c *clockOffset) add(header http.Header, sent, received time.Time) {
	made, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	low, high := made.Sub(received), made.Add(time.Second).Sub(sent)
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.known && low <= c.high && c.low <= high {
		low, high = max(low, c.low), min(high, c.high)
	}
	c.low, c.high, c.known = low, high, true
}

// ClockOffset returns how far the service's clock is ahead of this machine's, and the accuracy, from the Date headers of its responses.
// ok is false before the first one.
func (p *Prices) ClockOffset() (ahead, accuracy time.Duration, ok bool) {
	c := &p.clock
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.low + (c.high-c.low)/2, (c.high - c.low) / 2, c.known
}
