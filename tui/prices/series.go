package prices

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"strings"
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
	emptyPages int     // consecutive empty pages at the start
	ended      bool    // there is no older data
	refreshed  time.Time
	state      load.State[fetched]
	failures   int       // consecutive failures
	retryAt    time.Time // no request before
	stopped    bool      // stopped by the user
}

// page is a run of records. The digits of a record are joined in one string to save memory.
type page struct {
	bars   []chart.Bar
	digits []string
}

type fetched struct {
	from, to int64
	page     *page
	took     time.Duration
}

const separator = "\n"

func newPage(candles []client.Candle) *page {
	p := &page{bars: make([]chart.Bar, 0, len(candles)), digits: make([]string, 0, len(candles))}
	for i := range candles {
		p.add(&candles[i])
	}
	return p
}

func (p *page) add(c *client.Candle) {
	p.bars = append(p.bars, chart.Bar{Time: c.Time, Open: Float(c.Open), High: Float(c.High), Low: Float(c.Low), Close: Float(c.Close), Volume: Float(c.Volume)})
	p.digits = append(p.digits, strings.Join([]string{c.Open, c.High, c.Low, c.Close, c.Volume}, separator))
}

func (p *page) record(i int) client.Candle {
	digits := strings.SplitN(p.digits[i], separator, 5)
	return client.Candle{Time: p.bars[i].Time, Open: digits[0], High: digits[1], Low: digits[2], Close: digits[3], Volume: digits[4]}
}

// indexAt returns the index of the first record at or after a time.
func (p *page) indexAt(time int64) int {
	return sort.Search(len(p.bars), func(i int) bool { return p.bars[i].Time >= time })
}

// cut drops the records from a time on.
func (p *page) cut(from int64) {
	at := p.indexAt(from)
	p.bars, p.digits = p.bars[:at:at], p.digits[:at:at] // limits the capacity: appends must not overwrite a clone
}

// pageAt returns the index of the first page with a record at or after a time.
func (s *Series) pageAt(time int64) int {
	return sort.Search(len(s.pages), func(i int) bool { return s.pages[i].bars[len(s.pages[i].bars)-1].Time >= time })
}

// merge adds a loaded range before the known one, or at its end, where it replaces the overlap.
func (s *Series) merge(f fetched) {
	if s.to != 0 && f.to < s.from+s.Step.Milliseconds() {
		s.from = f.from
		page := client.CandlePage(s.Step).Milliseconds()
		s.emptyPages += max(int((f.to-f.from+1)/page), 1)
		if len(f.page.bars) > 0 {
			s.emptyPages = int((f.page.bars[0].Time - f.from) / page) // before its first record
			f.page.cut(f.to + 1)
			s.pages = slices.Insert(s.pages, 0, f.page)
		}
		s.ended = s.emptyPages >= maxEmptyPages
		return
	}
	if s.to == 0 {
		s.from = f.from
		if len(f.page.bars) == 0 {
			s.emptyPages = 1
		}
	}
	s.to = f.to
	if len(f.page.bars) == 0 {
		return
	}
	first := f.page.bars[0].Time
	for len(s.pages) > 0 {
		last := s.pages[len(s.pages)-1]
		if last.cut(first); len(last.bars) > 0 {
			last.bars, last.digits = append(last.bars, f.page.bars...), append(last.digits, f.page.digits...)
			return
		}
		s.pages = s.pages[:len(s.pages)-1]
	}
	s.pages = append(s.pages, f.page)
}

// maxEmptyPages is the number of consecutive empty pages after which older data is assumed not to exist.
const maxEmptyPages = 3

// update applies a latest price to the newest bar, or starts a new bar.
func (s *Series) update(at int64, price string) {
	newest, ok := s.Newest()
	if !ok || number(price) == nil {
		return
	}
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
	return last.record(len(last.bars) - 1), true
}

// Count returns the number of records.
func (s *Series) Count() int {
	count := 0
	for _, page := range s.pages {
		count += len(page.bars)
	}
	return count
}

// Clone returns a copy for use in another goroutine.
func (s *Series) Clone() *Series {
	same := &Series{Pair: s.Pair, Step: s.Step, from: s.from, to: s.to}
	for _, p := range s.pages {
		same.pages = append(same.pages, &page{p.bars, p.digits})
	}
	return same
}

// Requested returns the range that was requested, in Unix milliseconds.
func (s *Series) Requested() (from, to int64) { return s.from, s.to }

// Ended reports whether there is no older data.
func (s *Series) Ended() bool { return s.ended }

// Status returns the state of the latest request.
func (s *Series) Status(now time.Time) load.Status { return s.state.Status(now) }

// Took returns the duration of the latest request. ok is false before the first.
func (s *Series) Took() (took time.Duration, ok bool) {
	newest, ok := s.state.Value()
	return newest.took, ok
}

// Bars appends the bars from (inclusive) to to (exclusive) to into.
func (s *Series) Bars(into []chart.Bar, from, to int64) []chart.Bar {
	for _, page := range s.pages[s.pageAt(from):] {
		first, last := page.indexAt(from), page.indexAt(to)
		into = append(into, page.bars[first:last]...)
		if last < len(page.bars) {
			break
		}
	}
	return into
}

// Record merges the records from (inclusive) to to (exclusive) exactly, with the service's digits. ok is false if there is none.
func (s *Series) Record(from, to int64) (joined client.Candle, ok bool) {
	for _, page := range s.pages[s.pageAt(from):] {
		if page.bars[0].Time >= to {
			break
		}
		for i := page.indexAt(from); i < len(page.bars) && page.bars[i].Time < to; i++ {
			next := page.record(i)
			if !ok {
				joined, ok = next, true
				continue
			}
			join(&joined, next)
		}
	}
	joined.Time = from
	return joined, ok
}

// Has reports whether there is a record from (inclusive) to to (exclusive).
func (s *Series) Has(from, to int64) bool {
	at := s.pageAt(from)
	if at == len(s.pages) {
		return false
	}
	page := s.pages[at]
	return page.bars[page.indexAt(from)].Time < to
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
