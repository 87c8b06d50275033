package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
)

const hour = int64(3_600_000)

var start = time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC).UnixMilli()

// walk returns a deterministic random walk of hourly bars.
func walk(count int) []Bar {
	bars := make([]Bar, count)
	price, state := 0.6, uint32(7)
	next := func() float64 { state = state*1664525 + 1013904223; return float64(state>>8)/float64(1<<24) - 0.5 }
	for i := range bars {
		open := price
		price += next() * 0.008
		bars[i] = Bar{Time: start + int64(i)*hour, Open: open, Close: price, High: max(open, price) + math.Abs(next())*0.004, Low: min(open, price) - math.Abs(next())*0.004, Volume: 1000 * (1 + next())}
	}
	return bars
}

// borders returns the borders of hours from start on.
func borders(slots int) []int64 {
	times := make([]int64, slots+1)
	for i := range times {
		times[i] = start + int64(i)*hour
	}
	return times
}

func of(bars []Bar, slots int) Chart {
	return Chart{Bars: bars, Times: borders(slots), Decimals: -1, From: start, To: start + int64(slots)*hour, Cursor: -1, Unfinished: -1, Volume: true, Label: text.Const("1h UTC")}
}

func plain(lines []text.Line) string {
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(strings.TrimRight(line.Text().String(), " ") + "\n")
	}
	return out.String()
}

// without returns the bars without those from from to to (exclusive).
func without(bars []Bar, from, to int) []Bar {
	return append(append([]Bar{}, bars[:from]...), bars[to:]...)
}

func TestDraw(t *testing.T) {
	chart := of(without(walk(60), 33, 36), 60)
	chart.Unfinished, chart.Cursor = 59, 47
	drawn := plain(chart.Draw(theme.NoColor(), 72, 17))
	require.Contains(t, drawn, "×××")
	require.Contains(t, drawn, "┊")
	require.Contains(t, drawn, "~")
	require.Contains(t, drawn, "│ volume")
	require.Contains(t, drawn, "└ 1h UTC")
	require.Contains(t, drawn, "11-19")
	require.Contains(t, drawn, "║")
	require.Contains(t, drawn, "┃")
}

// Where a theme leaves colors to the terminal, a candle still says whether it rose or fell: only those that rose are hollow, whatever their size.
func TestCandlesDifferByShape(t *testing.T) {
	t.Parallel()
	dark, _ := theme.Adapt("dark", theme.Display{Depth: theme.Sixteen})
	for _, th := range []theme.Theme{theme.Terminal(), theme.NoColor(), dark.Dark} {
		for _, width := range []int{40, 70, 110, 220} { // candles of one to seven columns
			bars := walk(30)
			chart := of(bars, len(bars))
			chart.Volume = false
			d := chart.newDrawing(th, width, 24)
			up, _ := d.layout.bodies(th)
			d.drawCandles()
			lines := d.grid.lines()
			for i, bar := range bars {
				from, to := d.layout.columnsOf(i)
				isHollow := false
				for _, line := range lines {
					cells := []rune(line.Text().String())
					isHollow = isHollow || slices.Contains(cells[min(from, len(cells)):min(to, len(cells))], up)
				}
				require.Equal(t, bar.Rose(), isHollow, "bar %d of %s in %d columns", i, th.Name, width)
			}
		}
	}
}

// A filled body is as high as the change of the price: each end is off by at most half a row, and one without a row is a dash.
func TestFilledBodiesAreAsHighAsTheChange(t *testing.T) {
	t.Parallel()
	dark, ok := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	require.True(t, ok)
	kinds := map[rune]int{}
	rapid.Check(t, func(t *rapid.T) {
		bars := walk(40)
		seed := rapid.Float64Range(0.01, 3).Draw(t, "stretch")
		for i := range bars {
			bars[i].Close = bars[i].Open + (bars[i].Close-bars[i].Open)*seed
			bars[i] = bars[i].normalized()
		}
		chart := of(bars, len(bars))
		d := chart.newDrawing(dark.Dark, rapid.SampledFrom([]int{100, 180, 300}).Draw(t, "width"), rapid.IntRange(8, 50).Draw(t, "height"))
		d.drawCandles()
		for i, bar := range bars {
			column, _ := d.layout.columnsOf(i)
			drawn, dashes := 0.0, 0
			for y := range d.plot {
				switch glyph := d.grid.cells[y*d.grid.width+column].glyph; glyph {
				case '█':
					drawn++
				case '▀', '▄':
					drawn += 0.5
				case '─', '┴', '┬', '┼', '━', '┷', '┯', '┿':
					dashes++
					kinds[glyph]++
				}
			}
			height := math.Abs(d.height(bar.Open) - d.height(bar.Close))
			require.InDelta(t, height, drawn, 1.001, "bar %d", i)
			require.Equal(t, drawn == 0, dashes == 1, "bar %d: a body or a dash", i)
		}
	})
	require.NotEmpty(t, kinds['┼'])
	require.NotEmpty(t, kinds['┿'])
}

