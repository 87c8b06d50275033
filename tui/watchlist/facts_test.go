package watchlist

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

func TestCompactNumber(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]string{
		0: "0", 0.5: "0.50", 9.994: "9.99", 9.996: "10.0", 99.96: "100", 999.4: "999", 999.6: "1.00K", 12_345: "12.3K", 4_560_000: "4.56M",
		8.18e9: "8.18B", 9.99e14: "999T", 1.25e18: "1.2e+18", 1e300: "1.0e+300", -45_600: "-45.6K",
	} {
		require.Equal(t, want, compactNumber(value).String())
	}
}

func TestPlaceInRange(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 0.25, placeOf(1.25, 1, 2), 1e-9)
	require.Zero(t, placeOf(0.5, 1, 2), "below the range, which the service updates later")
	require.InDelta(t, 1, placeOf(3, 1, 2), 1e-9)
	require.InDelta(t, 0.5, placeOf(1, 1, 1), 1e-9)
	nan, inf := math.NaN(), math.Inf(1)
	for _, invalid := range [][3]float64{{nan, 1, 2}, {1, nan, 2}, {1, 1, nan}, {1, 2, 1}, {inf, 1, 2}, {1, -inf, 2}, {1, 1, inf}} {
		require.True(t, math.IsNaN(placeOf(invalid[0], invalid[1], invalid[2])), "%v", invalid)
	}
}

func TestPriceIsSplitAtItsPoint(t *testing.T) {
	t.Parallel()
	for price, want := range map[string][2]string{"97,214.10": {"97,214", ".10"}, "12": {"12", ""}, "–": {"–", ""}, ".5": {"", ".5"}} {
		whole, fraction := splitPrice(text.Clean(price))
		require.Equal(t, want, [2]string{whole.String(), fraction.String()}, fmt.Sprint(price))
	}
}
