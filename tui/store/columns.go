package store

import "slices"

// ListColumn is a column of a list as the user arranged it.
type ListColumn struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
	Width  int    `json:"width,omitempty"` // 0: the default
}

// ListColumns returns the columns of a list as the user arranged them, in order; none if the user has not.
func (s *Store) ListColumns(list string) []ListColumn { return slices.Clone(s.columns.get(list)) }

// SetListColumns stores how the user arranged the columns of a list. Without columns, the arrangement is removed.
func (s *Store) SetListColumns(list string, columns []ListColumn) {
	if len(columns) == 0 {
		s.columns.remove(s, list)
		return
	}
	s.columns.put(s, list, slices.Clone(columns))
}