// The tag of the crosshair does not cover that of the latest price.
func TestCrosshairTagStandsBesideTheLatestPrice(t *testing.T) {
	t.Parallel()
	for slot := range 60 {
		c := of(walk(60), 60)
		c.Decimals, c.Cursor = 4, slot
		c.Last = c.Bars[59].Close
		drawn := plain(c.Draw(theme.NoColor(), 140, 24))
		require.Contains(t, drawn, FormatPrice(c.Last, 4).String(), "crosshair at %d", slot)
		require.Contains(t, drawn, FormatPrice(c.Bars[slot].Close, 4).String(), "crosshair at %d", slot)
	}
}

func themes() []theme.Theme { return []theme.Theme{theme.Terminal(), theme.NoColor()} }

// randomChart generates an arbitrary chart.
func randomChart(t *rapid.T) Chart {
	number := rapid.OneOf(rapid.Float64Range(0.5, 2), rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 1e308, -1e308, 5e-324, 1}))
	slots := rapid.IntRange(0, 400).Draw(t, "slots")
	var bars []Bar
	for i := range slots + 30 {
		if rapid.IntRange(0, 5).Draw(t, "there") == 0 {
			continue
		}
		bar := Bar{Time: start + int64(i-25)*hour, Open: number.Draw(t, "open"), High: number.Draw(t, "high"), Low: number.Draw(t, "low"), Close: number.Draw(t, "close"), Volume: number.Draw(t, "volume")}
		bars = append(bars, bar)
	}
	chart := of(bars, slots)
	chart.Type, chart.Scale = Type(rapid.IntRange(0, 3).Draw(t, "type")), Scale(rapid.IntRange(0, 2).Draw(t, "scale"))
	chart.Cursor, chart.Unfinished = rapid.IntRange(-1, slots+1).Draw(t, "cursor"), rapid.IntRange(-1, slots+1).Draw(t, "unfinished")
	chart.Volume, chart.Grid = rapid.Bool().Draw(t, "volume"), rapid.Bool().Draw(t, "grid")
	chart.Decimals, chart.AxisWidth, chart.Last, chart.Loading = rapid.IntRange(-1, 12).Draw(t, "decimals"), rapid.SampledFrom([]int{0, 10, 16}).Draw(t, "axis"), number.Draw(t, "last"), rapid.Bool().Draw(t, "loading")
	chart.Year, chart.From = rapid.SampledFrom([]int{0, 2026, 2027}).Draw(t, "year"), start+rapid.Int64Range(-2, 50).Draw(t, "from")*hour
	for _, style := range []theme.Style{theme.NoColor().Accent, theme.NoColor().Link}[:rapid.IntRange(0, 2).Draw(t, "curves")] {
		values := make([]float64, rapid.IntRange(0, slots).Draw(t, "values"))
		for i := range values {
			values[i] = number.Draw(t, "value")
		}
		chart.Curves = append(chart.Curves, Curve{Style: style, Values: values, Fit: rapid.Bool().Draw(t, "fit"), Dash: rapid.Uint16().Draw(t, "dash")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "panes") {
		pane := Pane{Title: text.Plain("title"), Levels: []float64{number.Draw(t, "pane level")}}
		values := make([]float64, rapid.IntRange(0, slots).Draw(t, "pane values"))
		for i := range values {
			values[i] = number.Draw(t, "pane value")
		}
		if pane.Curves = []Curve{{Style: theme.NoColor().Accent, Values: values}}; rapid.Bool().Draw(t, "histogram") {
			pane.Histogram = values
		}
		if rapid.Bool().Draw(t, "ends") {
			pane.High = 100
		}
		chart.Panes = append(chart.Panes, pane)
	}
	chart.Levels, chart.Marks = []float64{number.Draw(t, "level")}, []int64{start + rapid.Int64Range(-10, 500).Draw(t, "mark")*hour}
	for range rapid.IntRange(0, 2).Draw(t, "straights") {
		values := make([]float64, rapid.IntRange(0, slots).Draw(t, "straight values"))
		for i := range values {
			values[i] = number.Draw(t, "straight value")
		}
		chart.Straights = append(chart.Straights, Straight{Values: values, Tag: number.Draw(t, "tag"), IsLevel: rapid.Bool().Draw(t, "is level"), IsDraft: rapid.Bool().Draw(t, "is draft")})
	}
	return chart
}

func TestDrawFitsItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := randomChart(t)
		width, height := rapid.IntRange(0, 300).Draw(t, "width"), rapid.IntRange(0, 60).Draw(t, "height")
		for _, th := range themes() {
			lines := chart.Draw(th, width, height)
			if width > 0 {
				require.Len(t, lines, height)
			}
			for _, line := range lines {
				require.LessOrEqual(t, line.Width(), width)
				require.NotContains(t, line.Text().String(), "\x1b")
			}
		}
	})
}

