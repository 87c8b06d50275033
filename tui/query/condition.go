package query

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"foredeck/client/move"
)

// condition is what a term says of a field that a database can compare, too.
type condition struct {
	field    string         // name, "" for a word or a path
	within   bounds         // of a number; of an Age, moments in microseconds since 1970
	accounts []move.Address // one of which an address must be, nil if it can be another one
}

// Only returns a query of the terms that are about fields with these names. It selects what the whole query selects, and more.
func (q QueryOf[P]) Only(fields ...string) QueryOf[P] {
	var only QueryOf[P]
	for i := range q.terms {
		if slices.Contains(fields, q.terms[i].field) {
			only.terms = append(only.terms, q.terms[i])
		}
	}
	return only
}

// Within returns an inclusive range in which the numbers of a field of all selected records are, nil for no bound; of a field of kind Age, of
// the moments.
func (q QueryOf[P]) Within(field string) (low, high *big.Int) {
	for i := range q.terms {
		t := &q.terms[i]
		if t.field != field || t.negated {
			continue
		}
		if t.within.low != nil && (low == nil || low.Cmp(t.within.low) < 0) {
			low = t.within.low
		}
		if t.within.high != nil && (high == nil || high.Cmp(t.within.high) > 0) {
			high = t.within.high
		}
	}
	return low, high
}

// Accounts returns accounts that have the address of a field of all selected records, nil if it can be any. The texts of the field are
// whole addresses.
func (q QueryOf[P]) Accounts(field string) []move.Address {
	for i := range q.terms {
		if t := &q.terms[i]; t.field == field && !t.negated && t.accounts != nil {
			return t.accounts
		}
	}
	return nil
}

// before returns the moments of ages. What is newer than now has the age 0.
func (b bounds) before(now time.Time) (moments bounds) {
	if b.high != nil && b.high.Sign() >= 0 {
		moments.low = new(big.Int).Sub(big.NewInt(now.UnixMicro()), b.high)
	}
	if b.low != nil && b.low.Sign() > 0 {
		moments.high = new(big.Int).Sub(big.NewInt(now.UnixMicro()), b.low)
	}
	return moments
}

// accounts returns the addresses that contain the needle, nil if a part of any can.
func (n *needle) accounts() (found []move.Address) {
	isPart := strings.Trim(strings.ToLower(n.plain), "x0123456789abcdef") == "" && len(n.plain) < 2+2*len(move.Address{})
	if n.plain == "" || n.digits != "" || isPart || n.pattern.inverted {
		return nil
	}
	for _, digits := range n.addresses {
		if address, err := move.ParseAddress("0x" + digits); err == nil {
			found = append(found, address)
		}
	}
	return found
}
