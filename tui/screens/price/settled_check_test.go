package price

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/widget/chart"
)

// CheckIndicators checks that the values at each finished bar of the window are those of the whole history to the shown digits, or are marked
// with ~ and the legend says why. It returns the number of values, and whether they are settled. The tests of this package cannot open a deck
// themselves.
func CheckIndicators(t *testing.T, m *Model, history func() []client.Candle) (known int, isSettled bool) {
	if m.isSettling() {
		for _, slot := range []int{0, m.window().slots() - 2} {
			requireMarked(t, m, slot)
		}
		return 0, false
	}
	var bars []chart.Bar
	for _, of := range market.Join(history(), m.period(), m.location()) {
		bars = append(bars, chart.Bar{
			Time: of.Time, Open: market.Float(of.Open), High: market.Float(of.High), Low: market.Float(of.Low), Close: market.Float(of.Close), Volume: market.Float(of.Volume),
		})
	}
	w := m.window()
	slots := map[int64]int{}
	for slot := range w.slots() {
		slots[w.times[slot]] = slot
	}
	columns := market.ColumnsOf(bars, m.period().Length(), m.location())
	reference := make([][][]float64, len(m.indicators.active)) // by indicator, line and slot
	for i, of := range m.indicators.active {
		for _, values := range of.Compute(columns) {
			line := make([]float64, w.slots())
			for slot := range line {
				line[slot] = math.NaN()
			}
			for at := range values {
				if slot, ok := slots[bars[at].Time]; ok {
					line[slot] = values[at]
				}
			}
			reference[i] = append(reference[i], line)
		}
	}
	defer func(was bool, cursor int64) { m.crosshair, m.cursor = was, cursor }(m.crosshair, m.cursor)
	m.crosshair = true
	for slot := range w.slots() {
		if m.unfinished(w.times[slot]) {
			break
		}
		m.cursor = w.times[slot]
		c := m.chart()
		var want []string
		for _, isPane := range []bool{false, true} {
			for i, of := range m.indicators.active {
				if of.Kind().Pane != isPane {
					continue
				}
				decimals := m.series().Decimals()
				if isPane {
					decimals = decimalsOf(reference[i], decimals+2)
				}
				if of.Kind().Low != of.Kind().High {
					decimals = 1
				}
				for _, line := range reference[i] {
					if math.IsNaN(line[slot]) {
						want = append(want, "–")
						continue
					}
					known++
					want = append(want, chart.FormatPrice(line[slot], decimals).String())
				}
			}
		}
		require.Equal(t, want, shownValues(m, &c), "%s at %s", m.periodName(), m.barLabel(m.cursor))
	}
	return known, true
}

// shownValues returns the values of the curves, then those of the panes.
func shownValues(m *Model, c *chart.Chart) (values []string) {
	shown := ""
	for _, item := range m.curveItems(c) {
		shown += item.line[item.mark:].Text().String() + " "
	}
	for _, pane := range c.Panes {
		shown += pane.Title.Text().String() + " "
	}
	for _, word := range strings.Fields(shown) {
		if strings.ContainsAny(word[:1], "0123456789-~") || strings.HasPrefix(word, "–") || strings.HasPrefix(word, "−") {
			values = append(values, word)
		}
	}
	return values
}

// requireMarked requires that all values have a mark, and that the legend explains it.
func requireMarked(t *testing.T, m *Model, slot int) {
	defer func(was bool, cursor int64) { m.crosshair, m.cursor = was, cursor }(m.crosshair, m.cursor)
	m.crosshair, m.cursor = true, m.window().times[slot]
	c := m.chart()
	for _, value := range shownValues(m, &c) {
		require.Regexp(t, "^[~–]", value)
	}
	width, height := m.chartSize()
	legend := ""
	for _, line := range m.legend(&c, width, height) {
		legend += line.Text().String() + "\n"
	}
	require.Regexp(t, `~ (settling|not settled): .*older bars`, legend)
}

// ChooseBarSize shows bars of a size, by its index.
func ChooseBarSize(m *Model, index int) { m.setBarSize(index) }

// Step returns the resolution of the records that the bars are made of.
func Step(m *Model) time.Duration { return m.series().Step }

// ReplayEnd returns the end of what a replay shows.
func ReplayEnd(m *Model) int64 { return m.replayEnd() }

// IsSettled reports whether what the indicators need is loaded.
func IsSettled(m *Model) bool { return m.history().Count() > 0 && !m.isSettling() }
