package render

import (
	"math/big"
	"slices"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// CoinTransfer is a transfer of coins out of or into an account.
type CoinTransfer client.CoinTransfer

// CoinTransfers returns the transfers reported by a transaction's events, each once, and the number of those events.
func CoinTransfers(record *client.Transaction) (transfers []CoinTransfer, events int) {
	found, events := record.CoinTransfers()
	for _, transfer := range found {
		transfers = append(transfers, CoinTransfer(transfer))
	}
	return transfers, events
}

// TransfersOf returns the coin transfers of an account in a record.
func TransfersOf(account move.Address) func(*client.Transaction) []CoinTransfer {
	return func(record *client.Transaction) []CoinTransfer {
		transfers, _ := CoinTransfers(record)
		return slices.DeleteFunc(transfers, func(transfer CoinTransfer) bool { return transfer.Account != account })
	}
}

// Format returns the signed amount in the coin's unit, or in its smallest one if the decimals are unknown. Coins other than the
// native one are named.
func (m CoinTransfer) Format(f Formatter) text.Safe {
	return text.Concat(m.sign(), m.FormatAmount(f))
}

// FormatAmount returns the amount without its sign, otherwise as Format.
func (m CoinTransfer) FormatAmount(f Formatter) text.Safe {
	return f.coins(m.Amount.String(), m.Coin)
}

func (m CoinTransfer) sign() text.Safe {
	if m.Deposit {
		return text.Const("+ ")
	}
	return text.Const("- ")
}

// coins formats an amount of a coin in its unit. Coins other than the native one are named.
func (f Formatter) coins(amount, coin string) text.Safe {
	shown, ok := f.Units.Amount(amount, f.decimals(coin))
	if !ok {
		shown = text.Clean(amount)
	}
	if tag, err := move.ParseStructTag(coin); err == nil && !client.IsNativeCoin(coin) {
		shown = text.Format("%s %s", shown, text.Clean(tag.Name))
	}
	return shown
}

// CoinChange is the sum of transfers of a coin: deposits minus withdrawals.
type CoinChange struct {
	Coin   string // type as sent by the node; empty if the events do not include it
	Amount *big.Int
}

// CoinChanges returns the changes by the transfers of an account, in the order of the coins.
func CoinChanges(transfers []CoinTransfer) (changes []CoinChange) {
	for _, transfer := range transfers {
		i := slices.IndexFunc(changes, func(change CoinChange) bool { return change.Coin == transfer.Coin })
		if i < 0 {
			i = len(changes)
			changes = append(changes, CoinChange{transfer.Coin, new(big.Int)})
		}
		if transfer.Deposit {
			changes[i].Amount.Add(changes[i].Amount, transfer.Amount)
		} else {
			changes[i].Amount.Sub(changes[i].Amount, transfer.Amount)
		}
	}
	return changes
}

// Changes returns the signed amounts of changes, each in the unit of its coin. Those of coins whose decimals are unknown say that they
// are in the smallest unit.
func (f Formatter) Changes(changes []CoinChange) text.Safe {
	amounts := make([]text.Safe, len(changes))
	for i, change := range changes {
		decimals, known := f.knownDecimals(change.Coin)
		amounts[i] = f.Units.Write(change.Amount, decimals)
		if change.Amount.Sign() > 0 {
			amounts[i] = text.Format("+%s", amounts[i])
		}
		if !known {
			amounts[i] = text.Format("%s smallest units", amounts[i])
		}
	}
	return text.Join(amounts, text.Const(", "))
}

// Name returns the name of the coin's type, or "" if it is not known.
func (c CoinChange) Name() text.Safe {
	tag, err := move.ParseStructTag(c.Coin)
	if err != nil {
		return text.Bounded(c.Coin)
	}
	return text.Bounded(tag.Name)
}

// NetChange returns the sum of the transfers in few characters: +12.5, -3.2 Usdx, "2 coins" for several, or "" for none.
func NetChange(f Formatter, transfers []CoinTransfer) text.Safe {
	changes := CoinChanges(transfers)
	if len(changes) == 0 {
		return text.Safe{}
	}
	if len(changes) > 1 {
		return text.Format("%s coins", text.Integer(uint64(len(changes))))
	}
	change, coin := changes[0].Amount, changes[0].Coin
	line := text.TrimZeros(f.Units.Write(change, f.decimals(coin)))
	if change.Sign() > 0 {
		line = text.Format("+%s", line)
	}
	if tag, err := move.ParseStructTag(coin); err == nil && !client.IsNativeCoin(coin) {
		line = text.Format("%s %s", line, text.Clean(tag.Name))
	}
	return line
}

// AccountChange is the change of a coin of an account.
type AccountChange struct {
	Account move.Address
	CoinChange
}

// BalanceChanges returns the changes of balances that the events of a transaction report, by account in the order of the events.
func BalanceChanges(transaction *client.Transaction) (changes []AccountChange) {
	transfers, _ := CoinTransfers(transaction)
	of := map[move.Address][]CoinTransfer{}
	var accounts []move.Address
	for _, transfer := range transfers {
		if of[transfer.Account] == nil {
			accounts = append(accounts, transfer.Account)
		}
		of[transfer.Account] = append(of[transfer.Account], transfer)
	}
	for _, account := range accounts {
		for _, change := range CoinChanges(of[account]) {
			changes = append(changes, AccountChange{account, change})
		}
	}
	return changes
}
