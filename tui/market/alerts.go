package market

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/widget/chart"
)

// SetAlert parses and stores an alert. If its condition is already met, it triggers at the next crossing.
func (p *Prices) SetAlert(pair, typed string) (store.Alert, error) {
	c, err := parseCondition(typed)
	if err != nil {
		return store.Alert{}, err
	}
	if err := p.checkLine(pair, &c); err != nil {
		return store.Alert{}, err
	}
	return p.setCondition(pair, &c), nil
}

// setCondition sets an alert that has been checked, unless there is one with the condition already.
func (p *Prices) setCondition(pair string, c *condition) store.Alert {
	alert := store.Alert{Pair: pair, Condition: c.String()}
	if at := slices.IndexFunc(p.store.Alerts(), func(other store.Alert) bool { return other.ID() == alert.ID() }); at >= 0 {
		return p.store.Alerts()[at]
	}
	p.arm(&alert, c)
	return alert
}

// arm stores a new alert with its state from what is known now.
func (p *Prices) arm(alert *store.Alert, c *condition) {
	latest, _ := p.Latest(alert.Pair)
	seen := p.observe(alert.Pair, c, latest)
	p.observed[alert.ID()] = &seen
	alert.Armed = seen.isKnown() && !c.isMet(&seen)
	if c.direction == both && seen.isKnown() {
		alert.Side = side(&seen)
	}
	p.store.SetAlert(*alert)
}

func side(o *observation) int {
	if o.away().Sign() >= 0 {
		return 1
	}
	return -1
}

// check applies an observation to an alert, and reports what happened.
func (c *condition) check(alert *store.Alert, o *observation) (state CrossingState, changed bool) {
	if c.direction == both {
		return c.checkBoth(alert, o)
	}
	switch met := c.isMet(o); {
	case alert.Armed && met:
		alert.Armed = false
		if c.direction == up {
			return CrossedUp, true
		}
		return CrossedDown, true
	case !alert.Armed && !met && (alert.Fired.IsZero() || c.isAway(o)): // before the first alert no margin applies
		alert.Armed = true
		if !alert.Fired.IsZero() {
			return Back, true
		}
		return "", true
	}
	return "", false
}

// checkBoth applies an observation to an alert in both directions. After an alert, the value has to be away from the level by the
// margin, on either side, before the next one.
func (c *condition) checkBoth(alert *store.Alert, o *observation) (state CrossingState, changed bool) {
	now, away := side(o), c.isAway(o)
	switch {
	case alert.Side == 0:
		alert.Side, alert.Armed = now, true
		return "", true
	case alert.Side == now && away && !alert.Armed:
		alert.Armed = true
		return "", true
	case alert.Side != now && (alert.Armed || away):
		alert.Side, alert.Armed = now, away
		if now > 0 {
			return CrossedUp, true
		}
		return CrossedDown, true
	}
	return "", false
}

// isAway reports whether a value is away from its level by the margin.
func (c *condition) isAway(o *observation) bool {
	away := o.away()
	return away.Abs(away).Cmp(c.distance(o.level)) >= 0
}

// checkAlerts evaluates the alerts on a pair after a new price or more history. Values on bars are evaluated once per finished bar.
func (p *Prices) checkAlerts(latest client.Instrument) {
	for _, alert := range slices.Clone(p.store.Alerts()) {
		if alert.Pair != latest.Pair {
			continue
		}
		c, before := p.condition(&alert), p.observed[alert.ID()]
		if c == nil || before != nil && before.isKnown() && before.bar != 0 && before.bar == p.finishedBar(c) {
			continue
		}
		seen := p.observe(alert.Pair, c, latest)
		p.observed[alert.ID()] = &seen
		if !seen.isKnown() {
			continue
		}
		at, isStale := p.isStale(&alert, &seen, latest)
		if isStale {
			continue
		}
		move := store.Move{Before: alert}
		state, changed := c.check(&alert, &seen)
		if !changed {
			continue
		}
		switch state {
		case CrossedUp, CrossedDown:
			alert.Fired, alert.Price, alert.Back = p.loader.Now(), fixed(latest.Price), time.Time{}
		case Back:
			alert.Back = p.loader.Now()
		}
		if at != 0 {
			alert.Seen = at
		}
		move.Alert = alert
		if state != "" {
			move.Firing = p.firing(alert, state, c, &seen, latest)
		}
		p.move(move)
	}
}

// finishedBar returns the start of the newest finished bar of a condition on bars.
func (p *Prices) finishedBar(c *condition) int64 {
	return c.bar.Times(p.loader.Now().UnixMilli(), 2, time.UTC)[0]
}

