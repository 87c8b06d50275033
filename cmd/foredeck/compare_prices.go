package main

import (
	"math"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/tui/comparison"
	"foredeck/tui/prices"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// pairComparison is a pair in a range of time, compared with the first pair.
type pairComparison struct {
	Pair        string   `json:"pair"`
	From        *int64   `json:"from_ms"` // start of the bar with the first price
	To          *int64   `json:"to_ms"`   // start of the bar with the last price
	First       string   `json:"first"`   // closes, as the service wrote them
	Last        string   `json:"last"`
	Change      string   `json:"change_percent"`
	Correlation *float64 `json:"correlation"` // of the returns with those of the first pair
	Bars        int      `json:"bars"`        // that the correlation is of
}

// comparePrices prints the change of each pair in a range, and its correlation with the first pair.
func comparePrices(in *invocation) error {
	from, to, bar, err := in.historyRange(in.s.now())
	if err != nil {
		return err
	}
	if in.given("from") && in.given("limit") {
		from = latest(from, bar.start(to.Add(-time.Duration(in.length)*bar.step)))
	}
	histories := make(map[string][]client.Candle, len(in.args))
	var failures []error
	progress := in.newProgress()
	for i, pair := range in.args {
		candles, err := in.s.prices.History(in.ctx(), client.HistoryRequest{Pair: pair, From: from, To: to, Resolution: bar.resolution(), Progress: progress.pieces})
		if err == nil {
			histories[pair] = bar.merge(candles)
			continue
		}
		failures = append(failures, &pairError{pair, err})
		if !in.dependsOnPair(err) {
			if rest := in.args[i+1:]; len(rest) > 0 {
				failures = append(failures, &skippedError{rest})
			}
			break
		}
	}
	progress.clear()
	printer := newPrinter(in.out(), in.format, comparisonColumns(in.format), false)
	own := bar.closes(histories[in.args[0]], from, to)
	for i, pair := range in.args {
		candles, ok := histories[pair]
		if !ok {
			continue
		}
		compared := comparePair(pair, candles)
		if i > 0 && len(histories[in.args[0]]) > 0 {
			coefficient, bars := comparison.Correlation(own, bar.closes(candles, from, to))
			if compared.Bars = bars; !math.IsNaN(coefficient) {
				compared.Correlation = &coefficient
			}
		}
		if err := printer.print(record{value: compared, cells: comparisonCells(in.format, &compared)}); err != nil {
			return err
		}
	}
	return endPartial(printer, failures)
}

// comparePair returns the change of a pair over its records.
func comparePair(pair string, candles []client.Candle) pairComparison {
	compared := pairComparison{Pair: pair}
	for i := range candles {
		if c := &candles[i]; parsePrice(c.Close) > 0 {
			if compared.From == nil {
				compared.From, compared.First = &c.Time, c.Close
			}
			compared.To, compared.Last = &c.Time, c.Close
		}
	}
	compared.Change = prices.ChangePercent(compared.First, compared.Last)
	return compared
}

// closes returns the closing price of each complete bar of a range, NaN if there is none.
func (b barSize) closes(candles []client.Candle, from, to time.Time) []float64 {
	times := b.borders(from.UnixMilli(), to.UnixMilli())
	if len(times) > 0 && times[len(times)-1] > to.UnixMilli() {
		times = times[:len(times)-1] // the bar in progress is not compared: the last prices are of different times
	}
	bars := make([]chart.Bar, 0, len(candles))
	for _, c := range candles {
		bars = append(bars, chart.Bar{Time: c.Time, Close: parsePrice(c.Close), Open: math.NaN(), High: math.NaN(), Low: math.NaN(), Volume: math.NaN()})
	}
	var closes []float64
	for _, bar := range chart.Align(bars, times) {
		closes = append(closes, bar.Close)
	}
	return closes
}

func comparisonColumns(format string) []column {
	if format == "csv" {
		return csvColumns("pair", "from_ms", "to_ms", "first", "last", "change_percent", "correlation", "bars")
	}
	return []column{
		{title: text.Const("PAIR"), width: 12}, {title: text.Const("FROM"), width: 23}, {title: text.Const("FIRST"), width: 18, right: true},
		{title: text.Const("LAST"), width: 18, right: true}, {title: text.Const("CHANGE"), width: 11, right: true},
		{title: text.Const("CORRELATION"), width: 11, right: true}, {title: text.Const("BARS"), width: 7, right: true},
	}
}

func comparisonCells(format string, c *pairComparison) []text.Safe {
	correlation := text.None
	if c.Correlation != nil {
		digits := 2
		if format == "csv" {
			digits = -1
		}
		correlation = text.Clean(strconv.FormatFloat(*c.Correlation, 'f', digits, 64))
	}
	bars := text.Clean(strconv.Itoa(c.Bars))
	if format == "csv" {
		if c.Correlation == nil {
			correlation = text.Safe{}
		}
		cells := []text.Safe{text.Clean(c.Pair), {}, {}, text.Clean(c.First), text.Clean(c.Last), text.Clean(c.Change), correlation, bars}
		if c.From != nil {
			cells[1], cells[2] = exactTime(*c.From), exactTime(*c.To)
		}
		return cells
	}
	cells := []text.Safe{text.Clean(c.Pair), text.None, text.None, text.None, prices.Change(c.Change), correlation, bars}
	if c.From != nil {
		cells[1], cells[2], cells[3] = text.Instant(time.UnixMilli(*c.From)), remoteText(c.First), remoteText(c.Last)
	}
	return cells
}
