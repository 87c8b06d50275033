package store

import (
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/tui/target"
)

// Seen is a value that a listed location had when the user last saw it.
type Seen struct {
	Value string    `json:"value"` // as sent by the node
	At    time.Time `json:"at"`
}

// maxSeen is the maximum number of locations with a seen value; of more, the oldest one is removed.
const maxSeen = 500

func (s *Store) readSeen(tx *bbolt.Tx) (err error) {
	s.seen, err = readBucket[Seen](tx, seenBucket)
	return err
}

// Seen returns the value of a location when the user last saw it, the zero value if never.
func (s *Store) Seen(link target.Link) Seen {
	key := link.String()
	at := slices.IndexFunc(s.seen, func(r record[Seen]) bool { return r.key == key })
	if at < 0 {
		return Seen{}
	}
	return s.seen[at].value
}

// SetSeen stores the value of a location that the user sees.
func (s *Store) SetSeen(link target.Link, seen Seen) {
	key := link.String()
	at := slices.IndexFunc(s.seen, func(r record[Seen]) bool { return r.key == key })
	switch {
	case at >= 0:
		s.seen[at].value = seen
	case len(s.seen) == maxSeen:
		s.write(remove(seenBucket, s.seen[0].key))
		s.seen = s.seen[1:]
		fallthrough
	default:
		s.seen = append(s.seen, record[Seen]{key: key, value: seen})
	}
	s.write(put(seenBucket, key, seen))
}

// forgetSeen removes all seen values, which were those of a chain that is gone.
func (s *Store) forgetSeen() {
	for _, r := range s.seen {
		s.write(remove(seenBucket, r.key))
	}
	s.seen = nil
}
