package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Every price between two ticks lies in a row between theirs, each label is the tick's price to the last digit, and steps are round.
func TestPricesLieInTheRowsOfTheAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(0, 8).Draw(t, "decimals")
		unit := math.Pow10(-decimals)
		low := float64(rapid.Int64Range(1, 1_000_000).Draw(t, "low")) * unit
		high := low + float64(rapid.Int64Range(5, 1_000_000).Draw(t, "span"))*unit
		chart := of([]Bar{{Time: start, Open: low, Low: low, High: high, Close: high}}, 1)
		chart.Decimals, chart.Scale = decimals, Scale(rapid.IntRange(0, 1).Draw(t, "scale"))
		d := chart.newDrawing(theme.NoColor(), rapid.IntRange(40, 200).Draw(t, "width"), rapid.IntRange(8, 60).Draw(t, "height"))
		lines := plain(d.draw())
		row := func(price float64) int { return d.row(d.prices.level(price)) }
		for i, tick := range d.ticks {
			label := d.prices.label(tick, d.tickDecimals).String()
			shown, err := strconv.ParseFloat(strings.ReplaceAll(label, ",", ""), 64)
			require.NoError(t, err)
			require.Equal(t, row(tick), row(shown), "%s labels %v", label, tick)
			require.InDelta(t, tick, shown, unit/1000, "ticks have no more digits than prices")
			if i == 0 {
				continue
			}
			between := d.ticks[i-1] + rapid.Float64Range(0, 1).Draw(t, "share")*(tick-d.ticks[i-1])
			require.LessOrEqual(t, row(between), row(d.ticks[i-1]))
			require.GreaterOrEqual(t, row(between), row(tick))
		}
		fraction := 0
		for _, line := range strings.Split(lines, "\n") {
			if _, label, ok := strings.Cut(line, "┤ "); ok {
				_, digits, _ := strings.Cut(label, ".")
				require.True(t, fraction == 0 || fraction == len(digits)+1, "all labels have the same digits: %s", lines)
				fraction = len(digits) + 1
			}
		}
	})
}

func TestTicksAreRound(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		rows      int
		decimals  int
		want      []float64
	}{
		{0.5749, 0.6276, 12, 4, []float64{0.58, 0.6, 0.62}},
		{97_214.1, 98_800, 20, 2, []float64{97_500, 98_000, 98_500}},
		{1, 4, 12, 0, []float64{1, 2, 3, 4}},
	} {
		ticks, _ := newScale(Normal, test.low, test.high, 0, 2*test.rows).ticks(test.rows, test.decimals)
		require.InDeltaSlice(t, test.want, ticks, 1e-9)
	}
}

// Time labels are at local borders, never the same twice in a row, and have the year where it is not the current one.
func TestTimeLabels(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	at := func(year int, month time.Month, date, hour int) int64 {
		return time.Date(year, month, date, hour, 0, 0, 0, berlin).UnixMilli()
	}
	for _, test := range []struct {
		period Period
		end    int64
		count  int
		want   []string
	}{
		{Period{Days: 1}, at(2026, 3, 10, 5), 60, []string{"01-19", "02-02", "02-16", "03-02"}},
		{Period{Days: 1}, at(2026, 1, 30, 5), 100, []string{"2025-11-24", "12-08", "2026", "01-19"}},
		{Period{Months: 1}, at(2026, 11, 10, 5), 40, []string{"2024", "2025", "2026"}},
		{Period{Fixed: time.Hour}, at(2026, 10, 25, 20), 48, []string{"10-24", "12:00", "10-25", "12:00"}},
	} {
		c := Chart{Times: test.period.Times(test.end, test.count, berlin), Zone: berlin, Year: 2026, Cursor: -1, Unfinished: -1}
		d := c.newDrawing(theme.NoColor(), 80, 20)
		var labels []string
		for _, tick := range d.timeTicks() {
			if len(labels) > 0 {
				require.NotEqual(t, labels[len(labels)-1], tick.label)
			}
			labels = append(labels, tick.label)
		}
		for _, want := range test.want {
			require.Contains(t, labels, want, "%v: %v", test.period, labels)
		}
	}
}

