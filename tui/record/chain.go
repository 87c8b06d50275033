package record

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/query"
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
		{Name: "height", Title: text.Const("HEIGHT"), Width: 12, Number: func(e *chainEvent) *uint64 { return e.Height },
			Deck: "height", Filter: &Filter{Name: "height", Help: "block height", Kind: query.Number, InWords: true}},
		{Name: "transaction", Deck: "transaction", Filter: &Filter{Name: "tx", Label: "transaction", Help: "hash of the transaction", InWords: true}, Texts: texts(eventTransaction), Title: text.Const("TRANSACTION"), Width: shortWidth, Wide: fullWidth, Text: clean(eventTransaction),
			Cell: func(e *chainEvent) text.Safe { return text.Short(text.Clean(e.Transaction)) }, Full: clean(eventTransaction)},
		{Name: "index", Text: func(e *chainEvent) text.Safe { return render.IntDigits(e.Index) }},
		{Name: "type", Text: clean(func(e *chainEvent) string { return e.Type })},
	}
	values := lastly(func(e *chainEvent) map[string]json.RawMessage { return members(e.Data) })
	for _, field := range fields {
		of := func(e *chainEvent) text.Safe { return eventValue(values(e)[field.Name]) }
		column := Column[chainEvent]{Name: "data_" + field.Name, Title: text.Clean(strings.ToUpper(field.Name)), Width: fieldWidth, Text: of, Deck: field.Name}
		column.Filter = &Filter{Name: filterName(field.Name), Label: field.Name, Help: field.Type, Kind: query.Address, InWords: true}
		column.Texts = texts(func(e *chainEvent) string { return of(e).String() })
		column.Order = func(e *chainEvent) string { return of(e).String() }
		switch tag, _ := move.ParseTypeTag(field.Type); {
		case strings.HasPrefix(field.Type, "u") && tag.Struct == nil:
			column.Width, column.Right = integerWidth, true
			column.Order, column.Number = nil, func(e *chainEvent) *uint64 {
				if n, err := strconv.ParseUint(of(e).String(), 10, 64); err == nil {
					return &n
				}
				return nil
			}
			if field.Type != "u128" && field.Type != "u256" { // the others exceed what filters compare
				column.Filter.Kind, column.Texts = query.Number, nil
			}
			column.Cell = func(e *chainEvent) text.Safe { return OrNone(text.Group(of(e).String())) }
		default:
			column.Cell = func(e *chainEvent) text.Safe { return OrNone(text.Cut(text.Short(of(e)), fieldWidth)) }
			column.Full = func(e *chainEvent) text.Safe { return OrNone(of(e)) }
		}
		columns = append(columns, column)
	}
	data := Column[chainEvent]{Name: "data", Deck: "data", Filter: &Filter{Name: "data", Help: "data as JSON", Kind: query.Address, InWords: len(fields) == 0},
		Texts: texts(func(e *chainEvent) string { return string(e.Data) }), Text: func(e *chainEvent) text.Safe { return render.Value(e.Data) }}
	if len(fields) == 0 {
		data.Title = text.Const("DATA")
	}
	return append(columns, data, Column[chainEvent]{Name: "hash", Text: clean(func(e *chainEvent) string { return e.Hash })})
}

func eventTransaction(e *chainEvent) string { return e.Transaction }

// eventFilters are the fields of filters that all events have.
const eventFilters = "height age time tx data"

// filterName returns the name of a field of a struct in filters: another one if all events have a field of that name.
func filterName(field string) string {
	name := strings.ToLower(field)
	if slices.Contains(strings.Fields(eventFilters), name) {
		name = "data_" + name
	}
	return name
}

// EventFields returns the language of lists of events with the fields of their struct. blockTime returns the microseconds at which the
// block of an event was made, nil if that is unknown.
func EventFields(env FieldEnv, fields []move.FieldABI, blockTime func(*chainEvent) *uint64) query.Language[chainEvent] {
	order := eventFilters
	for _, field := range fields {
		order += " " + filterName(field.Name)
	}
	l := language(Events(fields), env, order,
		query.Field[chainEvent]{Name: "age", Help: "time since the block", Kind: query.Age, Number: blockTime},
		query.Field[chainEvent]{Name: "time", Help: "block time in UTC, such as 2026-11-21T17", Texts: texts(func(e *chainEvent) string { return instantText(blockTime(e)) })})
	l.Path = eventPathField
	return l
}

// eventValue returns a value as CSV has it: a text without quotes, other values as JSON.
func eventValue(raw json.RawMessage) text.Safe {
	switch {
	case len(raw) == 0 || raw[0] == 'n':
		return text.Safe{}
	case raw[0] == '"':
		return text.Clean(text.Unquote(raw))
	}
	return render.Value(raw)
}

