package record

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/tally"
	"foredeck/tui/query"
)

// Sums says how a list of records is summed up: by which keys, what each record adds, and which filter has the records of a group.
type Sums[T any] = SumsOf[*T]

// SumsOf are Sums, with a pointer as parameter.
type SumsOf[P any] struct {
	Groupings []tally.Grouping
	Value     func(record P, key string) *string
	Figures   func(P) tally.Figures
	Term      func(key string, value *string) string // of a filter
}

// TransactionSums are the sums of lists of transactions, by the keys of foredeck stats.
var TransactionSums = Sums[client.Transaction]{
	Groupings: []tally.Grouping{
		{Name: "Function", By: []string{"function", "outcome", "reason"}, HasFee: true},
		{Name: "Sender", By: []string{"sender"}, HasFee: true},
		{Name: "Hour", By: []string{"hour"}, HasFee: true},
		{Name: "Day", By: []string{"day"}, HasFee: true},
		{Name: "Gas", By: []string{"gas"}, HasFee: true},
	},
	Value: tally.Value, Figures: tally.FiguresOf, Term: transactionTerm,
}

func transactionTerm(key string, value *string) string {
	switch key {
	case "day", "hour":
		return periodTerm(value)
	case "gas":
		if value == nil {
			return "!gas:0.."
		}
		return "gas:" + strings.Replace(*value, "-", "..", 1)
	}
	for field, of := range exactKeys {
		if of == key {
			return exactly(field, value)
		}
	}
	return ""
}

func exactly(field string, value *string) string {
	if value == nil {
		return query.Exactly(field, "")
	}
	return query.Exactly(field, *value)
}

// periodTerm returns the filter of a day or an hour.
func periodTerm(value *string) string {
	if value == nil {
		return query.Exactly("time", "")
	}
	return "time:" + strings.TrimSuffix(*value, ":00Z")
}

// maxEventGroupings is the number of fields of a struct by which events are grouped. The keys of tabs have one digit.
const maxEventGroupings = 6

// coinFields are the names of fields that say of which coin the amount of an event is.
var coinFields = []string{"coin_type", "coin", "asset", "metadata"}

// EventSums returns the sums of lists of events with the fields of their struct: by its addresses, truth values and texts. The first integer
// among the fields is summed up; amounts of different coins are in different groups. Nodes do not say when an event was emitted, so they are
// not grouped by time. blockTime is that of EventFields.
func EventSums(fields []move.FieldABI, blockTime func(*chainEvent) *uint64) Sums[chainEvent] {
	sums, summed, coin := Sums[chainEvent]{}, "", ""
	for _, field := range fields {
		switch tag, _ := move.ParseTypeTag(field.Type); {
		case strings.HasPrefix(field.Type, "u") && tag.Struct == nil:
			summed = cmp.Or(summed, field.Name)
		case len(sums.Groupings) < maxEventGroupings && !strings.HasPrefix(field.Type, "vector"):
			sums.Groupings = append(sums.Groupings, tally.Grouping{Name: field.Name, By: []string{"data_" + field.Name}})
			if slices.Contains(coinFields, field.Name) {
				coin = cmp.Or(coin, "data_"+field.Name)
			}
		}
	}
	for i := range sums.Groupings {
		grouping := &sums.Groupings[i]
		if grouping.Amount = summed; summed != "" && coin != "" && grouping.By[0] != coin {
			grouping.By = append(grouping.By, coin)
		}
	}
	values := lastly(func(e *chainEvent) map[string]json.RawMessage { return members(e.Data) })
	sums.Value = func(e *chainEvent, key string) *string {
		field, isField := strings.CutPrefix(key, "data_")
		if !isField {
			return nil
		}
		if value := eventValue(values(e)[field]).String(); value != "" {
			return &value
		}
		return nil
	}
	sums.Figures = func(e *chainEvent) tally.Figures {
		f := tally.Figures{Height: e.Height, Time: blockTime(e)}
		if amount, ok := new(big.Int).SetString(eventValue(values(e)[summed]).String(), 10); ok && summed != "" {
			f.Amount = amount
		}
		return f
	}
	sums.Term = func(key string, value *string) string {
		if field, isField := strings.CutPrefix(key, "data_"); isField {
			return exactly(filterName(field), value)
		}
		return ""
	}
	return sums
}
