package home

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guptarohit/asciigraph"

	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	// minChartHeight is the height from which the chart is drawn.
	minChartHeight = 8
	minChartWidth  = 40
	chartHours     = 24 // as in the column 24H
	labelRows      = 4  // rows of the axis per label
)

// Chart draws the prices of the selected pair over the last 24 hours, from the history that the list's sparklines need. It returns nil
// where there is no room or no history.
func (m *pricePanel) Chart(width, height int) []text.Line {
	pair := m.List.Current()
	if pair == "" || !m.deps.Prices.Available() || height < minChartHeight || width < minChartWidth {
		return nil
	}
	series := m.deps.Prices.Series(pair, time.Hour)
	closes := closesOf(series)
	if len(closes) < 2 {
		return nil
	}
	th := m.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	p := widget.Panel{Title: widget.Title(th, text.Clean(pair), false), State: text.In(th.Faint, "24 hours")}
	rows := plot(closes, series.Decimals(), width-frameWidth, height-frameHeight)
	for i, line := range rows {
		axis := strings.IndexAny(line, "┤┼") // behind the labels
		if axis < 0 {
			continue
		}
		label := text.Clean(line[:axis])
		if i != len(rows)-1 && (i%labelRows != 0 || len(rows)-1-i < labelRows) {
			label = text.Spaces(text.Width(label))
		}
		p.Body = append(p.Body, text.Line{{Text: label, Style: th.Faint}, {Text: text.Clean(line[axis:]), Style: th.Plot}}.Silent()) // the list reads the prices
	}
	return p.Draw(th, width, height)
}

// closesOf returns the newest closing prices that are numbers.
func closesOf(series *market.Series) []float64 {
	newest, ok := series.Newest()
	if !ok {
		return nil
	}
	var closes []float64
	for _, bar := range series.Bars(nil, newest.Time-chartHours*time.Hour.Milliseconds(), newest.Time+1) {
		if !math.IsNaN(bar.Close) && !math.IsInf(bar.Close, 0) && math.Abs(bar.Close) < math.MaxFloat64/2 {
			closes = append(closes, bar.Close)
		}
	}
	return closes
}

// plot draws a line of width columns with a labeled axis.
func plot(closes []float64, decimals, width, height int) []string {
	lowest, highest := slices.Min(closes), slices.Max(closes)
	label := func(price float64) string {
		price = min(max(price, lowest), highest) // asciigraph's rounding can leave the range
		return text.Group(strconv.FormatFloat(price, 'f', max(decimals, 0), 64)).String()
	}
	labelWidth := 0
	for _, price := range closes {
		labelWidth = max(labelWidth, len(label(price)))
	}
	if labelWidth > width/2 {
		return nil
	}
	drawn := asciigraph.Plot(closes, asciigraph.Height(height-1), asciigraph.Width(width-labelWidth-1), asciigraph.Offset(2),
		asciigraph.YAxisValueFormatter(func(price float64) string {
			return strings.Repeat(" ", max(labelWidth-len(label(price)), 0)) + label(price)
		}))
	return strings.Split(drawn, "\n")
}
