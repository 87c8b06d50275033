package record

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

type event = client.ChainEvent

// Events returns the columns of events of one type. blockTime returns when the block at a height was made, if that is known; nil leaves out
// the ages.
func Events(now func() time.Time, blockTime func(height uint64) (time.Time, bool)) Columns[event] {
	at := func(e *event) *uint64 {
		if e.Height == nil || blockTime == nil {
			return nil
		}
		if known, ok := blockTime(*e.Height); ok {
			return new(uint64(known.UnixMicro()))
		}
		return nil
	}
	columns := Columns[event]{
		{Name: "height", Deck: "height", Title: text.Const("HEIGHT"), Width: 12, Number: func(e *event) *uint64 { return e.Height },
			Filter: &Filter{Name: "height", Help: "block height", Kind: query.Number, InWords: true}},
		{Deck: "age", Title: text.Const("AGE"), Width: 11, Number: at, Filter: &Filter{Name: "age", Help: "time since the block", Kind: query.Age},
			Cell: func(e *event) text.Safe {
				if micros := at(e); micros != nil {
					return text.Age(time.UnixMicro(int64(*micros)), now())
				}
				return text.None
			}},
		{Name: "transaction", Deck: "transaction", Title: text.Const("TRANSACTION"), Width: shortWidth, Wide: fullWidth, Text: clean(eventTransaction),
			Cell: func(e *event) text.Safe { return text.Short(text.Clean(e.Transaction)) }, Full: clean(eventTransaction),
			Filter: &Filter{Name: "tx", Label: "transaction", Help: "hash of the transaction", InWords: true}, Texts: texts(eventTransaction)},
		{Name: "index", Title: text.Const("#"), Width: 3, Right: true, Only: Wide, Text: func(e *event) text.Safe { return render.IntDigits(e.Index) }},
		{Name: "type", Text: clean(func(e *event) string { return e.Type })},
		{Name: "sequence_number", Number: func(e *event) *uint64 { return e.SequenceNumber }},
		{Name: "creation_number", Number: func(e *event) *uint64 { return e.CreationNumber }},
		{Name: "account", Text: func(e *event) text.Safe {
			if e.Account == nil {
				return text.Safe{}
			}
			return text.Clean(e.Account.String())
		}},
		{Name: "hash", Text: clean(func(e *event) string { return e.Hash })},
		{Name: "data", Deck: "data", Title: text.Const("DATA"), Text: eventData,
			Cell: func(e *event) text.Safe { return text.Cut(text.Short(eventData(e)), dataWidth) }, Full: eventData,
			Filter: &Filter{Name: "data", Help: "data as JSON", Kind: query.Address, InWords: true}, Texts: texts(func(e *event) string { return string(e.Data) })},
	}
	if blockTime == nil {
		columns = slices.Delete(columns, 1, 2)
	}
	return columns.InCSV("height transaction index type sequence_number creation_number account hash data")
}

func eventTransaction(e *event) string { return e.Transaction }

func eventData(e *event) text.Safe { return render.Value(e.Data) }

// EventFields returns a column for each field of the struct of events, as the ABI of its module declares them.
func EventFields(fields []move.FieldABI) Columns[event] {
	data := lastly(eventValues)
	columns := make(Columns[event], len(fields))
	for i, field := range fields {
		value := func(e *event) string { return data(e)[field.Name] }
		column := &columns[i]
		column.Name, column.Deck, column.Title = field.Name, field.Name, text.Clean(strings.ToUpper(field.Name))
		column.Width = max(text.Width(column.Title), shortWidth)
		column.Text, column.Order = clean(value), value
		column.Cell = func(e *event) text.Safe { return OrNone(text.Short(text.Bounded(value(e)))) }
		column.Full = func(e *event) text.Safe { return OrNone(text.Clean(value(e))) }
		column.Filter, column.Texts = &Filter{Name: filterName(field.Name), Label: field.Name, Help: "field of the type " + field.Type, Kind: query.Address}, texts(value)
		switch field.Type {
		case "u8", "u16", "u32", "u64":
			column.Filter.Kind, column.Right, column.Order, column.Texts = query.Number, true, nil, nil
			column.Number = func(e *event) *uint64 {
				if n, err := strconv.ParseUint(value(e), 10, 64); err == nil {
					return &n
				}
				return nil
			}
			column.Cell = nil
		case "u128", "u256":
			column.Right = true
		}
	}
	return columns
}

// filterName returns the name of a field in filters: another one if all events have a field of that name.
func filterName(field string) string {
	name := strings.ToLower(field)
	if slices.Contains(strings.Fields(eventFilters), name) {
		name = "data_" + name
	}
	return name
}

// eventValues returns the fields of the data, strings without quotes; nil if the data is not an object.
func eventValues(e *event) map[string]string {
	var raw map[string]json.RawMessage
	if json.Unmarshal(e.Data, &raw) != nil {
		return nil
	}
	values := make(map[string]string, len(raw))
	for name, value := range raw {
		values[name] = text.Unquote(value)
	}
	return values
}

// eventFilters are the filter fields of all events, in order.
const eventFilters = "height age tx data"

// EventLanguage returns what filters say of events with the fields of a struct. blockTime is as for Events.
func EventLanguage(env FieldEnv, blockTime func(height uint64) (time.Time, bool), fields []move.FieldABI) query.Language[event] {
	columns := append(Events(nil, blockTime), EventFields(fields)...)
	order := eventFilters
	if blockTime == nil {
		order = "height tx data"
	}
	for _, field := range fields {
		order += " " + filterName(field.Name)
	}
	return language(columns, env, order)
}
