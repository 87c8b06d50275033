package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

// straightChart returns a chart without bars in its way: prices from 100 to 200 at both ends of the window.
func straightChart(straights ...Straight) Chart {
	bars := []Bar{{Time: start, Open: 100, High: 100, Low: 100, Close: 100}, {Time: start + 59*hour, Open: 200, High: 200, Low: 200, Close: 200}}
	c := of(bars, 60)
	c.From, c.To, c.Cursor, c.Unfinished, c.Decimals, c.AxisWidth, c.Straights = start, start, -1, -1, 2, 12, straights
	return c
}

// rise returns 60 values from one to another, of which those before a slot are missing.
func rise(from, to float64, first int) []float64 {
	values := make([]float64, 60)
	for i := range values {
		if values[i] = from + (to-from)*float64(i)/59; i < first {
			values[i] = math.NaN()
		}
	}
	return values
}

// A line is drawn at its values, without a gap, from where it begins, and leaves the chart where it leaves the scale.
func TestStraight(t *testing.T) {
	t.Parallel()
	for _, values := range [][]float64{rise(100, 200, 0), rise(190, 110, 20), rise(0, 200, 0), rise(100, 900, 0), rise(150, 150.01, 0)} {
		c := straightChart(Straight{Values: values, Tag: math.NaN()})
		d := c.newDrawing(theme.NoColor(), 140, 40)
		d.drawStraights()
		fine := d.prices
		fine.levels = brailleRows * d.plot
		for slot := range 60 {
			from, to := d.layout.columnsOf(slot)
			column := (from + to - 1) / 2 // dots of the middle of a slot are in this column or the next
			found := math.MaxInt
			for y := range d.plot {
				for x := column; x <= column+1; x++ {
					if cell := d.grid.cells[y*d.grid.width+x]; cell.glyph >= brailleBase {
						found = min(found, int(math.Abs(float64(y*brailleRows-(brailleRows*d.plot-1-fine.level(values[slot]))))))
					}
				}
			}
			inside := 0
			for near := max(slot-2, 0); near <= min(slot+2, 59); near++ {
				if finite(values[near]) && d.prices.contains(values[near]) {
					inside++
				}
			}
			switch {
			case inside == 5:
				require.LessOrEqual(t, found, brailleRows+4, "slot %d", slot)
			case inside == 0:
				require.Equal(t, math.MaxInt, found, "slot %d", slot)
			}
		}
	}
}

// A level and a ray have a tag that differs from those of alerts without colors, and a line without one leaves the axis alone.
func TestStraightTags(t *testing.T) {
	t.Parallel()
	draw := func(c Chart) string {
		var lines []string
		for _, line := range c.Draw(theme.NoColor(), 120, 30) {
			lines = append(lines, line.Text().String())
		}
		return strings.Join(lines, "\n")
	}
	level := Straight{Values: rise(150, 150, 0), Tag: 150, IsLevel: true}
	c := straightChart(level)
	frame := draw(c)
	require.Regexp(t, `─{40}.*━ 150.00`, frame)
	require.NotContains(t, frame, "◃")
	c.Levels = []float64{125}
	require.Regexp(t, `╌{40}.*◃ 125.00`, draw(c))
	require.Regexp(t, `─{40}.*━ 150.00`, draw(c))
	require.Contains(t, draw(straightChart(Straight{Values: rise(100, 180, 0), Tag: 180})), "━ 180.00")
	require.NotContains(t, draw(straightChart(Straight{Values: rise(100, 180, 0), Tag: math.NaN()})), "━")
	require.NotContains(t, draw(straightChart(Straight{Values: rise(100, 999, 0), Tag: 999})), "━", "beyond the scale")

	c = straightChart(level)
	c.Last, c.LastRose, c.Left = 154, true, text.Const("52:09")
	require.NotRegexp(t, `52:09.*\n.*52:09`, draw(c))
}
