package price

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/widget/chart"
)

func TestGapsResetTheAverage(t *testing.T) {
	t.Parallel()
	var bars []chart.Bar
	for _, closed := range []float64{1, 2, math.NaN(), 4, 5, 7} {
		bars = append(bars, chart.Bar{Close: closed})
	}
	want := []float64{math.NaN(), 1.5, math.NaN(), math.NaN(), 4.5, 6}
	require.InDeltaSlice(t, want, average(bars, 2), 1e-12)
}
