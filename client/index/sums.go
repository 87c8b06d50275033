package index

import (
	"math"

	"foredeck/client"
	"foredeck/client/tally"
)

const (
	secondsPerHour = 3600
	hoursPerDay    = 24
	microseconds   = 1_000_000
)

// sums are the summaries of a batch, which are added to those of the file.
type sums struct {
	byHour   map[hourKey]*sum
	bySender map[senderKey]*sum
}

func newSums() *sums { return &sums{map[hourKey]*sum{}, map[senderKey]*sum{}} }

// sumKey has the numbers of the names by which a transaction is counted, nil for those that it does not have.
type sumKey struct{ kind, function, status, reason any }

type hourKey struct {
	hour int64
	sumKey
}

type senderKey struct {
	sender       any
	day          int64
	kind, status any
}

// sum is a row of a summary.
type sum struct {
	count, gas, fee, withoutFee                  int64
	firstHeight, lastHeight, firstTime, lastTime int64
}

// add counts a transaction. Time 0 stands for an unknown one.
func (s *sums) add(key sumKey, sender any, height uint64, t *client.Transaction) {
	at := int64(0)
	if time := t.BlockTime(); time != nil && *time <= math.MaxInt64 {
		at = int64(*time)
	}
	hour := at / microseconds / secondsPerHour
	addTo(s.byHour, hourKey{hour, key}, height, at, t)
	if sender != nil {
		addTo(s.bySender, senderKey{sender, hour / hoursPerDay, key.kind, key.status}, height, at, t)
	}
}

func addTo[K comparable](rows map[K]*sum, key K, height uint64, at int64, t *client.Transaction) {
	row := rows[key]
	if row == nil {
		row = &sum{firstHeight: int64(height), lastHeight: int64(height), firstTime: at, lastTime: at}
		rows[key] = row
	}
	row.count++
	fee, ok := tally.Fee(t)
	if ok {
		row.fee += fee
		row.gas += int64(min(*t.GasUsed, tally.MaxFee))
	} else {
		row.withoutFee++
	}
	row.firstHeight, row.lastHeight = min(row.firstHeight, int64(height)), max(row.lastHeight, int64(height))
	row.firstTime, row.lastTime = min(row.firstTime, at), max(row.lastTime, at)
}

// merge is what both summaries do with a row that exists.
const merge = ` DO UPDATE SET count = count + excluded.count, gas = min(gas, 9223372036854775807 - excluded.gas) + excluded.gas,
	fee = min(fee, 9223372036854775807 - excluded.fee) + excluded.fee, without_fee = without_fee + excluded.without_fee,
	first_height = min(first_height, excluded.first_height), last_height = max(last_height, excluded.last_height),
	first_time = min(first_time, excluded.first_time), last_time = max(last_time, excluded.last_time)`

// write adds the summaries to those of the file.
func (s *sums) write(n *numbering) {
	for key, row := range s.byHour {
		n.add(hourRow, append([]any{key.hour, orZero(key.kind), orZero(key.function), orZero(key.status), orZero(key.reason)}, row.values()...)...)
	}
	for key, row := range s.bySender {
		n.add(senderRow, append([]any{key.sender, key.day, orZero(key.kind), orZero(key.status)}, row.values()...)...)
	}
}

func (s *sum) values() []any {
	return []any{s.count, s.gas, s.fee, s.withoutFee, s.firstHeight, s.lastHeight, s.firstTime, s.lastTime}
}

// orZero returns a number of a name, 0 for none: a key has no nulls.
func orZero(number any) any {
	if number == nil {
		return 0
	}
	return number
}
