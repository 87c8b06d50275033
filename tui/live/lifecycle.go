package live

import (
	"slices"
	"strings"
	"time"

	"foredeck/config"
	"foredeck/tui/text"
)

// damping delays the end of a condition that keeps coming back, so that it does not begin and end with every block: each time that
// it begins again soon after its end, twice as many good observations are needed.
type damping struct{ ended, need uint64 }

// scale is how observations of a condition are counted.
type scale struct {
	soon        uint64 // a condition that begins again within this distance of its end is damped
	first, most uint64 // good observations that end a damped condition, at first and at most
}

var (
	byBlock  = scale{soon: 100, first: 2, most: 64}
	bySecond = scale{soon: 600, first: 10, most: 300}
)

func scaleOf(kind config.AlertKind) scale {
	if isOfBlocks(kind) && kind != config.AlertSilent {
		return byBlock
	}
	return bySecond
}

// position returns the position of an observation: the number of blocks or the time in seconds.
func (m *Monitor) position(kind config.AlertKind, now time.Time) uint64 {
	if scaleOf(kind) == byBlock {
		return m.blocks
	}
	return uint64(max(now.Unix(), 0))
}

func (m *Monitor) find(k key) *Condition {
	for _, c := range m.open {
		if c.Kind == k.kind && c.Subject == k.subject {
			return c
		}
	}
	return nil
}

// bad applies an observation that meets a condition: it begins, or continues. note updates its facts.
func (m *Monitor) bad(k key, since, now time.Time, note func(f *Facts)) {
	if m.rules[k.kind].Severity == config.Off {
		return
	}
	c := m.find(k)
	if c != nil {
		c.calm, c.calmHeight = nil, nil
		note(&c.Facts)
		return
	}
	c = m.newCondition(k, since)
	if isOfValidator(k.kind) {
		c.Facts.Member, c.Facts.Validator = m.validator.Member, m.validator.Name
	}
	if d, ok := m.damped[k]; ok {
		scale := scaleOf(k.kind)
		if at := m.position(k.kind, now); at >= d.ended && at-d.ended <= scale.soon {
			c.need = min(max(2*d.need, scale.first), scale.most)
		}
	}
	note(&c.Facts)
	m.open = append(m.open, c)
	m.emit(c, Begin, now)
}

func (m *Monitor) newCondition(k key, since time.Time) *Condition {
	m.count++
	return &Condition{Number: m.count, Kind: k.kind, Subject: k.subject, Severity: m.rules[k.kind].Severity, Began: since, need: 1}
}

// good applies an observation that does not meet a condition: it ends, unless it is damped. height is that of the block, nil for
// conditions of nodes.
func (m *Monitor) good(k key, height *uint64, now time.Time, note func(f *Facts)) {
	c := m.find(k)
	if c == nil {
		return
	}
	at := m.position(k.kind, now)
	if c.calm == nil || *c.calm > at { // or the clock was set back
		c.calm, c.calmHeight = &at, height
	}
	if at-*c.calm+1 < c.need {
		return
	}
	note(&c.Facts)
	if c.calmHeight != nil {
		c.Facts.Height = c.calmHeight
	}
	m.damped[k] = damping{ended: at, need: c.need}
	m.end(c, now)
}

func nothing(*Facts) {}

// cancel ends a condition because it is not observed any more.
func (m *Monitor) cancel(c *Condition, reason string, now time.Time) {
	c.Cancelled = reason
	m.end(c, now)
}

func (m *Monitor) end(c *Condition, now time.Time) {
	c.Ended = now
	m.open = slices.DeleteFunc(m.open, func(other *Condition) bool { return other == c })
	m.emit(c, End, now)
}

// event reports a condition that has no duration.
func (m *Monitor) event(kind config.AlertKind, facts Facts, note string, now time.Time) {
	if m.rules[kind].Severity == config.Off {
		return
	}
	c := m.newCondition(key{kind: kind}, now)
	c.Ended, c.Facts, c.Note = now, facts, note
	m.emit(c, Begin, now)
}

// emit adds an alert.
func (m *Monitor) emit(c *Condition, phase Phase, now time.Time) {
	silenced := m.isSilenced(c.key(), now)
	if phase == End {
		silenced = !c.Reported
	} else {
		c.Reported = !silenced
	}
	c.Notified = now
	m.alerts = append(m.alerts, Alert{Condition: *c, Phase: phase, At: now, Text: c.Text(phase, now), Silenced: silenced})
}

// Acknowledge stops the reminders of an open condition until it ends, or those of all of them if id is empty. It returns their number.
func (m *Monitor) Acknowledge(id string) int {
	count := 0
	for _, c := range m.open {
		if !c.Acknowledged && (id == "" || c.ID() == id) {
			c.Acknowledged = true
			count++
		}
	}
	return count
}

