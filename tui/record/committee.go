package record

import (
	"slices"
	"strconv"

	"foredeck/client"
	"foredeck/tui/query"
	"foredeck/tui/text"
)

// Member is a member of a committee as lists show it.
type Member struct {
	client.CommitteeMember
	Index  *uint64  // to which Certificate.Voters refers; nil if the member has left
	Name   string   // "" if there is none
	Share  *float64 // of the stake of the committee, in percent; nil if a stake is unknown
	Change string   // since the committee before: see the constants; "" if nothing changed or that committee is not known
	Before *uint64  // stake in the committee before; nil if unknown
}

// What changed since the committee before.
const (
	Joined  = "joined"
	Left    = "left"
	StakeUp = "stake up"
	StakeDn = "stake down"
	Moved   = "other index"
)

// Members returns the members of a committee in order, and after them those that have left since the committee before, which may be nil.
// name returns the name of a member, "" if there is none.
func Members(committee, before *client.Committee, name func(*client.CommitteeMember) string) []*Member {
	total, hasTotal := committee.Stake()
	known := map[string]int{}
	if before != nil {
		for i := range before.Members {
			known[before.Members[i].Identity] = i
		}
	}
	members := make([]*Member, len(committee.Members))
	for i := range members {
		m := &Member{CommitteeMember: committee.Members[i], Index: new(uint64(i))}
		m.Name = name(&m.CommitteeMember)
		if hasTotal && total > 0 && m.Stake != nil {
			m.Share = new(float64(*m.Stake) / float64(total) * 100)
		}
		members[i] = m
		if before == nil {
			continue
		}
		earlier, stays := known[m.Identity]
		delete(known, m.Identity)
		if !stays {
			m.Change = Joined
			continue
		}
		m.Before = before.Members[earlier].Stake
		switch {
		case m.Stake != nil && m.Before != nil && *m.Stake > *m.Before:
			m.Change = StakeUp
		case m.Stake != nil && m.Before != nil && *m.Stake < *m.Before:
			m.Change = StakeDn
		case earlier != i:
			m.Change = Moved
		}
	}
	if before == nil {
		return members
	}
	for i := range before.Members {
		if _, gone := known[before.Members[i].Identity]; gone {
			m := &Member{CommitteeMember: before.Members[i], Change: Left, Before: before.Members[i].Stake}
			m.Name, m.Stake = name(&m.CommitteeMember), nil
			members = append(members, m)
		}
	}
	return members
}

// Committee are the columns of the members of a committee.
var Committee = committeeColumns()

func committeeColumns() Columns[Member] {
	key := func(name, title string, only string, of func(*Member) string) Column[Member] {
		return Column[Member]{Name: name, Deck: name, Title: text.Clean(title), Width: shortWidth, Wide: fullWidth, Only: only, Text: clean(of), Order: of,
			Cell: func(m *Member) text.Safe { return OrNone(text.Short(text.Clean(of(m)))) },
			Full: func(m *Member) text.Safe { return OrNone(text.Clean(of(m))) }}
	}
	columns := Columns[Member]{
		{Name: "index", Deck: "index", Title: text.Const("INDEX"), Width: 5, Right: true, Number: func(m *Member) *uint64 { return m.Index },
			Filter: &Filter{Name: "index", Help: "index in certificates", Kind: query.Number, InWords: true}},
		{Name: "name", Deck: "name", Title: text.Const("NAME"), Width: 18, Text: clean(func(m *Member) string { return m.Name }), Order: func(m *Member) string { return m.Name },
			Filter: &Filter{Name: "name", Help: "name", InWords: true}},
		key("identity", "IDENTITY", "", func(m *Member) string { return m.Identity }),
		{Name: "stake", Deck: "stake", Title: text.Const("STAKE"), Width: 25, Right: true, Number: func(m *Member) *uint64 { return m.Stake },
			Filter: &Filter{Name: "stake", Help: "stake in the smallest unit", Kind: query.Number, InWords: true}},
		{Name: "share_percent", Deck: "share", Title: text.Const("SHARE"), Width: 7, Right: true,
			Text: func(m *Member) text.Safe {
				if m.Share == nil {
					return text.Safe{}
				}
				return text.Clean(strconv.FormatFloat(*m.Share, 'f', 4, 64))
			},
			Cell: func(m *Member) text.Safe {
				if m.Share == nil {
					return text.None
				}
				return text.Clean(strconv.FormatFloat(*m.Share, 'f', 2, 64) + "%")
			}},
		{Name: "change", Deck: "change", Title: text.Const("CHANGE"), Width: 11, Text: clean(func(m *Member) string { return m.Change }), Blank: true,
			Order: func(m *Member) string { return m.Change }, Filter: &Filter{
				Name: "change", Help: "since the epoch before", Kind: query.Word, InWords: true, Values: []string{"joined", "left", "up", "down"},
				Aliases: map[string]string{"up": StakeUp, "down": StakeDn},
			}},
		key("stake_pool", "STAKE POOL", "", func(m *Member) string {
			if m.StakePool == nil {
				return ""
			}
			return m.StakePool.String()
		}),
		key("ed25519_key", "ED25519 KEY", "", func(m *Member) string { return m.Ed25519Key }),
		key("bls_key", "BLS KEY", Wide, func(m *Member) string { return m.BLSKey }),
		key("network_key", "NETWORK KEY", Wide, func(m *Member) string { return m.NetworkKey }),
		key("class_key", "", "", func(m *Member) string { return m.ClassKey }),
		{Name: "stake_before", Number: func(m *Member) *uint64 { return m.Before }},
		{Name: "node", Number: func(m *Member) *uint64 { return m.Node }},
	}
	identity, pool, ed25519 := columns.Named("identity"), columns.Named("stake_pool"), columns.Named("ed25519_key")
	identity.Filter = &Filter{Name: "identity", Help: "identity, the author of blocks", Kind: query.Address, InWords: true}
	pool.Filter = &Filter{Name: "pool", Label: "stake pool", Help: "address of the stake pool", Kind: query.Address, InWords: true}
	ed25519.Filter = &Filter{Name: "key", Help: "a public key", Kind: query.Address}
	ed25519.Texts = func(m *Member, match func(string) bool) bool {
		return slices.ContainsFunc([]string{m.Ed25519Key, m.BLSKey, m.NetworkKey}, func(key string) bool { return key != "" && match(key) })
	}
	return columns.InCSV("index name identity stake share_percent change stake_before stake_pool ed25519_key bls_key network_key class_key node")
}

// CommitteeFields returns the language of lists of members.
func CommitteeFields(env FieldEnv) query.Language[Member] {
	return language(Committee, env, "index name identity stake change pool key")
}

// StakeChange returns how the stake of a member changed, such as +1,000; empty if it did not or that is not known.
func StakeChange(m *Member) text.Safe {
	switch {
	case m.Stake == nil || m.Before == nil || *m.Stake == *m.Before:
		return text.Safe{}
	case *m.Stake > *m.Before:
		return text.Format("+%s", text.Integer(*m.Stake-*m.Before))
	}
	return text.Format("−%s", text.Integer(*m.Before-*m.Stake))
}
