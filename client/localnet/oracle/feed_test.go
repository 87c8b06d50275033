package oracle

import (
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The feed has the price of each pair that the price service has, with 18 decimals.
func TestFeedPrice(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2026, time.August, 2, 12, 0, 0, 0, time.UTC)
	require.Len(t, PairNumbers(), len(PairNames()))
	for i, number := range PairNumbers() {
		value, decimals, traded, ok := FeedPrice(3, number, sunday)
		require.True(t, ok)
		require.Equal(t, uint64(18), decimals)
		pair := pairs[i].withSeed(3)
		want, _ := pair.candle(traded.Unix(), traded.Unix()+1)
		scaled := new(big.Rat).SetFrac(value, new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil))
		price, _ := new(big.Rat).SetString(decimal(want.close, pair.decimals))
		require.Equal(t, price, scaled)
		require.Equal(t, pair.closedOnWeekends, traded.Before(sunday), "closed since Friday")
	}
	_, _, _, ok := FeedPrice(3, 2, sunday)
	require.False(t, ok)
}
