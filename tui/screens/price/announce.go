package price

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"foredeck/tui/market"
	"foredeck/tui/text"
)

func (m *Model) sentences() []func() text.Safe {
	return []func() text.Safe{m.summary, m.paneValues, m.gaps, m.markSummary}
}

// summary describes the visible price range: open, close, low and high with the service's digits.
func (m *Model) summary() text.Safe {
	w := m.window()
	from, _ := m.series().Requested()
	from = max(m.startOf(from), w.start())
	total, ok := m.series().Record(from, w.end())
	if !ok {
		return text.Const("no data in view")
	}
	return text.Format("%s: from %s to %s, low %s, high %s", spanInWords(time.Duration(w.end()-from)*time.Millisecond), market.Digits(total.Open), market.Digits(total.Close), market.Digits(total.Low), market.Digits(total.High))
}

// paneValues reports the values of the indicators below the prices at the current bar. The legend reports those over the prices.
func (m *Model) paneValues() text.Safe {
	var values []text.Safe
	for _, pane := range m.chart().Panes {
		values = append(values, pane.Title.Text())
	}
	return text.Join(values, text.Const("; "))
}

// gaps reports the number of bars without data in the loaded range.
func (m *Model) gaps() text.Safe {
	w := m.window()
	from, to := m.series().Requested()
	missing, bars := uint64(0), uint64(0)
	for at := max(m.startOf(from), w.start()); at < min(w.end(), to); at = m.endOf(at) {
		bars++
		if !m.series().Has(at, m.endOf(at)) {
			missing++
		}
	}
	if missing == 0 {
		return text.Safe{}
	}
	return text.Format("no data for %s of %s bars", text.Integer(missing), text.Integer(bars))
}

// maxAnnouncedMarks is the number of marked bars announced with their times, newest first.
const maxAnnouncedMarks = 5

// markSummary describes the marks per bar.
func (m *Model) markSummary() text.Safe {
	w, counts := m.window(), map[int64]int{}
	for _, at := range m.marks.times() {
		if at >= w.start() && at < w.end() {
			counts[m.startOf(at)]++
		}
	}
	var parts []string
	bars := slices.Sorted(maps.Keys(counts))
	for _, bar := range slices.Backward(bars[max(len(bars)-maxAnnouncedMarks, 0):]) {
		parts = append(parts, fmt.Sprintf("%d at %s", counts[bar], m.deps.Local(time.UnixMilli(bar)).Format("01-02 15:04")))
	}
	if len(parts) == 0 {
		return text.Safe{}
	}
	if older := len(bars) - len(parts); older > 0 {
		parts = append(parts, "and in "+text.Plural(older, "older bar").String())
	}
	return text.Format("coin transfers of %s: %s", text.Clean(m.marks.account.Name), text.Clean(strings.Join(parts, ", ")))
}

// spanInWords formats a duration in the largest unit of which it has at least two.
func spanInWords(length time.Duration) text.Safe {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "days"}, {time.Hour, "hours"}, {time.Minute, "minutes"}} {
		if length > 2*unit.length || length == 2*unit.length && unit.name != "days" {
			return text.Clean(fmt.Sprintf("%d %s", length/unit.length, unit.name))
		}
	}
	return text.Clean(fmt.Sprintf("%d seconds", length/time.Second))
}
