package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

// priceService describes the price service of a network.
type priceService struct {
	endpoint  load.Endpoint
	key       string // empty if none is set
	keyErr    error  // why the configured key could not be read
	cacheable bool   // candles may be cached on disk
	stream    string // address of its WebSocket; empty if none is known
}

// priceService returns the price service of the network. It starts the embedded network if that is the service.
func (s *session) priceService(cmd *cobra.Command) (priceService, error) {
	if s.host != nil {
		return s.host.service, nil
	}
	network := &s.settings.Network
	found := priceService{endpoint: load.Endpoint{Network: network.Name, BaseURL: network.OracleURL}}
	switch {
	case network.OracleURL != "" && len(network.BaseURLs) == 0:
		found.endpoint.Network = "the price service"
	case network.OracleURL == "" && len(network.BaseURLs) > 0:
		found.endpoint.BaseURL = network.BaseURLs[0]
	case network.OracleURL == "":
		if s.embedded == nil {
			if err := s.embed(cmd.Context()); err != nil {
				return priceService{}, err
			}
		}
		found.endpoint.BaseURL, found.key, found.stream = s.embedded.BaseURL(), s.embedded.APIKey(), s.embedded.PriceStream()
		return found, nil
	}
	if s.replay != nil {
		return found, nil
	}
	found.cacheable, found.stream = s.mayCache(), network.PriceStream
	found.key, found.keyErr = network.APIKey.Read(cmd.Context(), config.APIKeyVariable, s.environment.Get)
	if found.keyErr != nil {
		found.keyErr = fmt.Errorf("API key of the price service: %w", found.keyErr)
	}
	s.key = found.key
	s.redactor.Add(s.key)
	return found, nil
}

// client returns a client of the service with the given transport.
func (p priceService) client(s *session, roundTripper http.RoundTripper, more ...client.PricesOption) (*client.Prices, error) {
	options := append([]client.PricesOption{
		client.WithPricesTransport(roundTripper), client.WithPricesTimeout(s.settings.Timeout), client.WithIntervalParameter(s.settings.Network.IntervalParameter),
	}, more...)
	if p.key != "" {
		options = append(options, client.WithAPIKey(p.key))
	}
	if s.streams && p.stream != "" {
		options = append(options, client.WithPriceStream(p.stream, socketClient()))
	}
	return client.NewPrices(p.endpoint.BaseURL, options...)
}

// priceFeed returns the on-chain price feed, nil if prices come from the price service: if there is a key, or no feed.
func (s *session) priceFeed(service priceService) (*client.Feed, error) {
	network := &s.settings.Network
	if service.key != "" || service.keyErr != nil || network.PriceFeed == "" || len(network.BaseURLs) == 0 ||
		s.replay != nil && (s.replay.facts.Keyed || s.replay.facts.Simulated) {
		return nil, nil
	}
	address, err := move.ParseAddress(network.PriceFeed)
	if err != nil {
		return nil, err
	}
	if s.node == nil {
		s.endpoint = load.Endpoint{Network: network.Name, BaseURL: network.BaseURLs[0]}
		if s.node, err = s.newNode(); err != nil {
			return nil, err
		}
	}
	return &client.Feed{Node: s.node, Address: address, Pairs: network.FeedPairs()}, nil
}

// latestPrice reads the latest price of a pair from the price service, or from the on-chain feed if there is no key.
func (s *session) latestPrice(ctx context.Context, pair string) (client.Instrument, error) {
	if s.feed != nil {
		return s.feed.Latest(ctx, pair)
	}
	return s.prices.Latest(ctx, pair)
}

// newPrices returns a client of the network's price service, and the service. Errors name the service from then on.
func (s *session) newPrices(cmd *cobra.Command, flags *globalFlags, cached bool) (*client.Prices, priceService, error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return nil, service, err
	}
	flags.endpoint = service.endpoint
	if service.keyErr != nil {
		return nil, service, service.keyErr
	}
	var options []client.PricesOption
	if cached {
		if options, err = s.cacheCandles(service); err != nil {
			fmt.Fprintf(s.stderr, "foredeck: %s\n", text.Clean(err.Error()))
		}
	}
	prices, err := service.client(s, s.transport, options...)
	return prices, service, err
}

// pacedTransport returns a transport without retries, for callers that show the user when they wait for a rate limit.
func pacedTransport(policy transport.Policy) (http.RoundTripper, error) {
	policy.MaxAttempts, policy.Bases, policy.Nodes = 1, nil, nil
	return policy.Transport()
}

// defaultWatched is how many pairs of the simulated network are on the watchlist by default.
const defaultWatched = 3

// deckPrices returns the price service for the deck. The error is a warning: why there is no service, no key or no cache.
func (s *session) deckPrices(cmd *cobra.Command) (market.Service, error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return market.Service{}, err
	}
	options, cacheErr := s.cacheCandles(service)
	found := market.Service{Endpoint: service.endpoint, Keyed: service.key != ""}
	switch {
	case s.simulation() != nil:
		found.Pairs = s.simulation().Pairs()[:defaultWatched]
	case s.replay != nil:
		found.Keyed, found.Pairs = s.replay.facts.Keyed || s.replay.facts.Simulated, s.replay.facts.Pairs
	}
	if found.Feed, err = s.priceFeed(service); err != nil {
		return market.Service{}, err
	}
	if found.Feed != nil {
		found.Endpoint = s.endpoint
	}
	found.Client, err = service.client(s, s.paced, options...)
	return found, cmp.Or(err, service.keyErr, cacheErr)
}

// maxCandleCache is the maximum size of the candle cache of a price service in bytes.
const maxCandleCache = 128 << 20

// cacheCandles returns the option that caches the service's candles on disk, none for the simulated service, whose history is new each
// time.
func (s *session) cacheCandles(service priceService) ([]client.PricesOption, error) {
	switch {
	case s.host != nil:
		return s.host.candles, nil
	case !service.cacheable:
		return nil, nil
	}
	at, err := url.Parse(service.endpoint.BaseURL)
	if err != nil {
		return nil, err
	}
	cache, err := openCache(s, "candle", at.Host+at.Path, func(path string) (*diskcache.Candles, error) {
		return diskcache.OpenCandles(path, maxCandleCache)
	})
	if err != nil {
		return nil, err
	}
	return []client.PricesOption{client.WithCandleCache(cache)}, nil
}
