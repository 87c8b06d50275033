package price

import (
	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// warmUpKey is what the warm-up of indicators depends on. Bars before the window change only as older ones are loaded.
type warmUpKey struct {
	window  windowKey
	series  *market.Series
	from    int64 // of what is loaded
	isEnded bool
	need    market.Need
}

// warmUpBars returns the bars of the warm-up. They are merged once: a new price changes later ones only.
func (m *Model) warmUpBars() []chart.Bar {
	if w := m.warmUp(); len(m.warmBars) != len(w.Starts) {
		m.warmBars = m.series().BarsAt(m.warmBars[:0], w.Starts, m.period(), m.location())
	}
	return m.warmBars
}

// warmUp returns the bars before the window that the indicators need. They count bars with prices, so that a value is the same in any
// window.
func (m *Model) warmUp() *market.WarmUp {
	w, s, p := m.window(), m.series(), m.period()
	from, _ := s.Requested()
	key := warmUpKey{m.windowKey, s, from, s.Ended(), m.indicators.Needs(p.Length())}
	if m.warmUpKey != key {
		m.warmUpKey, m.cachedWarmUp, m.warmBars = key, s.WarmUp(key.need, p, w.start(), m.location()), m.warmBars[:0]
	}
	return &m.cachedWarmUp
}

// isSettling reports whether bars before the window are not loaded yet that the indicators need.
func (m *Model) isSettling() bool { return !m.warmUp().IsSettled }

// settlingLine says why values are marked with ~.
func (m *Model) settlingLine() text.Line {
	w := m.warmUp()
	missing := text.Const("older bars")
	if w.Missing > 0 {
		missing = text.Format("%s older bars", text.Integer(uint64(w.Missing)))
	}
	status := m.history().Status(m.deps.Now())
	_, wait, _ := m.prices().Pace()
	switch {
	case m.prices().Backoff() > 0:
		return text.In(m.deps.Theme.Warn, "~ not settled: needs %s, rate limited for %s", missing, desk.Seconds(m.prices().Backoff()))
	case status.Err != nil:
		return text.In(m.deps.Theme.Warn, "~ not settled: needs %s, loading them failed · %s retry", missing, m.deps.Key("deck.refresh"))
	case m.history().Stopped():
		return text.In(m.deps.Theme.Hint, "~ not settled: needs %s, loading was stopped · %s load", missing, m.deps.Key("deck.refresh"))
	case !status.Loading && wait > 0:
		return text.In(m.deps.Theme.Hint, "~ settling: needs %s, next request in %s", missing, desk.Seconds(wait))
	}
	return text.In(m.deps.Theme.Hint, "~ settling: loading %s", missing)
}
