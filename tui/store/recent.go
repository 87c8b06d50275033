package store

import (
	"slices"
	"time"

	"foredeck/tui/target"
)

// maxRecent is the maximum number of recent locations.
const maxRecent = 20

// Recent is a location that was visited.
type Recent struct {
	Link target.Link `json:"link"`
	Kind string      `json:"kind"` // one word, such as account
	Name string      `json:"name"` // as the list on Home shows it
	At   time.Time   `json:"at"`
}

// Recent returns the visited locations, newest first.
func (s *Store) Recent() []Recent {
	recent := slices.Clone(s.recent.values)
	slices.Reverse(recent) // of those visited at the same time, the last first
	slices.SortStableFunc(recent, func(a, b Recent) int { return b.At.Compare(a.At) })
	return recent
}

// AddRecent adds a location, or replaces the one with the same link, and removes the oldest beyond 20.
func (s *Store) AddRecent(visited Recent) {
	key := visited.Link.String()
	s.recent.drop(key)
	s.recent.put(s, key, visited)
	if len(s.recent.values) > maxRecent {
		s.recent.remove(s, s.Recent()[maxRecent].Link.String())
	}
}
