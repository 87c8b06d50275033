package main

import (
	"math"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// pairStatistics describes the prices of a pair in a range of time. Times are the starts of bars.
type pairStatistics struct {
	Pair       string   `json:"pair"`
	Bars       int      `json:"bars"`
	From       *int64   `json:"from_ms"`
	To         *int64   `json:"to_ms"`
	Open       string   `json:"open"`
	Close      string   `json:"close"`
	Change     string   `json:"change_percent"`
	High       string   `json:"high"`
	HighAt     *int64   `json:"high_ms"`
	Low        string   `json:"low"`
	LowAt      *int64   `json:"low_ms"`
	Drawdown   string   `json:"drawdown_percent"`
	PeakAt     *int64   `json:"peak_ms"`
	TroughAt   *int64   `json:"trough_ms"`
	Rise       string   `json:"rise_percent"`
	RiseAt     *int64   `json:"rise_ms"`
	Drop       string   `json:"drop_percent"`
	DropAt     *int64   `json:"drop_ms"`
	Volatility *float64 `json:"volatility_percent"`
	UpShare    *float64 `json:"up_percent"`
}

func init() { runners["stats-prices"] = &runner{open: openCachedPrices, run: statsPrices} }

// statsPrices prints statistics of the prices of each pair in a range.
func statsPrices(in *invocation) error {
	from, to, bar, err := in.historyRange(in.s.now())
	if err != nil {
		return err
	}
	if in.given("from") && in.given("limit") {
		from = later(from, bar.start(to.Add(-time.Duration(in.length)*bar.step)))
	}
	progress := in.newProgress()
	p := newPrinter(in.out(), in.format, statisticsColumns)
	p.isList = true
	var failed error // of the output
	failures := in.eachPair(in.args, func(i int) error {
		candles, err := in.s.prices.History(in.ctx(), client.HistoryRequest{Pair: in.args[i], From: from, To: to, Resolution: bar.resolution(), Progress: progress.pieces})
		progress.clear()
		if err != nil || failed != nil {
			return err
		}
		found := newPairStatistics(in.args[i], bar.merge(candles))
		failed = p.print(&found)
		return nil
	})
	if failed != nil {
		return failed
	}
	return endPartial(p, failures)
}

// newPairStatistics returns the statistics of a pair over its bars.
func newPairStatistics(pair string, candles []client.Candle) pairStatistics {
	s := market.StatisticsOf(candles)
	found := pairStatistics{Pair: pair, Bars: s.Bars}
	if s.Bars == 0 {
		return found
	}
	at := func(c *client.Candle) *int64 {
		if c == nil {
			return nil
		}
		return &c.Time
	}
	found.From, found.To, found.Open, found.Close, found.Change = at(s.First), at(s.Last), s.First.Open, s.Last.Close, s.Change()
	found.High, found.HighAt, found.Low, found.LowAt = s.High.High, at(s.High), s.Low.Low, at(s.Low)
	found.Drawdown, found.PeakAt, found.TroughAt = s.Drawdown, at(s.Peak), at(s.Trough)
	found.Rise, found.RiseAt, found.Drop, found.DropAt = market.BarChange(s.Rise), at(s.Rise), market.BarChange(s.Drop), at(s.Drop)
	if !math.IsNaN(s.Volatility) {
		found.Volatility = &s.Volatility
	}
	found.UpShare = new(100 * float64(s.Up) / float64(s.Bars))
	return found
}

// statisticsPercent returns a column of a change in percent.
func statisticsPercent(name string, title text.Safe, of func(*pairStatistics) string) record.ColumnOf[*pairStatistics] {
	return record.ColumnOf[*pairStatistics]{
		Name: name, Title: title, Width: 10, Right: true, Text: func(s *pairStatistics) text.Safe { return text.Clean(of(s)) },
		Cell: func(s *pairStatistics) text.Safe { return market.Change(of(s)) },
	}
}

// statisticsTime returns a column of a time that only data has.
func statisticsTime(name string, of func(*pairStatistics) *int64) record.ColumnOf[*pairStatistics] {
	return record.ColumnOf[*pairStatistics]{Name: name, Text: func(s *pairStatistics) text.Safe { return record.Exact(of(s)) }}
}

var statisticsColumns = record.Columns[pairStatistics]{
	{Name: "pair", Title: text.Const("PAIR"), Width: 12, Text: func(s *pairStatistics) text.Safe { return text.Clean(s.Pair) }},
	{Name: "bars", Title: text.Const("BARS"), Width: 7, Right: true, Text: func(s *pairStatistics) text.Safe { return render.IntDigits(s.Bars) }},
	statisticsTime("from_ms", func(s *pairStatistics) *int64 { return s.From }),
	statisticsTime("to_ms", func(s *pairStatistics) *int64 { return s.To }),
	{Name: "open", Text: func(s *pairStatistics) text.Safe { return text.Clean(s.Open) }},
	{Name: "close", Text: func(s *pairStatistics) text.Safe { return text.Clean(s.Close) }},
	statisticsPercent("change_percent", text.Const("CHANGE"), func(s *pairStatistics) string { return s.Change }),
	{Name: "high", Title: text.Const("HIGH"), Width: 14, Right: true, Text: func(s *pairStatistics) text.Safe { return text.Clean(s.High) }},
	statisticsTime("high_ms", func(s *pairStatistics) *int64 { return s.HighAt }),
	{Name: "low", Title: text.Const("LOW"), Width: 14, Right: true, Text: func(s *pairStatistics) text.Safe { return text.Clean(s.Low) }},
	statisticsTime("low_ms", func(s *pairStatistics) *int64 { return s.LowAt }),
	statisticsPercent("drawdown_percent", text.Const("DRAWDOWN"), func(s *pairStatistics) string { return s.Drawdown }),
	{Name: "peak_ms", Title: text.Const("PEAK"), Width: 23, Text: func(s *pairStatistics) text.Safe { return record.Exact(s.PeakAt) },
		Cell: func(s *pairStatistics) text.Safe { return record.Instant(s.PeakAt) }},
	{Name: "trough_ms", Title: text.Const("TROUGH"), Width: 23, Text: func(s *pairStatistics) text.Safe { return record.Exact(s.TroughAt) },
		Cell: func(s *pairStatistics) text.Safe { return record.Instant(s.TroughAt) }},
	statisticsPercent("rise_percent", text.Const("RISE"), func(s *pairStatistics) string { return s.Rise }),
	statisticsTime("rise_ms", func(s *pairStatistics) *int64 { return s.RiseAt }),
	statisticsPercent("drop_percent", text.Const("DROP"), func(s *pairStatistics) string { return s.Drop }),
	statisticsTime("drop_ms", func(s *pairStatistics) *int64 { return s.DropAt }),
	{Name: "volatility_percent", Title: text.Const("VOLATILITY"), Width: 10, Right: true, Text: func(s *pairStatistics) text.Safe { return optionalFloat(s.Volatility, -1) },
		Cell: func(s *pairStatistics) text.Safe { return record.OrNone(optionalFloat(s.Volatility, 3)) }},
	{Name: "up_percent", Title: text.Const("UP"), Width: 6, Right: true, Text: func(s *pairStatistics) text.Safe { return optionalFloat(s.UpShare, -1) },
		Cell: func(s *pairStatistics) text.Safe { return record.OrNone(optionalFloat(s.UpShare, 1)) }},
}

// optionalFloat formats a number with a number of decimals, -1 for all; empty if there is none.
func optionalFloat(number *float64, decimals int) text.Safe {
	if number == nil {
		return text.Safe{}
	}
	return text.Clean(strconv.FormatFloat(*number, 'f', decimals, 64))
}
