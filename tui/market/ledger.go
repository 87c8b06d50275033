package market

import (
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// Ledger computes the balance of a coin of an account behind each of its transactions, from today's balance backwards: what transfers and
// fees changed is undone transaction by transaction, newest first.
type Ledger struct {
	account  move.Address
	coin     string
	isNative bool
	balance  *big.Int // behind the next older transaction

	// Unclear is the number of transactions whose change of the balance is not known exactly.
	Unclear    int
	oldestSent *client.Transaction // by the account itself; nil without one
}

// Entry is a transaction that changed a balance.
type Entry struct {
	Transaction *client.Transaction
	Moved       *big.Int // sum of the transfers: negative for coins that left the account
	Fee         *big.Int // that the account paid in this coin; nil if another one did, or if it is not known
	Balance     *big.Int // behind the transaction
	Unclear     string   // why the change is not known exactly; empty if it is
}

// NewLedger returns a ledger of a coin that begins with today's balance.
func NewLedger(account move.Address, coin string, today *big.Int) *Ledger {
	return &Ledger{account: account, coin: coin, isNative: client.IsNativeCoin(coin), balance: today}
}

// Balance returns the balance before all transactions that were added.
func (l *Ledger) Balance() *big.Int { return l.balance }

// Add undoes the next older transaction. ok is false if it did not change the balance.
func (l *Ledger) Add(t *client.Transaction) (e Entry, ok bool) {
	if t.Block == nil {
		return e, false // pending
	}
	if t.Sender != nil && *t.Sender == l.account && t.Type != string(client.AutomatedType) {
		l.oldestSent = t
	}
	e = Entry{Transaction: t, Moved: new(big.Int), Balance: l.balance}
	hasTransfer := l.addTransfers(t, &e)
	change := new(big.Int).Set(e.Moved)
	if l.isNative && l.pays(t) {
		if e.Fee = t.Fee(); e.Fee == nil {
			e.Unclear = "the node did not send the fee"
		} else {
			e.Fee = new(big.Int).Sub(e.Fee, refund(t))
			change.Sub(change, e.Fee)
		}
	}
	if e.Unclear != "" {
		l.Unclear++
	}
	if !hasTransfer && e.Fee == nil && e.Unclear == "" {
		return e, false
	}
	l.balance = new(big.Int).Sub(l.balance, change)
	return e, true
}

// addTransfers adds the transfers of the coin in a transaction.
func (l *Ledger) addTransfers(t *client.Transaction, e *Entry) (found bool) {
	transfers, _ := t.CoinTransfers()
	for i := range transfers {
		moved := &transfers[i]
		switch {
		case moved.Account != l.account:
		case moved.Coin == "":
			e.Unclear = "an event of a transfer does not name its coin"
		case !sameCoin(moved.Coin, l.coin):
		case moved.Deposit:
			found = true
			e.Moved.Add(e.Moved, moved.Amount)
		default:
			found = true
			e.Moved.Sub(e.Moved, moved.Amount)
		}
	}
	return found
}

// pays reports whether the account pays the fee of a transaction.
func (l *Ledger) pays(t *client.Transaction) bool {
	if t.Type == string(client.BlockMetadataType) || t.Type == string(client.AutomationRecordType) {
		return false
	}
	if t.Authenticator != nil && t.Authenticator.FeePayer != nil && *t.Authenticator.FeePayer != (move.Address{}) {
		return *t.Authenticator.FeePayer == l.account
	}
	return t.Sender != nil && *t.Sender == l.account
}

// sameCoin reports whether two texts name the same coin.
func sameCoin(a, b string) bool {
	if a == b {
		return true
	}
	first, err := move.ParseTypeTag(a)
	if err != nil {
		return false
	}
	second, err := move.ParseTypeTag(b)
	return err == nil && first.String() == second.String()
}

// refund returns what a transaction returned of earlier fees for storage, as its FeeStatement says.
func refund(t *client.Transaction) *big.Int {
	for i := range t.Events {
		if !strings.HasSuffix(t.Events[i].Type, "::transaction_fee::FeeStatement") {
			continue
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal(t.Events[i].Data, &fields) != nil {
			break
		}
		for name, value := range fields {
			if amount, ok := new(big.Int).SetString(strings.Trim(string(value), `"`), 10); ok && strings.HasPrefix(name, "storage_fee_refund_") {
				return amount
			}
		}
	}
	return new(big.Int)
}

// Causes returns what may explain that a ledger of the whole history begins with a balance other than 0, the likeliest first.
func (l *Ledger) Causes() (causes []string) {
	if l.balance.Sign() == 0 {
		return nil
	}
	if sent := l.oldestSent; sent != nil && sent.SequenceNumber != nil && *sent.SequenceNumber > 0 {
		causes = append(causes, "the node has pruned older transactions")
	}
	if l.Unclear > 0 {
		causes = append(causes, "the change of some transactions is not known exactly")
	}
	if l.balance.Sign() > 0 {
		causes = append(causes, "coins from the genesis of the chain, or received as a fungible asset, which lists of coin transfers do not have")
	} else {
		causes = append(causes, "coins that left as a fungible asset, which lists of coin transfers do not have")
	}
	if l.isNative {
		causes = append(causes, "fees paid for transactions of other accounts, which no list of this account has")
	}
	return causes
}
