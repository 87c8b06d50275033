package render

import (
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// CoinMove is a movement of coins out of an account or into one.
type CoinMove struct {
	Account move.Address
	Amount  *big.Int
	Deposit bool
	Coin    string // its type as the node gives it; empty where the event does not tell
}

// CoinMoves are the movements that the events of a transaction tell of, each once, and the number of these events. Nodes tell
// a movement twice, in an event of the coin's module, which names the coin, and in one of the account's own stream, which does
// not (spec section 2.5).
func CoinMoves(record *client.Transaction) (moves []CoinMove, events int) {
	type told struct {
		account move.Address
		amount  string
		deposit bool
	}
	inModule := map[told]int{}
	var streams []CoinMove
	for i := range record.Events {
		event := &record.Events[i]
		kind, ours := strings.CutPrefix(event.Type, "0x1::coin::")
		kind, _, _ = strings.Cut(kind, "<")
		deposit := kind == "CoinDeposit" || kind == "DepositEvent"
		stream := kind == "WithdrawEvent" || kind == "DepositEvent"
		if !ours || !deposit && !stream && kind != "CoinWithdraw" || len(event.Data) > longestMoveValue {
			continue
		}
		moved, ok := coinMove(event, stream)
		if !ok {
			continue
		}
		moved.Deposit = deposit
		events++
		if stream {
			streams = append(streams, moved)
			continue
		}
		inModule[told{moved.Account, moved.Amount.String(), deposit}]++
		moves = append(moves, moved)
	}
	for _, moved := range streams {
		same := told{moved.Account, moved.Amount.String(), moved.Deposit}
		if inModule[same] > 0 {
			inModule[same]--
			continue
		}
		moves = append(moves, moved)
	}
	return moves, events
}

func coinMove(event *client.Event, stream bool) (CoinMove, bool) {
	var data struct {
		Account  string          `json:"account"`
		Amount   json.RawMessage `json:"amount"`
		CoinType string          `json:"coin_type"`
	}
	if json.Unmarshal(event.Data, &data) != nil {
		return CoinMove{}, false
	}
	amount, ok := integer(data.Amount)
	if !ok {
		return CoinMove{}, false
	}
	if stream {
		if event.Account == nil {
			return CoinMove{}, false
		}
		return CoinMove{Account: *event.Account, Amount: amount}, true
	}
	account, err := move.ParseAddress(data.Account)
	return CoinMove{Account: account, Amount: amount, Coin: data.CoinType}, err == nil
}

// Written is the movement's amount with its sign, in the coin's unit where that is known, else in the smallest one; all but the
// native coin are named.
func (m CoinMove) Written(r Reader) text.Safe {
	sign := text.Safe("- ")
	if m.Deposit {
		sign = "+ "
	}
	native := IsNativeCoin(m.Coin)
	written, ok := r.Units.Amount(m.Amount.String(), r.decimals(m.Coin))
	if !ok {
		written = text.Clean(m.Amount.String())
	}
	if tag, err := move.ParseStructTag(m.Coin); err == nil && !native {
		written += " " + text.Clean(tag.Name)
	}
	return sign + written
}

// Moved writes in few characters by how much these movements together changed what was held: +12.5, -3.2 Usdx, 2 coins; empty
// where there are none.
func Moved(r Reader, moves []CoinMove) text.Safe {
	if len(moves) == 0 {
		return ""
	}
	change, coin, coins := new(big.Int), moves[0].Coin, map[string]bool{}
	for _, moved := range moves {
		coins[moved.Coin] = true
		if moved.Deposit {
			change.Add(change, moved.Amount)
		} else {
			change.Sub(change, moved.Amount)
		}
	}
	if len(coins) > 1 {
		return text.Integer(uint64(len(coins))) + " coins"
	}
	written := r.Units.Write(change, r.decimals(coin))
	if strings.Contains(string(written), ".") {
		written = text.Safe(strings.TrimRight(strings.TrimRight(string(written), "0"), "."))
	}
	if change.Sign() > 0 {
		written = "+" + written
	}
	if tag, err := move.ParseStructTag(coin); err == nil && !IsNativeCoin(coin) {
		written += " " + text.Clean(tag.Name)
	}
	return written
}