// While the window is panned bar by bar, labels stay at their times: none appears, disappears or changes except at the edges, where the
// first date gets the year.
func TestTimeLabelsDoNotJitter(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, period := range []Period{{Fixed: 30 * time.Second}, {Fixed: 5 * time.Minute}, {Fixed: time.Hour}, {Fixed: 4 * time.Hour}, {Days: 1}, {Days: 2}, {Weeks: 1}, {Months: 1}, {Months: 3}} {
		for _, size := range [][2]int{{60, 40}, {80, 64}, {120, 50}, {120, 100}, {200, 37}, {200, 180}} {
			end := time.Date(2025, 10, 20, 13, 0, 0, 0, berlin).UnixMilli()
			var before map[int64]timeTick
			for range 250 {
				c := Chart{Times: period.Times(end, size[1], berlin), Zone: berlin, Year: 2026, Cursor: -1, Unfinished: -1, AxisWidth: 10}
				d := c.newDrawing(theme.NoColor(), size[0], 20)
				now := map[int64]timeTick{}
				for i, tick := range d.timeTicks() {
					slot, _ := d.layout.slotAt(tick.middle)
					at := d.start(slot)
					now[at] = tick
					old, seen := before[at]
					if before == nil || i == 0 || strings.Contains(old.label, "2025-") || strings.Contains(tick.label, "2025-") {
						continue // the edge
					}
					if seen {
						require.Equal(t, old.label, tick.label)
						require.Equal(t, old.middle-d.layout.pitch, tick.middle)
					} else {
						require.Greater(t, tick.column+len(tick.label)+d.layout.pitch, d.columns, "%v at %v: %s appears within the chart", period, size, tick.label)
					}
				}
				for at, old := range before {
					if _, stays := now[at]; !stays && !strings.Contains(old.label, "2025-") {
						require.Less(t, old.column, d.layout.left+d.layout.pitch+minTickColumns, "%v at %v: %s disappears within the chart", period, size, old.label)
					}
				}
				before, end = now, period.Next(period.Start(end, berlin), berlin)
			}
		}
	}
}

// A label is dropped if the tag of the crosshair would cut it.
func TestCrosshairTagCutsNoLabel(t *testing.T) {
	for cursor := range 100 {
		c := of(walk(100), 100)
		c.Cursor = cursor
		drawn := strings.Split(strings.TrimSpace(plain(c.Draw(theme.NoColor(), 120, 20))), "\n")
		axis, _, _ := strings.Cut(drawn[len(drawn)-1], "└")
		require.Regexp(t, `^( *(11-\d\d|12:00|11-\d\d \d\d:00))* *$`, axis)
	}
}

// One extreme wick leaves the chart with an arrow, and the other bars keep their heights.
func TestExtremeWickDoesNotFlattenTheChart(t *testing.T) {
	bars := walk(60)
	usual := of(bars, 60)
	before := usual.newDrawing(theme.NoColor(), 100, 30)
	bars[30].High *= 3
	after := of(bars, 60)
	d := after.newDrawing(theme.NoColor(), 100, 30)
	require.Less(t, d.prices.high-d.prices.low, 1.3*(before.prices.high-before.prices.low))
	require.Contains(t, plain(d.draw()), "↑")
	for _, bar := range bars {
		require.True(t, d.prices.contains(bar.Open) && d.prices.contains(bar.Close), "bodies are inside")
	}
}

func TestLastPriceHasATag(t *testing.T) {
	chart := of(walk(60), 60)
	chart.Decimals, chart.Last = 4, chart.Bars[59].Close
	require.Contains(t, plain(chart.Draw(theme.NoColor(), 100, 30)), "◂ "+FormatPrice(chart.Last, 4).String())
	chart.Last = 100
	require.Contains(t, plain(chart.Draw(theme.NoColor(), 100, 30)), "↑ 100.0000")
}

// The highest and the lowest price of the drawn bars are labeled, that of a wick beyond the chart beside its arrow.
func TestExtremesAreLabeled(t *testing.T) {
	bars := walk(60)
	c := of(bars, 60)
	c.Decimals, c.Grid = 4, true
	highest, lowest := bars[0].High, bars[0].Low
	for _, bar := range bars {
		highest, lowest = max(highest, bar.High), min(lowest, bar.Low)
	}
	for width := 80; width < 220; width += 7 {
		drawn := plain(c.Draw(theme.NoColor(), width, 24))
		require.Contains(t, drawn, FormatPrice(highest, 4).String(), "%s", drawn)
		require.Contains(t, drawn, FormatPrice(lowest, 4).String(), "%s", drawn)
	}
	c.Bars[30].High = 3
	require.Contains(t, plain(c.Draw(theme.NoColor(), 100, 24)), "↑ 3.0000")
}

// The tag of the latest price tells a change exactly where the ticks are whole percents.
// A wick that leaves the chart has its number, or the scale has the wick: whatever is over it, and however small the chart is.
func TestCutWicksHaveNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(20, 160).Draw(t, "width"), rapid.IntRange(4, 40).Draw(t, "height")
		c := Chart{AxisWidth: 12, Decimals: 4, Cursor: -1, Unfinished: -1, Type: rapid.SampledFrom([]Type{Candles, Bars}).Draw(t, "type"), From: 0, To: 61 * hour}
		long := map[int]bool{}
		for range rapid.IntRange(1, 4).Draw(t, "long wicks") {
			long[rapid.IntRange(0, 59).Draw(t, "slot")] = true
		}
		isFalling := rapid.Bool().Draw(t, "falling")
		for i := range 60 {
			bar := Bar{Time: int64(i) * hour, Open: 2, High: 2.02, Low: 1.98, Close: 2.01}
			if long[i] && isFalling {
				bar.Low = 1 - float64(i)/1000
			} else if long[i] {
				bar.High = 3 + float64(i)/1000
			}
			c.Bars, c.Times = append(c.Bars, bar), append(c.Times, int64(i)*hour)
		}
		c.Times = append(c.Times, 60*hour)
		if rapid.Bool().Draw(t, "curve") {
			values := make([]float64, 60)
			for i := range values {
				values[i] = 2.019
			}
			c.Curves = []Curve{{Values: values, Fit: true}}
		}
		drawn := plain(c.Draw(theme.NoColor(), width, height))
		if arrows := strings.Count(drawn, "↑") + strings.Count(drawn, "↓"); arrows > 0 {
			numbers := 0
			for i := range long {
				price := c.Bars[i].High
				if isFalling {
					price = c.Bars[i].Low
				}
				numbers += strings.Count(drawn, FormatPrice(price, 4).String())
			}
			require.GreaterOrEqual(t, numbers, arrows, "\n%s", drawn)
		}
	})
}