// members returns the members of an object, which share its memory; nil for other values. It is several times as fast as encoding/json.
func members(object json.RawMessage) map[string]json.RawMessage {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(object), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if start, err := decoder.ReadToken(); err != nil || start.Kind() != '{' {
		return nil
	}
	found := map[string]json.RawMessage{}
	for decoder.PeekKind() == '"' {
		name, err := decoder.ReadToken()
		if err != nil {
			return nil
		}
		key := name.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return nil
		}
		end := int(decoder.InputOffset())
		found[key] = json.RawMessage(object[end-len(value) : end : end])
	}
	return found
}

// Member is a member of a committee with its place, its share of the stake and the name that the user gave it.
type Member struct {
	client.CommitteeMember
	Index int     // in the committee; -1 for one that joins with the next epoch
	Share float64 // of the stake of all members, 0 to 1; negative if unknown
	Name  string  // empty if it has none
	// Change says what changed since the epoch before: joined, left, stake or keys; empty if nothing, or if that is not known. A member
	// that has left has the index and the stake of that epoch.
	Change string
	Before *uint64 // stake in the epoch before; nil if unknown
}

// MembersOf returns the members of a committee in their order. name returns the name of a member by index and identity.
func MembersOf(committee *client.Committee, name func(index int, identity string) string) []Member {
	total, known := committee.Stake()
	members := make([]Member, len(committee.Members), len(committee.Members)+len(committee.Joining))
	for i, of := range committee.Members {
		members[i] = Member{CommitteeMember: of, Index: i, Share: -1, Name: name(i, of.Identity)}
		if known && total > 0 {
			members[i].Share = float64(*of.Stake) / float64(total)
		}
	}
	for _, of := range committee.Joining {
		members = append(members, Member{CommitteeMember: of, Index: -1, Share: -1})
	}
	return members
}

// Key identifies a member in a list.
func (m *Member) Key() string {
	key := m.Identity
	if m.StakePool != nil && key == "" {
		key = m.StakePool.String()
	}
	return key + m.Change
}

// MembersSince is MembersOf with what changed since an earlier committee. Those that have left are at the end.
func MembersSince(committee, earlier *client.Committee, name func(index int, identity string) string) []Member {
	members := MembersOf(committee, name)
	for _, change := range committee.Changes(earlier) {
		i := change.Index
		if change.Kind == "left" {
			i = len(members)
			members = append(members, Member{CommitteeMember: earlier.Members[change.Index], Index: change.Index, Share: -1, Name: name(-1, change.Identity)})
		}
		if members[i].Change == "" { // a stake tells more than keys
			members[i].Change, members[i].Before = change.Kind, change.StakeBefore
		}
	}
	return members
}

// StakeChange returns how the stake of a member changed, such as +1,000; empty if it did not or that is not known.
func (m *Member) StakeChange() text.Safe {
	switch {
	case m.Change == "left" || m.Stake == nil || m.Before == nil || *m.Stake == *m.Before:
		return text.Safe{}
	case *m.Stake > *m.Before:
		return text.Format("+%s", text.Integer(*m.Stake-*m.Before))
	}
	return text.Format("−%s", text.Integer(*m.Before-*m.Stake))
}

// CommitteeFields returns the language of lists of members.
func CommitteeFields(env FieldEnv) query.Language[Member] {
	return language(Members, env, "index name identity stake change state proposals failed pool key",
		query.Field[Member]{Name: "key", Help: "a public key", Kind: query.Address, Texts: func(m *Member, match func(string) bool) bool {
			return slices.ContainsFunc([]string{m.Ed25519Key, m.BLSKey, m.NetworkKey, m.ClassKey}, func(key string) bool { return key != "" && match(key) })
		}})
}

// named adds to a column its name in the deck, the order of its texts, and what filters say of it.
func named[P any](column ColumnOf[P], filter *Filter) ColumnOf[P] {
	column.Deck, column.Filter = column.Name, filter
	if text := column.Text; text != nil {
		column.Order = func(row P) string { return text(row).String() }
	}
	return column
}

// BanWords describes a leader ban, such as "banned for 132 rounds, then probation".
func BanWords(ban *client.LeaderBan) text.Safe {
	rounds := text.Const("an unknown number of rounds")
	if ban.RoundsLeft != nil {
		rounds = text.Plural(int(min(*ban.RoundsLeft, 1<<62)), "round")
	}
	switch {
	case ban.OnProbation:
		return text.Format("on probation for %s", rounds)
	case ban.Probation != nil && *ban.Probation == 0:
		return text.Format("banned for %s", rounds)
	}
	return text.Format("banned for %s, then probation", rounds)
}

