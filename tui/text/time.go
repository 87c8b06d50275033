package text

import (
	"fmt"
	"time"
)

// Age formats the time since an instant: 37s, 4m30s, then the time of day 11:58 within 24 hours, then 11-19 18:00, and
// the date for other years. An instant in the future (node clocks may be ahead) is 0s. Times of day use the time zone
// of now.
func Age(at, now time.Time) Safe {
	at = at.In(now.Location())
	switch age := now.Sub(at); {
	case age < time.Second:
		return Const("0s")
	case age < time.Minute:
		return Safe{fmt.Sprintf("%ds", age/time.Second)}
	case age < time.Hour:
		return Safe{fmt.Sprintf("%dm%02ds", age/time.Minute, age%time.Minute/time.Second)}
	case age < 24*time.Hour:
		return Safe{at.Format("15:04")}
	case at.Year() == now.Year():
		return Safe{at.Format("01-02 15:04")}
	default:
		return Safe{at.Format("2006-01-02")}
	}
}

// Ago is Age for use in a sentence: 37s ago, 4m30s ago, at 11:58, on 11-19 18:00.
func Ago(at, now time.Time) Safe {
	switch age := Age(at, now); {
	case now.Sub(at) < time.Hour:
		return Format("%s ago", age)
	case now.Sub(at) < 24*time.Hour:
		return Format("at %s", age)
	default:
		return Format("on %s", age)
	}
}

// Elapsed formats a duration in its largest unit: 2s, 41s, 3m, 5h, 2d.
func Elapsed(d time.Duration) Safe {
	switch {
	case d < time.Minute:
		return Safe{fmt.Sprintf("%ds", max(d, 0)/time.Second)}
	case d < time.Hour:
		return Safe{fmt.Sprintf("%dm", d/time.Minute)}
	case d < 24*time.Hour:
		return Safe{fmt.Sprintf("%dh", d/time.Hour)}
	default:
		return Safe{fmt.Sprintf("%dd", d/(24*time.Hour))}
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
