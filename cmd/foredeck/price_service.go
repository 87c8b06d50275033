package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// priceService describes the price service of a network.
type priceService struct {
	endpoint  load.Endpoint
	key       string // empty if none is set
	keyErr    error  // why the configured key could not be read
	cacheable bool   // candles may be cached on disk
}

// priceService returns the price service of the network. It starts the embedded network if that is the service.
func (s *session) priceService(cmd *cobra.Command) (priceService, error) {
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
		found.endpoint.BaseURL, found.key = s.embedded.BaseURL(), s.embedded.APIKey()
		return found, nil
	}
	if s.replay != nil {
		return found, nil
	}
	found.cacheable = s.mayCache()
	found.key, found.keyErr = network.APIKey.Read(cmd.Context(), config.APIKeyVariable, os.Getenv)
	if found.keyErr != nil {
		found.keyErr = fmt.Errorf("API key of the price service: %w", found.keyErr)
	}
	s.key = found.key
	return found, nil
}

// client returns a client of the service with the given transport.
func (p priceService) client(s *session, travel http.RoundTripper, more ...client.PricesOption) (*client.Prices, error) {
	options := append([]client.PricesOption{
		client.WithPricesTransport(travel), client.WithPricesTimeout(s.settings.Timeout), client.WithIntervalParameter(s.settings.Network.IntervalParameter),
	}, more...)
	if p.key != "" {
		options = append(options, client.WithAPIKey(p.key))
	}
	return client.NewPrices(p.endpoint.BaseURL, options...)
}

// prices returns a client of the network's price service. Errors name the service from then on.
func (s *session) prices(cmd *cobra.Command, flags *globalFlags) (*client.Prices, error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return nil, err
	}
	flags.endpoint = service.endpoint
	if service.keyErr != nil {
		return nil, service.keyErr
	}
	return service.client(s, s.transport)
}

// openCachedPrices is openPrices with a cache of candles on disk.
func (f *globalFlags) openCachedPrices(cmd *cobra.Command) (*session, *client.Prices, *diskcache.Candles, error) {
	s, err := f.resolve(cmd, opening{})
	if err != nil {
		return nil, nil, nil, err
	}
	service, err := s.priceService(cmd)
	if err == nil {
		err = service.keyErr
	}
	if err != nil {
		s.close()
		return nil, nil, nil, err
	}
	f.endpoint = service.endpoint
	var options []client.PricesOption
	if err := s.record(nil); err != nil {
		s.close()
		return nil, nil, nil, err
	}
	cache, err := service.openCache()
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: candle cache unavailable: %s\n", text.Clean(err.Error()))
	}
	if cache != nil {
		options = append(options, client.WithCandleCache(cache))
	}
	prices, err := service.client(s, s.transport, options...)
	if err != nil {
		closeCandleCache(cmd, cache)
		s.close()
		return nil, nil, nil, err
	}
	return s, prices, cache, nil
}

// pacedTransport returns a transport without retries, for callers that show the user when they wait for a rate limit.
func pacedTransport(policy transport.Policy) (http.RoundTripper, error) {
	policy.MaxAttempts, policy.Bases = 1, nil
	return policy.Transport()
}

// defaultWatched is how many pairs of the simulated network are on the watchlist by default.
const defaultWatched = 3

// deckPrices returns the price service for the deck. warning says why there is no cache of candles or no key.
func (s *session) deckPrices(cmd *cobra.Command) (prices tui.Prices, cache *diskcache.Candles, warning error, err error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return tui.Prices{}, nil, nil, err
	}
	warning = service.keyErr
	var options []client.PricesOption
	if cache, err = service.openCache(); err != nil {
		warning = fmt.Errorf("candle cache unavailable: %w", err)
	}
	if cache != nil {
		options = append(options, client.WithCandleCache(cache))
	}
	prices = tui.Prices{Endpoint: service.endpoint, Keyed: service.key != ""}
	switch {
	case s.embedded != nil:
		prices.Pairs = s.embedded.Pairs()[:defaultWatched]
	case s.replay != nil:
		prices.Keyed, prices.Pairs = s.replay.facts.Keyed || s.replay.facts.Simulated, s.replay.facts.Pairs
	}
	prices.Client, err = service.client(s, s.paced, options...)
	return prices, cache, warning, err
}

// maxCandleCache is the maximum size of the candle cache of a price service in bytes.
const maxCandleCache = 128 << 20

// openCache opens the cache of the service's candles: nil for the simulated service, whose history is new each time.
func (p priceService) openCache() (*diskcache.Candles, error) {
	if !p.cacheable {
		return nil, nil
	}
	folder, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	at, err := url.Parse(p.endpoint.BaseURL)
	if err != nil {
		return nil, err
	}
	return diskcache.OpenCandles(filepath.Join(folder, "candles-"+fileName(at.Host+at.Path)+".db"), maxCandleCache)
}

// closeCandleCache closes the cache, which may be nil, and reports on stderr if candles were lost.
func closeCandleCache(cmd *cobra.Command, cache *diskcache.Candles) {
	if cache == nil {
		return
	}
	if err := cache.Close(); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: writing the candle cache: %s\n", text.Clean(err.Error()))
	}
}