// Members are the columns of the members of a committee.
var Members = Columns[Member]{
	{Name: "index", Deck: "index", Title: text.Const("#"), Width: 3, Right: true, Number: func(m *Member) *uint64 {
		if m.Index < 0 {
			return nil
		}
		return new(uint64(m.Index))
	},
		Filter: &Filter{Name: "index", Help: "index in certificates", Kind: query.Number, InWords: true}},
	named(Column[Member]{Name: "name", Title: text.Const("NAME"), Width: 16, Text: clean(func(m *Member) string { return m.Name })},
		&Filter{Name: "name", Help: "name", InWords: true}),
	named(hashes("identity", text.Const("IDENTITY"), "", func(m *Member) string { return m.Identity }),
		&Filter{Name: "identity", Help: "identity, the author of blocks", Kind: query.Address, InWords: true}),
	{Name: "stake", Deck: "stake", Title: text.Const("STAKE"), Width: integerWidth, Right: true, Number: func(m *Member) *uint64 { return m.Stake },
		Filter: &Filter{Name: "stake", Help: "stake in the smallest unit", Kind: query.Number, InWords: true}},
	{Deck: "change", Title: text.Const("CHANGE"), Width: 6, Only: Deck, Text: clean(memberChangeOf), Order: memberChangeOf, Blank: true, Filter: &Filter{
		Name: "change", Help: "since the epoch before", Kind: query.Word, InWords: true, Values: []string{"joined", "left", "stake", "keys"},
	}},
	{Deck: "share", Title: text.Const("SHARE"), Width: 7, Right: true, Cell: func(m *Member) text.Safe {
		if m.Share < 0 {
			return text.None
		}
		return Share(m.Share)
	}},
	named(hashes("stake_pool", text.Const("STAKE POOL"), "", func(m *Member) string {
		if m.StakePool == nil {
			return ""
		}
		return m.StakePool.String()
	}), &Filter{Name: "pool", Label: "stake pool", Help: "address of the stake pool", Kind: query.Address, InWords: true}),
	{Name: "state", Deck: "state", Title: text.Const("STATE"), Width: 8, Text: clean(func(m *Member) string { return m.State }),
		Cell: func(m *Member) text.Safe { return OrNone(text.Clean(stateWords[m.State])) }, Order: func(m *Member) string { return m.State },
		Filter: &Filter{Name: "state", Help: "state in the validator set", Kind: query.Word, InWords: true, Values: []string{client.StateActive, client.StatePendingActive, client.StatePendingInactive}}},
	{Name: "proposals", Deck: "proposals", Title: text.Const("PROPOSED"), Width: 8, Right: true, Number: func(m *Member) *uint64 { return m.Proposals },
		Filter: &Filter{Name: "proposals", Help: "blocks proposed in the epoch", Kind: query.Number}},
	{Name: "failed_proposals", Deck: "failed", Title: text.Const("FAILED"), Width: 6, Right: true, Number: func(m *Member) *uint64 { return m.FailedProposals },
		Filter: &Filter{Name: "failed", Label: "failed proposals", Help: "failed proposals in the epoch", Kind: query.Number}},
	{Name: "locked_until", Deck: "locked_until", Title: text.Const("LOCKED UNTIL"), Width: 12, Text: func(m *Member) text.Safe {
		if m.LockedUntil == nil {
			return text.Safe{}
		}
		return text.Instant(m.LockedUntil.Time())
	}, Cell: func(m *Member) text.Safe {
		if m.LockedUntil == nil {
			return text.None
		}
		return text.Clean(m.LockedUntil.Time().Format(time.DateOnly))
	}, Order: func(m *Member) string {
		if m.LockedUntil == nil {
			return ""
		}
		return m.LockedUntil.Time().Format(time.RFC3339)
	}},
	{Name: "commission_bps", Deck: "commission", Title: text.Const("COMM."), Width: 6, Right: true, Number: func(m *Member) *uint64 { return m.Commission }, Cell: func(m *Member) text.Safe {
		if m.Commission == nil {
			return text.None
		}
		return text.Clean(m.CommissionPercent() + "%")
	}},
	named(hashes("ed25519_key", text.Const("ED25519 KEY"), Wide, func(m *Member) string { return m.Ed25519Key }), nil),
	hashes("network_key", text.Const("NETWORK KEY"), Wide, func(m *Member) string { return m.NetworkKey }),
	hashes("bls_key", text.Const("BLS KEY"), Wide, func(m *Member) string { return m.BLSKey }),
	hashes("class_group_key", text.Const("CLASS GROUP KEY"), Wide, func(m *Member) string { return m.ClassKey }),
}

// stateWords are the states of a validator in tables.
var stateWords = map[string]string{client.StateActive: "active", client.StatePendingActive: "joining", client.StatePendingInactive: "leaving"}

func memberChangeOf(m *Member) string { return m.Change }

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
