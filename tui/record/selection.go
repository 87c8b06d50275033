package record

import (
	"math"
	"math/big"

	"foredeck/client"
	"foredeck/tui/query"
)

// Selection returns what an index is asked for to find the transactions that a filter selects: its conditions that the index can compare.
// What the index finds must be filtered, too.
func Selection(q query.Query[transaction], withMetadata bool) client.Selection {
	within := func(field string) client.Bounds { return bounds(q.Within(field)) }
	s := client.Selection{
		Heights: within("height"), Times: within("age"), Sequences: within("seq"), GasUsed: within("gas"), GasPrices: within("price"), Fees: within("fee"),
		Senders: q.Accounts("from"),
	}
	kinds, calls := q.Only("type", "status"), q.Only("type", "status", "fn", "module")
	if calls.IsZero() && withMetadata {
		return s
	}
	s.Call = func(t *transaction) bool {
		switch {
		case !withMetadata && t.Type == string(client.BlockMetadataType):
			return false
		case payloadOf(t).Function == "":
			return kinds.Match(t) // what is called depends on the payload
		}
		for _, kind := range []string{"entry_function", "multisig", "automation_registration"} { // as lists show it
			if t.Payload.Kind = kind; calls.Match(t) {
				return true
			}
		}
		return false
	}
	return s
}

// bounds returns a range of numbers from 0 on as a database has it.
func bounds(low, high *big.Int) (b client.Bounds) {
	if low != nil && low.Sign() > 0 {
		b.Low = new(int64(math.MaxInt64))
		if low.IsInt64() {
			*b.Low = low.Int64()
		}
	}
	if high != nil && (high.Sign() < 0 || high.IsInt64()) {
		b.High = new(int64(-1))
		if high.Sign() >= 0 {
			*b.High = high.Int64()
		}
	}
	return b
}
