package price

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/prices"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// sentences are what the chart shows to those who do not see it.
func (m *Model) sentences() []func() text.Safe {
	return []func() text.Safe{m.course, m.gaps, m.marked}
}

// course is what the chart shows in a sentence: where the price began and ended in the time that is on the screen, and between
// what it went, in the service's own digits.
func (m *Model) course() text.Safe {
	w := m.window()
	from, _ := m.series().Requested()
	from = max(from/w.step*w.step, w.start)
	whole, ok := m.series().Record(from, w.end())
	if !ok {
		return "no data in view"
	}
	return lasting(time.Duration(w.end()-from)*time.Millisecond) + ": from " + prices.Digits(whole.Open) + " to " + prices.Digits(whole.Close) +
		", low " + prices.Digits(whole.Low) + ", high " + prices.Digits(whole.High)
}

// gaps says for how many bars the service has nothing, though it was asked.
func (m *Model) gaps() text.Safe {
	w := m.window()
	from, to := m.series().Requested()
	missing, bars := uint64(0), uint64(0)
	for at := max(from/w.step*w.step, w.start); at < min(w.end(), to); at += w.step {
		bars++
		if _, ok := m.series().Record(at, at+w.step); !ok {
			missing++
		}
	}
	if missing == 0 {
		return ""
	}
	return "no data for " + text.Integer(missing) + " of " + text.Integer(bars) + " bars"
}

// mostMarked is how many of the newest marked bars are told with their times.
const mostMarked = 5

// marked says in what bars there are marks, and how many.
func (m *Model) marked() text.Safe {
	w, counts := m.window(), map[int64]int{}
	for _, at := range m.marks.times() {
		if at >= w.start && at < w.end() {
			counts[at/w.step*w.step]++
		}
	}
	var told []string
	bars := slices.Sorted(maps.Keys(counts))
	for _, bar := range slices.Backward(bars[max(len(bars)-mostMarked, 0):]) {
		told = append(told, fmt.Sprintf("%d at %s", counts[bar], m.deps.Local(time.UnixMilli(bar)).Format("01-02 15:04")))
	}
	if len(told) == 0 {
		return ""
	}
	if older := len(bars) - len(told); older > 0 {
		told = append(told, "and in "+string(text.Plural(older, "older bar")))
	}
	return "coin moves of " + text.Clean(m.marks.account.Name) + ": " + text.Safe(strings.Join(told, ", "))
}

// overlaid is the value of what is drawn over the bar that is read out; "" where it has none there.
func (m *Model) overlaid() text.Safe {
	at, step := m.pointed(), m.step()
	if second := m.second(); second != "" {
		series := m.market().Series(second, m.size().source)
		now, known := closeOf(series, at, step)
		for slot := m.window().start; known && slot <= at; slot += step {
			if base, ok := closeOf(series, slot, step); ok && base > 0 {
				return text.Safe(fmt.Sprintf(": %+.2f%%", 100*(now/base-1)))
			}
		}
		return ""
	}
	sum := 0.0
	for back := range int64(averaged) {
		value, ok := closeOf(m.series(), at-back*step, step)
		if !ok || m.overlay == 0 {
			return ""
		}
		sum += value
	}
	newest, _ := m.series().Record(at, at+step)
	_, fraction, _ := strings.Cut(newest.Close, ".")
	return ": " + chart.FormatPrice(sum/averaged, len(fraction))
}

// closeOf is the price at the end of a bar. It is not ok where there is none.
func closeOf(series *prices.Series, at, step int64) (float64, bool) {
	record, ok := series.Record(at, at+step)
	value, err := strconv.ParseFloat(record.Close, 64)
	return value, ok && err == nil
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
