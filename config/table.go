package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// tables are the tables of the file whose keys the user chooses, as options. Their entries are a field of the settings.
var tables = []option[Settings]{
	tableOption("names", func(s *Settings) *[]Name { return &s.Names }).shared(),
	tableOption("groups", func(s *Settings) *[]AccountGroup { return &s.Groups }).shared(),
	tableOption("validators", func(s *Settings) *[]Validator { return &s.Validators }).shared(),
	tableOption("holdings", func(s *Settings) *[]Holding { return &s.Holdings }).private(),
	tableOption("commands", func(s *Settings) *[]Command { return &s.Commands }).private(),
	tableOption("receivers", func(s *Settings) *[]Receiver { return &s.Receivers }).private(),
	tableOption("aliases", func(s *Settings) *[]Alias { return &s.Aliases }).private(),
	tableOption("queries", func(s *Settings) *[]SavedQuery { return &s.Queries }).private(),
	tableOption("jumps", func(s *Settings) *[]Jump { return &s.Jumps }).shared(),
	tableOption("decimals", func(s *Settings) *[]Coin { return &s.Coins }).shared(),
	tableOption("keys", func(s *Settings) *[]Binding { return &s.Keys }).private(),
}

// tableOption returns a table as an option, which is compared without the lines of its entries, and copied.
func tableOption[T any](key string, at func(*Settings) *[]T) option[Settings] {
	return option[Settings]{
		key:  key,
		copy: func(to, from *Settings) { *at(to) = *at(from) },
		toml: func(s *Settings) (written string) {
			for _, entry := range *at(s) {
				switch entry := any(&entry).(type) {
				case *Coin:
					entry.Line = 0
				case *Binding:
					entry.Line = 0
				}
				written += fmt.Sprintf("%#v\n", entry)
			}
			return written
		},
	}
}

// records is a table of the file with a table for each of its entries.
type records[T any] struct {
	list     func(*Settings) *[]T
	key      func(*T) string // of the table of an entry
	options  []option[T]
	required string                                // option without which an entry is ignored; empty: none
	rule     string                                // that such an entry breaks
	check    func(*Settings, *T, *option[T]) error // of an option that was set; nil: all are accepted
}

// find returns the index of an entry, or -1.
func (r *records[T]) find(s *Settings, entry *T) int {
	key, list := r.key(entry), *r.list(s)
	for i := range list {
		if r.key(&list[i]) == key {
			return i
		}
	}
	return -1
}

// put replaces an entry, or adds it if there is none.
func (r *records[T]) put(s *Settings, entry *T) {
	list := r.list(s)
	if at := r.find(s, entry); at >= 0 {
		(*list)[at] = *entry
	} else {
		*list = append(*list, *entry)
	}
}

// set sets an option of an entry. usual is the entry if there is none, unknown the error if there is no such option.
func (r *records[T]) set(s *Settings, l line, path []string, usual T, unknown string) error {
	i := slices.IndexFunc(r.options, func(o option[T]) bool { return len(path) == 1 && o.key == path[0] })
	if i < 0 {
		return errors.New(unknown)
	}
	entry := usual
	if at := r.find(s, &usual); at >= 0 {
		entry = (*r.list(s))[at]
	}
	err := r.options[i].set(&entry, l.value)
	if err == nil && r.check != nil {
		err = r.check(s, &entry, &r.options[i])
	}
	if err == nil {
		r.put(s, &entry)
		s.origins[l.key()] = fileOrigin(l.number)
	}
	return err
}

// apply sets an option of a named entry. what is an entry in words, example the table of one, and usual returns one with the default options.
func (r *records[T]) apply(s *Settings, l line, what, example string, usual func(name string) T) error {
	switch {
	case len(l.path) == 1 || !nameForm().MatchString(l.path[1]):
		return fmt.Errorf("the name of a %s must consist of letters, digits, - and _, and start with a letter", what)
	case len(l.path) == 2:
		return errors.New("must be a table, such as " + example)
	}
	names := make([]string, len(r.options))
	for i := range r.options {
		names[i] = r.options[i].key
	}
	last := len(names) - 1
	return r.set(s, l, l.path[2:], usual(l.path[1]), "unknown option: must be "+strings.Join(names[:last], ", ")+" or "+names[last])
}

// dropIncomplete removes the entries without their required option, and adds their problems. One whose option is invalid has a problem
// already.
func (r *records[T]) dropIncomplete(s *Settings) {
	list := r.list(s)
	required := r.options[slices.IndexFunc(r.options, func(o option[T]) bool { return o.key == r.required })]
	*list = slices.DeleteFunc(*list, func(entry T) bool {
		if required.toml(&entry) != "" {
			return false
		}
		key := r.key(&entry)
		if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.Key == key+"."+r.required }) {
			s.AddProblem(key, r.rule)
		}
		return true
	})
}

// entries returns the values of all entries.
func (r *records[T]) entries(s *Settings) []Entry {
	var entries []Entry
	list := *r.list(s)
	for i := range list {
		for j := range r.options {
			option := &r.options[j]
			key := r.key(&list[i]) + "." + option.key
			if written := option.shown(&list[i]); written != "" {
				entries = append(entries, Entry{key, written, s.origin(key)})
			}
		}
	}
	return entries
}

// restore restores the value of an invalid line from earlier settings, or the whole entry if it was ignored.
func (r *records[T]) restore(s, before *Settings, invalid string) {
	list := *r.list(before)
	for i := range list {
		old := &list[i]
		key, entry := r.key(old), *old
		switch at := r.find(s, old); {
		case at >= 0:
			entry = (*r.list(s))[at]
		case invalid == key || invalid == key+"."+r.required:
			r.put(s, old)
			continue
		case r.required != "":
			continue
		default: // it has only the value of this line
			for j := range r.options {
				r.options[j].copy(&entry, new(T))
			}
		}
		for j := range r.options {
			if invalid == key+"."+r.options[j].key {
				r.options[j].copy(&entry, old)
				r.put(s, &entry)
			}
		}
	}
}

// restoreEntries restores the entries of an invalid line from earlier settings, in a table with a value for each entry.
func restoreEntries[T any](now *[]T, before []T, invalid string, keyOf func(T) string) {
	for _, old := range before {
		if keyOf(old) == invalid {
			*now = append(*now, old)
		}
	}
}
