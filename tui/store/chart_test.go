package store

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPairCharts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s, err := Open(path)
	require.NoError(t, err)
	require.Empty(t, s.PairChart("btc_usdt"))
	chosen := PairChart{Indicators: []string{"ema(20)", "rsi(14)"}, Compare: []string{"eth_usdt"}}
	s.SetPairChart("btc_usdt", chosen)
	s.SetPairChart("eth_usdt", PairChart{Compare: []string{"btc_usdt"}})
	s.SetPairChart("eth_usdt", PairChart{})
	for i := range maxPairCharts - 1 {
		s.SetPairChart(fmt.Sprintf("p%d_usdt", i), PairChart{Indicators: []string{"vwap"}})
	}
	require.NoError(t, s.Flush())

	s, err = Open(path)
	require.NoError(t, err)
	require.Equal(t, chosen, s.PairChart("btc_usdt"))
	require.Empty(t, s.PairChart("eth_usdt"))
	s.SetPairChart("one_more", PairChart{Indicators: []string{"vwap"}})
	require.Empty(t, s.PairChart("btc_usdt"), "the oldest choice is removed")
	require.NoError(t, s.Flush())

	s, err = Open(path)
	require.NoError(t, err)
	require.Empty(t, s.PairChart("btc_usdt"))
	require.NotEmpty(t, s.PairChart("one_more"))
}
