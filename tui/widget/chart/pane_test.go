package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

// withPane returns a chart with a pane of a histogram with these values.
func withPane(values ...float64) Chart {
	c := of(walk(len(values)), len(values))
	c.Decimals, c.Panes = 2, []Pane{{Title: text.Plain("macd 0.5"), Histogram: values}}
	return c
}

// rows returns the drawing's rows without colors.
func rows(c Chart, width, height int) []string {
	return strings.Split(plain(c.Draw(theme.NoColor(), width, height)), "\n")
}

// Bars of a histogram rise from zero or hang from it, in proportion to their values.
func TestHistogram(t *testing.T) {
	t.Parallel()
	c := withPane(-2, -1, 0, 1, 2, math.NaN())
	got := rows(c, 60, 30)
	title := -1
	for i, row := range got {
		if strings.HasPrefix(row, "─ macd 0.5 ─") {
			title = i
		}
	}
	require.Positive(t, title)
	d := c.newDrawing(theme.NoColor(), 60, 30)
	values := newScale(Normal, -2, 2, 0, 2*(d.paneRows-1))
	heights := map[int]int{}
	for slot, value := range c.Panes[0].Histogram {
		from, _ := d.layout.columnsOf(slot)
		for _, row := range got[title+1 : title+d.paneRows] {
			switch glyph := []rune(row)[from]; glyph {
			case '█':
				heights[slot] += 2
			case '▀', '▄':
				heights[slot]++
			}
		}
		want := 0
		if finite(value) {
			want = max(values.level(value), values.level(0)) - min(values.level(value), values.level(0)) + 1
		}
		require.Equal(t, want, heights[slot], "%v", value)
	}
	require.Greater(t, heights[0], heights[1])
	require.Greater(t, heights[4], heights[3])
}

// Panes that have no room are left out, the last ones first, and the prices keep most of the rows.
func TestPanesNeedRoom(t *testing.T) {
	t.Parallel()
	pane := Pane{Title: text.Plain("rsi"), Curves: []Curve{{Values: []float64{30, 70}}}, Levels: []float64{30, 70}, High: 100}
	for height, want := range map[int]int{8: 0, 11: 0, 12: 1, 24: 3, 40: 4} {
		c := of(walk(60), 60)
		c.Volume, c.Panes = true, []Pane{pane, pane, pane, pane}
		require.Equal(t, want, c.newDrawing(theme.NoColor(), 80, height).panes, "%d rows", height)
		got := plain(c.Draw(theme.NoColor(), 80, height))
		require.Equal(t, want, strings.Count(got, "─ rsi ─"))
		require.Contains(t, got, "volume")
	}
}

// A level and a value of the pane's axis are drawn in the same row as their label.
func TestPaneAxis(t *testing.T) {
	t.Parallel()
	c := of(walk(30), 30)
	values := make([]float64, 30)
	for i := range values {
		values[i] = 70
	}
	c.Panes = []Pane{{Title: text.Plain("rsi"), Curves: []Curve{{Values: values, Style: theme.Terminal().Accent}}, Levels: []float64{30, 70}, High: 100}}
	found := 0
	for _, row := range rows(c, 80, 30) {
		switch {
		case strings.HasSuffix(strings.TrimRight(row, " "), "┤ 70"):
			require.Regexp(t, `[⠁-⣿]{10}`, row)
			found++
		case strings.HasSuffix(strings.TrimRight(row, " "), "┤ 30"):
			require.Contains(t, row, "┈┈┈")
			found++
		}
	}
	require.Equal(t, 2, found)
}

// Numbers that can hardly be told apart have a height too.
func TestSmallestNumbers(t *testing.T) {
	t.Parallel()
	values := newScale(Normal, 0, math.SmallestNonzeroFloat64, 0, 8)
	require.Zero(t, values.level(0))
	require.Zero(t, values.level(math.SmallestNonzeroFloat64))
	c := withPane(0, math.SmallestNonzeroFloat64)
	require.Len(t, c.Draw(theme.NoColor(), 60, 30), 30)
}
