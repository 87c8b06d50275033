package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFeedPairs(t *testing.T) {
	t.Parallel()
	require.Equal(t, map[string]uint32{"btc_usdt": 0, "eth_usdt": 1, "sol_usdt": 10, "xrp_usdt": 14}, (&Protocol{}).FeedPairs())
	require.Equal(t, map[string]uint32{"btc_usdt": 7, "eth_usdt": 1, "sol_usdt": 10, "xrp_usdt": 14, "xau_usd": 5500},
		(&Protocol{PricePairs: []string{"XAU_USD=5500", "btc_usdt=7"}}).FeedPairs())
	for _, invalid := range []string{"", "a_b", "a_b=", "ab=1", "_b=1", "a_=1", "a_b=-1", "a_b=4294967296", "a_b=x"} {
		require.Error(t, numberedPairs([]string{"a_b=1", invalid}), invalid)
	}
	require.NoError(t, numberedPairs([]string{"a_b=4294967295"}))
	require.NoError(t, feedAddress("0x1"))
	require.Error(t, feedAddress("0xg"))
	for _, network := range builtIn() {
		require.Equal(t, network.OracleURL != "", network.PriceFeed != "", network.Name)
	}
}
