package diskcache_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/diskcache"
)

var _ client.CandleCache = (*diskcache.Candles)(nil)

func openCandles(t *testing.T, path string, limit int) *diskcache.Candles {
	t.Helper()
	candles, err := diskcache.OpenCandles(path, limit)
	require.NoError(t, err)
	return candles
}

func TestCandlesPersist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "candles.db")
	candles := openCandles(t, path, ample)
	at := time.UnixMilli(1_000_000)
	require.Nil(t, candles.Candles("btc_usdt", time.Hour, at))
	candles.PutCandles("btc_usdt", time.Hour, at, []byte("[1]"))
	candles.PutCandles("btc_usdt", time.Minute, at, []byte("[2]"))
	candles.PutCandles("eth_usdt", time.Hour, at, []byte("[3]"))
	candles.PutCandles("eth_usdt", time.Hour, at, []byte("[4]"))
	require.NoError(t, candles.Close())
	require.Nil(t, candles.Candles("btc_usdt", time.Hour, at), "closed")
	candles.PutCandles("btc_usdt", time.Hour, at, []byte("[5]"))

	candles = openCandles(t, path, ample)
	defer func() { require.NoError(t, candles.Close()) }()
	require.Equal(t, "[1]", string(candles.Candles("btc_usdt", time.Hour, at)))
	require.Equal(t, "[2]", string(candles.Candles("btc_usdt", time.Minute, at)))
	require.Equal(t, "[4]", string(candles.Candles("eth_usdt", time.Hour, at)))
	require.Nil(t, candles.Candles("eth_usdt", time.Hour, at.Add(time.Hour)))
	other := openCandles(t, path, ample)
	require.Equal(t, "[4]", string(other.Candles("eth_usdt", time.Hour, at)))
	other.PutCandles("eth_usdt", time.Hour, at, []byte("[6]"))
	require.Equal(t, "[6]", string(candles.Candles("eth_usdt", time.Hour, at)))
	require.NoError(t, other.Close())
}

func TestCandlesLimit(t *testing.T) {
	candles := openCandles(t, filepath.Join(t.TempDir(), "candles.db"), 5_000)
	defer func() { require.NoError(t, candles.Close()) }()
	for i := range 20 {
		candles.PutCandles("btc_usdt", time.Hour, time.UnixMilli(int64(i)), []byte(fmt.Sprintf("%1000d", i)))
	}
	for i := range 20 {
		require.Equal(t, i >= 15, candles.Candles("btc_usdt", time.Hour, time.UnixMilli(int64(i))) != nil, i)
	}
}

func TestCandlesBrokenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "candles.db")
	require.NoError(t, os.WriteFile(path, []byte("this is no database"), 0o600))
	_, err := diskcache.OpenCandles(path, ample)
	require.ErrorContains(t, err, "delete the file to start over")
}
