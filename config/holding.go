package config

import (
	"errors"
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

// holdings are the holdings of the file, such as [holdings.btc_usdt].
var holdings = records[Holding]{
	list: func(s *Settings) *[]Holding { return &s.Holdings }, key: func(h *Holding) string { return "holdings." + h.Pair },
	required: "amount", rule: "has no amount and is ignored",
	options: []option[Holding]{
		fieldOption("amount", "", func(h *Holding) *string { return &h.Amount }, func(v value) (string, error) {
			written, err := decimal(v)
			if err == nil && strings.Trim(written, "0.") == "" {
				err = errors.New("must be greater than 0")
			}
			return written, err
		}, quotedUnlessEmpty),
		fieldOption("cost", "", func(h *Holding) *string { return &h.Cost }, decimal, quotedUnlessEmpty),
	},
}

func decimal(v value) (string, error) {
	written, err := v.string()
	switch {
	case err != nil:
		return "", errors.New(`must be a decimal number in quotes, such as "0.5"`)
	case !decimalForm().MatchString(written):
		return "", errors.New(`must be a decimal number of at most 30 digits before and after the point, such as "0.5"`)
	}
	return written, nil
}

// applyHolding sets an option of a holding.
func (s *Settings) applyHolding(l line) error {
	switch {
	case len(l.path) == 1 || !pairForm().MatchString(l.path[1]):
		return errors.New("must be a pair such as btc_usdt, with an amount")
	case len(l.path) == 2:
		return errors.New(`must be a table, such as { amount = "0.5", cost = "40000" }`)
	}
	return holdings.set(s, l, l.path[2:], Holding{Pair: l.path[1]}, "unknown option: must be amount or cost")
}
