package main

import (
	"math"
	"time"

	"foredeck/client"
	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// pairComparison is a pair in a range of time, compared with the first pair.
type pairComparison struct {
	Pair        string   `json:"pair"`
	From        *int64   `json:"from_ms"` // start of the bar with the first price
	To          *int64   `json:"to_ms"`   // start of the bar with the last price
	First       string   `json:"first"`   // open of the first bar, as the service wrote it
	Last        string   `json:"last"`    // close of the last one
	Change      string   `json:"change_percent"`
	Correlation *float64 `json:"correlation"` // of the returns with those of the first pair
	Bars        int      `json:"bars"`        // that the correlation is of
}

func init() { runners["compare-prices"] = &runner{open: openCachedPrices, run: comparePrices} }

// comparePrices prints the change of each pair in a range, and its correlation with the first pair.
func comparePrices(in *invocation) error {
	from, to, bar, err := in.historyRange(in.s.now())
	if err != nil {
		return err
	}
	if in.given("from") && in.given("limit") {
		from = later(from, bar.start(to.Add(-time.Duration(in.length)*bar.step)))
	}
	histories := make(map[string][]client.Candle, len(in.args))
	progress := in.newProgress()
	failures := in.eachPair(in.args, func(i int) error {
		candles, err := in.s.prices.History(in.ctx(), client.HistoryRequest{Pair: in.args[i], From: from, To: to, Resolution: bar.resolution(), Progress: progress.pieces})
		if err == nil {
			histories[in.args[i]] = bar.merge(candles)
		}
		return err
	})
	progress.clear()
	p := newPrinter(in.out(), in.format, comparisonColumns)
	p.isList = true
	now := in.s.now()
	own := bar.closes(histories[in.args[0]], from, to, now)
	for i, pair := range in.args {
		candles, ok := histories[pair]
		if !ok {
			continue
		}
		compared := comparePair(pair, candles)
		if i > 0 && len(histories[in.args[0]]) > 0 {
			coefficient, bars := desk.Correlation(own, bar.closes(candles, from, to, now))
			if compared.Bars = bars; !math.IsNaN(coefficient) {
				compared.Correlation = &coefficient
			}
		}
		if err := p.print(&compared); err != nil {
			return err
		}
	}
	return endPartial(p, failures)
}

// comparePair returns the change of a pair over its records.
func comparePair(pair string, candles []client.Candle) pairComparison {
	compared := pairComparison{Pair: pair}
	for i := range candles {
		if c := &candles[i]; parsePrice(c.Close) > 0 {
			if compared.From == nil {
				if compared.From, compared.First = &c.Time, c.Open; parsePrice(c.Open) <= 0 {
					compared.First = c.Close
				}
			}
			compared.To, compared.Last = &c.Time, c.Close
		}
	}
	compared.Change = market.ChangePercent(compared.First, compared.Last)
	return compared
}

// closes returns the closing price of each bar of a range that has ended by now, NaN if there is none.
func (b barSize) closes(candles []client.Candle, from, to, now time.Time) []float64 {
	times := b.borders(from.UnixMilli(), to.UnixMilli())
	if len(times) > 0 && times[len(times)-1] > now.UnixMilli() {
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

var comparisonColumns = record.Columns[pairComparison]{
	{Name: "pair", Title: text.Const("PAIR"), Width: 12, Text: func(c *pairComparison) text.Safe { return text.Clean(c.Pair) }},
	{Name: "from_ms", Title: text.Const("FROM"), Width: 23, Text: func(c *pairComparison) text.Safe { return record.Exact(c.From) },
		Cell: func(c *pairComparison) text.Safe { return record.Instant(c.From) }},
	{Name: "to_ms", Text: func(c *pairComparison) text.Safe { return record.Exact(c.To) }},
	{Name: "first", Title: text.Const("FIRST"), Width: 18, Right: true, Text: func(c *pairComparison) text.Safe { return text.Clean(c.First) }},
	{Name: "last", Title: text.Const("LAST"), Width: 18, Right: true, Text: func(c *pairComparison) text.Safe { return text.Clean(c.Last) }},
	{Name: "change_percent", Title: text.Const("CHANGE"), Width: 11, Right: true, Text: func(c *pairComparison) text.Safe { return text.Clean(c.Change) },
		Cell: func(c *pairComparison) text.Safe { return market.Change(c.Change) }},
	{Name: "correlation", Title: text.Const("CORRELATION"), Width: 11, Right: true, Text: func(c *pairComparison) text.Safe { return c.correlation(-1) },
		Cell: func(c *pairComparison) text.Safe { return record.OrNone(c.correlation(2)) }},
	{Name: "bars", Title: text.Const("BARS"), Width: 7, Right: true, Text: func(c *pairComparison) text.Safe { return render.IntDigits(c.Bars) }},
}

// correlation returns the coefficient with a number of decimals, -1 for all; empty if there is none.
func (c *pairComparison) correlation(decimals int) text.Safe {
	return optionalFloat(c.Correlation, decimals)
}
