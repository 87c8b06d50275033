package record

import (
	"encoding/json"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// GasPrices are the columns of the prices of gas, in the smallest unit of the coin.
var GasPrices = Columns[client.GasPrice]{
	{Name: "median", Title: text.Const("MEDIAN"), Width: 12, Right: true, Number: func(g *client.GasPrice) *uint64 { return g.Median }},
	{Name: "mean", Title: text.Const("MEAN"), Width: 12, Right: true, Number: func(g *client.GasPrice) *uint64 { return g.Mean }},
	{Name: "maximum", Title: text.Const("MAXIMUM"), Width: 12, Right: true, Number: func(g *client.GasPrice) *uint64 { return g.Max }},
	{Name: "floor", Title: text.Const("FLOOR"), Width: 12, Right: true, Number: func(g *client.GasPrice) *uint64 { return g.Floor }},
}

type chainEvent = client.ChainEvent

// Widths of the values of an event in a table.
const (
	fieldWidth   = 24
	integerWidth = 20
)

// Events returns the columns of events of a type with these fields, or with their data as JSON if the fields are unknown.
func Events(fields []move.FieldABI) Columns[chainEvent] {
	columns := Columns[chainEvent]{
		{Name: "height", Title: text.Const("HEIGHT"), Width: 12, Number: func(e *chainEvent) *uint64 { return e.Height }},
		{Name: "transaction", Title: text.Const("TRANSACTION"), Width: shortWidth, Wide: fullWidth, Text: clean(func(e *chainEvent) string { return e.Transaction }),
			Cell: func(e *chainEvent) text.Safe { return text.Short(text.Clean(e.Transaction)) }, Full: clean(func(e *chainEvent) string { return e.Transaction })},
		{Name: "index", Text: func(e *chainEvent) text.Safe { return render.IntDigits(e.Index) }},
		{Name: "type", Text: clean(func(e *chainEvent) string { return e.Type })},
	}
	values := lastly(func(e *chainEvent) map[string]json.RawMessage {
		var members map[string]json.RawMessage
		_ = json.Unmarshal(e.Data, &members) // other data have no members
		return members
	})
	for _, field := range fields {
		of := func(e *chainEvent) text.Safe { return eventValue(values(e)[field.Name]) }
		column := Column[chainEvent]{Name: "data_" + field.Name, Title: text.Clean(strings.ToUpper(field.Name)), Width: fieldWidth, Text: of}
		switch tag, _ := move.ParseTypeTag(field.Type); {
		case strings.HasPrefix(field.Type, "u") && tag.Struct == nil:
			column.Width, column.Right = integerWidth, true
			column.Cell = func(e *chainEvent) text.Safe { return OrNone(text.Group(of(e).String())) }
		default:
			column.Cell = func(e *chainEvent) text.Safe { return OrNone(text.Cut(text.Short(of(e)), fieldWidth)) }
			column.Full = func(e *chainEvent) text.Safe { return OrNone(of(e)) }
		}
		columns = append(columns, column)
	}
	data := Column[chainEvent]{Name: "data", Text: func(e *chainEvent) text.Safe { return render.Value(e.Data) }}
	if len(fields) == 0 {
		data.Title = text.Const("DATA")
	}
	return append(columns, data, Column[chainEvent]{Name: "hash", Text: clean(func(e *chainEvent) string { return e.Hash })})
}

// eventValue returns a value as CSV has it: a text without quotes, other values as JSON.
func eventValue(raw json.RawMessage) text.Safe {
	if len(raw) == 0 {
		return text.Safe{}
	}
	var written string
	if json.Unmarshal(raw, &written) == nil {
		return text.Clean(written)
	}
	return render.Value(raw)
}

// Member is a member of a committee with its place, its share of the stake and the name that the user gave it.
type Member struct {
	client.CommitteeMember
	Index int
	Share float64 // of the stake of all members, 0 to 1; negative if unknown
	Name  string  // empty if it has none
}

// MembersOf returns the members of a committee in their order. name returns the name of a member by index and identity.
func MembersOf(committee *client.Committee, name func(index int, identity string) string) []Member {
	total, known := committee.Stake()
	members := make([]Member, len(committee.Members))
	for i, of := range committee.Members {
		members[i] = Member{CommitteeMember: of, Index: i, Share: -1, Name: name(i, of.Identity)}
		if known && total > 0 {
			members[i].Share = float64(*of.Stake) / float64(total)
		}
	}
	return members
}

// Members are the columns of the members of a committee.
var Members = Columns[Member]{
	{Name: "index", Title: text.Const("#"), Width: 3, Right: true, Text: func(m *Member) text.Safe { return render.IntDigits(m.Index) }},
	{Name: "name", Title: text.Const("NAME"), Width: 16, Text: clean(func(m *Member) string { return m.Name })},
	hashes("identity", text.Const("IDENTITY"), "", func(m *Member) string { return m.Identity }),
	{Name: "stake", Title: text.Const("STAKE"), Width: integerWidth, Right: true, Number: func(m *Member) *uint64 { return m.Stake }},
	{Title: text.Const("SHARE"), Width: 7, Right: true, Cell: func(m *Member) text.Safe {
		if m.Share < 0 {
			return text.None
		}
		return Share(m.Share)
	}},
	hashes("stake_pool", text.Const("STAKE POOL"), "", func(m *Member) string {
		if m.StakePool == nil {
			return ""
		}
		return m.StakePool.String()
	}),
	hashes("ed25519_key", text.Const("ED25519 KEY"), Wide, func(m *Member) string { return m.Ed25519Key }),
	hashes("network_key", text.Const("NETWORK KEY"), Wide, func(m *Member) string { return m.NetworkKey }),
	hashes("bls_key", text.Const("BLS KEY"), Wide, func(m *Member) string { return m.BLSKey }),
	hashes("class_group_key", text.Const("CLASS GROUP KEY"), Wide, func(m *Member) string { return m.ClassKey }),
}

// hashes returns a column of hashes or keys, which tables shorten.
func hashes[P any](name string, title text.Safe, only string, of func(P) string) ColumnOf[P] {
	full := func(r P) text.Safe { return OrNone(text.Clean(of(r))) }
	return ColumnOf[P]{Name: name, Title: title, Width: shortWidth, Wide: fullWidth, Only: only, Text: clean(of),
		Cell: func(r P) text.Safe { return text.Short(full(r)) }, Full: full}
}

type memberChange = client.CommitteeChange

// MemberChanges returns the columns of what changed between two committees. name is that of MembersOf.
func MemberChanges(name func(index int, identity string) string) Columns[memberChange] {
	return Columns[memberChange]{
		{Name: "change", Title: text.Const("CHANGE"), Width: 7, Text: clean(func(c *memberChange) string { return c.Kind })},
		{Name: "index", Title: text.Const("#"), Width: 3, Right: true, Text: func(c *memberChange) text.Safe { return render.IntDigits(c.Index) }},
		{Name: "name", Title: text.Const("NAME"), Width: 16, Text: clean(func(c *memberChange) string { return name(c.Index, c.Identity) })},
		hashes("identity", text.Const("IDENTITY"), "", func(c *memberChange) string { return c.Identity }),
		{Name: "stake_before", Title: text.Const("STAKE BEFORE"), Width: integerWidth, Right: true, Number: func(c *memberChange) *uint64 { return c.StakeBefore }},
		{Name: "stake", Title: text.Const("STAKE"), Width: integerWidth, Right: true, Number: func(c *memberChange) *uint64 { return c.Stake }},
		{Name: "keys", Title: text.Const("KEYS"), Blank: true, Text: clean(func(c *memberChange) string { return strings.Join(c.Keys, " ") })},
	}
}

// withStatistics adds the columns of the execution of blocks after those of the round.
func withStatistics(columns Columns[block]) Columns[block] {
	statistic := func(name string, title text.Safe, width int, only string, of func(*client.BlockStatistics) *uint64) Column[block] {
		return Column[block]{Name: name, Title: title, Width: width, Right: true, Only: only, Number: func(b *block) *uint64 {
			if b.Statistics == nil {
				return nil
			}
			return of(b.Statistics)
		}}
	}
	place := slices.IndexFunc(columns, func(c Column[block]) bool { return c.Name == "author" })
	return slices.Insert(columns, place,
		statistic("user_transactions", text.Const("USER"), 5, "", func(s *client.BlockStatistics) *uint64 { return s.UserTransactions }),
		statistic("automated_transactions", text.Const("AUTO"), 5, "", func(s *client.BlockStatistics) *uint64 { return s.AutomatedTransactions }),
		statistic("gas_used", text.Const("GAS"), 10, "", gasUsed),
		statistic("user_gas_used", text.Const("USER GAS"), 10, Wide, func(s *client.BlockStatistics) *uint64 { return s.UserGasUsed }),
		statistic("automated_gas_used", text.Const("AUTO GAS"), 10, Wide, func(s *client.BlockStatistics) *uint64 { return s.AutomatedGasUsed }),
		statistic("automation_records", text.Const("RECORDS"), 7, Wide, func(s *client.BlockStatistics) *uint64 { return s.AutomationRecords }),
		statistic("min_gas_price", text.Const("MIN PRICE"), 10, Wide, func(s *client.BlockStatistics) *uint64 { return s.MinGasPrice }),
		statistic("max_gas_price", text.Const("MAX PRICE"), 10, Wide, func(s *client.BlockStatistics) *uint64 { return s.MaxGasPrice }),
		statistic("automated_gas_price", text.Const("AUTO PRICE"), 10, Wide, func(s *client.BlockStatistics) *uint64 { return s.AutomatedGasPrice }),
	)
}

// gasUsed returns the gas that all transactions of a block used.
func gasUsed(s *client.BlockStatistics) *uint64 {
	switch {
	case s.UserGasUsed == nil:
		return s.AutomatedGasUsed
	case s.AutomatedGasUsed == nil:
		return s.UserGasUsed
	}
	return new(*s.UserGasUsed + *s.AutomatedGasUsed)
}
