package desk

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

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