// Candles stay within their columns, a high is never below a low, and gaps are blank above their mark.
func TestCandlesStayInTheirColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := randomChart(t)
		if chart.Slots() == 0 {
			return
		}
		chart.Type = Type(rapid.IntRange(0, 1).Draw(t, "candles or bars"))
		chart.Cursor, chart.Unfinished, chart.Curves, chart.Levels, chart.Straights, chart.Marks = -1, -1, nil, nil, nil, nil
		width, height := rapid.IntRange(minFullWidth, 300).Draw(t, "width"), rapid.IntRange(minChartRows, 60).Draw(t, "height")
		d := chart.newDrawing(theme.NoColor(), width, height)
		if !d.isEmpty() {
			if d.Type == Candles {
				d.drawCandles()
			} else {
				d.drawBars()
			}
		}
		painted := make([]bool, d.columns)
		d.eachBar(func(bar Bar, left, right int) {
			reaches := d.extent(bar)
			require.GreaterOrEqual(t, reaches.high, reaches.top)
			require.GreaterOrEqual(t, reaches.top, reaches.bottom)
			require.GreaterOrEqual(t, reaches.bottom, reaches.low)
			for x := left; x < right; x++ {
				painted[x] = true
			}
			for y := range d.plot {
				inside := y >= d.row(reaches.high) && y <= d.row(reaches.low)
				glyph := d.grid.cells[y*d.grid.width+(left+right-1)/2].glyph
				require.Equal(t, inside, glyph != 0, "row %d of %c", y, glyph)
			}
		})
		for y := range d.plot {
			for x := range d.columns {
				if !painted[x] {
					require.Zero(t, d.grid.cells[y*d.grid.width+x].glyph)
				}
			}
		}
	})
}

// A line passes through every close and leaves gaps blank, with and without colors.
func TestLinePassesThroughCloses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := randomChart(t)
		if chart.Slots() == 0 {
			return
		}
		chart.Type, chart.Curves = Type(rapid.IntRange(int(Line), int(Area)).Draw(t, "line or area")), nil
		width, height := rapid.IntRange(minChartWidth, 300).Draw(t, "width"), rapid.IntRange(minChartRows, 60).Draw(t, "height")
		for _, th := range themes() {
			d := chart.newDrawing(th, width, height)
			if d.isEmpty() {
				return
			}
			fine := d.prices
			if chart.Type == Line {
				d.drawLine()
			} else {
				d.drawArea()
			}
			if chart.Type == Area || th.Name == "terminal" {
				fine.levels = 4 * d.plot
			}
			for slot := d.layout.first; slot < d.layout.slots; slot++ {
				from, to := d.layout.columnsOf(slot)
				drawn := func(x, y int) bool { return d.grid.cells[y*d.grid.width+x].glyph != 0 }
				if bar := d.bars[slot]; bar.Known() {
					require.True(t, drawn((from+to-1)/2, d.plot-1-fine.level(bar.Close)*d.plot/fine.levels), "%v is not a point of the line", bar.Close)
					continue
				}
				for x := from; x < to; x++ {
					for y := range d.plot {
						require.False(t, drawn(x, y), "the line crosses a gap")
					}
				}
			}
		}
	})
}

func TestSlotAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := of(walk(300), rapid.IntRange(1, 300).Draw(t, "slots"))
		width, height := rapid.IntRange(1, 300).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		last := -1
		for column := range width {
			if slot, ok := chart.SlotAt(theme.NoColor(), column, width, height); ok {
				require.GreaterOrEqual(t, slot, last)
				require.Less(t, slot, chart.Slots())
				last = slot
			}
		}
		require.GreaterOrEqual(t, last, 0)
	})
}

func TestRiseAndFallDifferWithoutColor(t *testing.T) {
	up := Bar{Time: start, Open: 1, Low: 1, High: 2, Close: 2, Volume: 1}
	down := Bar{Time: start, Open: 2, Low: 1, High: 2, Close: 1, Volume: 1}
	for _, kind := range []Type{Candles, Bars} {
		var drawn [2]string
		for i, bar := range []Bar{up, down} {
			chart := of([]Bar{bar}, 1)
			chart.Type = kind
			drawn[i] = plain(chart.Draw(theme.NoColor(), 60, 12))
		}
		require.NotEqual(t, drawn[0], drawn[1], kind)
	}
}

// An indicator can be negative, which a log scale cannot show.
func TestNegativeCurveOnLogScale(t *testing.T) {
	chart := of(walk(3), 3)
	chart.Scale, chart.Curves = Log, []Curve{{Style: theme.Terminal().Accent, Values: []float64{-1, 0, 0.6}}}
	require.NotEmpty(t, chart.Draw(theme.Terminal(), 60, 12))
}

func BenchmarkFrame(b *testing.B) {
	bars := walk(2000)
	closes := make([]float64, len(bars))
	for i, bar := range bars {
		closes[i] = bar.Close
	}
	for kind := Candles; kind <= Area; kind++ {
		for _, th := range themes() {
			b.Run(fmt.Sprintf("%v/%s", kind, th.Name), func(b *testing.B) {
				chart := of(bars, 2000)
				chart.Type, chart.Cursor = kind, 1500
				chart.Curves = []Curve{{Style: th.Accent, Values: closes, Fit: true}}
				b.ReportAllocs()
				for b.Loop() {
					text.Render(chart.Draw(th, 150, 40))
				}
			})
		}
	}
}
