package store

import (
	"slices"
	"sort"
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
	sort.SliceStable(recent, func(i, j int) bool { return recent[i].At.After(recent[j].At) })
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

// RemoveRecent removes a visited location.
func (s *Store) RemoveRecent(link target.Link) { s.recent.remove(s, link.String()) }

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
