package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// AccountGroup is a group of accounts, for commands that ask for several at once: --arg @team.
type AccountGroup struct {
	Name     string
	Accounts []string // addresses, and names of the file or those that are saved on the network
}

// SavedGroup is the group of all accounts that have a name. No group of the file has this name.
const SavedGroup = "saved"

// maxGroup is the largest number of accounts in a group: each of them takes a request.
const maxGroup = 1000

// applyGroup adds a group of accounts.
func (s *Settings) applyGroup(l line) error {
	accounts, err := l.value.strings()
	switch {
	case err != nil:
		return err
	case len(l.path) != 2 || !nameForm().MatchString(l.path[1]):
		return errors.New("the name of a group must consist of letters, digits, - and _, and start with a letter")
	case strings.EqualFold(l.path[1], SavedGroup):
		return errors.New("@" + SavedGroup + " is the group of all saved names: choose another name")
	case slices.ContainsFunc(s.Groups, func(g AccountGroup) bool { return strings.EqualFold(g.Name, l.path[1]) }):
		return errors.New("there is already a group with this name; case does not matter")
	}
	if err := groupMembers(accounts); err != nil {
		return err
	}
	s.Groups = append(s.Groups, AccountGroup{l.path[1], accounts})
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

// groupMembers accepts a list of addresses and names, each of them once.
func groupMembers(accounts []string) error {
	if len(accounts) == 0 || len(accounts) > maxGroup {
		return fmt.Errorf("must have 1 to %d accounts", maxGroup)
	}
	for i, account := range accounts {
		if !nameForm().MatchString(account) && !addressForm().MatchString(account) {
			return fmt.Errorf("%.70q must be an address, 0x and up to 64 hex digits, or a name", account)
		}
		same := func(other string) bool { return memberKey(other) == memberKey(account) }
		if slices.ContainsFunc(accounts[:i], same) {
			return fmt.Errorf("%q must be there only once", account)
		}
	}
	return nil
}

// memberKey returns the same text for all ways to write an account: names in any case, and addresses of any length.
func memberKey(account string) string {
	if author, ok := CanonicalAuthor(account); ok {
		return author
	}
	return strings.ToLower(account)
}

// GroupNames returns the names of all groups of accounts, with their @.
func (s *Settings) GroupNames() []string {
	names := []string{"@" + SavedGroup}
	for _, group := range s.Groups {
		names = append(names, "@"+group.Name)
	}
	return names
}

// CheckGroups adds the problems of groups whose accounts are neither addresses nor names that the file has or isSaved knows. Loading the
// file does not: names can also be saved in the deck, for each network.
func (s *Settings) CheckGroups(isSaved func(name string) bool) {
	for _, group := range s.Groups {
		for _, account := range group.Accounts {
			isHere := func(n Name) bool { return strings.EqualFold(n.Name, account) }
			if !addressForm().MatchString(account) && !slices.ContainsFunc(s.Names, isHere) && !isSaved(account) {
				s.AddProblem("groups."+group.Name, fmt.Sprintf("%q is neither an address nor a name that is saved or in [names]", account))
			}
		}
	}
}
