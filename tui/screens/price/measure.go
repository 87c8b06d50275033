package price

import (
	"math/big"
	"strings"
	"time"

	"foredeck/tui/market"
	"foredeck/tui/text"
)

// measure is the distance between two bars: the anchor and the crosshair.
type measure struct {
	on     bool
	anchor int64 // in Unix milliseconds
	drag   bool  // the pointer moves the crosshair, and not the window
}

// anchorHere begins to measure at the crosshair, or at the newest bar without one.
func (m *Model) anchorHere() {
	m.measure = measure{on: true, anchor: m.barTime()}
	m.crosshair, m.cursor = true, m.barTime()
	m.showCursor(0)
}

// endMeasure reports whether there was something to end. The crosshair stays.
func (m *Model) endMeasure() bool {
	was := m.measure.on
	m.measure = measure{}
	return was
}

// measured are the facts of a measurement, from the earlier bar to the later one.
type measured struct {
	from, to          int64 // starts of the bars
	bars              int   // from one to the other
	change            *big.Rat
	percent           string
	high, low         string // inside, both bars included
	isLoaded, hasBoth bool
}

// measureNow measures from the anchor to the crosshair, from close to close. Its cost does not grow with the number of bars.
func (m *Model) measureNow() measured {
	from, to := m.startOf(m.measure.anchor), m.barTime()
	if from > to {
		from, to = to, from
	}
	s := m.series()
	found := measured{from: from, to: to, bars: m.period().Count(from, to, m.location()), isLoaded: s.Covers(from)}
	first, ok := s.Record(from, m.endOf(from))
	last, hasLast := s.Record(to, m.endOf(to))
	opens, closes := market.Rat(first.Close), market.Rat(last.Close)
	if found.hasBoth = ok && hasLast && opens != nil && closes != nil; !found.hasBoth {
		return found
	}
	found.change, found.percent = new(big.Rat).Sub(closes, opens), market.ChangePercent(first.Close, last.Close)
	inside, _ := s.Record(from, m.endOf(to))
	found.high, found.low = inside.High, inside.Low
	return found
}

// elapsed formats the time between two bars: 3d 4h, 2h 30m, 45s.
func (f *measured) elapsed() text.Safe {
	left, parts := time.Duration(f.to-f.from)*time.Millisecond, []string(nil)
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}} {
		if count := left / unit.length; count > 0 && len(parts) < 2 {
			parts = append(parts, text.Integer(uint64(count)).String()+unit.name)
			left -= count * unit.length
		}
	}
	if len(parts) == 0 {
		parts = []string{"0s"}
	}
	return text.Clean(strings.Join(parts, " "))
}

// measureParts are the parts of the readout, the most important ones first.
func (m *Model) measureParts() []text.Line {
	th, f := m.deps.Theme, m.measureNow()
	span := text.Format("%s → %s", text.Clean(m.barLabel(f.from)), text.Clean(m.barLabel(f.to)))
	length := text.In(th.Text, "%s  %s", text.Plural(f.bars, "bar"), f.elapsed())
	switch {
	case !f.isLoaded:
		return []text.Line{text.In(th.Accent, "measure"), text.In(th.Faint, "not loaded"), length, text.In(th.Faint, "%s", span)}
	case !f.hasBoth:
		return []text.Line{text.In(th.Accent, "measure"), text.In(th.Faint, "× no data"), length, text.In(th.Faint, "%s", span)}
	}
	change := text.Group(f.change.FloatString(m.series().Decimals()))
	if f.change.Sign() > 0 {
		change = text.Format("+%s", change)
	}
	return []text.Line{
		text.In(th.Accent, "measure"),
		{{Text: text.Const("Δ "), Style: th.Faint}, {Text: change}, {Text: text.Const(" ")}, market.ChangeSpan(th, f.percent)},
		length,
		{{Text: text.Const("high "), Style: th.Faint}, {Text: m.price(f.high)}, {Text: text.Const("  low "), Style: th.Faint}, {Text: m.price(f.low)}},
		text.In(th.Faint, "%s", span),
	}
}

// measureLine draws as many parts of the readout as fit.
func (m *Model) measureLine(width int) text.Line {
	parts := m.measureParts()
	for count := len(parts); count > 1; count-- {
		if line := join(parts[:count], text.Const("  ")); line.Width() <= width {
			return line
		}
	}
	return parts[1].Fit(width)
}
