package follow

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// banner is what price alerts have reported and the user has not acknowledged, oldest first.
type banner []bannerEntry

type bannerEntry struct {
	id   string
	pair string
	text text.Safe
	at   time.Time
}

// maxBanner is the number of alerts of a banner. The list of alerts has all.
const maxBanner = 50

// add adds a price alert. A reminder takes the place of what it repeats.
func (b *banner) add(alert live.Alert) {
	if alert.Kind != config.AlertPrice {
		return
	}
	*b = slices.DeleteFunc(*b, func(e bannerEntry) bool { return e.id == alert.ID() })
	*b = append(*b, bannerEntry{alert.ID(), alert.Facts.Pair, alert.Text, alert.At})
	*b = (*b)[max(len(*b)-maxBanner, 0):]
}

// Banner shows the price alerts that were not acknowledged, the newest first, in the given width, and the number of those that do not fit.
// It is nil if there are none.
func (m *Alerts) Banner(width int) text.Line {
	m.dropAcknowledged()
	if len(m.banner) == 0 || m.Announce != nil {
		return nil
	}
	const prefix, more = "! alert: ", " | +99"
	room := width - len(prefix)
	entry := func(i int) text.Safe {
		e := &m.banner[len(m.banner)-1-i]
		return text.Format("%s · %s", e.text, text.Clean(m.deps.Local(e.at).Format("15:04:05")))
	}
	line, shown := entry(0), 1
	for ; shown < len(m.banner); shown++ {
		next := text.Format("%s | %s", line, entry(shown))
		if text.Width(next)+len(more) > room {
			break
		}
		line = next
	}
	if left := len(m.banner) - shown; left > 0 { // their number is more important than the end of a text
		line = text.Format("%s | +%s", text.Cut(line, room-len(more)), text.Integer(uint64(left)))
	}
	banner := text.In(m.deps.Theme.Warn, "! alert: %s", line)
	for _, hint := range []text.Safe{
		text.Format(" · %s chart · %s acknowledges", m.deps.Key("deck.alert"), m.deps.Key("deck.up")), text.Format(" · %s chart", m.deps.Key("deck.alert")),
	} {
		if banner.Width()+text.Width(hint) <= width {
			return append(banner, hint.In(m.deps.Theme.Faint)...)
		}
	}
	return banner
}

// dropAcknowledged removes the alerts that were acknowledged in their list.
func (m *Alerts) dropAcknowledged() {
	if len(m.banner) == 0 {
		return
	}
	open := m.deps.Monitor.Open()
	m.banner = slices.DeleteFunc(m.banner, func(e bannerEntry) bool {
		return slices.ContainsFunc(open, func(c live.Condition) bool { return c.Acknowledged && c.ID() == e.id })
	})
}

// HasBanner reports whether a price alert waits to be acknowledged.
func (m *Alerts) HasBanner() bool {
	m.dropAcknowledged()
	return len(m.banner) > 0
}

// OpenChart opens the chart of the newest alert of the banner, with the crosshair on the bar in which it rang, and acknowledges it. The
// key leads to the one before then.
func (m *Alerts) OpenChart() tea.Cmd {
	if !m.HasBanner() {
		return nil
	}
	newest := m.banner[len(m.banner)-1]
	m.banner = m.banner[:len(m.banner)-1]
	m.deps.Monitor.Acknowledge(newest.id)
	m.isDirty = true
	m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: newest.pair}})
	return m.deps.Post(screen.MomentMsg{Pair: newest.pair, At: newest.at})
}

// Dismiss acknowledges the alerts of the banner. ok is false if there are none.
func (m *Alerts) Dismiss() (ok bool) {
	if len(m.banner) == 0 || m.Announce != nil {
		return false
	}
	for _, e := range m.banner {
		m.deps.Monitor.Acknowledge(e.id)
	}
	m.banner, m.isDirty = nil, true
	return true
}
