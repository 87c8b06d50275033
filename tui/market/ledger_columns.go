package market

import (
	"encoding/json"
	"math/big"
	"slices"

	"foredeck/client"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// entryJSON is the JSON of an Entry. Amounts are decimal digits, in the smallest unit of the coin.
type entryJSON struct {
	Hash     string            `json:"hash"`
	Height   *uint64           `json:"height"`
	Time     *client.Timestamp `json:"time_us"`
	Type     string            `json:"type"`
	Status   string            `json:"status"`
	Function string            `json:"function"`
	Moved    string            `json:"moved"`
	Fee      *string           `json:"fee"`
	Balance  string            `json:"balance"`
	Unclear  *string           `json:"unclear"` // why the change is not known exactly; null if it is
}

// MarshalJSON returns an object with the transaction in short, the change and the balance behind it.
func (e Entry) MarshalJSON() ([]byte, error) {
	t := e.Transaction
	written := entryJSON{Hash: t.Hash, Height: t.Height(), Time: t.BlockTime(), Type: t.Type, Status: t.Status, Moved: e.Moved.String(), Balance: e.Balance.String()}
	if t.Payload != nil {
		written.Function = t.Payload.Function
	}
	if e.Fee != nil {
		written.Fee = new(e.Fee.String())
	}
	if e.Unclear != "" {
		written.Unclear = &e.Unclear
	}
	return json.Marshal(written)
}

// Widths of the columns of a ledger.
const (
	ledgerFunction = 34
	ledgerAmount   = 20
	ledgerCoin     = 8
)

// LedgerColumns returns the columns of the history of the balance of a coin, with amounts in units.
func LedgerColumns(coin *Balance, units text.Units) record.Columns[Entry] {
	decimals := coin.Places()
	amount := func(name string, title text.Safe, of func(*Entry) *big.Int, isSigned bool) record.Column[Entry] {
		return record.Column[Entry]{Name: name, Deck: name, Title: title, Width: ledgerAmount, Right: true,
			Text: func(e *Entry) text.Safe {
				if n := of(e); n != nil {
					return text.Clean(n.String())
				}
				return text.Safe{}
			},
			Cell: func(e *Entry) text.Safe {
				n := of(e)
				if n == nil || isSigned && n.Sign() == 0 {
					return text.None
				}
				written := units.Write(n, decimals)
				if isSigned && n.Sign() > 0 {
					written = text.Format("+%s", written)
				}
				return written
			}}
	}
	return record.Columns[Entry]{
		{Name: "height", Deck: "block", Title: text.Const("HEIGHT"), Width: 12, Number: func(e *Entry) *uint64 { return e.Transaction.Height() }},
		{Name: "time_us", Title: text.Const("TIME"), Width: 30, Text: func(e *Entry) text.Safe { return render.Digits((*uint64)(e.Transaction.BlockTime())) },
			Cell: func(e *Entry) text.Safe {
				if at := e.Transaction.BlockTime(); at != nil {
					return text.Instant(at.Time())
				}
				return text.None
			}},
		{Name: "hash", Deck: "hash", Title: text.Const("HASH"), Width: 13, Wide: 66, Text: func(e *Entry) text.Safe { return text.Clean(e.Transaction.Hash) },
			Cell: func(e *Entry) text.Safe { return text.Short(text.Clean(e.Transaction.Hash)) },
			Full: func(e *Entry) text.Safe { return text.Clean(e.Transaction.Hash) }},
		{Name: "function", Deck: "function", Title: text.Const("FUNCTION"), Width: ledgerFunction, Text: func(e *Entry) text.Safe { return render.Call(e.Transaction) },
			Cell: func(e *Entry) text.Safe { return text.Function(render.Call(e.Transaction), ledgerFunction) },
			Full: func(e *Entry) text.Safe { return render.Call(e.Transaction) }},
		amount("moved", text.Const("MOVED"), func(e *Entry) *big.Int { return e.Moved }, true),
		amount("fee", text.Const("FEE"), func(e *Entry) *big.Int { return e.Fee }, false),
		amount("balance", text.Const("BALANCE"), func(e *Entry) *big.Int { return e.Balance }, false),
		{Name: "coin", Deck: "coin", Title: text.Const("COIN"), Width: ledgerCoin, Text: func(*Entry) text.Safe { return text.Clean(coin.Type) },
			Cell: func(*Entry) text.Safe { return coin.Name() }},
		{Name: "unclear", Text: func(e *Entry) text.Safe { return text.Clean(e.Unclear) }},
	}
}

// LedgerLanguage returns the language of filters of the history of the balance of a coin as of now: that of transactions, with its amounts.
func LedgerLanguage(env func() record.FieldEnv, coin func() *Balance, units func() text.Units) func() query.Language[Entry] {
	return func() query.Language[Entry] { return ledgerFields(env(), coin(), units()) }
}

func ledgerFields(env record.FieldEnv, coin *Balance, units text.Units) query.Language[Entry] {
	l := query.Through(record.TransactionFields(env, false), func(e *Entry) *client.Transaction { return e.Transaction })
	l.Decimals = 0
	if units == text.InDecimals {
		l.Decimals = coin.Places()
	}
	amount := func(name, help string, of func(*Entry) *big.Int) query.Field[Entry] {
		return query.Field[Entry]{Name: name, Help: help, Kind: query.Amount, Amount: of, Texts: func(e *Entry, match func(string) bool) bool {
			n := of(e)
			return n != nil && match(units.Write(n, coin.Places()).String())
		}}
	}
	l.Fields = slices.DeleteFunc(l.Fields, func(field query.Field[Entry]) bool { return field.Name == "fee" })
	l.Fields = append(l.Fields,
		amount("moved", "amount that came or left, in the displayed unit", func(e *Entry) *big.Int { return new(big.Int).Abs(e.Moved) }),
		amount("fee", "fee that the account paid, in the displayed unit", func(e *Entry) *big.Int { return e.Fee }),
		amount("balance", "balance behind the transaction, in the displayed unit", func(e *Entry) *big.Int { return e.Balance }),
	)
	return l
}
