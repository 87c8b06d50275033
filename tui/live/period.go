package live

import (
	"math"
	"slices"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/tui/text"
)

// Period sums the spans of a time.
type Period struct {
	From, To              time.Time
	FirstEpoch, LastEpoch uint64 // also of a period between the epochs that were observed
	First, Last           uint64 // heights; 0 without blocks
	Blocks, Certified     uint64 // observed ones, and those of them with a certificate
	Observed              time.Duration
	Gaps                  uint64 // between a block and its parent
	GapTime, LongestGap   time.Duration
	LongestAt             uint64 // height of the block after it
	Rounds, Skipped       uint64 // as far as the rounds are known; Skipped without a block
	Sizes                 int    // number of times that the committee had another size than before
	Members               []MemberPeriod
	Authors               []SpanAuthor // in the order of their first blocks

	next  uint64 // height that continues what was observed; 0 if there is none
	ended client.Timestamp
}

// MemberPeriod are the votes of a member in a period.
type MemberPeriod struct {
	SpanVotes
	Blocks uint64 // whose certificates cover the member
}

// Member returns the votes of a member.
func (p *Period) Member(member int) MemberPeriod {
	if member < 0 || member >= len(p.Members) {
		return MemberPeriod{}
	}
	return p.Members[member]
}

// Author returns the blocks of an author.
func (p *Period) Author(author string) (blocks SpanAuthor, ok bool) {
	at := slices.IndexFunc(p.Authors, func(a SpanAuthor) bool { return a.Author == author })
	if at < 0 {
		return SpanAuthor{}, false
	}
	return p.Authors[at], true
}

// NotObserved returns how much of the period was not observed.
func (p *Period) NotObserved() time.Duration { return max(p.To.Sub(p.From)-p.Observed, 0) }

// Length formats how long the period is.
func (p *Period) Length() text.Safe {
	length := p.To.Sub(p.From)
	if length > 24*time.Hour {
		length = length.Round(time.Hour) // 30 days are not 29
	}
	if length%(24*time.Hour) == 0 {
		return text.Elapsed(length)
	}
	return FormatDuration(length)
}

// FormatDuration formats a duration in its two largest units, as in 16h49m.
func FormatDuration(d time.Duration) text.Safe { return text.Age(time.Time{}, time.Time{}.Add(d)) }

// Holes says how much of the period was not observed, as in ", 12h04m not observed"; nothing if all of it was.
func (p *Period) Holes() text.Safe {
	if gap := p.NotObserved(); gap >= time.Second {
		return text.Format(", %s not observed", FormatDuration(gap))
	}
	return text.Safe{}
}

// Percent formats a part in percent with a number of decimals, rounded down: only the whole is 100.
func Percent(part, whole uint64, decimals int) text.Safe {
	scale := math.Pow10(decimals)
	percent := math.Floor(float64(part)/float64(max(whole, 1))*100*scale) / scale
	if part < whole {
		percent = min(percent, 100-1/scale)
	}
	return text.Clean(strconv.FormatFloat(percent, 'f', decimals, 64))
}

// MeanGap returns the mean time between a block and its parent, 0 if it is unknown.
func (p *Period) MeanGap() time.Duration { return p.GapTime / time.Duration(max(p.Gaps, 1)) }

// follows reports whether the span continues the last one of the period.
func (p *Period) follows(s *Span) bool { return p.next > 0 && p.next == s.First && p.ended <= s.Began }

func (p *Period) add(s *Span) {
	isNext, blocks := p.follows(s), s.Blocks()
	longest := func(gap, at uint64) {
		if length := time.Duration(gap) * time.Microsecond; length > p.LongestGap {
			p.LongestGap, p.LongestAt = length, at
		}
	}
	if isNext {
		gap := uint64(s.Began - p.ended)
		p.Gaps, p.GapTime = p.Gaps+1, p.GapTime+time.Duration(gap)*time.Microsecond
		longest(gap, s.First)
	}
	longest(s.LongestGap, s.LongestAt)
	p.Gaps, p.GapTime = p.Gaps+blocks-1, p.GapTime+s.Ended.Time().Sub(s.Began.Time())
	if s.HasRounds && s.LastRound > s.FirstRound {
		rounds := s.LastRound - s.FirstRound
		p.Rounds, p.Skipped = p.Rounds+rounds, p.Skipped+rounds-min(rounds, blocks-1)
	}
	if p.Blocks == 0 {
		p.FirstEpoch, p.First = s.Epoch, s.First
	}
	if size := len(s.Votes); size > 0 {
		p.Certified += blocks
		if len(p.Members) > 0 && size != len(p.Members) {
			p.Sizes++
		}
		p.Members = append(p.Members, make([]MemberPeriod, max(size-len(p.Members), 0))...)
	}
	for i := range s.Votes {
		m := &p.Members[i]
		m.join(&s.Votes[i], m.Blocks, blocks, p.Last, isNext)
		m.Blocks += blocks
	}
	sum := Span{Authors: p.Authors}
	for _, author := range s.Authors {
		sum.addAuthor(author)
	}
	p.Authors = sum.Authors
	p.Blocks += blocks
	p.LastEpoch, p.Last = s.Epoch, s.Last
	p.after(s)
}

