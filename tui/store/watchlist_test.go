package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
)

func TestWatchlist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	book, err := store.Open(path)
	require.NoError(t, err)
	_, chosen := book.Watchlist()
	require.False(t, chosen)

	book.SetWatchlist([]string{"eth_usdt", "btc_usdt"})
	above := store.Alert{Pair: "btc_usdt", Condition: "> 100000", Armed: true}
	below := store.Alert{Pair: "btc_usdt", Condition: "< -5%", Armed: true}
	book.SetAlert(above)
	book.SetAlert(below)
	above.Armed, above.Fired, above.Price = false, time.Unix(1, 0).UTC(), "100001.5"
	book.SetAlert(above)
	require.Equal(t, "> 100000", above.Condition)
	require.Equal(t, "< -5%", below.Condition)
	require.NoError(t, book.Flush())

	again, err := store.Open(path)
	require.NoError(t, err)
	pairs, chosen := again.Watchlist()
	require.True(t, chosen)
	require.Equal(t, []string{"eth_usdt", "btc_usdt"}, pairs)
	require.Equal(t, []store.Alert{above, below}, again.Alerts())

	again.RemoveAlert(below)
	again.SetWatchlist(nil)
	require.NoError(t, again.Flush())
	last, err := store.Open(path)
	require.NoError(t, err)
	pairs, chosen = last.Watchlist()
	require.True(t, chosen, "an empty watchlist is stored")
	require.Empty(t, pairs)
	require.Equal(t, []store.Alert{above}, last.Alerts())
}
