package target

import (
	"fmt"
	"slices"
	"strings"

	"foredeck/client/move"
	"foredeck/config"
)

// IsGroup reports whether a typed argument is meant as a group of accounts: @team.
func IsGroup(typed string) bool { return strings.HasPrefix(typed, "@") }

// GroupError is the error for a group that cannot be used.
type GroupError struct {
	Group string // with its @
	Rule  string
}

func (e *GroupError) Error() string { return fmt.Sprintf("%.60s: %s", e.Group, e.Rule) }

// Members returns the accounts of a group, in its order: @saved are all that have a name. Each account is there once, with its first name,
// or without one.
func Members(typed string, groups []config.AccountGroup, names []Name) ([]Name, error) {
	group := strings.TrimPrefix(typed, "@")
	if strings.EqualFold(group, config.SavedGroup) {
		if len(names) == 0 {
			return nil, &GroupError{typed, "no account has a name on this network: add it to [names] of the config file, or press a on an address in the deck"}
		}
		return once(names), nil
	}
	at := slices.IndexFunc(groups, func(g config.AccountGroup) bool { return strings.EqualFold(g.Name, group) })
	if at < 0 {
		known := []string{"@" + config.SavedGroup}
		for _, g := range groups {
			known = append(known, "@"+g.Name)
		}
		return nil, &GroupError{typed, "no such group: must be one of " + strings.Join(known, ", ") + "; [groups] of the config file has them"}
	}
	members := make([]Name, 0, len(groups[at].Accounts))
	for _, account := range groups[at].Accounts {
		member := Name{Name: account}
		var isName bool
		if member.Address, isName = FindName(account, names); !isName {
			var err error
			if member.Address, err = move.ParseAddress(account); err != nil {
				return nil, &GroupError{typed, fmt.Sprintf("%q is neither an address nor a name on this network", account)}
			}
			member.Name = nameOf(member.Address, names)
		}
		members = append(members, member)
	}
	return once(members), nil
}

// nameOf returns the first name of an address, or "".
func nameOf(address move.Address, names []Name) string {
	for _, name := range names {
		if name.Address == address {
			return name.Name
		}
	}
	return ""
}

// once returns the first entry of each address.
func once(names []Name) []Name {
	known := make(map[move.Address]bool, len(names))
	return slices.DeleteFunc(slices.Clone(names), func(name Name) bool {
		isKnown := known[name.Address]
		known[name.Address] = true
		return isKnown
	})
}