// after makes the period continue a span, which may be of an earlier one.
func (p *Period) after(s *Span) { p.next, p.ended = s.Last+1, s.Ended }

// Unit is what a history is divided by.
type Unit int

// The units.
const (
	NoUnit Unit = iota // one period
	Hour
	Day
	Week
	ByEpoch
)

// UnitNames are the names of the units from Hour on.
var UnitNames = []string{"hour", "day", "week", "epoch"}

// start returns the start of the unit that contains a time, in UTC.
func (u Unit) start(at time.Time) time.Time {
	switch u {
	case Hour:
		return at.Truncate(time.Hour)
	case Day:
		return at.Truncate(24 * time.Hour)
	}
	return at.Truncate(7 * 24 * time.Hour) // the zero time is a Monday
}

func (u Unit) length() time.Duration {
	return [...]time.Duration{Hour: time.Hour, Day: 24 * time.Hour, Week: 7 * 24 * time.Hour}[u]
}

// interval is a time in which the chain was observed: no block was missed between its ends.
type interval struct{ from, to time.Time }

// observed returns the intervals of spans in the order of their times.
func observed(spans []Span) []interval {
	var found []interval
	var last *Span
	for i := range spans {
		s := &spans[i]
		from, to := s.Began.Time(), s.Ended.Time()
		if n := len(found); n > 0 && (last.Last+1 == s.First && last.Ended <= s.Began || !from.After(found[n-1].to)) {
			if to.After(found[n-1].to) {
				found[n-1].to = to
			}
		} else {
			found = append(found, interval{from, to})
		}
		last = s
	}
	return found
}

// observe sets how much of the period is in the intervals.
func (p *Period) observe(all []interval) {
	for _, in := range all {
		from, to := in.from, in.to
		if from.Before(p.From) {
			from = p.From
		}
		if to.After(p.To) {
			to = p.To
		}
		p.Observed += max(to.Sub(from), 0)
	}
}

// freshTail is how old the newest block of a history can be while it is still written.
const freshTail = time.Minute

// Divide sums spans, in the order of their times, by a unit. Periods are within from and to, and begin with the first span. Those without
// blocks are included, as nothing may have been observed of them. One period is that of all time from then on.
func Divide(spans []Span, unit Unit, from, to time.Time) []Period {
	if len(spans) == 0 {
		return nil
	}
	newest := spans[len(spans)-1].Ended.Time()
	if to.Sub(newest) < freshTail {
		to = newest
	}
	if first := spans[0].Began.Time(); unit == NoUnit || unit == ByEpoch || first.Before(from) {
		from = first
	} else if start := unit.start(first); start.After(from) {
		from = start
	}
	var periods []Period
	switch unit {
	case NoUnit:
		periods = []Period{{From: from, To: to}}
		for i := range spans {
			periods[0].add(&spans[i])
		}
	case ByEpoch:
		periods = divideByEpoch(spans)
	default:
		for start := unit.start(from); start.Before(to); start = start.Add(unit.length()) {
			p := Period{From: start, To: start.Add(unit.length())}
			if from.After(p.From) {
				p.From = from
			}
			if to.Before(p.To) {
				p.To = to
			}
			periods = append(periods, p)
		}
		at := 0
		for i := range spans {
			for at+1 < len(periods) && !spans[i].Began.Time().Before(periods[at+1].From) {
				if at++; i > 0 {
					periods[at].after(&spans[i-1])
				}
			}
			if at < len(periods) {
				periods[at].add(&spans[i])
			}
		}
	}
	all := observed(spans)
	for i := range periods {
		periods[i].observe(all)
	}
	return periods
}

// divideByEpoch returns a period for each epoch, and one for the epochs between two that were observed.
func divideByEpoch(spans []Span) []Period {
	var periods []Period
	for i := range spans {
		s := &spans[i]
		last := len(periods) - 1
		if last < 0 || periods[last].LastEpoch != s.Epoch {
			from := s.Began.Time()
			if last >= 0 {
				before := &periods[last]
				if s.Epoch > before.LastEpoch+1 {
					periods = append(periods, Period{From: before.To, To: from, FirstEpoch: before.LastEpoch + 1, LastEpoch: s.Epoch - 1})
				} else {
					from = before.To
				}
			}
			periods = append(periods, Period{From: from})
			if last = len(periods) - 1; i > 0 {
				periods[last].after(&spans[i-1])
			}
		}
		periods[last].add(s)
		periods[last].To = s.Ended.Time()
	}
	return periods
}
