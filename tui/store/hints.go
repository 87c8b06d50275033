package store

import "go.etcd.io/bbolt"

func (s *Store) readHints(tx *bbolt.Tx) error {
	hinted, err := readBucket[bool](tx, hintsBucket)
	for _, r := range hinted {
		s.hinted[r.key] = r.value
	}
	return err
}

// HasHinted reports whether the user has seen the hint of a screen.
func (s *Store) HasHinted(screen string) bool { return s.hinted[screen] }

// SetHinted stores that the user has seen the hint of a screen.
func (s *Store) SetHinted(screen string) {
	s.hinted[screen] = true
	s.write(put(hintsBucket, screen, true))
}
