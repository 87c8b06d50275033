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

// priceService is where prices are asked for.
type priceService struct {
	place   load.Endpoint
	key     string // empty: none is set
	trouble error  // why there is no key although one is set
	kept    bool   // candles are kept on disk
}

// priceService finds out where the network's prices are asked for. The embedded network is started when that is where.
func (s *session) priceService(cmd *cobra.Command) (priceService, error) {
	network := &s.settings.Network
	found := priceService{place: load.Endpoint{Network: network.Name, BaseURL: network.OracleURL}}
	switch {
	case network.OracleURL != "" && len(network.BaseURLs) == 0:
		found.place.Network = "the price service"
	case network.OracleURL == "" && len(network.BaseURLs) > 0:
		found.place.BaseURL = network.BaseURLs[0]
	case network.OracleURL == "":
		if s.embedded == nil {
			if err := s.embed(cmd.Context()); err != nil {
				return priceService{}, err
			}
		}
		found.place.BaseURL, found.key = s.embedded.BaseURL(), s.embedded.APIKey()
		return found, nil
	}
	if s.played != nil {
		return found, nil
	}
	found.kept = s.asksKept()
	found.key, found.trouble = network.APIKey.Read(cmd.Context(), config.APIKeyVariable, os.Getenv)
	if found.trouble != nil {
		found.trouble = fmt.Errorf("the key of the price service: %w", found.trouble)
	}
	s.key = found.key
	return found, nil
}

// client makes a client of the service, whose requests travel as given.
func (p priceService) client(s *session, travel http.RoundTripper, more ...client.PricesOption) (*client.Prices, error) {
	options := append([]client.PricesOption{
		client.WithPricesTransport(travel), client.WithPricesTimeout(s.settings.Timeout), client.WithIntervalParameter(s.settings.Network.IntervalParameter),
	}, more...)
	if p.key != "" {
		options = append(options, client.WithAPIKey(p.key))
	}
	return client.NewPrices(p.place.BaseURL, options...)
}

// prices gives the client of the network's price service, and makes it the place that errors name.
func (s *session) prices(cmd *cobra.Command, flags *globalFlags) (*client.Prices, error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return nil, err
	}
	flags.place = service.place
	if service.trouble != nil {
		return nil, service.trouble
	}
	return service.client(s, s.transport)
}

// openKeptPrices is openPrices where candles are taken from the disk and kept there.
func (f *globalFlags) openKeptPrices(cmd *cobra.Command) (*session, *client.Prices, *diskcache.Candles, error) {
	s, err := f.resolve(cmd, opening{})
	if err != nil {
		return nil, nil, nil, err
	}
	service, err := s.priceService(cmd)
	if err == nil {
		err = service.trouble
	}
	if err != nil {
		s.close()
		return nil, nil, nil, err
	}
	f.place = service.place
	var options []client.PricesOption
	if err := s.record(nil); err != nil {
		s.close()
		return nil, nil, nil, err
	}
	store, err := service.keepCandles()
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: candles are not kept this time: %s\n", text.Clean(err.Error()))
	}
	if store != nil {
		options = append(options, client.WithCandleCache(store))
	}
	prices, err := service.client(s, s.transport, options...)
	if err != nil {
		closeCandles(cmd, store)
		s.close()
		return nil, nil, nil, err
	}
	return s, prices, store, nil
}

// pacedTransport is for who keeps to a pace, and waits in sight of the user when the service asks for that: nothing is tried
// again without a word.
func pacedTransport(policy transport.Policy) (http.RoundTripper, error) {
	policy.Tries, policy.Bases = 1, nil
	return policy.Transport()
}

// mostWatchedAtFirst is how many pairs of the simulated network are watched where the user has chosen none.
const mostWatchedAtFirst = 3

// deckPrices is the price service as the deck asks it. Candles are kept on disk where that can be; trouble says why not, or why
// there is no key.
func (s *session) deckPrices(cmd *cobra.Command) (prices tui.Prices, store *diskcache.Candles, trouble error, err error) {
	service, err := s.priceService(cmd)
	if err != nil {
		return tui.Prices{}, nil, nil, err
	}
	trouble = service.trouble
	var options []client.PricesOption
	if store, err = service.keepCandles(); err != nil {
		trouble = fmt.Errorf("candles are not kept this time: %w", err)
	}
	if store != nil {
		options = append(options, client.WithCandleCache(store))
	}
	prices = tui.Prices{Place: service.place, Keyed: service.key != ""}
	switch {
	case s.embedded != nil:
		prices.Pairs = s.embedded.Pairs()[:mostWatchedAtFirst]
	case s.played != nil:
		prices.Keyed, prices.Pairs = s.played.facts.Keyed || s.played.facts.Simulated, s.played.facts.Pairs
	}
	prices.Client, err = service.client(s, s.paced, options...)
	return prices, store, trouble, err
}

// mostCandlesKept is how many bytes of candles are kept of a price service.
const mostCandlesKept = 128 << 20

// keepCandles opens where the candles of the service are kept: nil for the simulated one, whose history is another each time.
func (p priceService) keepCandles() (*diskcache.Candles, error) {
	if !p.kept {
		return nil, nil
	}
	folder, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	at, err := url.Parse(p.place.BaseURL)
	if err != nil {
		return nil, err
	}
	return diskcache.OpenCandles(filepath.Join(folder, "candles-"+fileName(at.Host+at.Path)+".db"), mostCandlesKept)
}

// closeCandles says on stderr where what was kept is not.
func closeCandles(cmd *cobra.Command, store *diskcache.Candles) {
	if store == nil {
		return
	}
	if err := store.Close(); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: candles were not kept: %s\n", text.Clean(err.Error()))
	}
}
