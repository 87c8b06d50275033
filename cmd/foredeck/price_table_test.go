package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/record"
)

// A narrow terminal has whole columns, the price and its pair always.
func TestPriceColumnsThatFit(t *testing.T) {
	t.Parallel()
	for width, want := range map[int][]string{
		0:   {"PAIR", "PRICE", "HIGH 24H", "LOW 24H", "CHANGE 24H", "AGE", "TIME"},
		120: {"PAIR", "PRICE", "HIGH 24H", "LOW 24H", "CHANGE 24H", "AGE"},
		90:  {"PAIR", "PRICE", "HIGH 24H", "CHANGE 24H", "AGE"},
		64:  {"PAIR", "PRICE", "CHANGE 24H", "AGE"},
		50:  {"PAIR", "PRICE", "CHANGE 24H"},
		20:  {"PAIR", "PRICE"},
	} {
		var titles []string
		for _, c := range fittingPrices(record.Prices(time.Now), width) {
			if !c.Title.IsEmpty() {
				titles = append(titles, c.Title.String())
			}
		}
		require.Equal(t, want, titles, "width %d", width)
	}
	require.Zero(t, terminalWidth(&terminalScreen{}), "not known")
}
