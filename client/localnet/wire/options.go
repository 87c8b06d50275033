package wire

import (
	"strconv"

	"foredeck/client/localnet/httpapi"
)

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

// String gives the name that ParseCoinOrder reads.
func (o CoinOrder) String() string {
	if o < 0 || int(o) >= len(coinOrderNames) {
		return "CoinOrder(" + strconv.Itoa(int(o)) + ")"
	}
	return coinOrderNames[o]
}

// Options are the settings of the node API.
type Options struct {
	Dialect        httpapi.Dialect
	CoinOrder      CoinOrder
	ConsensusToken string // bearer token for consensus blocks; none required if empty
}

// oldestFirst reports the order of a list without a start.
func (o Options) oldestFirst() bool {
	if o.CoinOrder == DialectOrder {
		return o.Dialect == httpapi.Deployed
	}
	return o.CoinOrder == OldestFirst
}
