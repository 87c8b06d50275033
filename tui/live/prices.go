package live

import (
	"time"

	"foredeck/config"
	"foredeck/tui/text"
)

// Cross begins the condition of a price alert, whose value crossed its level. subject identifies the alert. With isOne the crossing is an
// event without an end.
func (m *Monitor) Cross(subject string, facts Facts, isOne bool, now time.Time) []Alert {
	k := key{kind: config.AlertPrice, subject: subject}
	if !isOne {
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

// Back ends the condition of a price alert, whose value moved back.
func (m *Monitor) Back(subject string, facts Facts, now time.Time) []Alert {
	if c := m.find(key{kind: config.AlertPrice, subject: subject}); c != nil {
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
	if f.Value != "" {
		return text.Format("%s at %s, price %s", what, text.Clean(f.Value), text.Group(f.Price))
	}
	return text.Format("%s at %s", what, text.Group(f.Price))
}
