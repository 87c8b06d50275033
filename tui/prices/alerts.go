package prices

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/tui/store"
)

// ErrAlert is returned for what is no alert.
var ErrAlert = errors.New("a price or change in 24 h: > 0.62, < 95000, +5%, -5%")

// back is how far a price has to come back before the next crossing is told: in parts of the level, and in points of percent.
var back = big.NewRat(2, 1000)

// SetAlert sets an alert on a pair as it was typed. What is true already is told when it comes to be true again.
func (m *Prices) SetAlert(pair, typed string) (store.Alert, error) {
	alert := store.Alert{Pair: pair}
	level := strings.ReplaceAll(strings.ReplaceAll(typed, " ", ""), ",", "")
	level, alert.Percent = strings.CutSuffix(level, "%")
	latest, known := m.Latest(pair)
	switch {
	case strings.HasPrefix(level, ">"), strings.HasPrefix(level, "<"):
		alert.Above, level = level[0] == '>', level[1:]
	case alert.Percent && strings.HasPrefix(level, "+"):
		alert.Above, level = true, level[1:]
	case alert.Percent && strings.HasPrefix(level, "-"):
	default:
		return store.Alert{}, ErrAlert
	}
	exact := number(level)
	if exact == nil || !alert.Percent && exact.Sign() <= 0 {
		return store.Alert{}, ErrAlert
	}
	alert.Level = fixed(level)
	alert.Armed = known && !holds(alert, latest)
	m.book.SetAlert(alert)
	return alert, nil
}

// measured is what an alert goes by.
func measured(alert store.Alert, latest client.Instrument) *big.Rat {
	if alert.Percent {
		return number(latest.Change24h)
	}
	return number(latest.Price)
}

// holds tells whether what an alert tells is so now.
func holds(alert store.Alert, latest client.Instrument) bool {
	value, level := measured(alert, latest), number(alert.Level)
	if value == nil || level == nil {
		return false
	}
	if alert.Above {
		return value.Cmp(level) >= 0
	}
	return value.Cmp(level) <= 0
}

// isBack tells whether a price has come back far enough for the next crossing to be told. Before the first one any way is far
// enough.
func isBack(alert store.Alert, latest client.Instrument) bool {
	value, level := measured(alert, latest), number(alert.Level)
	if value == nil || level == nil || holds(alert, latest) {
		return false
	}
	if alert.Fired.IsZero() {
		return true
	}
	room := new(big.Rat).Set(back)
	if !alert.Percent {
		room.Mul(room, new(big.Rat).Abs(level))
	} else {
		room.Mul(room, big.NewRat(100, 1))
	}
	away := new(big.Rat).Sub(value, level)
	return away.Abs(away).Cmp(room) >= 0
}

// watchFor sees whether an alert is to be told.
func (m *Prices) watchFor(latest client.Instrument) {
	for _, alert := range slices.Clone(m.book.Alerts()) {
		switch {
		case alert.Pair != latest.Pair:
		case alert.Armed && holds(alert, latest):
			alert.Armed, alert.Fired, alert.Price = false, m.loader.Now(), latest.Price
			m.book.SetAlert(alert)
			m.fired = append(m.fired, alert)
		case !alert.Armed && isBack(alert, latest):
			alert.Armed = true
			m.book.SetAlert(alert)
		}
	}
}

// Fired takes the alerts that are to be told.
func (m *Prices) Fired() []store.Alert {
	fired := m.fired
	m.fired = nil
	return fired
}

// Alerts are the alerts on a pair.
func (m *Prices) Alerts(pair string) []store.Alert {
	var alerts []store.Alert
	for _, alert := range m.book.Alerts() {
		if alert.Pair == pair {
			alerts = append(alerts, alert)
		}
	}
	return alerts
}

// AllAlerts are the alerts on all pairs.
func (m *Prices) AllAlerts() []store.Alert { return m.book.Alerts() }

// RemoveAlert gives up an alert.
func (m *Prices) RemoveAlert(alert store.Alert) { m.book.RemoveAlert(alert) }

// Away is how far off what an alert tells is: 1.3% away; for a change, in points. It is "not known" without a price.
func (m *Prices) Away(alert store.Alert) string {
	latest, _ := m.Latest(alert.Pair)
	value, level := measured(alert, latest), number(alert.Level)
	switch {
	case value == nil || level == nil || !alert.Percent && value.Sign() == 0:
		return "not known"
	case holds(alert, latest):
		return "reached"
	}
	away := new(big.Rat).Sub(level, value)
	away.Abs(away)
	if alert.Percent {
		return away.FloatString(1) + " points away"
	}
	decimals := 1
	if away.Mul(away.Quo(away, value), big.NewRat(100, 1)).Cmp(big.NewRat(1, 1)) < 0 {
		decimals = 2
	}
	return away.FloatString(decimals) + "% away"
}

// Level is the price at which an alert is told, as a line can be drawn there. It is not ok for a change.
func Level(alert store.Alert) (price float64, ok bool) {
	return float(alert.Level), !alert.Percent
}
