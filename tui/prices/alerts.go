package prices

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/tui/store"
)

// ErrInvalidAlert is returned for text that does not parse as an alert.
var ErrInvalidAlert = errors.New("must be > or < a price, or a 24h change: > 0.62, < 95000, +5%, -5%")

// rearmMargin is the distance that a price has to move back before the alert can trigger again: a share of the level,
// or in percentage points for alerts on the change.
var rearmMargin = big.NewRat(2, 1000)

// SetAlert parses and stores an alert. If its condition is already met, it triggers at the next crossing.
func (p *Prices) SetAlert(pair, typed string) (store.Alert, error) {
	alert := store.Alert{Pair: pair}
	level := strings.ReplaceAll(strings.ReplaceAll(typed, " ", ""), ",", "")
	level, alert.Percent = strings.CutSuffix(level, "%")
	latest, known := p.Latest(pair)
	switch {
	case strings.HasPrefix(level, ">"), strings.HasPrefix(level, "<"):
		alert.Above, level = level[0] == '>', level[1:]
	case alert.Percent && strings.HasPrefix(level, "+"):
		alert.Above, level = true, level[1:]
	case alert.Percent && strings.HasPrefix(level, "-"):
	default:
		return store.Alert{}, ErrInvalidAlert
	}
	exact := number(level)
	if exact == nil || !alert.Percent && exact.Sign() <= 0 {
		return store.Alert{}, ErrInvalidAlert
	}
	alert.Level = fixed(level)
	alert.Armed = known && !isMet(alert, latest)
	p.store.SetAlert(alert)
	return alert, nil
}

// distance returns how far the value that the alert watches is from its level, and whether the condition is met. ok is false if the
// value is unknown.
func distance(alert store.Alert, latest client.Instrument) (away *big.Rat, met, ok bool) {
	value, level := number(latest.Price), number(alert.Level)
	if alert.Percent {
		value = number(latest.Change24h)
	}
	if value == nil || level == nil {
		return nil, false, false
	}
	away = new(big.Rat).Sub(value, level)
	met = away.Sign() == 0 || alert.Above == (away.Sign() > 0)
	return away.Abs(away), met, true
}

func isMet(alert store.Alert, latest client.Instrument) bool {
	_, met, _ := distance(alert, latest)
	return met
}

// canRearm reports whether a price has moved back far enough for the next crossing to trigger the alert. Before the
// first alert no margin applies.
func canRearm(alert store.Alert, latest client.Instrument) bool {
	away, met, ok := distance(alert, latest)
	if !ok || met {
		return false
	}
	unit := big.NewRat(100, 1)
	if !alert.Percent {
		unit.Abs(number(alert.Level))
	}
	return alert.Fired.IsZero() || away.Cmp(unit.Mul(unit, rearmMargin)) >= 0
}

// checkAlerts triggers and rearms the alerts on a pair after a new price.
func (p *Prices) checkAlerts(latest client.Instrument) {
	for _, alert := range slices.Clone(p.store.Alerts()) {
		switch {
		case alert.Pair != latest.Pair:
		case alert.Armed && isMet(alert, latest):
			alert.Armed, alert.Fired, alert.Price = false, p.loader.Now(), latest.Price
			p.store.SetAlert(alert)
			p.fired = append(p.fired, alert)
		case !alert.Armed && canRearm(alert, latest):
			alert.Armed = true
			p.store.SetAlert(alert)
		}
	}
}

// DrainFired returns the triggered alerts and clears the list.
func (p *Prices) DrainFired() []store.Alert {
	fired := p.fired
	p.fired = nil
	return fired
}

// Alerts returns the alerts on a pair.
func (p *Prices) Alerts(pair string) []store.Alert {
	var alerts []store.Alert
	for _, alert := range p.store.Alerts() {
		if alert.Pair == pair {
			alerts = append(alerts, alert)
		}
	}
	return alerts
}

// AllAlerts returns the alerts on all pairs.
func (p *Prices) AllAlerts() []store.Alert { return p.store.Alerts() }

// RemoveAlert removes an alert.
func (p *Prices) RemoveAlert(alert store.Alert) { p.store.RemoveAlert(alert) }

// Distance describes how far the value is from the alert level, as in 1.3% away, or in percentage points for alerts on
// the change.
func (p *Prices) Distance(alert store.Alert) string {
	latest, _ := p.Latest(alert.Pair)
	away, met, ok := distance(alert, latest)
	price := number(latest.Price)
	switch {
	case !ok || !alert.Percent && price.Sign() == 0:
		return "unknown"
	case met:
		return "reached"
	case alert.Percent:
		return away.FloatString(1) + " points away"
	}
	decimals := 1
	if away.Mul(away.Quo(away, price), big.NewRat(100, 1)).Cmp(big.NewRat(1, 1)) < 0 {
		decimals = 2
	}
	return away.FloatString(decimals) + "% away"
}

// Level returns the price level of an alert, for drawing. ok is false for alerts on the change.
func Level(alert store.Alert) (price float64, ok bool) {
	return Float(alert.Level), !alert.Percent
}
