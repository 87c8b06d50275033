package price

import (
	"fmt"
	"time"

	"foredeck/tui/market"
	"foredeck/tui/text"
)

// course is what the chart shows in a sentence: where the price began and ended in the time that is on the screen, and between
// what it went, in the service's own digits.
func (m *Model) course() text.Safe {
	w := m.window()
	from, _ := m.series().Asked()
	from = max(from/w.step*w.step, w.start)
	whole, ok := m.series().Record(from, w.end())
	if !ok {
		return "no data in view"
	}
	return lasting(time.Duration(w.end()-from)*time.Millisecond) + ": from " + market.Digits(whole.Open) + " to " + market.Digits(whole.Close) +
		", low " + market.Digits(whole.Low) + ", high " + market.Digits(whole.High)
}

// lasting is a length of time in words, in the largest unit of which it has two at least.
func lasting(length time.Duration) text.Safe {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "days"}, {time.Hour, "hours"}, {time.Minute, "minutes"}} {
		if length > 2*unit.length || length == 2*unit.length && unit.name != "days" {
			return text.Safe(fmt.Sprintf("%d %s", length/unit.length, unit.name))
		}
	}
	return text.Safe(fmt.Sprintf("%d seconds", length/time.Second))
}
