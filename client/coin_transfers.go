package client

import (
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/client/move"
)

// CoinTransfer is a transfer of coins out of or into an account, as an event of a transaction reports it.
type CoinTransfer struct {
	Account move.Address
	Amount  *big.Int
	Deposit bool
	Coin    string // type as sent by the node; empty if the event does not include it
	Event   int    // index of the event in its transaction

	IsRepeated bool // another event reports it, with the coin
	isStream   bool // it is of the account's own event stream
}

const (
	// maxTransferBytes is the number of bytes of an event up to which it is read as a transfer, and maxAmountBytes that of its amount.
	maxTransferBytes = 4_000
	maxAmountBytes   = 200
)

// CoinTransfers returns the transfers reported by a transaction's events, each once, and the number of those events.
func (t *Transaction) CoinTransfers() (transfers []CoinTransfer, events int) {
	all := t.CoinEvents()
	for i := range all {
		if !all[i].IsRepeated && !all[i].isStream {
			transfers = append(transfers, all[i])
		}
	}
	for i := range all {
		if !all[i].IsRepeated && all[i].isStream {
			transfers = append(transfers, all[i])
		}
	}
	return transfers, len(all)
}

// CoinEvents returns what the events of coins report, in their order. Nodes report a transfer twice: in a module event, which includes the
// coin, and in one of the account's own event stream, which does not and is repeated then (spec section 2.5).
func (t *Transaction) CoinEvents() (transfers []CoinTransfer) {
	for i := range t.Events {
		if transfer, ok := t.Events[i].coinTransfer(); ok {
			transfer.Event = i
			transfers = append(transfers, transfer)
		}
	}
	type key struct {
		account move.Address
		amount  string
		deposit bool
	}
	inModule := map[key]int{}
	for i := range transfers {
		if t := &transfers[i]; !t.isStream {
			inModule[key{t.Account, t.Amount.String(), t.Deposit}]++
		}
	}
	for i := range transfers {
		if t := &transfers[i]; t.isStream {
			matching := key{t.Account, t.Amount.String(), t.Deposit}
			t.IsRepeated = inModule[matching] > 0
			inModule[matching]--
		}
	}
	return transfers
}

// coinTransfer returns the transfer that an event reports. ok is false for other events.
func (e *Event) coinTransfer() (transfer CoinTransfer, ok bool) {
	kind, known := strings.CutPrefix(e.Type, "0x1::coin::")
	kind, _, _ = strings.Cut(kind, "<")
	transfer.Deposit = kind == "CoinDeposit" || kind == "DepositEvent"
	transfer.isStream = kind == "WithdrawEvent" || kind == "DepositEvent"
	if !known || !transfer.Deposit && !transfer.isStream && kind != "CoinWithdraw" || len(e.Data) > maxTransferBytes {
		return transfer, false
	}
	var data struct {
		Account  string          `json:"account"`
		Amount   json.RawMessage `json:"amount"`
		CoinType string          `json:"coin_type"`
	}
	if json.Unmarshal(e.Data, &data) != nil {
		return transfer, false
	}
	if transfer.Amount, ok = parseAmount(data.Amount); !ok {
		return transfer, false
	}
	if transfer.isStream {
		if e.Account == nil {
			return transfer, false
		}
		transfer.Account = *e.Account
		return transfer, true
	}
	account, err := move.ParseAddress(data.Account)
	transfer.Account, transfer.Coin = account, data.CoinType
	return transfer, err == nil
}

// parseAmount parses a whole number, with or without quotes.
func parseAmount(raw json.RawMessage) (*big.Int, bool) {
	digits := strings.Trim(string(raw[:min(len(raw), maxAmountBytes)]), `"`)
	if magnitude := strings.TrimPrefix(digits, "-"); len(raw) > maxAmountBytes || magnitude == "" || strings.Trim(magnitude, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}
