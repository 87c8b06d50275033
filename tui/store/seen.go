package store

import (
	"time"

	"foredeck/tui/target"
)

// Seen is a value that a listed location had when the user last saw it.
type Seen struct {
	Value string    `json:"value"` // as sent by the node
	At    time.Time `json:"at"`
}

// maxSeen is the maximum number of locations with a seen value; of more, the oldest one is removed.
const maxSeen = 500

// Seen returns the value of a location when the user last saw it, the zero value if never.
func (s *Store) Seen(link target.Link) Seen { return s.seen.get(link.String()) }

// SetSeen stores the value of a location that the user sees.
func (s *Store) SetSeen(link target.Link, seen Seen) { s.seen.put(s, link.String(), seen) }
