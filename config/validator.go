package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Validator describes a member of a committee by its index, which is all that votes have.
type Validator struct {
	Network string // the only network with this member, empty for all
	Member  int    // index in the committee
	Name    string // empty if not given
	Author  string // address of its blocks, as in Author of Block; empty if not given
	// StakePool is the address of its stake pool; empty if not given.
	StakePool string
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

// validators are the validators of the file, such as [validators.17].
var validators = records[Validator]{
	list: func(s *Settings) *[]Validator { return &s.Validators }, key: (*Validator).key,
	options: []option[Validator]{
		textOption("name", "", "", func(v *Validator) *string { return &v.Name }, validatorName),
		fieldOption("author", "", func(v *Validator) *string { return &v.Author }, validatorAddress, quotedUnlessEmpty),
		fieldOption("stake_pool", "", func(v *Validator) *string { return &v.StakePool }, validatorAddress, quotedUnlessEmpty),
	},
	check: func(s *Settings, v *Validator, option *option[Validator]) error {
		for _, other := range s.Validators {
			if other.Network == v.Network && other.Member != v.Member && option.toml(&other) == option.toml(v) {
				return fmt.Errorf("already the %s of validator %d", option.key, other.Member)
			}
		}
		return nil
	},
}

// validatorAddress reads an address, and writes it out.
func validatorAddress(v value) (string, error) {
	written, err := v.string()
	address, ok := CanonicalAuthor(written)
	if err == nil && !ok {
		err = errors.New("must be an address: 0x and up to 64 hex digits")
	}
	return address, err
}

func validatorName(name string) error {
	if !nameForm().MatchString(name) {
		return errors.New("a name must consist of letters, digits, - and _, and start with a letter")
	}
	return nil
}

// applyValidator sets an option of a validator.
func (s *Settings) applyValidator(l line) error {
	network, index, option, _ := validatorPath(l.path)
	member, err := strconv.ParseUint(index, 10, 16)
	if err != nil {
		return fmt.Errorf("a validator must have its index in the committee, 0 to %d, such as [validators.17]", math.MaxUint16)
	}
	return validators.set(s, l, []string{option}, Validator{Network: network, Member: int(member)}, errNoOption.Error())
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

// key returns the key of the validator's table.
func (v *Validator) key() string {
	path := []string{"validators", strconv.Itoa(v.Member)}
	if v.Network != "" {
		path = append([]string{"networks", v.Network}, path...)
	}
	return dotted(path)
}
