package client_test

import (
	"context"
	"net/http"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/client/localnet"
)

// memoryCandles is a CandleCache in memory.
type memoryCandles struct{ pages sync.Map }

func shelfKey(pair string, resolution time.Duration, page time.Time) string {
	return pair + resolution.String() + page.UTC().String()
}

func (s *memoryCandles) Candles(pair string, resolution time.Duration, page time.Time) []byte {
	raw, _ := s.pages.Load(shelfKey(pair, resolution, page))
	found, _ := raw.([]byte)
	return found
}

func (s *memoryCandles) PutCandles(pair string, resolution time.Duration, page time.Time, raw []byte) {
	s.pages.Store(shelfKey(pair, resolution, page), raw)
}

// Cached candles are not requested again and are the same as without a cache.
func TestCandleCacheHit(t *testing.T) {
	t.Parallel()
	base := &http.Transport{}
	defer base.CloseIdleConnections()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		now := time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)
		network, err := localnet.Start(context.Background(), localnet.Options{Start: now, Dialect: dialect})
		require.NoError(t, err)
		line, cache := &counting{next: base}, new(memoryCandles)
		with, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()), client.WithPricesTransport(line), client.WithCandleCache(cache))
		require.NoError(t, err)
		without, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()), client.WithPricesTransport(base))
		require.NoError(t, err)
		rapid.Check(t, func(t *rapid.T) {
			pair := rapid.SampledFrom([]string{"btc_usdt", "xau_usd"}).Draw(t, "pair")
			// Ranges of whole pages, too.
			even := rapid.SampledFrom([]time.Duration{time.Minute, client.CandlePage(time.Hour)}).Draw(t, "even")
			bar := rapid.SampledFrom([]time.Duration{time.Minute, time.Hour, 4 * time.Hour, 24 * time.Hour}).Draw(t, "bar")
			to := now.Add(-time.Duration(rapid.IntRange(0, 3000).Draw(t, "before now")) * bar / 7)
			to = time.UnixMilli(to.UnixMilli() / even.Milliseconds() * even.Milliseconds())
			from := to.Add(-time.Duration(rapid.IntRange(1, 2500).Draw(t, "bars")) * bar)
			want, wantErr := without.History(context.Background(), client.HistoryRequest{Pair: pair, From: from, To: to, Resolution: bar})
			for range 2 {
				got, err := with.History(context.Background(), client.HistoryRequest{Pair: pair, From: from, To: to, Resolution: bar})
				require.Equal(t, wantErr == nil, err == nil, "%v", err)
				require.True(t, len(want)+len(got) == 0 || reflect.DeepEqual(want, got), "%d records, and %d without a store", len(got), len(want))
			}
		})

		page := client.CandlePage(time.Hour)
		from := time.UnixMilli(now.UnixMilli() / page.Milliseconds() * page.Milliseconds()).Add(-5 * page)
		for range 2 {
			line.requests.Store(0)
			candles, err := with.History(context.Background(), client.HistoryRequest{Pair: "eth_usdt", From: from, To: from.Add(4*page - time.Millisecond), Resolution: time.Hour})
			require.NoError(t, err)
			require.Equal(t, 4*671, len(candles))
		}
		require.EqualValues(t, 0, line.requests.Load(), "all pages are final")
		_, err = with.History(client.BypassCache(context.Background()), client.HistoryRequest{Pair: "eth_usdt", From: from, To: from.Add(4*page - time.Millisecond), Resolution: time.Hour})
		require.NoError(t, err)
		require.Positive(t, line.requests.Load(), "BypassCache read from the cache")
		line.requests.Store(0)
		_, err = with.History(context.Background(), client.HistoryRequest{Pair: "eth_usdt", From: from, To: now, Resolution: time.Hour})
		require.NoError(t, err)
		require.LessOrEqual(t, line.requests.Load(), int64(2), "but for the newest")
		require.NoError(t, network.Close())
	}
}

func TestCandlePages(t *testing.T) {
	t.Parallel()
	require.Equal(t, 671*time.Hour, client.CandlePage(time.Hour))
	require.Equal(t, 27*24*time.Hour, client.CandlePage(24*time.Hour))
	require.Equal(t, 21*24*time.Hour, client.CandlePage(7*24*time.Hour))
	require.Equal(t, 14*24*time.Hour, client.CandlePage(14*24*time.Hour))
	require.Equal(t, 2048*time.Minute, client.CandlePage(time.Minute))
	require.Equal(t, 30*24*time.Hour, client.CandlePage(30*24*time.Hour))
}