func TestTagInPercent(t *testing.T) {
	t.Parallel()
	c := of([]Bar{
		{Time: start, Open: 100, High: 100, Low: 100, Close: 100}, {Time: start + hour, Open: 100, High: 110, Low: 100, Close: 110},
		{Time: start + 2*hour, Open: 110, High: 110, Low: 102.51, Close: 102.51},
	}, 3)
	c.Scale, c.Last = Percent, 102.51
	got := plain(c.Draw(theme.NoColor(), 80, 24))
	require.Contains(t, got, "◂ +2.51%")
	require.Regexp(t, `┤ \+5\.0%`, got)
}

// A log scale down to the smallest number has ticks, in finite time.
func TestTicksFromTheSmallestNumber(t *testing.T) {
	t.Parallel()
	ticks := logTicks(0, 1e174, 27)
	require.NotEmpty(t, ticks)
	require.Less(t, len(ticks), 27)
	require.NotEmpty(t, logTicks(1, 1e300, 27))
	s := newScale(Log, 5e-324, 1e174, 1, 54)
	require.NotPanics(t, func() { s.ticks(27, 2) })
}

// The time until the bar closes stands below the tag of the latest price, above it at the bottom of the chart, and never hides the price of an alert.
func TestTimeUntilTheBarCloses(t *testing.T) {
	t.Parallel()
	times := make([]int64, 21)
	bars := make([]Bar, 20)
	for i := range times {
		times[i] = int64(i) * 3_600_000
	}
	for i := range bars {
		bars[i] = Bar{Time: times[i], Open: 10, High: 20, Low: 10, Close: 15}
	}
	draw := func(last float64, levels ...float64) []string {
		c := Chart{Times: times, Bars: bars, To: times[20], Cursor: -1, Unfinished: -1, Decimals: 2, Last: last, LastRose: true, Left: text.Const("52:09"), Levels: levels}
		var lines []string
		for _, line := range c.Draw(theme.NoColor(), 60, 9) {
			lines = append(lines, line.Text().String())
		}
		return lines
	}
	row := func(lines []string, words string) int {
		return slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, words) })
	}
	middle := draw(15)
	require.Equal(t, row(middle, "◂ 15.00")+1, row(middle, "52:09"), strings.Join(middle, "\n"))
	bottom := draw(10)
	require.Equal(t, row(bottom, "◂ 10.00")-1, row(bottom, "52:09"), strings.Join(bottom, "\n"))
	beside := draw(15, 14.2)
	require.Contains(t, strings.Join(beside, "\n"), "◃ 14.20")
	require.Contains(t, strings.Join(beside, "\n"), "52:09")
}

// Ticks are the same number of rows apart, whatever the prices: the scale is extended for them, by less than half of its height, and nothing
// that is drawn leaves it.
func TestTicksAreEven(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows, decimals := rapid.IntRange(minAlignedRows, 60).Draw(t, "rows"), rapid.IntRange(-1, 6).Draw(t, "decimals")
		low := rapid.Float64Range(1, 100_000).Draw(t, "low")
		high := low * (1 + rapid.Float64Range(0.01, 2).Draw(t, "share"))
		kind := rapid.SampledFrom([]Scale{Normal, Percent}).Draw(t, "scale")
		wanted := newScale(kind, low, high, low, 2*rows)
		s, ok := wanted.aligned(decimals)
		if !ok {
			t.Skip("no step of so few decimals, or below zero")
		}
		ticks, _ := s.ticks(rows, decimals)
		require.GreaterOrEqual(t, len(ticks), minTicks-1)
		row := func(price float64) int { return s.level(price) / 2 }
		for i := 2; i < len(ticks); i++ {
			require.Equal(t, row(ticks[1])-row(ticks[0]), row(ticks[i])-row(ticks[i-1]), "%v", ticks)
		}
		require.Less(t, s.high-s.low, 1.6*(wanted.high-wanted.low))
		require.GreaterOrEqual(t, row(low), 1, "a row for the label of the lowest price")
		require.LessOrEqual(t, row(high), rows-2, "a row for the label of the highest price")
	})
}
