package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Without a key prices come from the on-chain feed, with one from the price service, as history always does.
func TestPriceFeed(t *testing.T) {
	r := startLocalnet(t, "--block-time", "0", "--node-version", "11", "-o", "json")
	network := read[localnetShape](t, r.line(t))
	settingsOf(t, "[networks.n]\nbase_urls = [\""+network.BaseURL+"\"]\nprice_feed = \""+network.PriceFeed+"\"\nprice_pairs = [\"eur_usd=5000\"]\n"+
		"[holdings]\neur_usd = { amount = \"100\" }\n")
	const note = "foredeck: prices are from the on-chain feed: no API key is set\n"
	for _, arguments := range [][]string{{"price", "btc_usdt", "eur_usd"}, {"holdings"}} {
		got := foredeck(t, append(arguments, "--network", "n")...)
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, note, got.stderr)
		require.Contains(t, got.stdout, "eur_usd ")
	}
	got := foredeck(t, "price", "native_usdt", "--network", "n")
	require.Equal(t, exitNotFound, got.code)
	require.Contains(t, got.stderr, "set its number in price_pairs")
	for _, arguments := range [][]string{{"history", "btc_usdt"}, {"price", "btc_usdt", "--oracle-url", network.BaseURL}} {
		got = foredeck(t, append(arguments, "--network", "n")...)
		require.Equal(t, exitUnauthorized, got.code)
		require.Contains(t, got.stderr, "set FOREDECK_API_KEY")
	}
	t.Setenv("FOREDECK_API_KEY", network.APIKey)
	got = foredeck(t, "price", "btc_usdt", "--network", "n")
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, got.stderr)
	require.Equal(t, outcome{}, r.end())
}
