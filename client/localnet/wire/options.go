package wire

import (
	"strconv"

	"foredeck/client/localnet/httpapi"
)

// CoinOrder is the order of coin transactions on v1 and v2 in a request without a start.
// The specification (section 4.1) says newest first; some nodes start with the oldest.
type CoinOrder int

const (
	// DialectOrder is newest first in the dialect Spec and oldest first in Deployed.
	DialectOrder CoinOrder = iota
	NewestFirst
	OldestFirst
)

var coinOrderNames = [...]string{DialectOrder: "", NewestFirst: "newest", OldestFirst: "oldest"}

// String returns "newest", "oldest" or, for DialectOrder, "".
func (o CoinOrder) String() string {
	if o < 0 || int(o) >= len(coinOrderNames) {
		return "CoinOrder(" + strconv.Itoa(int(o)) + ")"
	}
	return coinOrderNames[o]
}

// Options configures an API.
type Options struct {
	Dialect        httpapi.Dialect
	CoinOrder      CoinOrder
	ConsensusToken string // bearer token for consensus blocks; none is required if empty
}

// oldestFirst reports whether coin transactions without a start are oldest first.
func (o Options) oldestFirst() bool {
	if o.CoinOrder == DialectOrder {
		return o.Dialect == httpapi.Deployed
	}
	return o.CoinOrder == OldestFirst
}
