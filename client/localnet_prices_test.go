package client_test

import (
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

func pricesOf(t *testing.T, network *localnet.Network, options ...client.PricesOption) *client.Prices {
	t.Helper()
	prices, err := client.NewPrices(network.BaseURL(), options...)
	require.NoError(t, err)
	t.Cleanup(prices.CloseIdleConnections)
	return prices
}

// Spec sections 2.9, 2.10, 4.7 and 8: a range of several months, under both names of the parameter, and the latest price.
func TestLocalnetPrices(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, _ *client.Node, network *localnet.Network) {
		const hours = 100 * 24
		to := localStart.Truncate(time.Hour)
		from := to.Add(-hours * time.Hour)
		for _, name := range []string{"Resolution", "interval"} {
			prices := pricesOf(t, network, client.WithAPIKey(network.APIKey()), client.WithIntervalParameter(name))
			steps := 0
			candles, err := prices.History(t.Context(), client.HistoryRequest{Pair: "btc_usdt", From: from, To: to, Resolution: time.Hour, Progress: func(done, total int) {
				steps++
				require.Equal(t, steps, done)
				require.Equal(t, 4, total)
			}})
			require.NoError(t, err)
			require.Equal(t, 4, steps)
			require.Len(t, candles, hours+1)
			for i, candle := range candles {
				require.Nil(t, candle.Problems)
				require.Equal(t, from.Add(time.Duration(i)*time.Hour).UnixMilli(), candle.Time)
				require.NotEmpty(t, candle.Volume)
			}
			latest, err := prices.Latest(t.Context(), "BTC_USDT")
			require.NoError(t, err)
			require.Nil(t, latest.Problems)
			require.Equal(t, "btc_usdt", latest.Pair)
			require.Equal(t, candles[hours].Close, latest.Price)
		}
	})
}

func TestLocalnetPricesErrors(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, _ *client.Node, network *localnet.Network) {
		prices := pricesOf(t, network, client.WithAPIKey(network.APIKey()))
		_, err := prices.Latest(t.Context(), "no_such")
		require.ErrorIs(t, err, client.ErrNotFound)
		_, err = prices.History(t.Context(), client.HistoryRequest{Pair: "no_such", From: localStart.Add(-time.Hour), To: localStart, Resolution: time.Minute})
		require.ErrorIs(t, err, client.ErrNotFound)
		for _, key := range []string{"", "wrong-one"} {
			_, err = pricesOf(t, network, client.WithAPIKey(key)).History(t.Context(), client.HistoryRequest{Pair: "btc_usdt", From: localStart.Add(-time.Hour), To: localStart, Resolution: time.Minute})
			require.ErrorIs(t, err, client.ErrUnauthorized)
			require.NotContains(t, err.Error(), "wrong-one")
		}
	})
}

// One pair has gaps, and one has no volume.
func TestLocalnetPriceGaps(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, _ *client.Node, network *localnet.Network) {
		prices := pricesOf(t, network, client.WithAPIKey(network.APIKey()))
		from := localStart.AddDate(0, -2, 0)
		gaps, err := prices.History(t.Context(), client.HistoryRequest{Pair: "xau_usd", From: from, To: localStart, Resolution: time.Hour})
		require.NoError(t, err)
		require.NotEmpty(t, gaps)
		require.Less(t, len(gaps), int(localStart.Sub(from)/time.Hour))
		for i := range gaps[1:] {
			require.Less(t, gaps[i].Time, gaps[i+1].Time)
		}
		candles, err := prices.History(t.Context(), client.HistoryRequest{Pair: "eur_usd", From: from, To: localStart, Resolution: time.Hour})
		require.NoError(t, err)
		require.NotEmpty(t, candles)
		for _, candle := range candles {
			require.Nil(t, candle.Problems)
			require.NotEmpty(t, candle.Close)
			require.Empty(t, candle.Volume)
		}
	})
}

// The on-chain feed has the prices of the service, and needs no key.
func TestLocalnetFeedPrices(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		prices, err := node.FeedPrices(t.Context(), network.PriceFeed(), append(network.PairNumbers(), 77))
		require.NoError(t, err)
		require.Len(t, prices, len(network.Pairs()))
		feed := client.Feed{Node: node, Address: network.PriceFeed(), Pairs: map[string]uint32{}}
		service := pricesOf(t, network, client.WithAPIKey(network.APIKey()))
		for i, pair := range network.Pairs() {
			feed.Pairs[pair] = network.PairNumbers()[i]
			want, err := service.Latest(t.Context(), pair)
			require.NoError(t, err)
			latest, err := feed.Latest(t.Context(), pair)
			require.NoError(t, err)
			require.Zero(t, rational(t, want.Price).Cmp(rational(t, latest.Price)), "%s: %s and %s", pair, want.Price, latest.Price)
		}
		_, err = (&client.Feed{Node: node, Address: unknown, Pairs: feed.Pairs}).Latest(t.Context(), "btc_usdt")
		require.ErrorIs(t, err, client.ErrNotFound)
	})
}

func rational(t *testing.T, price string) *big.Rat {
	t.Helper()
	number, ok := new(big.Rat).SetString(price)
	require.True(t, ok, price)
	return number
}

// The WebSocket pushes the prices that /latest has, of the pairs that were asked for, each time that the chain grows, also after a cut.
func TestLocalnetPriceStream(t *testing.T) {
	t.Parallel()
	_, network := versionNode(t, localnet.Node11, nil)
	stream := func(key string) *client.PriceStream {
		prices := pricesOf(t, network, client.WithAPIKey(key), client.WithPriceStream(network.PriceStream(), &http.Client{}))
		return prices.OpenStream(t.Context())
	}
	prices, s := pricesOf(t, network, client.WithAPIKey(network.APIKey())), stream(network.APIKey())
	s.Subscribe("btc_usdt", "eth_usdt", "nothing_here")
	seen := map[string]int64{}
	for round := range 6 {
		pushed := map[string]bool{}
		for !pushed["btc_usdt"] || !pushed["eth_usdt"] {
			found, _, err := s.Next(t.Context())
			require.NoError(t, err)
			for _, price := range found {
				latest, err := prices.Latest(t.Context(), price.Pair)
				require.NoError(t, err)
				require.Equal(t, latest.Price, price.Price)
				require.Equal(t, *latest.Time/1000, price.Time/1000)
				require.Greater(t, price.Time, seen[price.Pair])
				seen[price.Pair], pushed[price.Pair] = price.Time, true
			}
		}
		require.Len(t, pushed, 2)
		if round == 3 {
			require.Equal(t, 1, network.CutSockets())
		}
		_, err := network.Produce(t.Context())
		require.NoError(t, err)
	}

	refused := stream("wrong")
	for {
		if _, _, err := refused.Next(t.Context()); err != nil {
			require.ErrorIs(t, err, client.ErrUnsupported)
			break
		}
	}
	_, spec := versionNode(t, localnet.SpecNode, nil)
	require.Empty(t, spec.PriceStream())
}
