package market

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Series is the loaded history of a pair at one resolution. The requested range has no gaps.
type Series struct {
	Pair string
	Step time.Duration

	pages      []*page // oldest first
	from       int64   // start of the requested range in Unix milliseconds
	to         int64   // end of the requested range; 0: nothing requested
	isFar      bool    // it does not reach up to now, see Prices.SeriesAt
	until      int64   // end of what is wanted of such a series
	emptyPages int     // consecutive empty pages at the start
	ended      bool    // there is no older data
	refreshed  time.Time
	state      load.State[fetched]
	failures   int       // consecutive failures
	retryAt    time.Time // no request before
	stopped    bool      // stopped by the user
	revision   uint64    // number of changes of the records
	drawn      drawn
	problems   client.Problems // of the first record of the latest range with some
}

type fetched struct {
	from, to int64
	page     *page
	took     time.Duration
	problems client.Problems
}

// problemsIn returns the problems of the first candle with some.
func problemsIn(candles []client.Candle) client.Problems {
	for i := range candles {
		if candles[i].Problems != nil {
			return candles[i].Problems
		}
	}
	return nil
}

// pageAt returns the index of the first page with a record at or after a time.
func (s *Series) pageAt(time int64) int {
	return sort.Search(len(s.pages), func(i int) bool { return s.pages[i].time(s.pages[i].len()-1) >= time })
}

// merge adds a loaded range before the known one, or at its end, where it replaces the overlap.
func (s *Series) merge(f fetched) {
	s.revision++
	if f.problems != nil {
		s.problems = f.problems
	}
	if s.to != 0 && f.to < s.from+s.Step.Milliseconds() {
		s.from = f.from
		page := client.CandlePage(s.Step).Milliseconds()
		s.emptyPages += max(int((f.to-f.from+1)/page), 1)
		if f.page.len() > 0 {
			s.emptyPages = int((f.page.time(0) - f.from) / page) // before its first record
			f.page.cut(f.to + 1)
			s.pages = slices.Insert(s.pages, 0, f.page)
		}
		s.ended = s.emptyPages >= maxEmptyPages
		return
	}
	if s.to == 0 {
		s.from = f.from
		if f.page.len() == 0 {
			s.emptyPages = 1
		}
	}
	s.to = f.to
	if f.page.len() == 0 {
		return
	}
	first := f.page.time(0)
	for len(s.pages) > 0 {
		last := s.pages[len(s.pages)-1]
		if last.cut(first); last.len() > 0 {
			break
		}
		s.pages = s.pages[:len(s.pages)-1]
	}
	if len(s.pages) == 0 || f.page.len() > blockLength {
		s.pages = append(s.pages, f.page)
		return
	}
	last := s.pages[len(s.pages)-1]
	for i := range f.page.len() { // a refresh: too few records for a page
		record := f.page.record(i)
		last.add(&record)
	}
}

// maxEmptyPages is the number of consecutive empty pages after which older data is assumed not to exist.
const maxEmptyPages = 3

// update applies a latest price to the newest bar, or starts a new bar.
func (s *Series) update(at int64, price string) {
	newest, ok := s.Newest()
	if !ok || Rat(price) == nil {
		return
	}
	s.revision++
	step := s.Step.Milliseconds()
	start := at / step * step
	last := s.pages[len(s.pages)-1]
	switch {
	case start < newest.Time:
		return
	case start >= newest.Time+step:
		last.add(&client.Candle{Time: start, Open: price, High: price, Low: price, Close: price})
		return
	}
	newest.High, newest.Low, newest.Close = higher(newest.High, price), lower(newest.Low, price), price
	last.cut(newest.Time)
	last.add(&newest)
}

// Newest returns the newest record. ok is false if there is none.
func (s *Series) Newest() (newest client.Candle, ok bool) {
	if len(s.pages) == 0 {
		return client.Candle{}, false
	}
	last := s.pages[len(s.pages)-1]
	return last.record(last.len() - 1), true
}

