package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Holding is an amount of a currency that the user holds, for its value at the price of a pair. It stays on this machine: no request,
// log or recording has it.
type Holding struct {
	Pair   string // such as btc_usdt
	Amount string // of the first currency of the pair, as a decimal number greater than 0
	Cost   string // price paid per unit, in the second currency of the pair; empty if not given
}

var (
	pairForm    = lazily(`^[a-z0-9]+_[a-z0-9]+$`)
	decimalForm = lazily(`^[0-9]{1,30}(\.[0-9]{1,30})?$`)
)

// applyHolding sets an option of a holding.
func (s *Settings) applyHolding(l line) error {
	switch {
	case len(l.path) == 1 || !pairForm().MatchString(l.path[1]):
		return errors.New("must be a pair such as btc_usdt, with an amount")
	case len(l.path) == 2:
		return errors.New(`must be a table, such as { amount = "0.5", cost = "40000" }`)
	case len(l.path) > 3 || l.path[2] != "amount" && l.path[2] != "cost":
		return errors.New("unknown option: must be amount or cost")
	}
	written, err := l.value.string()
	switch {
	case err != nil:
		return errors.New(`must be a decimal number in quotes, such as "0.5"`)
	case !decimalForm().MatchString(written):
		return errors.New(`must be a decimal number of at most 30 digits before and after the point, such as "0.5"`)
	case l.path[2] == "amount" && strings.Trim(written, "0.") == "":
		return errors.New("must be greater than 0")
	}
	at := slices.IndexFunc(s.Holdings, func(h Holding) bool { return h.Pair == l.path[1] })
	if at < 0 {
		at = len(s.Holdings)
		s.Holdings = append(s.Holdings, Holding{Pair: l.path[1]})
	}
	if l.path[2] == "amount" {
		s.Holdings[at].Amount = written
	} else {
		s.Holdings[at].Cost = written
	}
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

// dropIncompleteHoldings removes the holdings without an amount, and returns their problems. One with an invalid amount has a problem
// already.
func (s *Settings) dropIncompleteHoldings() []Problem {
	var problems []Problem
	s.Holdings = slices.DeleteFunc(s.Holdings, func(h Holding) bool {
		if h.Amount != "" {
			return false
		}
		key := holdingKey(h.Pair, "amount")
		if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.Key == key }) {
			cost := slices.IndexFunc(s.lines, func(l line) bool { return l.key() == holdingKey(h.Pair, "cost") })
			problems = append(problems, Problem{s.lines[cost].number, "holdings." + h.Pair, "has no amount and is ignored"})
		}
		return true
	})
	return problems
}

func holdingKey(pair, option string) string { return fmt.Sprintf("holdings.%s.%s", pair, option) }

// holdingEntries returns the values of all holdings.
func (s *Settings) holdingEntries() []Entry {
	var entries []Entry
	for _, h := range s.Holdings {
		for _, value := range []Entry{{Key: holdingKey(h.Pair, "amount"), Value: h.Amount}, {Key: holdingKey(h.Pair, "cost"), Value: h.Cost}} {
			if value.Value != "" {
				entries = append(entries, Entry{value.Key, quoted(value.Value), s.origin(value.Key)})
			}
		}
	}
	return entries
}

// restoreHolding restores the holding of an invalid line from earlier settings.
func (s *Settings) restoreHolding(before *Settings, invalid string) {
	for _, old := range before.Holdings {
		if key := "holdings." + old.Pair; invalid != key && !strings.HasPrefix(invalid, key+".") {
			continue
		}
		s.Holdings = append(slices.DeleteFunc(s.Holdings, func(h Holding) bool { return h.Pair == old.Pair }), old)
	}
}
