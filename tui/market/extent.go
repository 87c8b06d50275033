package market

import (
	"math/big"

	"foredeck/client"
)

// Extent is how much of a balance its history explains, as far as it was read. The zero value has read nothing.
type Extent struct {
	Read       int                 // number of transactions, also of those that did not change the balance
	Oldest     *client.Transaction // nil before the first one
	LacksTasks bool                // the node does not list the transactions of automation tasks
	opening    *big.Int
	unclear    int     // number of transactions whose change of the balance is not known exactly
	oldestSent *uint64 // of a transaction that the account sent; nil without one
}

// Add adds the next older transaction.
func (x *Extent) Add(e *Entry) {
	x.Read++
	x.Oldest, x.opening = e.Transaction, e.Before()
	if e.Unclear != "" {
		x.unclear++
	}
	if e.isSent {
		x.oldestSent = e.Transaction.SequenceNumber
	}
}

// Opening returns the balance before the transactions that were read: what they do not explain of today's balance.
func (x *Extent) Opening(today *Balance) *big.Int {
	if x.opening != nil {
		return x.opening
	}
	amount, ok := new(big.Int).SetString(today.Amount, 10)
	if !ok {
		return new(big.Int)
	}
	return amount
}

// Causes returns what may explain that the whole history begins with a balance other than 0, the likeliest first.
func (x *Extent) Causes(today *Balance) (causes []string) {
	opening := x.Opening(today)
	if opening.Sign() == 0 {
		return nil
	}
	if x.oldestSent != nil && *x.oldestSent > 0 {
		causes = append(causes, "the node has pruned older transactions")
	}
	if x.unclear > 0 {
		causes = append(causes, "the change of some transactions is not known exactly")
	}
	if opening.Sign() > 0 {
		causes = append(causes, "coins from the genesis of the chain, or received as a fungible asset, which lists of coin transfers do not have")
	} else {
		causes = append(causes, "coins that left as a fungible asset, which lists of coin transfers do not have")
	}
	if today.IsNative {
		causes = append(causes, "fees paid for transactions of other accounts, which no list of this account has")
		if x.LacksTasks {
			causes = append(causes, "transactions of automation tasks, which this RPC version does not list")
		}
	}
	return causes
}