// NewestTime returns the start of the newest record, without formatting its numbers. ok is false if there is none.
func (s *Series) NewestTime() (start int64, ok bool) {
	if len(s.pages) == 0 {
		return 0, false
	}
	last := s.pages[len(s.pages)-1]
	return last.time(last.len() - 1), true
}

// Count returns the number of records.
func (s *Series) Count() int {
	count := 0
	for _, page := range s.pages {
		count += page.len()
	}
	return count
}

// Clone returns a copy for use in another goroutine.
func (s *Series) Clone() *Series {
	same := &Series{Pair: s.Pair, Step: s.Step, from: s.from, to: s.to}
	for _, p := range s.pages {
		same.pages = append(same.pages, p.clone())
	}
	return same
}

// Revision returns a number that grows with every change of the records.
func (s *Series) Revision() uint64 { return s.revision }

// Requested returns the range that was requested, in Unix milliseconds.
func (s *Series) Requested() (from, to int64) { return s.from, s.to }

// Problems returns those of a record that could be read only in part; nil if there is none.
func (s *Series) Problems() client.Problems { return s.problems }

// Ended reports whether there is no older data.
func (s *Series) Ended() bool { return s.ended }

// Status returns the state of the latest request.
func (s *Series) Status(now time.Time) load.Status { return s.state.Status(now) }

// Took returns the duration of the latest request. ok is false before the first.
func (s *Series) Took() (took time.Duration, ok bool) {
	newest, ok := s.state.Value()
	return newest.took, ok
}

// Bars appends the records from (inclusive) to to (exclusive) to into, for drawing.
func (s *Series) Bars(into []chart.Bar, from, to int64) []chart.Bar {
	for _, page := range s.pages[s.pageAt(from):] {
		first, last := page.indexAt(from), page.indexAt(to)
		for i := first; i < last; i++ {
			into = append(into, page.bar(i))
		}
		if last < page.len() {
			break
		}
	}
	return into
}

// MergedBars appends a bar for each period between two borders that has records to into, for drawing. Borders ascend. The time that it
// takes depends on the number of borders, and hardly on that of the records.
func (s *Series) MergedBars(into []chart.Bar, borders []int64) []chart.Bar {
	for i := range len(borders) - 1 {
		if total, ok := s.total(borders[i], borders[i+1]); ok {
			into = append(into, total.bar(borders[i]))
		}
	}
	return into
}

// Record merges the records from (inclusive) to to (exclusive) exactly, with the service's digits. ok is false if there is none.
func (s *Series) Record(from, to int64) (merged client.Candle, ok bool) {
	total, ok := s.total(from, to)
	if !ok {
		return client.Candle{Time: from}, false
	}
	return total.record(from), true
}

// total merges the records from (inclusive) to to (exclusive).
func (s *Series) total(from, to int64) (merged total, ok bool) {
	for _, page := range s.pages[s.pageAt(from):] {
		if page.time(0) >= to {
			break
		}
		merged.add(page, page.indexAt(from), page.indexAt(to))
	}
	return merged, merged.last.page != nil
}

// Has reports whether there is a record from (inclusive) to to (exclusive).
func (s *Series) Has(from, to int64) bool {
	at := s.pageAt(from)
	if at == len(s.pages) {
		return false
	}
	page := s.pages[at]
	return page.time(page.indexAt(from)) < to
}

// Sparkline draws the price of a pair over the last 24 hours in the given number of columns, blank where it is unknown.
func (p *Prices) Sparkline(pair string, columns int) text.Safe {
	s := p.series[seriesKey{pair, time.Hour}]
	if s == nil {
		return text.Spaces(columns)
	}
	end := p.loader.Now().UnixMilli()
	if newest, ok := s.Newest(); ok {
		end = newest.Time + 1
	}
	begin := end - day.Milliseconds()
	heights := make([]*big.Float, columns)
	for _, bar := range s.Bars(nil, begin, end) {
		if at := int(int64(columns) * (bar.Time - begin) / day.Milliseconds()); at < columns && !math.IsNaN(bar.Close) && !math.IsInf(bar.Close, 0) {
			heights[at] = big.NewFloat(bar.Close)
		}
	}
	return text.Sparkline(heights)
}
