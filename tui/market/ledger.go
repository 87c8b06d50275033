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
}

// Entry is a transaction and what it changed of a balance.
type Entry struct {
	Transaction *client.Transaction
	Moved       *big.Int // sum of the transfers: negative for coins that left the account
	Fee         *big.Int // that the account paid in this coin; nil if another one did, or if it is not known
	Balance     *big.Int // behind the transaction
	Unclear     string   // why the change is not known exactly; empty if it is

	hasTransfer bool
	isSent      bool // by the account itself, with a sequence number of its own
}

// IsChange reports whether the transaction changed the balance, or may have.
func (e *Entry) IsChange() bool { return e.hasTransfer || e.Fee != nil || e.Unclear != "" }

// Before returns the balance before the transaction.
func (e *Entry) Before() *big.Int {
	before := new(big.Int).Sub(e.Balance, e.Moved)
	if e.Fee != nil {
		before.Add(before, e.Fee)
	}
	return before
}

// Key identifies the transaction.
func (e *Entry) Key() string { return e.Transaction.Key() }

// NewLedger returns a ledger of a coin that begins with today's balance.
func NewLedger(account move.Address, coin string, today *big.Int) *Ledger {
	return &Ledger{account: account, coin: coin, isNative: client.IsNativeCoin(coin), balance: today}
}

// Add undoes the next older transaction.
func (l *Ledger) Add(t *client.Transaction) Entry {
	e := Entry{Transaction: t, Moved: new(big.Int), Balance: l.balance}
	if t.Block == nil {
		return e // pending
	}
	e.isSent = t.Sender != nil && *t.Sender == l.account && t.Type != string(client.AutomatedType)
	e.hasTransfer = l.addTransfers(t, &e)
	if l.isNative && l.pays(t) {
		if e.Fee = t.Fee(); e.Fee == nil {
			e.Unclear = "the node did not send the fee"
		} else {
			e.Fee = new(big.Int).Sub(e.Fee, refund(t))
		}
	}
	l.balance = e.Before()
	return e
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
