package client

import "time"

// Timestamp is an instant in microseconds since the Unix epoch.
type Timestamp uint64

// Time gives the instant in UTC. Every Timestamp has one, the largest in the year 586524.
func (t Timestamp) Time() time.Time {
	const second = 1_000_000
	return time.Unix(int64(t/second), int64(t%second)*int64(time.Microsecond)).UTC()
}
