package screen

import (
	"time"

	"foredeck/tui/text"
)

// Clock is the time of the deck. When a recording is replayed, it stops at the end of the recording.
type Clock struct {
	Zone *time.Location // of displayed times; UTC if nil
	End  time.Time      // when it stops; never if zero

	now func() time.Time
}

// NewClock returns a clock that reads the time from now.
func NewClock(now func() time.Time) *Clock { return &Clock{now: now} }

// Now returns the current time in the clock's zone.
func (c *Clock) Now() time.Time { return c.Local(c.now()) }

// Due reports whether an interval has passed since a time that Now returned. It has if the computer's clock was set back meanwhile:
// otherwise repeated work would stop for as long.
func (c *Clock) Due(since time.Time, interval time.Duration) bool {
	passed := c.Now().Sub(since)
	return passed < 0 || passed >= interval
}

// Local converts a time to the clock's zone.
func (c *Clock) Local(at time.Time) time.Time {
	if c.Zone == nil {
		return at.UTC()
	}
	return at.In(c.Zone)
}

// Instant formats a time in full, in the clock's zone.
func (c *Clock) Instant(at time.Time) text.Safe { return text.InstantIn(at, c.Now().Location()) }

// ShortTime formats a time in the clock's zone, without the date if it is today.
func (c *Clock) ShortTime(at time.Time) text.Safe {
	at = c.Local(at)
	if at.Format(time.DateOnly) == c.Now().Format(time.DateOnly) {
		return text.Clean(at.Format(time.TimeOnly))
	}
	return text.Clean(at.Format("01-02 15:04"))
}

// Ended reports whether the clock has stopped.
func (c *Clock) Ended() bool { return !c.End.IsZero() && !c.now().Before(c.End) }
