package announce

import (
	"regexp"
	"strconv"
	"time"

	"foredeck/tui/text"
)

// same tells that what was said before and what is said so much later differ at most in what passes: in lengths of time that go
// with the clock, and in how calls go. Another length of time is another fact.
func same(before, now text.Safe, passed time.Duration) bool {
	if before == now {
		return true
	}
	masked, then := steady(before)
	again, lengths := steady(now)
	if masked != again || len(lengths) != len(then) {
		return false
	}
	for i := range lengths {
		if !lengths[i].goesOn(then[i], passed) {
			return false
		}
	}
	return true
}

// length is a length of time as it was said: whole units of a size.
type length struct{ is, unit time.Duration }

// goesOn tells that the length is the one from before, after so much time: it has grown or shrunk by that, as an age and a time to
// wait do, or it is an age that has begun anew since.
func (l length) goesOn(before length, passed time.Duration) bool {
	least, most := l.is-before.is-before.unit, l.is+l.unit-before.is // both were cut to whole units
	grew := func(by time.Duration) bool { return least <= by && by <= most }
	return l == before || grew(passed) || grew(-passed) || l.is < before.is && l.is <= passed
}

var (
	// passing is what no one waits to hear: how long calls take, that something is asked again, and the times to wait that begin
	// anew by themselves.
	passing = regexp.MustCompile(`\d[\d,]*(\.\d+)? ms\b|, (asking|loading|refreshing)\b|\b(next update in|retrying in|next request in|again in|waiting|rate limited|request budget:) \d+ ?[smh]\b`)
	// lengths are lengths of time in whole units: those with decimals are measured, and do not pass, and what ends a name or a hash
	// is none.
	lengths = regexp.MustCompile(`(^|[^\w.,…])(?:(\d+)m(\d\d)s|(\d+) s|(\d+)([smhd]))\b`)
)

var units = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}

// steady is a saying without what passes, and the lengths of time that stood in it.
func steady(saying text.Safe) (masked string, found []length) {
	rest := passing.ReplaceAllString(string(saying), "")
	for _, part := range lengths.FindAllStringSubmatch(rest, -1) {
		count := func(group int) time.Duration {
			number, _ := strconv.ParseInt(part[group], 10, 32) // none is 0
			return time.Duration(number)
		}
		said := length{count(2)*time.Minute + (count(3)+count(4))*time.Second, time.Second}
		if unit, ok := units[part[6]]; ok {
			said = length{count(5) * unit, unit}
		}
		found = append(found, said)
	}
	return lengths.ReplaceAllString(rest, "$1"), found
}

// countless is a state without its numbers.
func countless(state text.Safe) string {
	masked, _ := steady(state)
	return numbers.ReplaceAllString(masked, "")
}

var numbers = regexp.MustCompile(`[\d,]+`)
