package price

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// levelDrag is the level of an alert that the pointer moves by its tag on the axis.
type levelDrag struct {
	on       bool
	alert    store.Alert
	from, to string // levels
}

// priceAlerts returns the alerts on prices of the pair, which have a level on the chart.
func (m *Model) priceAlerts() (alerts []store.Alert) {
	for _, alert := range m.prices().Alerts(m.pair) {
		if _, ok := market.Level(alert); ok {
			alerts = append(alerts, alert)
		}
	}
	return alerts
}

// levels returns the levels of the alerts, a dragged one where it is now.
func (m *Model) levels() (levels []float64) {
	for _, alert := range m.priceAlerts() {
		level, _ := market.Level(alert)
		if m.level.on && alert.ID() == m.level.alert.ID() {
			level = m.level.to
		}
		levels = append(levels, market.Float(level))
	}
	return levels
}

// levelAt returns the level whose tag was clicked.
func (m *Model) levelAt(at screen.ClickMsg) levelDrag {
	c, width, height := m.drawnChart()
	i, ok := c.LevelAt(m.deps.Theme, at.Column, at.Row, width, height)
	alerts := m.priceAlerts()
	if !ok {
		return levelDrag{}
	}
	alert := alerts[i]
	level, _ := market.Level(alert)
	return levelDrag{on: true, alert: alert, from: level, to: level}
}

// dropLevel leaves the level that is dragged where it was. It reports whether there was one.
func (m *Model) dropLevel() bool {
	was := m.level.on
	m.level = levelDrag{}
	return was
}

// dragLevel moves the dragged level, and the alert when the button is released.
func (m *Model) dragLevel(to screen.DragMsg) tea.Cmd {
	c, width, height := m.drawnChart()
	d := &m.level
	if to.IsOver {
		defer m.dropLevel()
		if d.to == d.from {
			return nil
		}
		moved, err := m.replaceAlert(d.alert, market.AtLevel(d.alert, d.to))
		if err != nil {
			return m.saved(err, text.Safe{})
		}
		return m.deps.SaveAndReport(text.Format("%s alert moved: %s → %s (%s)", text.Clean(m.pair), market.Digits(d.from), market.Digits(d.to), text.Clean(moved.Condition)))
	}
	at, ok := c.LevelAt(m.deps.Theme, width-1, to.Row, width, height)
	if alerts := m.priceAlerts(); !ok || alerts[at].ID() != d.alert.ID() { // it is elsewhere
		d.to = c.PriceAt(m.deps.Theme, to.Row, width, height)
	}
	return m.status(text.Format("alert %s → %s · release sets it, %s leaves it", market.Digits(d.from), market.Digits(d.to), m.deps.Key("price.newest")))
}
