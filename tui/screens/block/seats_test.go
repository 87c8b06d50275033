package block

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// All members have room, and more room never makes them smaller.
func TestSeatsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members, width, height := rapid.IntRange(1, 300).Draw(t, "members"), rapid.IntRange(20, 200).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		got := seatFor(members, width, height)
		require.GreaterOrEqual(t, got.width, voterWidth)
		if got.bar > 0 {
			perLine := width / got.width
			require.LessOrEqual(t, (members+perLine-1)/perLine*(got.bar+1), height)
		}
		taller := seatFor(members, width, height+1)
		require.GreaterOrEqual(t, min(2*taller.bar, taller.width-seatGap), min(2*got.bar, got.width-seatGap))
	})
	require.Equal(t, seat{width: voterWidth}, seatFor(84, 50, 5))
	require.Positive(t, seatFor(31, 62, 18).bar)
}