func (p *Prices) firing(alert store.Alert, state CrossingState, c *condition, o *observation, latest client.Instrument) store.Firing {
	found := store.Firing{Alert: alert, State: string(state), IsOne: c.direction == both, Price: fixed(latest.Price), At: p.loader.Now(), Silent: p.isSilent}
	switch {
	case c.isChange:
		found.Value, found.Level = o.value.FloatString(2)+"%", c.level.number+"%"
	case c.bar != (chart.Period{}):
		found.Value, found.Level = shortNumber(o.value), shortNumber(o.level)
	default:
		found.Level = c.level.number
	}
	if c.level.named != "" {
		found.Level = shortDecimal(o.level)
	}
	if state == Back {
		found.Limit, found.IsUp = c.limit(o), c.direction == up
	}
	return found
}

// limit returns the value at which an alert ends: its level and the margin.
func (c *condition) limit(o *observation) string {
	distance := c.distance(o.level)
	if c.direction == up {
		distance.Neg(distance)
	}
	limit := distance.Add(distance, o.level)
	switch {
	case c.isChange:
		return limit.FloatString(2) + "%"
	case c.bar != (chart.Period{}):
		return shortNumber(limit)
	}
	return shortDecimal(limit)
}

// shortDecimal returns an exact number without zeros at its end, with at most eight decimals.
func shortDecimal(number *big.Rat) string {
	return strings.TrimSuffix(strings.TrimRight(number.FloatString(8), "0"), ".")
}

// significant is the number of digits of a computed value.
const significant = 6

// shortNumber returns a computed value in plain notation.
func shortNumber(value *big.Rat) string {
	magnitude := new(big.Rat).Abs(value)
	places := significant
	for ten := big.NewRat(1, 1); places > 2 && magnitude.Cmp(ten) >= 0; ten.Mul(ten, big.NewRat(10, 1)) {
		places--
	}
	return value.FloatString(places)
}

// DrainCrossings returns what happened to alerts since the last call.
func (p *Prices) DrainCrossings() []Crossing {
	crossings := p.crossings
	p.crossings = nil
	return crossings
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
func (p *Prices) RemoveAlert(alert store.Alert) {
	p.store.RemoveAlert(alert)
	delete(p.observed, alert.ID())
	p.crossings = append(p.crossings, Crossing{Alert: alert, State: Removed})
}

// observation returns the last observation of an alert.
func (p *Prices) observation(alert *store.Alert) (c *condition, o *observation) {
	if c = p.condition(alert); c == nil {
		return nil, &observation{missing: "not supported by this version"}
	}
	if c.bar == (chart.Period{}) && c.window == 0 {
		latest, _ := p.Latest(alert.Pair)
		seen := p.observe(alert.Pair, c, latest)
		return c, &seen
	}
	if seen := p.observed[alert.ID()]; seen != nil {
		return c, seen
	}
	return c, &observation{missing: "loading"}
}

// Distance describes how far the value is from the alert level, as in 1.3% away, or in percentage points for alerts on
// the change.
func (p *Prices) Distance(alert store.Alert) string {
	c, o := p.observation(&alert)
	if !o.isKnown() {
		return o.missing
	}
	if c.direction != both && c.isMet(o) {
		return "reached"
	}
	away := o.away()
	away.Abs(away)
	if c.isChange {
		return away.FloatString(1) + " points away"
	}
	share := percentOf(away, o.value)
	switch {
	case c.bar != (chart.Period{}) && c.level.number != "", share == nil:
		return shortNumber(o.value) + " now"
	case share.Cmp(big.NewRat(1, 1)) < 0:
		return share.FloatString(2) + "% away"
	}
	return share.FloatString(1) + "% away"
}

// percentOf returns a share in percent, nil if the whole is 0.
func percentOf(part, whole *big.Rat) *big.Rat {
	if whole.Sign() == 0 {
		return nil
	}
	share := new(big.Rat).Quo(part, new(big.Rat).Abs(whole))
	return share.Mul(share, big.NewRat(100, 1))
}

// Margin returns how far a value has to move back before an alert can trigger again, as in 0.2%.
func (p *Prices) Margin(alert store.Alert) string {
	if c := p.condition(&alert); c != nil {
		return c.marginText()
	}
	return ""
}

// AtLevel returns the condition of an alert on a price with another level.
func AtLevel(alert store.Alert, price string) string {
	c, err := parseCondition(alert.Condition)
	if err != nil {
		return alert.Condition
	}
	c.level.number, c.level.text = price, price
	return c.String()
}

// Level returns the price level of an alert. ok is false for alerts on changes, on bars and on lines.
func Level(alert store.Alert) (price string, ok bool) {
	c, err := parseCondition(alert.Condition)
	if err != nil || c.isChange || c.level.named != "" || c.bar != (chart.Period{}) {
		return "", false
	}
	return c.level.number, true
}
