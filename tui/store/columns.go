package store

import (
	"slices"

	"go.etcd.io/bbolt"
)

// ListColumn is a column of a list as the user arranged it.
type ListColumn struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
	Width  int    `json:"width,omitempty"` // 0: the default
}

func (s *Store) readColumns(tx *bbolt.Tx) error {
	lists, err := readBucket[[]ListColumn](tx, columnsBucket)
	for _, r := range lists {
		s.columns[r.key] = r.value
	}
	return err
}

// ListColumns returns the columns of a list as the user arranged them, in order; none if the user has not.
func (s *Store) ListColumns(list string) []ListColumn { return slices.Clone(s.columns[list]) }

// SetListColumns stores how the user arranged the columns of a list. Without columns, the arrangement is removed.
func (s *Store) SetListColumns(list string, columns []ListColumn) {
	if len(columns) == 0 {
		delete(s.columns, list)
		s.write(remove(columnsBucket, list))
		return
	}
	s.columns[list] = slices.Clone(columns)
	s.write(put(columnsBucket, list, columns))
}
