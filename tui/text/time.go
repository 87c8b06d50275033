package text

import (
	"fmt"
	"time"
)

// day is the unit of long ages.
const day = 24 * time.Hour

// Age formats the time since an instant as a duration: 37s, 4m30s, 16h49m, 3d04h, and 412d from 100 days on. An instant in the future
// (node clocks may be ahead) is 0s.
func Age(at, now time.Time) Safe {
	switch age := now.Sub(at); {
	case age < time.Second:
		return Const("0s")
	case age < time.Minute:
		return Safe{fmt.Sprintf("%ds", age/time.Second)}
	case age < time.Hour:
		return Safe{fmt.Sprintf("%dm%02ds", age/time.Minute, age%time.Minute/time.Second)}
	case age < day:
		return Safe{fmt.Sprintf("%dh%02dm", age/time.Hour, age%time.Hour/time.Minute)}
	case age < 100*day:
		return Safe{fmt.Sprintf("%dd%02dh", age/day, age%day/time.Hour)}
	default:
		return Safe{fmt.Sprintf("%dd", age/day)}
	}
}

// Ago is Age for use in a sentence: 37s ago, 16h49m ago.
func Ago(at, now time.Time) Safe { return Format("%s ago", Age(at, now)) }

// Elapsed formats a duration in its largest unit: 2s, 41s, 3m, 5h, 2d.
func Elapsed(d time.Duration) Safe {
	switch {
	case d < time.Minute:
		return Safe{fmt.Sprintf("%ds", max(d, 0)/time.Second)}
	case d < time.Hour:
		return Safe{fmt.Sprintf("%dm", d/time.Minute)}
	case d < day:
		return Safe{fmt.Sprintf("%dh", d/time.Hour)}
	default:
		return Safe{fmt.Sprintf("%dd", d/day)}
	}
}

// Latency formats the duration of a request: 84 ms, 1.20 s.
func Latency(d time.Duration) Safe {
	if d < time.Second {
		return Safe{fmt.Sprintf("%d ms", d/time.Millisecond)}
	}
	return Safe{fmt.Sprintf("%.2f s", d.Seconds())}
}

// Instant formats a time in UTC, with microseconds if it has a fraction: 2026-11-21 12:04:29.481203 UTC.
func Instant(at time.Time) Safe { return InstantIn(at, time.UTC) }

// InstantIn is Instant in another time zone, whose name it includes.
func InstantIn(at time.Time, zone *time.Location) Safe {
	at = at.In(zone)
	if at.Nanosecond() == 0 {
		return Safe{at.Format("2006-01-02 15:04:05 MST")}
	}
	return Safe{at.Format("2006-01-02 15:04:05.000000 MST")}
}
