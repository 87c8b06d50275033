package announce

import (
	"strconv"
	"time"

	"foredeck/tui/text"
)

// same reports whether two texts differ at most in transient details after the time passed: ages, countdowns and latencies. Any other
// change of a duration is a fact.
func same(before, now text.Safe, passed time.Duration) bool {
	if before == now {
		return true
	}
	masked, then := mask(before)
	again, lengths := mask(now)
	if masked != again || len(lengths) != len(then) {
		return false
	}
	for i := range lengths {
		if !lengths[i].continues(then[i], passed) {
			return false
		}
	}
	return true
}

// duration is a duration in a text, truncated to whole units.
type duration struct{ value, unit time.Duration }

// continues reports whether d is before after the time passed: grown like an age, shrunk like a countdown, or a new age that started
// since.
func (d duration) continues(before duration, passed time.Duration) bool {
	low, high := d.value-before.value-before.unit, d.value+d.unit-before.value // both are truncated to whole units
	grew := func(by time.Duration) bool { return low <= by && by <= high }
	return d == before || grew(passed) || grew(-passed) || d.value < before.value && d.value <= passed
}

var (
	// transient matches details that are not announced: latencies, refreshes, countdowns that restart by themselves, and the distance from a
	// head that moves.
	transient = text.Regexp(`\d[\d,]*(\.\d+)? ms\b|, (loading|refreshing)\b|\b(next update in|retrying in|next request in|again in|waiting|rate limited|request budget:) \d+ ?[smh]\b|\b[\d,]+ below head\b`)
	// durations matches durations in whole units. Those with decimals are measurements, and a match at the end of a name or hash is not a
	// duration.
	durations = text.Regexp(`(^|[^\w.,…])(?:(\d+)m(\d\d)s|(\d+) s|(\d+)([smhd]))\b`)
)

var units = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}

// mask returns a text without transient details, and the durations it contained.
func mask(line text.Safe) (masked string, found []duration) {
	rest := transient().ReplaceAllString(line.String(), "")
	for _, part := range durations().FindAllStringSubmatch(rest, -1) {
		count := func(group int) time.Duration {
			number, _ := strconv.ParseInt(part[group], 10, 32) // 0 if the group did not match
			return time.Duration(number)
		}
		parsed := duration{count(2)*time.Minute + (count(3)+count(4))*time.Second, time.Second}
		if unit, ok := units[part[6]]; ok {
			parsed = duration{count(5) * unit, unit}
		}
		found = append(found, parsed)
	}
	return durations().ReplaceAllString(rest, "$1"), found
}

// maskNumbers returns a text without its numbers and hashes.
func maskNumbers(state text.Safe) string {
	masked, _ := mask(state)
	return numbers().ReplaceAllString(masked, "")
}

var numbers = text.Regexp(`0x[[:xdigit:]…]+|[\d,]+`)
