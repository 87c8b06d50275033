package home

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPlot(t *testing.T) {
	t.Parallel()
	lines := plot([]float64{84_000, 84_500.5}, 2, 40, 8)
	require.Len(t, lines, 8)
	require.True(t, strings.Contains(lines[0], "84,500.50┤"), lines[0])
	require.True(t, strings.Contains(lines[7], "84,000.00"), lines[7])
}

func TestPlotOfTinyPrices(t *testing.T) {
	t.Parallel()
	lines := plot([]float64{6.000000000000012, 4.440892098500626e-16}, 0, 40, 12)
	require.True(t, strings.HasPrefix(strings.TrimSpace(lines[11]), "0┤"), lines[11])
}

// Prices of any size are drawn within the panel.
func TestPlotStaysInside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		closes := rapid.SliceOfN(rapid.Float64Range(-math.MaxFloat64/4, math.MaxFloat64/4), 2, 24).Draw(t, "closes")
		if rapid.Bool().Draw(t, "small") {
			closes = rapid.SliceOfN(rapid.Float64Range(0, 100_000), 2, 24).Draw(t, "prices")
		}
		width, height := rapid.IntRange(minChartWidth, 100).Draw(t, "width"), rapid.IntRange(minChartHeight, 30).Draw(t, "height")
		lines := plot(closes, rapid.IntRange(-1, 12).Draw(t, "decimals"), width, height)
		require.LessOrEqual(t, len(lines), height)
		for _, line := range lines {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, " ")), width, line)
		}
	})
}
