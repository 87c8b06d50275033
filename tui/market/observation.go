package market

import (
	"context"
	"math"
	"math/big"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/widget/chart"
)

// observation is the value that an alert watches, and its level. Both are nil while they are unknown.
type observation struct {
	value, level *big.Rat
	bar          int64  // start of the finished bar that they are of; 0: they are of the latest price
	missing      string // why they are unknown
}

func (o *observation) isKnown() bool { return o.value != nil && o.level != nil }

// away returns the value less the level.
func (o *observation) away() *big.Rat { return new(big.Rat).Sub(o.value, o.level) }

// isMet reports whether the value is beyond the level.
func (c *condition) isMet(o *observation) bool {
	if !o.isKnown() {
		return false
	}
	sign := o.away().Sign()
	return sign == 0 || (sign > 0) == (c.direction == up)
}

// observe returns the value that an alert watches, from what is loaded.
func (p *Prices) observe(pair string, c *condition, latest client.Instrument) observation {
	switch {
	case c.bar != (chart.Period{}):
		return p.observeBars(pair, c)
	case c.window > 0:
		return p.observeWindow(pair, c, latest)
	}
	value := Rat(latest.Price)
	if c.isChange {
		value = Rat(latest.Change24h)
	}
	if c.level.named == "" {
		return observation{value: value, level: Rat(c.level.number), missing: "unknown"}
	}
	at := p.loader.Now().UnixMilli()
	if latest.Time != nil { // an old price has not crossed where the line is today
		at = *latest.Time
	}
	level, missing := p.lineLevel(pair, c.level.named, at)
	if level != nil {
		missing = "unknown" // the price is, if anything
	}
	return observation{value: value, level: level, missing: missing}
}

// windowData returns the series and the start of the range with the price at the start of a window. It is older than the window by a
// quarter, as the price of a time without trades is the last one before.
func (p *Prices) windowData(pair string, c *condition) (s *Series, from int64) {
	step := time.Hour
	if c.window <= day/2 {
		step = time.Minute
	}
	reach := c.window + max(c.window/4, 2*step)
	return p.Series(pair, step), p.loader.Now().Add(-reach).UnixMilli()
}

// observeWindow returns the change of the price over a window, which starts with the last price at or before its start.
func (p *Prices) observeWindow(pair string, c *condition, latest client.Instrument) observation {
	s, from := p.windowData(pair, c)
	if !s.Covers(from) {
		return observation{missing: "loading prices"}
	}
	start := p.loader.Now().Add(-c.window).UnixMilli()
	first, last := from, start-s.Step.Milliseconds()+1 // bars that end by the start
	before, ok := s.Record(first, last)
	reference, price := Rat(before.Close), Rat(latest.Price)
	if !ok || reference == nil || reference.Sign() <= 0 {
		return observation{missing: "not enough data"}
	}
	if price == nil {
		return observation{missing: "unknown"}
	}
	change := new(big.Rat).Quo(price, reference)
	change.Sub(change, big.NewRat(1, 1)).Mul(change, big.NewRat(100, 1))
	return observation{value: change, level: Rat(c.level.number)}
}

// Covers reports whether the range from a time to now was requested, as far back as there is data.
func (s *Series) Covers(from int64) bool { return s.to != 0 && (s.from <= from || s.ended) }

// barData returns the series for the bars of an alert, the start and the end of the newest finished one, and what its indicators need
// before it.
func (p *Prices) barData(pair string, c *condition) (s *Series, start, end int64, before WarmUp) {
	var need Need
	for _, o := range []operand{c.value, c.level} {
		if o.of.Kind() != nil {
			need = need.With(o.of.Needs(c.bar.Length()))
		}
	}
	now := p.loader.Now()
	times := c.bar.Times(now.UnixMilli(), 2, time.UTC)
	s = p.Series(pair, Resolution(c.bar, now.Year(), time.UTC))
	return s, times[0], times[1], s.WarmUp(need, c.bar, times[0], time.UTC)
}

// observeBars returns the operands at the newest finished bar.
func (p *Prices) observeBars(pair string, c *condition) observation {
	s, newest, end, before := p.barData(pair, c)
	if !s.Covers(before.From) || s.to < end {
		return observation{missing: "loading bars"}
	}
	merged := s.BarsAt(nil, append(before.Starts, newest), c.bar, time.UTC)
	if len(merged) == 0 || merged[len(merged)-1].Time < newest {
		return observation{missing: "no trades in the last bar"}
	}
	bars := ColumnsOf(merged, c.bar.Length(), time.UTC)
	value, level := c.value.at(bars), c.level.at(bars)
	if c.level.named != "" { // charts draw it at the start of the bar, too
		var missing string
		if level, missing = p.lineLevel(pair, c.level.named, newest); level == nil {
			return observation{missing: missing}
		}
	}
	if value == nil || level == nil {
		return observation{missing: "not enough data"}
	}
	return observation{value: value, level: level, bar: newest}
}

// at returns the value of an operand at the last bar, nil if there is none.
func (o *operand) at(bars Bars) *big.Rat {
	var value float64
	last := len(bars.Close) - 1
	switch {
	case o.number != "":
		return Rat(o.number)
	case o.named != "":
		return nil // it has no bars
	case o.price != "":
		value = map[string][]float64{"open": bars.Open, "high": bars.High, "low": bars.Low, "close": bars.Close}[o.price][last]
	default:
		value = o.of.Compute(bars)[o.line][last]
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return nil
	}
	return new(big.Rat).SetFloat64(value)
}

const (
	// minAlertRefresh and maxAlertRefresh limit the age at which the newest prices are loaded again for an alert over a window. Between
	// that, the latest prices are added to them.
	minAlertRefresh = time.Minute
	maxAlertRefresh = 5 * time.Minute
)

// fetchAlertData loads the history that alerts over a window and on bars need.
func (p *Prices) fetchAlertData(ctx context.Context) []tea.Cmd {
	var cmds []tea.Cmd
	now := p.loader.Now()
	for _, alert := range p.store.Alerts() {
		c := p.condition(&alert)
		if c == nil {
			continue
		}
		var s *Series
		var from int64
		isDue := false
		switch {
		case c.bar != (chart.Period{}):
			var end int64
			var before WarmUp
			s, _, end, before = p.barData(alert.Pair, c)
			from, isDue = before.From, s.to < end
		case c.window > 0:
			s, from = p.windowData(alert.Pair, c)
			isDue = now.Sub(s.refreshed) >= max(minAlertRefresh, min(c.window/8, maxAlertRefresh))
		default:
			continue
		}
		if isDue || !s.Covers(from) {
			cmds = append(cmds, p.fetchForAlert(ctx, s, from))
		}
	}
	return cmds
}

// fetchForAlert loads history also if the user has stopped loading it for a chart.
func (p *Prices) fetchForAlert(ctx context.Context, s *Series, from int64) tea.Cmd {
	if p.service.Feed == nil {
		defer func(stopped bool) { s.stopped = stopped }(s.stopped)
		s.stopped = false
	}
	return p.fetchHistory(ctx, s, from, reservedForVisible)
}

// condition returns the condition of a stored alert, nil if this version does not know it.
func (p *Prices) condition(alert *store.Alert) *condition {
	known, ok := p.conditions[alert.Condition]
	if !ok {
		if parsed, err := parseCondition(alert.Condition); err == nil {
			known = &parsed
		}
		p.conditions[alert.Condition] = known
	}
	return known
}
