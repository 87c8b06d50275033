package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

const (
	// chartWidth and chartHeight are the size of a chart that is not printed to a terminal.
	chartWidth  = 80
	chartHeight = 20
	// axisColumns is about how many columns the axis of prices takes.
	axisColumns = 10
)

// widthOf is the width of the terminal that takes the output, or the usual one where none does.
func widthOf(out io.Writer) int {
	if file, ok := out.(interface{ Fd() uintptr }); ok && isTerminal(out) {
		if width, _, err := term.GetSize(file.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return chartWidth
}

// printChart prints a history as a chart, with the first and the last price of it above.
func printChart(out io.Writer, pair string, bar time.Duration, from, to time.Time, candles []client.Candle) error {
	step := bar.Milliseconds()
	first, last := candles[0].Time/step*step, candles[len(candles)-1].Time/step*step
	c := chart.Chart{
		Start: first, Step: step, Slots: int((last-first)/step) + 1, From: from.UnixMilli(), To: to.UnixMilli(),
		Volume: true, Cursor: -1, Unfinished: -1, Label: "UTC",
	}
	if last+step > to.UnixMilli() {
		c.Unfinished = c.Slots - 1
	}
	for _, candle := range candles {
		c.Bars = append(c.Bars, chart.Bar{
			Time: candle.Time, Open: drawn(candle.Open), High: drawn(candle.High), Low: drawn(candle.Low), Close: drawn(candle.Close), Volume: drawn(candle.Volume),
		})
	}
	open, closed := candles[0].Open, candles[len(candles)-1].Close
	const minute = "2006-01-02 15:04"
	begins, ends := time.UnixMilli(first).UTC().Format(minute), time.UnixMilli(last).UTC().Format(minute)
	if _, err := fmt.Fprintf(out, "%s  %s to %s UTC  from %s to %s\n", text.Clean(pair), begins, ends, given(open), given(closed)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, text.Render(trimmed(c.Draw(theme.NoColour(), widthOf(out), chartHeight))))
	return err
}

// trimmed is the lines without the blanks at their ends.
func trimmed(lines []text.Line) []text.Line {
	for i, line := range lines {
		lines[i] = text.Plain(text.Safe(strings.TrimRight(string(line.Text()), " "))) // commands print no attributes either
	}
	return lines
}

// drawn is a number as it is drawn; NaN where there is none.
func drawn(digits string) float64 {
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return math.NaN()
	}
	return number
}
