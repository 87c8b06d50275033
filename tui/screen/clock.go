package screen

import (
	"time"

	"foredeck/tui/text"
)

// Clock is the time of the deck. While a recording is played it stands still after the end of the recording.
type Clock struct {
	Zone *time.Location // in which times are written; nil: UTC
	End  time.Time      // when it stops; zero: never

	now func() time.Time
}

// NewClock returns a clock that reads the time from now.
func NewClock(now func() time.Time) *Clock { return &Clock{now: now} }

// Now returns the current time in the clock's zone.
func (c *Clock) Now() time.Time { return c.Local(c.now()) }

// Local converts a time to the clock's zone.
func (c *Clock) Local(at time.Time) time.Time {
	if c.Zone == nil {
		return at.UTC()
	}
	return at.In(c.Zone)
}

// Instant writes a time in full.
func (c *Clock) Instant(at time.Time) text.Safe { return text.InstantIn(at, c.Now().Location()) }

// Ended reports whether the clock has stopped.
func (c *Clock) Ended() bool { return !c.End.IsZero() && !c.now().Before(c.End) }
