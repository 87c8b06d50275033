package market

import (
	"time"

	"foredeck/tui/load"
)

// PriceTick is the latest change of a pair's price.
type PriceTick struct {
	At        time.Time // arrival of the changed price; zero before the first change
	Direction int       // 1: the price rose; -1: it fell
}

// update records a change from one price to the next. A first price is not a change.
func (t *PriceTick) update(before, after string, now time.Time) {
	x, y := Rat(before), Rat(after)
	if x == nil || y == nil || x.Cmp(y) == 0 {
		return
	}
	*t = PriceTick{At: now, Direction: y.Cmp(x)}
}

// LastTick returns the latest change of a pair's price that arrived while the deck was open.
func (p *Prices) LastTick(pair string) PriceTick {
	if q := p.quotes[pair]; q != nil {
		return q.tick
	}
	return PriceTick{}
}

// Age returns the age of the latest price of a pair, and whether it counts as stale, after load.StaleAfter. It is the time since the
// price arrived, or since the service determined it if that is longer. A pair without a price has the age 0.
func (p *Prices) Age(pair string) (age time.Duration, isStale bool) {
	q := p.quotes[pair]
	if q == nil {
		return 0, false
	}
	latest, ok := q.state.Value()
	if !ok {
		return 0, false
	}
	now := p.loader.Now()
	age = now.Sub(q.state.UpdatedAt())
	if latest.Time != nil {
		age = max(age, now.Sub(time.UnixMilli(*latest.Time)))
	}
	return age, age >= load.StaleAfter
}
