package config

import (
	"errors"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Alias is a short name for a line of the command palette.
type Alias struct {
	Name string
	Line string
}

// applyAlias adds an alias.
func (s *Settings) applyAlias(l line) error {
	written, err := l.value.string()
	switch words, split := shellquote.Split(written); {
	case err != nil:
		return err
	case len(l.path) != 2 || !nameForm.MatchString(l.path[1]):
		return errors.New("the name of an alias must consist of letters, digits, - and _, and start with a letter")
	case split != nil:
		return errors.New("unclosed quote or unfinished escape")
	case len(words) == 0:
		return errors.New("must be a line of the command palette, such as price btc_usdt")
	}
	s.Aliases = append(s.Aliases, Alias{l.path[1], strings.TrimSpace(written)})
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

// DropAlias removes an alias, for a reason that is added to the problems.
func (s *Settings) DropAlias(name, reason string) {
	s.Aliases = slices.DeleteFunc(s.Aliases, func(a Alias) bool { return a.Name == name })
	s.addProblem("aliases."+name, reason)
}
