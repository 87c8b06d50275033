package store

// HasHinted reports whether the user has seen the hint of a screen.
func (s *Store) HasHinted(screen string) bool { return s.hinted.get(screen) }

// SetHinted stores that the user has seen the hint of a screen.
func (s *Store) SetHinted(screen string) { s.hinted.put(s, screen, true) }
