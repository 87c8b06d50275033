// past.go is history as it was known at an earlier moment, for replays.

package market

import (
	"math/big"
	"slices"

	"foredeck/client"
	"foredeck/tui/store"
)

// Until returns the history as it was at a time in Unix milliseconds: the records that had ended by then. It shares the records with s,
// so that it is valid until s changes, and costs nothing per record. It loads nothing: its state is that of a series without requests.
func (s *Series) Until(end int64) *Series {
	past := &Series{Pair: s.Pair, Step: s.Step, from: s.from, to: min(s.to, end), isFar: s.isFar, emptyPages: s.emptyPages, ended: s.ended, revision: s.revision}
	first := end - s.Step.Milliseconds() + 1 // records that start from here on had not ended
	whole := 0
	for whole < len(s.pages) && s.pages[whole].time(s.pages[whole].len()-1) < first {
		whole++
	}
	past.pages = slices.Clone(s.pages[:whole])
	if whole == len(s.pages) {
		return past
	}
	last := s.pages[whole].clone()
	if last.cut(first); last.len() > 0 {
		past.pages = append(past.pages, last)
	}
	return past
}

// Reaches reports whether what is loaded reaches up to a time in Unix milliseconds.
func (s *Series) Reaches(end int64) bool { return s.to != 0 && s.to+1 >= end }

// WouldRing reports whether an alert on a price would have rung in a bar: up tells in which direction. before is the close of the bar before
// it. Alerts on changes and on bars never do, as their values within a bar are not known.
func WouldRing(alert store.Alert, before string, bar *client.Candle) (up, rings bool) {
	digits, ok := Level(alert)
	level, from, high, low := Rat(digits), Rat(before), Rat(bar.High), Rat(bar.Low)
	if !ok || slices.Contains([]*big.Rat{level, from, high, low}, nil) {
		return false, false
	}
	c, err := parseCondition(alert.Condition)
	if err != nil {
		return false, false
	}
	rose, fell := from.Cmp(level) < 0 && high.Cmp(level) >= 0, from.Cmp(level) > 0 && low.Cmp(level) <= 0
	switch c.direction {
	case both:
		return rose, rose || fell
	case down:
		return false, fell
	}
	return true, rose
}
