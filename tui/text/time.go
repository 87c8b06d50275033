package text

import (
	"fmt"
	"time"
)

// Age writes how long ago an instant was: 37s, 4m30s, then under a day the time of day 11:58, then 11-19 18:00, and with
// the year where it is not now's. An instant that is still to come (the node's clock may be ahead) is 0s. Times of day are in the
// time zone of now.
func Age(at, now time.Time) Safe {
	at = at.In(now.Location())
	switch age := now.Sub(at); {
	case age < time.Second:
		return "0s"
	case age < time.Minute:
		return Safe(fmt.Sprintf("%ds", age/time.Second))
	case age < time.Hour:
		return Safe(fmt.Sprintf("%dm%02ds", age/time.Minute, age%time.Minute/time.Second))
	case age < 24*time.Hour:
		return Safe(at.Format("15:04"))
	case at.Year() == now.Year():
		return Safe(at.Format("01-02 15:04"))
	default:
		return Safe(at.Format("2006-01-02"))
	}
}

// Elapsed writes a length of time in its largest unit: 2s, 41s, 3m, 5h, 2d.
func Elapsed(d time.Duration) Safe {
	switch {
	case d < time.Minute:
		return Safe(fmt.Sprintf("%ds", max(d, 0)/time.Second))
	case d < time.Hour:
		return Safe(fmt.Sprintf("%dm", d/time.Minute))
	case d < 24*time.Hour:
		return Safe(fmt.Sprintf("%dh", d/time.Hour))
	default:
		return Safe(fmt.Sprintf("%dd", d/(24*time.Hour)))
	}
}

// Delay writes the time that a call took: 84 ms, 1.20 s.
func Delay(d time.Duration) Safe {
	if d < time.Second {
		return Safe(fmt.Sprintf("%d ms", d/time.Millisecond))
	}
	return Safe(fmt.Sprintf("%.2f s", d.Seconds()))
}

// Instant writes a time in full, in UTC, to the microsecond where it has one: 2026-11-21 12:04:29.481203 UTC.
func Instant(at time.Time) Safe { return InstantIn(at, time.UTC) }

// InstantIn is the same in another time zone, which it names.
func InstantIn(at time.Time, zone *time.Location) Safe {
	at = at.In(zone)
	if at.Nanosecond() == 0 {
		return Safe(at.Format("2006-01-02 15:04:05 MST"))
	}
	return Safe(at.Format("2006-01-02 15:04:05.000000 MST"))
}
