package prices

import (
	"slices"
	"sort"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/widget/chart"
)

// Record is what a price did in a span of time, in the service's own digits: "" where a number is missing.
type Record struct {
	Time                           int64 // when the span begins, in milliseconds since 1970
	Open, High, Low, Close, Volume string
}

// Series is the bars of a pair at one resolution of the service that are known, without a hole between From and To.
type Series struct {
	Pair string
	Step time.Duration

	pages  []*page // the oldest first
	from   int64   // from where on the service was asked, in milliseconds
	to     int64   // until when; 0: never
	empty  int     // pages without a record that were asked for last
	ended  bool    // there is nothing older
	looked time.Time
	look   load.State[fetched]
	failed int       // looks that failed one after another
	again  time.Time // no look before
	stop   bool      // the user has ended the looks
}

// page is some records that came together. Their digits are kept in one text each, for there may be very many.
type page struct {
	bars   []chart.Bar
	digits []string
}

// fetched is what came of a look.
type fetched struct {
	from, to int64
	page     *page
	took     time.Duration
}

const between = "\n"

func newPage(candles []client.Candle) *page {
	p := &page{bars: make([]chart.Bar, 0, len(candles)), digits: make([]string, 0, len(candles))}
	for i := range candles {
		c := &candles[i]
		p.add(Record{c.Time, c.Open, c.High, c.Low, c.Close, c.Volume})
	}
	return p
}

func (p *page) add(r Record) {
	p.bars = append(p.bars, chart.Bar{Time: r.Time, Open: float(r.Open), High: float(r.High), Low: float(r.Low), Close: float(r.Close), Volume: float(r.Volume)})
	p.digits = append(p.digits, strings.Join([]string{r.Open, r.High, r.Low, r.Close, r.Volume}, between))
}

func (p *page) record(i int) Record {
	digits := strings.SplitN(p.digits[i], between, 5)
	return Record{p.bars[i].Time, digits[0], digits[1], digits[2], digits[3], digits[4]}
}

// at is the index of the first record at a time or after it.
func (p *page) at(time int64) int {
	return sort.Search(len(p.bars), func(i int) bool { return p.bars[i].Time >= time })
}

// cut leaves out the records from a time on.
func (p *page) cut(from int64) {
	at := p.at(from)
	p.bars, p.digits = p.bars[:at:at], p.digits[:at:at] // what is added is written elsewhere: a copy stays as it is
}

// pageAt is the index of the first page that has a record at a time or after it.
func (s *Series) pageAt(time int64) int {
	return sort.Search(len(s.pages), func(i int) bool { return s.pages[i].bars[len(s.pages[i].bars)-1].Time >= time })
}

// take puts what a look has brought into its place: before all, or behind, where it takes the place of what was there.
func (s *Series) take(f fetched) {
	if s.to != 0 && f.to < s.from+s.Step.Milliseconds() {
		s.from = f.from
		if s.empty++; len(f.page.bars) > 0 {
			s.empty = 0
			f.page.cut(f.to + 1)
			s.pages = slices.Insert(s.pages, 0, f.page)
		}
		s.ended = s.empty >= mostEmpty
		return
	}
	if s.to == 0 {
		s.from = f.from
		if len(f.page.bars) == 0 {
			s.empty = 1
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

// mostEmpty is how many pages without a record there may be until what is older is given up.
const mostEmpty = 3

// grow lets the newest bar follow a price that was seen since the last look.
func (s *Series) grow(at int64, price string) {
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
		last.add(Record{Time: start, Open: price, High: price, Low: price, Close: price})
		return
	}
	newest.High, newest.Low, newest.Close = higher(newest.High, price), lower(newest.Low, price), price
	last.cut(newest.Time)
	last.add(newest)
}

// Newest is the newest record. It is not ok where there is none.
func (s *Series) Newest() (newest Record, ok bool) {
	if len(s.pages) == 0 {
		return Record{}, false
	}
	last := s.pages[len(s.pages)-1]
	return last.record(len(last.bars) - 1), true
}

// Count is how many records there are.
func (s *Series) Count() int {
	count := 0
	for _, page := range s.pages {
		count += len(page.bars)
	}
	return count
}

// Copy is the series as it is now, for the use of another goroutine.
func (s *Series) Copy() *Series {
	same := &Series{Pair: s.Pair, Step: s.Step, from: s.from, to: s.to}
	for _, p := range s.pages {
		same.pages = append(same.pages, &page{p.bars, p.digits})
	}
	return same
}

// Asked are the times between which the service was asked.
func (s *Series) Asked() (from, to int64) { return s.from, s.to }

// Ended tells that there is nothing older.
func (s *Series) Ended() bool { return s.ended }

// Status is how the newest look stands.
func (s *Series) Status(now time.Time) load.Status { return s.look.Status(now) }

// Took is how long the newest look took. It is not ok before the first.
func (s *Series) Took() (took time.Duration, ok bool) {
	newest, ok := s.look.Value()
	return newest.took, ok
}

// Bars adds the bars from a time to another, the last not included, to what is there.
func (s *Series) Bars(into []chart.Bar, from, to int64) []chart.Bar {
	for _, page := range s.pages[s.pageAt(from):] {
		first, last := page.at(from), page.at(to)
		into = append(into, page.bars[first:last]...)
		if last < len(page.bars) {
			break
		}
	}
	return into
}

// Record joins the records from a time to another, the last not included, exactly. It is not ok where there is none.
func (s *Series) Record(from, to int64) (joined Record, ok bool) {
	for _, page := range s.pages[s.pageAt(from):] {
		for i := page.at(from); i < len(page.bars) && page.bars[i].Time < to; i++ {
			next := page.record(i)
			if !ok {
				joined, ok = next, true
				continue
			}
			joined.High, joined.Low = higher(joined.High, next.High), lower(joined.Low, next.Low)
			if next.Close != "" {
				joined.Close = next.Close
			}
			joined.Volume = sum(joined.Volume, next.Volume)
		}
	}
	joined.Time = from
	return joined, ok
}