// AddSilence suppresses alerts. It replaces a silence of the same kind and subject.
func (m *Monitor) AddSilence(silence Silence) {
	m.RemoveSilence(silence.Kind, silence.Subject)
	m.silences = append(m.silences, silence)
}

// RemoveSilence removes the silence of a kind, or that of all kinds if it is nil. subject is that of the silence.
func (m *Monitor) RemoveSilence(kind *config.AlertKind, subject string) {
	m.silences = slices.DeleteFunc(m.silences, func(s Silence) bool { return s.isOf(kind, subject) })
}

// Silences returns the silences in effect.
func (m *Monitor) Silences() []Silence { return slices.Clone(m.silences) }

// HoldBack silences the alerts, except those on prices, while blocks are evaluated that arrived earlier, as after the machine was asleep. At its end, the
// conditions that are still open are reported with the next Tick.
func (m *Monitor) HoldBack(held bool) { m.held = held }

func (c *Condition) key() key { return key{c.Kind, c.Subject} }

func (m *Monitor) isSilenced(k key, now time.Time) bool {
	return m.held && k.kind != config.AlertPrice || slices.ContainsFunc(m.silences, func(s Silence) bool {
		return s.covers(k) && (s.Until.IsZero() || now.Before(s.Until))
	})
}

// expire removes the silences that are over.
func (m *Monitor) expire(now time.Time) {
	m.silences = slices.DeleteFunc(m.silences, func(s Silence) bool {
		if s.Until.IsZero() {
			return s.Subject == "" && !slices.ContainsFunc(m.open, func(c *Condition) bool { return s.covers(c.key()) })
		}
		return !now.Before(s.Until)
	})
}

// Cross begins the condition of a price alert, whose value crossed its level. subject identifies the alert. With isOne the crossing is an
// event without an end.
func (m *Monitor) Cross(subject string, facts Facts, isOne bool, now time.Time) []Alert {
	k := key{kind: config.AlertPrice, subject: subject}
	if !isOne {
		// The caller knows each crossing. A condition that is still open is of an earlier one whose end was not seen, as after a crash: it must
		// not keep this one from being reported.
		m.open = slices.DeleteFunc(m.open, func(c *Condition) bool { return c.key() == k })
		m.bad(k, now, now, func(f *Facts) { *f = facts })
		return m.take()
	}
	if m.rules[k.kind].Severity != config.Off {
		c := m.newCondition(k, now)
		c.Ended, c.Facts = now, facts
		m.emit(c, Begin, now)
	}
	return m.take()
}

// Back ends the condition of a price alert, whose value moved back. began is when the value crossed, for a condition whose begin this monitor
// has not seen: another process reported it.
func (m *Monitor) Back(subject string, facts Facts, began, now time.Time) []Alert {
	k := key{kind: config.AlertPrice, subject: subject}
	c := m.find(k)
	if c == nil && !began.IsZero() && m.rules[k.kind].Severity != config.Off {
		c = m.newCondition(k, began)
		c.Reported = !m.isSilenced(k, now)
	}
	if c != nil {
		c.Facts = facts
		m.end(c, now)
	}
	return m.take()
}

// Drop ends the condition of a price alert that was removed, and its silence.
func (m *Monitor) Drop(subject string, now time.Time) []Alert {
	k := key{kind: config.AlertPrice, subject: subject}
	if c := m.find(k); c != nil {
		m.cancel(c, "alert removed", now)
	}
	m.RemoveSilence(&k.kind, subject)
	return m.take()
}

// priceText describes what happened to a price alert.
func (c *Condition) priceText() text.Safe {
	f := &c.Facts
	what := text.Format("%s %s: %s", text.Clean(f.Pair), text.Clean(f.Condition), text.Clean(f.State))
	at := text.Group(f.Price)
	if f.Value != "" {
		at = text.Clean(f.Value)
	}
	what = text.Format("%s at %s", what, at)
	if strings.Contains(f.Condition, " line ") { // the condition names the line, not its price
		what = text.Format("%s, line at %s", what, text.Group(f.Level))
	}
	if f.Value == "" {
		return what
	}
	return text.Format("%s, price %s", what, text.Group(f.Price))
}

// priceEnded describes the way back after a price alert.
func (c *Condition) priceEnded() text.Safe {
	f := &c.Facts
	ended, value := text.Format("%s %s: ended", text.Clean(f.Pair), text.Clean(f.Condition)), text.Group(f.Price)
	if f.Value != "" {
		value = text.Clean(f.Value)
	}
	switch {
	case f.BackBelow != "":
		ended = text.Format("%s: back below %s", ended, text.Group(f.BackBelow))
	case f.BackAbove != "":
		ended = text.Format("%s: back above %s", ended, text.Group(f.BackAbove))
	}
	return text.Format("%s after %s, now %s", ended, text.Elapsed(c.Duration(c.Ended)), value)
}
