package client

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// Spec sections 2.9, 2.10, 4.7, 5 and 7, against an independent implementation.
func TestPricesLocalnet(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.August, 1, 12, 0, 0, 0, time.UTC) // a Saturday
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect, Start: now})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, network.Close()) })
			with := func(key string) *Prices {
				prices, err := NewPrices(network.BaseURL(), WithAPIKey(key))
				require.NoError(t, err)
				t.Cleanup(prices.CloseIdleConnections)
				return prices
			}
			prices := with(network.APIKey())
			from := now.Add(-70 * 24 * time.Hour)
			for _, pair := range network.Pairs() {
				latest, err := prices.Latest(t.Context(), pair)
				require.NoError(t, err)
				require.Equal(t, pair, latest.Pair)
				steps := 0
				candles, err := prices.History(t.Context(), HistoryRequest{Pair: pair, From: from, To: now, Resolution: time.Hour, Progress: func(int, int) { steps++ }})
				require.NoError(t, err)
				require.Equal(t, 3, steps, "70 days are three requests")
				newest := candles[len(candles)-1]
				require.Equal(t, latest.Price, newest.Close)
				require.Equal(t, pair == "eur_usd", newest.Volume == "")
				require.LessOrEqual(t, newest.Time, *latest.Time)
				if pair == "xau_usd" {
					require.Equal(t, 10*5*24, len(candles), "ten weeks of five days")
					continue
				}
				require.Equal(t, 70*24+1, len(candles))
				for i, candle := range candles {
					require.Equal(t, from.Add(time.Duration(i)*time.Hour).UnixMilli(), candle.Time)
				}
			}

			_, err = prices.History(t.Context(), HistoryRequest{Pair: "xau_usd", From: now.Add(-time.Hour), To: now, Resolution: time.Minute})
			require.ErrorIs(t, err, ErrNotFound)
			_, err = prices.History(t.Context(), HistoryRequest{Pair: "doge_usdt", From: from, To: now, Resolution: time.Hour})
			require.ErrorIs(t, err, ErrNotFound)
			_, err = prices.Latest(t.Context(), "doge_usdt")
			require.ErrorIs(t, err, ErrNotFound)
			for _, key := range []string{"", "wrong"} {
				_, err = with(key).History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: from, To: now, Resolution: time.Hour})
				require.ErrorIs(t, err, ErrUnauthorized)
			}
		})
	}
}
