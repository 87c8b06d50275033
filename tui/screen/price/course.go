package price

import (
	"fmt"
	"slices"
	"strings"
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
		", low " + market.Digits(whole.Low) + ", high " + market.Digits(whole.High) + m.gaps(from, w.end()) + m.marked(w)
}

// gaps says for how many bars the service has nothing, though it was asked.
func (m *Model) gaps(from, to int64) text.Safe {
	_, asked := m.series().Asked()
	missing, bars := uint64(0), uint64(0)
	for at := from; at < min(to, asked); at += m.step() {
		bars++
		if _, ok := m.series().Record(at, at+m.step()); !ok {
			missing++
		}
	}
	if missing == 0 {
		return ""
	}
	return ", no data for " + text.Integer(missing) + " of " + text.Integer(bars) + " bars"
}

// mostMarksTold is how many of the newest marks are told with their times.
const mostMarksTold = 5

// marked says at what times there are marks.
func (m *Model) marked(w window) text.Safe {
	var times []string
	older := uint64(0)
	for _, at := range slices.Backward(slices.Sorted(slices.Values(m.marks.times()))) {
		switch {
		case at < w.start || at >= w.end():
		case len(times) == mostMarksTold:
			older++
		default:
			times = append(times, m.session.Local(time.UnixMilli(at)).Format("01-02 15:04"))
		}
	}
	if len(times) == 0 {
		return ""
	}
	words := ", coin moves of " + text.Clean(m.marks.account.Name) + " at " + text.Safe(strings.Join(times, ", "))
	if older > 0 {
		words += " and " + text.Integer(older) + " older"
	}
	return words
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
