package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// Prices asks a price service (spec section 4.7). It is safe for concurrent use and keeps
// connections for reuse.
type Prices struct {
	*endpoint
	secret   http.Header // the API key; empty where there is none
	interval string      // the name that was given for the parameter of the resolution
	// taken is the name that the service was seen to take; nil before it took one.
	taken       atomic.Pointer[string]
	candleCache CandleCache // nil: nothing is kept
}

// The two names of the parameter for the resolution: that of the table and that of the
// usage example in spec section 4.7.
const (
	resolutionParameter = "Resolution"
	intervalParameter   = "interval"
)

// PricesOption changes how Prices asks.
type PricesOption func(*pricesSettings)

type pricesSettings struct {
	key         string
	interval    string
	transport   http.RoundTripper
	timeout     time.Duration
	candleCache CandleCache
}

// WithAPIKey sends the key with both calls, as the header x-api-key (spec section 5). It
// goes to the host of the base URL alone: a redirect is not followed with it, and it
// stands in no error.
func WithAPIKey(key string) PricesOption {
	return func(s *pricesSettings) { s.key = key }
}

// WithIntervalParameter names the parameter that carries the resolution: Resolution, the
// default, or interval. Where the service answers 400 the other name is tried once, and
// kept when it is taken.
func WithIntervalParameter(name string) PricesOption {
	return func(s *pricesSettings) { s.interval = name }
}

// WithPricesTransport sends the requests through a transport.
func WithPricesTransport(roundTripper http.RoundTripper) PricesOption {
	return func(s *pricesSettings) { s.transport = roundTripper }
}

// WithPricesTimeout limits a whole request, its body included; it must be over 0. The
// default is 30 seconds.
func WithPricesTimeout(limit time.Duration) PricesOption {
	return func(s *pricesSettings) { s.timeout = limit }
}

// NewPrices makes Prices from a base URL; a path in it is put before /history and
// /latest. It makes no request. The error is an *ArgumentError when the URL is not one
// that NewNode takes, or when an option is out of its range.
func NewPrices(baseURL string, options ...PricesOption) (*Prices, error) {
	chosen := pricesSettings{interval: resolutionParameter, timeout: defaultTimeout}
	for _, option := range options {
		option(&chosen)
	}
	if chosen.interval != resolutionParameter && chosen.interval != intervalParameter {
		return nil, &ArgumentError{Field: "interval parameter", Value: chosen.interval, Rule: "must be Resolution or interval"}
	}
	if err := validSecret("API key", chosen.key); err != nil {
		return nil, err
	}
	found, err := newEndpoint("oracle URL", baseURL, http.Client{}, chosen.transport, chosen.timeout)
	if err != nil {
		return nil, err
	}
	prices := &Prices{endpoint: found, secret: http.Header{}, interval: chosen.interval, candleCache: chosen.candleCache}
	if chosen.key != "" {
		prices.secret.Set("x-api-key", chosen.key)
	}
	return prices, nil
}

// BaseURL is the base URL as it is used, without a slash at its end.
func (p *Prices) BaseURL() string { return p.base }

// CloseIdleConnections closes the connections that are kept for reuse. The Prices stay
// usable. Call it when they are done with and the program goes on.
func (p *Prices) CloseIdleConnections() { p.client.CloseIdleConnections() }

// Latest reads the latest price of a pair, such as btc_usdt; upper case is lowered. It
// fails with ErrNotFound when the service does not know the pair.
func (p *Prices) Latest(ctx context.Context, pair string) (Instrument, error) {
	pair, err := validPair(pair)
	if err != nil {
		return Instrument{}, err
	}
	found, err := p.ask(ctx, "/latest", url.Values{"trading_pair": {pair}})
	if err != nil {
		return Instrument{}, err
	}
	reader := newBodyReader(found)
	instrument := reader.instrument(pair)
	if err := reader.end(); err != nil {
		return Instrument{}, err
	}
	if instrument == nil {
		return Instrument{}, fmt.Errorf("%s lists no price of %s: %w", found.url, pair, ErrNotFound)
	}
	return *instrument, nil
}

// ask gives the answer of the service to a query. Its 404 has but one meaning (spec
// section 7), also with an empty body.
func (p *Prices) ask(ctx context.Context, path string, query url.Values) (answer, error) {
	found, err := p.endpoint.ask(ctx, question{path: path, query: query, secret: p.secret})
	var refused *StatusError
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		refused.isMissing = true
	}
	return found, err
}

// maximumPair is how long a pair may be: several times what is in use.
const maximumPair = 64

// validPair gives the pair in lower case.
func validPair(pair string) (string, error) {
	lower := strings.ToLower(pair)
	base, quote, _ := strings.Cut(lower, "_")
	if !isSymbol(base) || !isSymbol(quote) || len(lower) > maximumPair {
		return "", &ArgumentError{
			Field: "pair", Value: cut(pair, quotedCharacters),
			Rule: "must be <base>_<quote> in letters, digits, dots and dashes, such as btc_usdt",
		}
	}
	return lower, nil
}

func isSymbol(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
}

// validSecret holds a key or a token to what a header can carry. The error does not show it.
func validSecret(field, secret string) error {
	for _, character := range secret {
		if character <= ' ' || character > '~' {
			return &ArgumentError{Field: field, Rule: "must be printable ASCII without spaces; is there a line break at its end?"}
		}
	}
	return nil
}
