package localnet

import "strconv"

// CoinOrder is the order of a list of coin transactions on v1 and v2 for a caller who
// gives no start. The specification (section 4.1) says newest first; nodes have been seen
// that begin with the oldest.
type CoinOrder int

const (
	// DialectOrder is newest first in the specification's dialect and oldest first in
	// that of deployed nodes.
	DialectOrder CoinOrder = iota
	NewestFirst
	OldestFirst
)

var coinOrderNames = [...]string{DialectOrder: "", NewestFirst: "newest", OldestFirst: "oldest"}

// ParseCoinOrder reads "newest" or "oldest", and "" as the order of the dialect. The error
// is an *OptionError.
func ParseCoinOrder(name string) (CoinOrder, error) {
	for order, known := range coinOrderNames {
		if name == known {
			return CoinOrder(order), nil
		}
	}
	return DialectOrder, &OptionError{Option: "coin order", Value: strconv.Quote(name), Rule: "newest or oldest"}
}

// String gives the name that ParseCoinOrder reads.
func (o CoinOrder) String() string {
	if o < 0 || int(o) >= len(coinOrderNames) {
		return "CoinOrder(" + strconv.Itoa(int(o)) + ")"
	}
	return coinOrderNames[o]
}

// oldestFirst tells which way lists without a start go.
func (o Options) oldestFirst() bool {
	if o.CoinOrder == DialectOrder {
		return o.Dialect == Deployed
	}
	return o.CoinOrder == OldestFirst
}
