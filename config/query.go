package config

import (
	"errors"
	"slices"
	"strings"
)

// SavedQuery is a query of the index that has a name: foredeck sql @NAME, and panels of walls.
type SavedQuery struct {
	Name string
	SQL  string // :name stands for the value of a parameter
}

// maxSavedQuery is the maximum number of bytes of a saved query.
const maxSavedQuery = 1 << 16

// applyQuery adds a saved query.
func (s *Settings) applyQuery(l line) error {
	written, err := l.value.string()
	switch {
	case err != nil:
		return err
	case len(l.path) != 2 || !nameForm().MatchString(l.path[1]):
		return errors.New("the name of a query must consist of letters, digits, - and _, and start with a letter")
	case slices.ContainsFunc(s.Queries, func(q SavedQuery) bool { return strings.EqualFold(q.Name, l.path[1]) }):
		return errors.New("there is already a query with this name; case does not matter")
	case strings.TrimSpace(written) == "" || len(written) > maxSavedQuery:
		return errors.New("must be a query in SQL of at most 64 KiB, such as select count(*) from transactions")
	}
	s.Queries = append(s.Queries, SavedQuery{l.path[1], strings.TrimSpace(written)})
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

// Query returns a saved query by its name; case does not matter. The error names those that exist.
func (s *Settings) Query(name string) (SavedQuery, error) {
	names := make([]string, len(s.Queries))
	for i, query := range s.Queries {
		if names[i] = query.Name; strings.EqualFold(query.Name, name) {
			return query, nil
		}
	}
	if len(names) == 0 {
		return SavedQuery{}, errors.New("no saved queries: [queries] of the config file has them, by name")
	}
	return SavedQuery{}, errors.New("no such query: must be one of " + strings.Join(names, ", ") + "; [queries] of the config file has them")
}
