// past.go is history as it was known at an earlier moment, for replays.

package market

import (
	"math/big"
	"slices"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/widget/chart"
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

// WouldRing reports whether an alert on a price would have rung in a bar: up tells in which direction, and level is what was crossed. before
// is the bar before it. Alerts on changes and on bars never do, as their values within a bar are not known; those on a line do if the line was
// known by then.
func (p *Prices) WouldRing(alert store.Alert, before, bar *client.Candle) (level string, up, rings bool) {
	c := p.condition(&alert)
	if c == nil || c.isChange || c.bar != (chart.Period{}) {
		return "", false, false
	}
	was, level := c.level.number, c.level.number
	if c.level.named != "" {
		line := p.store.FindLine(alert.Pair, c.level.named)
		if line == nil || bar.Time < line.Known {
			return "", false, false
		}
		was, level = LineAt(line, before.Time), LineAt(line, bar.Time)
	}
	crossed, wasAt, from, high, low := Rat(level), Rat(was), Rat(before.Close), Rat(bar.High), Rat(bar.Low)
	if slices.Contains([]*big.Rat{crossed, wasAt, from, high, low}, nil) {
		return "", false, false
	}
	rose, fell := from.Cmp(wasAt) < 0 && high.Cmp(crossed) >= 0, from.Cmp(wasAt) > 0 && low.Cmp(crossed) <= 0
	switch c.direction {
	case both:
		return level, rose, rose || fell
	case down:
		return level, false, fell
	}
	return level, true, rose
}
