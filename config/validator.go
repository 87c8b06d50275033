package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Validator describes a member of a committee, which the API does not name.
type Validator struct {
	Network string // the only network with this member, empty for all
	Member  int    // index in the committee
	Name    string // empty if not given
	Author  string // address of its blocks, as in Author of ConsensusBlock; empty if not given
}

// NetworkValidators returns the validators of a network by member. Those of the network itself have precedence over those of all
// networks.
func (s *Settings) NetworkValidators(network string) map[int]Validator {
	validators := map[int]Validator{}
	for _, of := range []string{"", network} {
		for _, v := range s.Validators {
			if v.Network == of {
				validators[v.Member] = v
			}
		}
	}
	return validators
}

var authorForm = lazily(`^0[xX][0-9a-fA-F]{1,64}$`)

// CanonicalAuthor returns an author address with lower-case digits and leading zeros, as nodes send it. ok is false if it is not an
// address.
func CanonicalAuthor(written string) (author string, ok bool) {
	if !authorForm().MatchString(written) {
		return "", false
	}
	digits := strings.ToLower(written[2:])
	return "0x" + strings.Repeat("0", 64-len(digits)) + digits, true
}

// validatorPath splits the path of a validator's option: validators.17.name, or networks.NAME.validators.17.name.
func validatorPath(path []string) (network, member, option string, ok bool) {
	if len(path) == 5 && path[0] == "networks" {
		network, path = path[1], path[2:]
	}
	if len(path) != 3 || path[0] != "validators" {
		return "", "", "", false
	}
	return network, path[1], path[2], true
}

func isValidator(path []string) bool {
	_, _, _, ok := validatorPath(path)
	return ok
}

// applyValidator sets an option of a validator.
func (s *Settings) applyValidator(l line) error {
	network, index, option, _ := validatorPath(l.path)
	member, err := strconv.ParseUint(index, 10, 16)
	if err != nil {
		return fmt.Errorf("a validator must have its index in the committee, 0 to %d, such as [validators.17]", math.MaxUint16)
	}
	written, err := l.value.string()
	if err != nil {
		return err
	}
	var field func(*Validator) *string
	switch option {
	case "name":
		if field = validatorName; !nameForm().MatchString(written) {
			return errors.New("a name must consist of letters, digits, - and _, and start with a letter")
		}
	case "author":
		var ok bool
		if written, ok = CanonicalAuthor(written); !ok {
			return errors.New("must be an address: 0x and up to 64 hex digits")
		}
		field = validatorAuthor
	default:
		return errNoOption
	}
	for _, other := range s.Validators {
		if other.Network == network && other.Member != int(member) && *field(&other) == written {
			return fmt.Errorf("already the %s of validator %d", option, other.Member)
		}
	}
	*field(s.validator(network, int(member))) = written
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

func validatorName(v *Validator) *string { return &v.Name }

func validatorAuthor(v *Validator) *string { return &v.Author }

// validator returns the validator to change, and adds it if there is none.
func (s *Settings) validator(network string, member int) *Validator {
	at := slices.IndexFunc(s.Validators, func(v Validator) bool { return v.Network == network && v.Member == member })
	if at < 0 {
		at = len(s.Validators)
		s.Validators = append(s.Validators, Validator{Network: network, Member: member})
	}
	return &s.Validators[at]
}

// validatorProblems returns the lines with validators of unknown networks.
func (s *Settings) validatorProblems() []Problem {
	var problems []Problem
	for _, l := range s.lines {
		if network, _, _, ok := validatorPath(l.path); ok && network != "" && findNetwork(s.Networks, network) < 0 {
			problems = append(problems, Problem{l.number, l.key(), fmt.Sprintf("there is no network %q", network)})
		}
	}
	return problems
}

// key returns the key of an option of the validator.
func (v *Validator) key(option string) string {
	path := []string{"validators", strconv.Itoa(v.Member), option}
	if v.Network != "" {
		path = append([]string{"networks", v.Network}, path...)
	}
	return dotted(path)
}

// validatorEntries returns the values of all validators.
func (s *Settings) validatorEntries() []Entry {
	var entries []Entry
	for i := range s.Validators {
		v := &s.Validators[i]
		for _, value := range []Entry{{Key: v.key("name"), Value: v.Name}, {Key: v.key("author"), Value: v.Author}} {
			if value.Value != "" {
				entries = append(entries, Entry{value.Key, quoted(value.Value), s.origin(value.Key)})
			}
		}
	}
	return entries
}

// restoreValidator restores the value of an invalid line from earlier settings.
func (s *Settings) restoreValidator(before *Settings, invalid string) {
	for _, old := range before.Validators {
		for option, field := range map[string]func(*Validator) *string{"name": validatorName, "author": validatorAuthor} {
			if old.key(option) == invalid {
				*field(s.validator(old.Network, old.Member)) = *field(&old)
			}
		}
	}
}
