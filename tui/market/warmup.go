package market

import (
	"math"
	"slices"
	"time"

	"foredeck/tui/widget/chart"
)

// Need is what an indicator needs before a bar: earlier bars do not matter then. They change a value by less than a billionth of the range
// of prices, which no price shows.
type Need struct {
	Bars int           // with prices
	Time time.Duration // of a session; 0: none
}

// With returns what two indicators need.
func (n Need) With(other Need) Need {
	return Need{Bars: max(n.Bars, other.Bars), Time: max(n.Time, other.Time)}
}

// forgotten is the share of its start that an exponential smoothing still has where it counts as settled.
const forgotten = 1e-9

// smoothing returns the number of bars after which an exponential smoothing with a factor has forgotten its start.
func smoothing(factor float64) int {
	if factor >= 1 {
		return 0
	}
	return int(math.Ceil(math.Log(forgotten) / math.Log(1-factor)))
}

// Needs returns what the indicator needs before a bar of a length.
func (i Indicator) Needs(bar time.Duration) Need {
	if i.kind.warmUp == nil {
		return Need{Time: sessionLength(bar)}
	}
	return Need{Bars: i.kind.warmUp(i.parameters)}
}

// WarmUp is the history before a bar from which indicators settle.
type WarmUp struct {
	Starts    []int64 // of the bars with prices, oldest first, in Unix milliseconds
	From      int64   // the history has to be loaded from this time on
	IsSettled bool    // it is, or there is no older history
	Missing   int     // number of bars that are not loaded yet, about
}

// WarmUp returns the loaded bars before start, the start of a bar of a period, that indicators need. Bars without prices do not count.
func (s *Series) WarmUp(need Need, p chart.Period, start int64, zone *time.Location) WarmUp {
	w := WarmUp{From: start - need.Time.Milliseconds()}
	oldest := start
	for len(w.Starts) < need.Bars || oldest > w.From {
		record, ok := s.before(oldest)
		if !ok {
			break
		}
		oldest = p.Start(record, zone)
		w.Starts = append(w.Starts, oldest)
	}
	slices.Reverse(w.Starts)
	if w.Missing = max(need.Bars-len(w.Starts), 0); w.Missing > 0 && s.to != 0 && s.from < oldest {
		oldest = s.from // what was requested before has no bars
	}
	w.From = max(min(w.From, oldest-int64(w.Missing)*p.Length().Milliseconds()), 0)
	w.IsSettled = need == Need{} || s.Covers(w.From)
	if s.ended {
		w.Missing = 0
	}
	return w
}

// BarsAt appends a bar for each start of a bar of a period to into.
func (s *Series) BarsAt(into []chart.Bar, starts []int64, p chart.Period, zone *time.Location) []chart.Bar {
	for _, start := range starts {
		if total, ok := s.total(start, p.Next(start, zone)); ok {
			into = append(into, total.bar(start))
		}
	}
	return into
}

// before returns the time of the newest record before a time. ok is false if there is none.
func (s *Series) before(at int64) (record int64, ok bool) {
	i := s.pageAt(at)
	if i < len(s.pages) {
		if k := s.pages[i].indexAt(at); k > 0 {
			return s.pages[i].time(k - 1), true
		}
	}
	if i == 0 {
		return 0, false
	}
	last := s.pages[i-1]
	return last.time(last.len() - 1), true
}
